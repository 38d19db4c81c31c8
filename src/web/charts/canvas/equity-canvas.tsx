import { useState } from 'react';
import { ChartLegend } from '../legend/chart-legend.tsx';
import { makeReadings } from '../legend/reading.ts';
import type { TableTwin } from '../table-twin.ts';
import classes from './chart.module.css';
import { EquityDrawing, type EquityPicture } from './equity-drawing.ts';
import { useDrawing } from './use-drawing.ts';

export interface EquityChartProps extends EquityPicture {
  readonly label: string;
  readonly showTable: string;
  readonly showChart: string;
  /** The words for the three curves. */
  readonly names: Readonly<Record<'equity' | 'closed' | 'drawdown', string>>;
  readonly height: number | string;
  readonly table: () => TableTwin;
}

/** The drawing itself. */
export function EquityCanvas(props: EquityChartProps) {
  const [readings] = useState(makeReadings);
  const { container } = useDrawing((element) => new EquityDrawing(element, readings.tell), props);
  return (
    <>
      <div ref={container} className={classes.canvas} aria-hidden />
      <ChartLegend readings={readings} names={props.names} />
    </>
  );
}
