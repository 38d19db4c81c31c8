import { lazy, Suspense } from 'react';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';
import type { EquityChartProps } from './canvas/equity-canvas.tsx';
import { ChartFrame } from './chart-frame.tsx';

// The library weighs 50 KiB and runs for long; the page with its figures is there before it.
const EquityCanvas = lazy(async () => ({ default: (await import('./canvas/equity-canvas.tsx')).EquityCanvas }));

/** Equity and the closed result, always together, above the drawdown. */
export function EquityChart(props: EquityChartProps) {
  return (
    <ChartFrame {...props}>
      <Suspense fallback={<SkeletonBlock height={props.height} />}>
        <EquityCanvas {...props} />
      </Suspense>
    </ChartFrame>
  );
}
