import { steps } from '#base/exact.ts';
import { type Instant, later, MINUTE_MS } from '#base/time.ts';
import { keptValues } from '../../prices/kept-values.ts';
import type { TradeCounts } from '../../prices/prints/trade-counts.ts';
import type { AggregateTrade, OwnPrint } from '../market.ts';
import { foldedTrades } from './folded-trades.ts';
import { latestTrade, type SymbolTape } from './symbol-tape.ts';

const MINUTES_KEPT = 4;
const NOTHING: TradeCounts = { trades: 0, prints: 0 };

/**
 * The tape as the exchange shows it: the market's own, and what accounts have traded in it. A print in addition follows the
 * market's trades up to its instant. Ids stay consecutive, and candles are sums of what is on the tape.
 *
 * @param own - oldest first; may grow at the present, which nobody has read yet
 */
export function shownTape(market: SymbolTape, own: () => readonly OwnPrint[]): SymbolTape {
  const { listed, changes } = market;
  const between = (minute: Instant): readonly OwnPrint[] =>
    own().slice(firstFrom(own(), minute), firstFrom(own(), later(minute, MINUTE_MS)));
  const addedBefore = (minute: Instant): TradeCounts => own()[firstFrom(own(), minute) - 1]?.added ?? NOTHING;
  const made = keptValues(MINUTES_KEPT, (): { of: number; trades: readonly AggregateTrade[] } => ({
    of: -1,
    trades: [],
  }));
  const trades = (minute: Instant): readonly AggregateTrade[] => {
    if (own().length === 0) return market.trades(minute);
    const known = made.at(minute);
    if (known.of !== own().length) {
      known.trades = renumbered(joined(market.trades(minute), between(minute)), countsBefore(minute));
      known.of = own().length;
    }
    return known.trades;
  };
  const countsBefore = (minute: Instant): TradeCounts => {
    const [counts, added] = [market.countsBefore(minute), addedBefore(minute)];
    return { trades: counts.trades + added.trades, prints: counts.prints + added.prints };
  };
  const isChanged = (minute: Instant): boolean => own().length > 0 && between(minute).length > 0;
  const candle: SymbolTape['candle'] = (minute) =>
    isChanged(minute) ? foldedTrades(minute, trades(minute)).candle : market.candle(minute);
  return {
    listed,
    changes,
    candle,
    past: (from, to) => (firstFrom(own(), from) === firstFrom(own(), to) ? market.past(from, to) : null),
    trades,
    value(shown) {
      const minute = shown.time;
      return isChanged(minute) ? foldedTrades(minute, trades(minute)).value : market.value(shown);
    },
    countsBefore,
    latest: (now) => latestTrade(listed, changes, { now, candle, trades }),
  };
}

/** The index of the first print at an instant or later. */
function firstFrom(own: readonly OwnPrint[], time: Instant): number {
  let [low, high] = [0, own.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((own[middle]?.time ?? time) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The trades of a minute in their order. Only their counts of single trades are right, not their ids. */
function joined(trades: readonly AggregateTrade[], own: readonly OwnPrint[]): readonly AggregateTrade[] {
  const further = own.filter(({ partOf }) => partOf === null);
  const parts = new Map<number, OwnPrint[]>();
  for (const print of own)
    if (print.partOf !== null) parts.set(print.partOf, [...(parts.get(print.partOf) ?? []), print]);
  const all: AggregateTrade[] = [];
  let next = 0;
  for (const trade of trades) {
    for (let print = further[next]; print !== undefined && print.time < trade.time; print = further[next]) {
      all.push(singleOf(print));
      next += 1;
    }
    const split = parts.get(trade.id);
    if (split === undefined) all.push(trade);
    else all.push(...split.map(singleOf), ...restOf(trade, split));
  }
  return [...all, ...further.slice(next).map(singleOf)];
}

function singleOf({ time, price, quantity, takerSide }: OwnPrint): AggregateTrade {
  return { id: 0, firstId: 0, lastId: 0, time, price, quantity, takerSide };
}

/** What is left of a trade without its parts, of at most one single trade a step; nothing when all of it was parts. */
function restOf(trade: AggregateTrade, parts: readonly OwnPrint[]): readonly AggregateTrade[] {
  const left = parts.reduce((sum, { quantity }) => sum - quantity, trade.quantity as number);
  if (left <= 0) return [];
  return [{ ...trade, quantity: steps(left), lastId: Math.min(trade.lastId, trade.firstId + left - 1) }];
}

function renumbered(trades: readonly AggregateTrade[], before: TradeCounts): readonly AggregateTrade[] {
  let { prints, trades: singles } = before;
  return trades.map((trade) => {
    const [id, firstId] = [prints + 1, singles + 1];
    prints = id;
    singles += trade.lastId - trade.firstId + 1;
    return { ...trade, id, firstId, lastId: singles };
  });
}
