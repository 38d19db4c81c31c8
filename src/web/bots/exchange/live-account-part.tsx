import { lazy, Suspense } from 'react';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';
import { useIsLive } from '../confirm/use-is-live.ts';

const LiveAccount = lazy(async () => ({ default: (await import('./live-account.tsx')).LiveAccount }));

interface LiveAccountPartProps {
  /** `whole` adds figures, caps and positions to the state and the alarms. */
  readonly look: 'whole' | 'line';
}

const HEIGHTS = { whole: 180, line: 42 } as const;

/** The exchange account on the pages of a live kind; nothing on those of a paper kind. */
export function LiveAccountPart({ look }: LiveAccountPartProps) {
  if (!useIsLive()) return null;
  return (
    <Suspense fallback={<SkeletonBlock height={HEIGHTS[look]} />}>
      <LiveAccount look={look} />
    </Suspense>
  );
}
