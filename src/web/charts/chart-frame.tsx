import { Table2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import classes from './chart.module.css';

/** The same figures as the picture, for keyboard and screen reader. Cells are ready text. */
export interface TableTwin {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface ChartFrameProps {
  /** What the chart shows, as its accessible name. */
  readonly label: string;
  readonly showTable: string;
  readonly showChart: string;
  readonly height: number | string;
  readonly table: () => TableTwin;
  readonly children: ReactNode;
}

/** A chart with a button that shows the same figures as a table. */
export function ChartFrame(props: ChartFrameProps) {
  const [isTable, setIsTable] = useState(false);
  const action = isTable ? props.showChart : props.showTable;
  return (
    <figure className={classes.frame} style={{ height: props.height }} aria-label={props.label}>
      {isTable ? <Twin label={props.label} table={props.table()} /> : props.children}
      <button
        type="button"
        className={classes.twinButton}
        aria-pressed={isTable}
        title={action}
        aria-label={action}
        onClick={() => setIsTable(!isTable)}
      >
        <Table2 size={14} strokeWidth={1.75} aria-hidden />
      </button>
    </figure>
  );
}

function Twin({ label, table }: { label: string; table: TableTwin }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: A scrolling table must be reachable by keyboard.
    <section className={classes.twin} tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            {table.head.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((cells) => (
            <tr key={cells.join(' ')}>
              {cells.map((cell, index) => (
                <td key={table.head[index]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
