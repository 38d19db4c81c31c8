import { lazy, Suspense } from 'react';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';
import { ChartFrame } from '../chart-frame.tsx';
import type { RunChartProps } from './run-canvas.tsx';

// The library weighs 50 KiB and runs for long; the page with its figures is there before it.
const RunCanvas = lazy(async () => ({ default: (await import('./run-canvas.tsx')).RunCanvas }));

/** Return, closed result and holding in percent of the start, above the drawdown. */
export function RunChart(props: RunChartProps) {
  return (
    <ChartFrame {...props}>
      <Suspense fallback={<SkeletonBlock height={props.height} />}>
        <RunCanvas {...props} />
      </Suspense>
    </ChartFrame>
  );
}
