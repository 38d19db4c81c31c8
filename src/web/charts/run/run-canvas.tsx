import { useEffect, useRef, useState } from 'react';
import classes from '../canvas/chart.module.css';
import { useChartColors } from '../chart-colors.ts';
import { ChartLegend } from '../legend/chart-legend.tsx';
import { makeReadings } from '../legend/reading.ts';
import type { TableTwin } from '../table-twin.ts';
import { RunDrawing, type RunPicture } from './run-drawing.ts';

export interface RunChartProps extends RunPicture {
  readonly label: string;
  readonly showTable: string;
  readonly showChart: string;
  /** The words for the curves: equity, closed, holding, drawdown. */
  readonly names: Readonly<Record<string, string>>;
  /** In pixels. */
  readonly height: number;
  readonly table: () => TableTwin;
}

/** The drawing itself. */
export function RunCanvas(props: RunChartProps) {
  const [readings] = useState(makeReadings);
  const container = useRef<HTMLDivElement>(null);
  const drawing = useRef<RunDrawing | null>(null);
  const colors = useChartColors();

  useEffect(() => {
    if (!container.current) return;
    const made = new RunDrawing(container.current, readings.tell);
    drawing.current = made;
    return () => made.remove();
  }, [readings]);
  useEffect(() => drawing.current?.show(props, colors));

  return (
    <>
      <div ref={container} className={classes.canvas} aria-hidden />
      <ChartLegend readings={readings} names={props.names} />
    </>
  );
}
