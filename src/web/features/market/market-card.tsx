import type { MarketRow } from '#web/api/market-queries.ts';
import { Pct } from '#web/ui/pct.tsx';
import { Price } from '#web/ui/price.tsx';
import type { CardParts } from '#web/ui/row-cards.tsx';
import { CoverageLine } from './coverage-bar.tsx';
import { MarketStatus } from './market-status.tsx';

/** A contract on the phone. */
export function marketCard({ symbol, lastPrice, changePercent, status, coveredPercent }: MarketRow): CardParts {
  return {
    title: symbol,
    figure: <Price value={lastPrice} />,
    state: <MarketStatus status={status} />,
    aside: <Pct value={changePercent} kind="result" unit />,
    below: <CoverageLine percent={coveredPercent} />,
  };
}
