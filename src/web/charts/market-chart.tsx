import { lazy, Suspense } from 'react';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';
import type { MarketChartProps } from './canvas/market-canvas.tsx';
import { ChartFrame } from './chart-frame.tsx';

// The library weighs 50 KiB and runs for long; the page with its figures is there before it.
const MarketCanvas = lazy(async () => ({ default: (await import('./canvas/market-canvas.tsx')).MarketCanvas }));

/** Candles and volume of a market, growing at both ends; the view moves by pointer and by keys. */
export function MarketChart(props: MarketChartProps) {
  return (
    <ChartFrame {...props}>
      <Suspense fallback={<SkeletonBlock height={props.height} />}>
        <MarketCanvas {...props} />
      </Suspense>
    </ChartFrame>
  );
}
