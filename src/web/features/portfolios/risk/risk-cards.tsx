import type { Portfolio } from '#web/api/portfolio-queries.ts';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';
import { addDecimals } from '#web/ui/values/decimal-sum.ts';
import { LiveParts } from '../live-parts.tsx';
import { DangerCard, FIRST_ROWS } from './danger-card.tsx';
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
  if (isPending) return <WaitingCards cycles={portfolios.reduce((sum, one) => sum + one.openCycles, 0)} />;
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

/** Of each card without its rows, and of a row; pixels. */
const [EXPOSURE_HEIGHT, COIN_HEIGHT] = [102, 28];
const [DANGER_HEIGHT, CYCLE_HEIGHT, ALL_HEIGHT] = [68, 33, 30];

/** As high as the cards will be, so that what stands below does not move when they come; of each cycle a coin. */
function WaitingCards({ cycles }: { readonly cycles: number }) {
  const hidden = cycles > FIRST_ROWS ? ALL_HEIGHT : 0;
  return (
    <>
      <SkeletonBlock height={EXPOSURE_HEIGHT + COIN_HEIGHT * Math.min(cycles, FIRST_ROWS)} />
      <SkeletonBlock height={DANGER_HEIGHT + CYCLE_HEIGHT * Math.min(cycles, FIRST_ROWS) + hidden} />
    </>
  );
}
