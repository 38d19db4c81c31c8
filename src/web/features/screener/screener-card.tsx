import type { CardParts } from '#web/ui/table/row-cards.tsx';
import { ScoreWord } from './drawer/score-parts.tsx';
import { SymbolName } from './screener-columns.tsx';
import type { ScreenerRow } from './screener-queries.ts';
import { ScreenerValue } from './screener-value.tsx';

/** A contract on the phone. */
export function screenerCard(row: ScreenerRow): CardParts {
  return {
    title: <SymbolName symbol={row.futuresTicker} baseAsset={row.baseAsset} />,
    figure: <ScreenerValue row={row} column="lastPrice" />,
    state: <ScoreWord row={row} />,
    aside: <ScreenerValue row={row} column="changeDayPercent" />,
  };
}
