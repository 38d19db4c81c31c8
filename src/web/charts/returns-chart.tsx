import { lazy, Suspense } from 'react';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';
import type { ReturnsChartProps } from './canvas/returns-canvas.tsx';
import { ChartFrame } from './chart-frame.tsx';

// The library weighs 50 KiB and runs for long; the page with its figures is there before it.
const ReturnsCanvas = lazy(async () => ({ default: (await import('./canvas/returns-canvas.tsx')).ReturnsCanvas }));

/** Returns in percent from a common zero, what they are compared with among them. */
export function ReturnsChart(props: ReturnsChartProps) {
  return (
    <ChartFrame {...props}>
      <Suspense fallback={<SkeletonBlock height={props.height} />}>
        <ReturnsCanvas {...props} />
      </Suspense>
    </ChartFrame>
  );
}
