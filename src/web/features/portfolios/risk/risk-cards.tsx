import type { Portfolio } from '#web/api/portfolio-queries.ts';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';
import { addDecimals } from '#web/ui/values/decimal-sum.ts';
import { LiveParts } from '../live-parts.tsx';
import { DangerCard } from './danger-card.tsx';
import { ExposureCard } from './exposure-card.tsx';
import { useOpenPositions } from './use-open-positions.ts';

interface RiskCardsProps {
  readonly kind: 'paper' | 'live';
  readonly portfolios: readonly Portfolio[];
}

/** What is at risk now in the portfolios of one execution: exposure by coin, and open cycles by danger. */
export function RiskCards({ kind, portfolios }: RiskCardsProps) {
  const { positions, isPending, error, retry } = useOpenPositions(portfolios);
  const ids = new Set(portfolios.map(({ portfolioId }) => portfolioId));
  const own = positions.filter(({ bot }) => ids.has(bot.portfolioId));
  if (isPending) return <SkeletonBlock height={300} />;
  return (
    <>
      {error === null ? null : <ProblemNote error={error} onRetry={retry} />}
      <LiveParts
        portfolios={portfolios}
        draw={(now) => (
          <ExposureCard kind={kind} positions={own} equity={addDecimals(now.map(({ equity }) => equity))} />
        )}
      />
      <DangerCard kind={kind} positions={own} />
    </>
  );
}
