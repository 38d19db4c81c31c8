import { useEffect, useRef } from 'react';
import classes from './chart.module.css';
import { useChartColors } from './chart-colors.ts';
import { ChartFrame, type TableTwin } from './chart-frame.tsx';
import { EquityDrawing, type EquityPicture } from './equity-drawing.ts';

export interface EquityChartProps extends EquityPicture {
  readonly label: string;
  readonly showTable: string;
  readonly showChart: string;
  readonly height: number | string;
  readonly table: () => TableTwin;
}

/** Equity and the closed result, always together, above the drawdown. */
export function EquityChart(props: EquityChartProps) {
  return (
    <ChartFrame {...props}>
      <EquityCanvas {...props} />
    </ChartFrame>
  );
}

function EquityCanvas(props: EquityPicture) {
  const container = useRef<HTMLDivElement>(null);
  const drawing = useRef<EquityDrawing | null>(null);
  const colors = useChartColors();

  useEffect(() => {
    if (!container.current) return;
    const made = new EquityDrawing(container.current);
    drawing.current = made;
    return () => made.remove();
  }, []);
  useEffect(() => drawing.current?.show(props, colors));

  return <div ref={container} className={classes.canvas} aria-hidden />;
}
