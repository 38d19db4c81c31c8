import type { MarketRow } from '#web/api/market/market-queries.ts';
import type { CardParts } from '#web/ui/table/row-cards.tsx';
import { Pct } from '#web/ui/values/pct.tsx';
import { Price } from '#web/ui/values/price.tsx';
import { CoverageLine } from './history/coverage-gauge.tsx';
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
