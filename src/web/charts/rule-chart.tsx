import { lazy, Suspense } from 'react';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';
import type { RuleChartProps } from './canvas/rule/rule-canvas.tsx';
import { ChartFrame } from './chart-frame.tsx';

// The library weighs 50 KiB and runs for long; the page with its figures is there before it.
const RuleCanvas = lazy(async () => ({ default: (await import('./canvas/rule/rule-canvas.tsx')).RuleCanvas }));

/** Candles with the values that rules compare, and a mark at every close at which one acted. */
export function RuleChart(props: RuleChartProps) {
  return (
    <ChartFrame {...props}>
      <Suspense fallback={<SkeletonBlock height={props.height} />}>
        <RuleCanvas {...props} />
      </Suspense>
    </ChartFrame>
  );
}
