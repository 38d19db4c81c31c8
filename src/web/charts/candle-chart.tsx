import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { CandleDrawing } from './candle-drawing.ts';
import type { CandlePicture, OffScaleLine } from './candle-picture.ts';
import classes from './chart.module.css';
import { useChartColors } from './chart-colors.ts';
import { ChartFrame, type TableTwin } from './chart-frame.tsx';

export interface CandleChartProps extends CandlePicture {
  readonly label: string;
  readonly showTable: string;
  readonly showChart: string;
  readonly height: number | string;
  readonly table: () => TableTwin;
  /** Text of a line that is off the scale, such as "▼ Liquidation 612.08, below the chart". */
  readonly offScaleText: (line: OffScaleLine) => string;
  readonly onHover?: (markerId: string | null) => void;
}

/** Candles with price lines and fill markers. Hovering a marker is reported; `highlighted` marks one from outside. */
export function CandleChart(props: CandleChartProps) {
  return (
    <ChartFrame {...props}>
      <CandleCanvas {...props} />
    </ChartFrame>
  );
}

function CandleCanvas(props: CandleChartProps) {
  const container = useRef<HTMLDivElement>(null);
  const drawing = useRef<CandleDrawing | null>(null);
  const colors = useChartColors();
  const [offScale, setOffScale] = useState<readonly OffScaleLine[]>([]);
  const hovered = useEffectEvent((id: string | null) => props.onHover?.(id));

  useEffect(() => {
    if (!container.current) return;
    const made = new CandleDrawing(container.current, {
      hovered: (id) => hovered(id),
      offScale: (lines) => setOffScale((before) => (isSame(before, lines) ? before : lines)),
    });
    drawing.current = made;
    return () => made.remove();
  }, []);
  useEffect(() => drawing.current?.show(props, colors));

  return (
    <>
      <div ref={container} className={classes.canvas} aria-hidden />
      {(['above', 'below'] as const).map((edge) => (
        <div key={edge} className={`${classes.edge} ${classes[edge]}`}>
          {offScale
            .filter((line) => line.edge === edge)
            .map((line) => (
              <span key={line.id} className={classes[`tone-${toneOf(props, line.id)}`]}>
                {props.offScaleText(line)}
              </span>
            ))}
        </div>
      ))}
    </>
  );
}

function toneOf(picture: CandlePicture, id: string): string {
  return picture.lines.find((line) => line.id === id)?.tone ?? 'step';
}

function isSame(a: readonly OffScaleLine[], b: readonly OffScaleLine[]): boolean {
  return a.length === b.length && a.every((line, index) => line.id === b[index]?.id && line.edge === b[index]?.edge);
}
