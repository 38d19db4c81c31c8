import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Atom, type Trade, tradesQuery } from '#web/api/trading-queries.ts';
import { FillTable } from '#web/bots/cycles/fill-table.tsx';
import { shownLiquidation } from '#web/bots/shown-liquidation.ts';
import { useText } from '#web/i18n/text.tsx';
import { useKind } from '#web/kinds/use-kind.ts';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { distancePercent } from '#web/ui/values/distance.ts';
import { missing } from '#web/ui/values/format.ts';
import { Price } from '#web/ui/values/price.tsx';
import { UnprotectedMark } from '#web/ui/values/unprotected-mark.tsx';
import css from '../portfolio.module.css';
import { CycleChart } from './cycle-chart.tsx';
import type { ListedCycle } from './cycle-rows.ts';
import { CycleWaterfall } from './waterfall/cycle-waterfall.tsx';

interface FillsProps {
  readonly cycle: ListedCycle;
  readonly atom: Atom | null;
  readonly marketNow: number | null;
  readonly decimals: number;
}

const NO_TRADES: readonly Trade[] = [];

/** Fills on the candles and in a table, highlighted together on hover; then the parts of the result. */
export function CycleFills({ cycle, atom, marketNow, decimals }: FillsProps) {
  const trades = useQuery(tradesQuery(useKind(), cycle.cycleId));
  const [hovered, setHovered] = useState<string | null>(null);
  const items = trades.data?.items ?? NO_TRADES;
  return (
    <>
      <CycleChart
        cycle={cycle}
        atom={atom}
        marketNow={marketNow}
        trades={items}
        decimals={decimals}
        hovered={hovered}
        onHover={setHovered}
      />
      {atom ? <PriceFacts atom={atom} decimals={decimals} /> : null}
      {atom ? <UnprotectedMark protection={atom.protection} /> : null}
      {trades.isPending ? <SkeletonRows rows={4} height={30} /> : null}
      {trades.isError ? <ProblemNote error={trades.error} onRetry={() => void trades.refetch()} /> : null}
      {items.length > 0 ? <FillTable trades={items} hovered={hovered} onHover={setHovered} /> : null}
      <CycleWaterfall cycle={cycle} unrealized={atom?.unrealized ?? '0'} />
    </>
  );
}

/** The open position relative to the prices that end it or add to it. */
function PriceFacts({ atom, decimals }: { atom: Atom; decimals: number }) {
  const t = useText();
  const facts = [
    { label: t('bots.column.average'), price: atom.averagePrice },
    { label: t('cycles.takeProfit'), price: atom.takeProfitPrice },
    { label: t('cycles.stopLoss'), price: atom.stopLossPrice },
    { label: t('cycles.nextStep'), price: atom.nextLevelPrice },
    { label: t('ladder.line.liquidation'), price: shownLiquidation(atom) },
  ];
  return (
    <dl className={css['facts']}>
      {facts.map(({ label, price }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Price value={price} decimals={decimals} />
          </dd>
          {price === null ? null : (
            <dd className={css['away']}>
              <Away percent={distancePercent(atom.mark, price)} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

function Away({ percent }: { percent: string | null }) {
  const t = useText();
  if (percent === null) return missing;
  return t('cycles.away', { percent: `${t.number(percent, { decimals: 2, sign: 'always' })}\u00a0%` });
}
