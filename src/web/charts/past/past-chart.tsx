import { lazy, Suspense } from 'react';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';
import { ChartFrame } from '../chart-frame.tsx';
import type { PastChartProps } from './past-canvas.tsx';

// The library weighs 50 KiB and runs for long; the page with its figures is there before it.
const PastCanvas = lazy(async () => ({ default: (await import('./past-canvas.tsx')).PastCanvas }));

/** What was collected of one figure of a contract. */
export function PastChart(props: PastChartProps) {
  return (
    <ChartFrame {...props}>
      <Suspense fallback={<SkeletonBlock height={props.height} />}>
        <PastCanvas {...props} />
      </Suspense>
    </ChartFrame>
  );
}
