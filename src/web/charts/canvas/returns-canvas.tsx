import { useState } from 'react';
import { ChartLegend } from '../legend/chart-legend.tsx';
import { makeReadings } from '../legend/reading.ts';
import type { TableTwin } from '../table-twin.ts';
import classes from './chart.module.css';
import { ReturnsDrawing, type ReturnsPicture } from './returns-drawing.ts';
import { useDrawing } from './use-drawing.ts';

export interface ReturnsChartProps extends ReturnsPicture {
  readonly label: string;
  readonly showTable: string;
  readonly showChart: string;
  /** The words for the lines, by id. */
  readonly names: Readonly<Record<string, string>>;
  /** In pixels. */
  readonly height: number;
  readonly table: () => TableTwin;
}

/** The drawing itself. */
export function ReturnsCanvas(props: ReturnsChartProps) {
  const [readings] = useState(makeReadings);
  const { container } = useDrawing((element) => new ReturnsDrawing(element, readings.tell), props);
  return (
    <>
      <div ref={container} className={classes.canvas} aria-hidden />
      <ChartLegend readings={readings} names={props.names} />
    </>
  );
}
