import { Table2 } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import classes from './chart-frame.module.css';
import type { TableTwin } from './table-twin.ts';

// Few look at the table, and every page with a chart would load it.
const ChartTwin = lazy(async () => ({ default: (await import('./chart-twin.tsx')).ChartTwin }));

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
      {isTable ? (
        <Suspense fallback={null}>
          <ChartTwin label={props.label} table={props.table} />
        </Suspense>
      ) : (
        props.children
      )}
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
