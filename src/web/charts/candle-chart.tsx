import { lazy, Suspense } from 'react';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';
import type { CandleChartProps } from './canvas/candle-canvas.tsx';
import { ChartFrame } from './chart-frame.tsx';

// The library weighs 50 KiB and runs for long; the page with its figures is there before it.
const CandleCanvas = lazy(async () => ({ default: (await import('./canvas/candle-canvas.tsx')).CandleCanvas }));

/** Candles with price lines and fill markers. Hovering a marker is reported; `highlighted` marks one from outside. */
export function CandleChart(props: CandleChartProps) {
  return (
    <ChartFrame {...props}>
      <Suspense fallback={<SkeletonBlock height={props.height} />}>
        <CandleCanvas {...props} />
      </Suspense>
    </ChartFrame>
  );
}
