import { useQuery } from '@tanstack/react-query';
import { marketHistoryQuery, type StoredHistory } from '#web/api/market/market-queries.ts';
import { type MovesWish, priceMovesQuery } from './price-move-queries.ts';

/** Of an instant, as in 2025-05-24. */
const DAY_LETTERS = 10;

/** The price moves of a contract, asked for once a day of it that is over is stored. */
export function usePriceMoves(wish: MovesWish) {
  const history = useQuery(marketHistoryQuery(wish.symbol));
  const isMeasurable = history.data !== undefined && reachesOverMidnight(history.data);
  const moves = useQuery(priceMovesQuery(isMeasurable ? wish : null));
  return {
    moves,
    isUnmeasurable: history.data !== undefined && !isMeasurable,
    isPending: (isMeasurable ? moves : history).isPending,
    failed: [history, moves].find(({ isError }) => isError),
  };
}

/** Days are measured up to the last midnight, so there must be a minute from before it. */
function reachesOverMidnight({ oldestMinute, presentAt }: StoredHistory): boolean {
  return oldestMinute !== null && utcDay(oldestMinute) < utcDay(presentAt);
}

const utcDay = (instant: string): string => instant.slice(0, DAY_LETTERS);
