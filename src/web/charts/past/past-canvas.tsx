import { useState } from 'react';
import classes from '../canvas/chart.module.css';
import { useDrawing } from '../canvas/use-drawing.ts';
import { ChartLegend } from '../legend/chart-legend.tsx';
import { makeReadings } from '../legend/reading.ts';
import type { TableTwin } from '../table-twin.ts';
import { PastDrawing, type PastPicture } from './past-drawing.ts';

export interface PastChartProps extends PastPicture {
  readonly label: string;
  /** The word for the figure, in the legend. */
  readonly name: string;
  readonly showTable: string;
  readonly showChart: string;
  /** In pixels. */
  readonly height: number;
  readonly table: () => TableTwin;
}

/** The drawing itself. */
export function PastCanvas(props: PastChartProps) {
  const { look, name } = props;
  const [readings] = useState(makeReadings);
  const { container } = useDrawing((element) => new PastDrawing(element, look, readings.tell), props);
  return (
    <>
      <div ref={container} className={classes.canvas} aria-hidden />
      <ChartLegend readings={readings} names={{ [look]: name }} />
    </>
  );
}
