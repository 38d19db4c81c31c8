import { Table2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { CsvButton } from '#web/ui/table/csv-button.tsx';
import classes from './chart.module.css';

/** The same figures as the picture, for keyboard and screen reader. Cells are ready text. */
export interface TableTwin {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly file: TwinFile;
  /** What the rows leave out of the picture, in words. */
  readonly note?: string;
}

/** A row of a file: the exact figures under the titles of the table. */
export type TwinCells = readonly (string | number | null)[];

interface TwinFile {
  /** Without its ending. */
  readonly name: string;
  readonly rows: readonly TwinCells[];
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

/** A chart with a button that shows the same figures as a table, which can be downloaded. */
export function ChartFrame(props: ChartFrameProps) {
  const [isTable, setIsTable] = useState(false);
  const action = isTable ? props.showChart : props.showTable;
  return (
    <figure className={classes.frame} style={{ height: props.height }} aria-label={props.label}>
      {isTable ? <Twin label={props.label} table={props.table} /> : props.children}
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

function Twin({ label, table: read }: Pick<ChartFrameProps, 'label' | 'table'>) {
  const table = read();
  return (
    <>
      <div className={classes.twinFile}>
        <CsvButton
          name={table.file.name}
          columns={table.head.map((title, index) => ({ title, exact: (cells: TwinCells) => cells[index] ?? null }))}
          rows={() => read().file.rows}
        />
      </div>
      <Rows label={label} table={table} />
    </>
  );
}

function Rows({ label, table }: { readonly label: string; readonly table: TableTwin }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: A scrolling table must be reachable by keyboard.
    <section className={classes.twin} tabIndex={0} aria-label={label}>
      <table>
        {table.note === undefined ? null : <caption>{table.note}</caption>}
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
