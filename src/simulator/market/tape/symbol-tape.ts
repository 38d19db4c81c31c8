import { assert, at } from '#base/assert.ts';
import { multiplyDivide, steps, ticks } from '#base/exact.ts';
import { DAY_MINUTES, DAY_MS, type Instant, instantOf, later, MINUTE_MS, startOf } from '#base/time.ts';
import { keptValues } from '../../prices/kept-values.ts';
import type { ListedSymbol } from '../../prices/listed-symbols.ts';
import type { MarketCandle } from '../../prices/market-candle.ts';
import type { ValuedBar } from '../../prices/past-bars.ts';
import type { Prices } from '../../prices/prices.ts';
import { type CandlePrint, type PrintedValue, printsOf } from '../../prices/prints/candle-prints.ts';
import type { TradeCounts } from '../../prices/prints/trade-counts.ts';
import type { AggregateTrade } from '../market.ts';
import { beforeHalt, type SymbolChanges } from './symbol-changes.ts';

/** The trades of one symbol by minute, with its disturbances applied. A minute is identified by its open. */
export interface SymbolTape {
  readonly listed: ListedSymbol;
  readonly changes: SymbolChanges;
  /** The candle of the closed minute; null without a market. */
  candle(minute: Instant): MarketCandle | null;
  /** The minutes [from, to) as one bar, where it is known without reading them; otherwise null. */
  past(from: Instant, to: Instant): ValuedBar | null;
  /** All trades of the minute. */
  trades(minute: Instant): readonly AggregateTrade[];
  /** The value of the trades of a minute, given its candle; in ticks times steps. */
  value(candle: MarketCandle): PrintedValue;
  countsBefore(minute: Instant): TradeCounts;
  /** The latest trade up to an instant; null before the first. */
  latest(now: Instant): AggregateTrade | null;
}

const MINUTES_KEPT = 4;
const VALUE_DAYS_KEPT = 4;

/** A price times a factor, on the tick grid. Monotonic in the price. */
export function shocked(price: number, factor: number): number {
  return factor === 1 ? price : Math.max(1, Math.round(price * factor));
}

export function symbolTape(prices: Prices, listed: ListedSymbol, changes: SymbolChanges): SymbolTape {
  const { symbol } = listed.instrument;
  const candle = (minute: Instant): MarketCandle | null => {
    if (changes.halt(minute) !== null) return null;
    const made = prices.candle(symbol, minute);
    return made === null ? null : shockedCandle(made, changes.factor(minute));
  };
  const countsBefore = (minute: Instant) => countsWithout(prices, listed, { changes, minute });
  const minutes = keptValues(MINUTES_KEPT, (time): readonly AggregateTrade[] => {
    const minute = instantOf(time);
    const made = candle(minute);
    if (made === null || made.volume === 0) return [];
    const factor = changes.factor(minute);
    return tradesOf(made, { prints: prices.prints(symbol, minute), before: countsBefore(minute), factor });
  });
  const valueDays = keptValues(VALUE_DAYS_KEPT, () => new Float64Array(2 * DAY_MINUTES).fill(Number.NaN));
  const madeValue = (made: MarketCandle): PrintedValue =>
    changes.factor(made.time) === 1 ? prices.printedValue(symbol, made) : worthOf(minutes.at(made.time));
  return {
    listed,
    changes,
    candle,
    past: (from, to) => (changes.isNone ? prices.past(symbol, from, to) : null),
    trades: (minute) => minutes.at(minute),
    value(made) {
      const day = valueDays.at(Math.floor(made.time / DAY_MS));
      const row = 2 * ((made.time / MINUTE_MS) % DAY_MINUTES);
      if (Number.isNaN(at(day, row))) {
        const { traded, bought } = madeValue(made);
        day[row] = traded;
        day[row + 1] = bought;
      }
      return { traded: at(day, row), bought: at(day, row + 1) };
    },
    countsBefore,
    latest: (now) => latestTrade(listed, changes, { now, candle, trades: (minute) => minutes.at(minute) }),
  };
}

function shockedCandle(candle: MarketCandle, factor: number): MarketCandle {
  if (factor === 1) return candle;
  return {
    ...candle,
    open: shocked(candle.open, factor),
    high: shocked(candle.high, factor),
    low: shocked(candle.low, factor),
    close: shocked(candle.close, factor),
  };
}

/** Subtracts the trades that a halt prevented. */
function countsWithout(
  prices: Prices,
  { instrument, onboardDate }: ListedSymbol,
  { changes, minute }: { readonly changes: SymbolChanges; readonly minute: Instant },
): TradeCounts {
  const counted = (time: Instant): TradeCounts =>
    prices.countsBefore(instrument.symbol, instantOf(Math.max(time, onboardDate))) ?? { trades: 0, prints: 0 };
  let { trades, prints } = counted(minute);
  for (const { from, to } of changes.halts) {
    if (from >= minute) break;
    const [begin, end] = [counted(from), counted(to === null || to > minute ? minute : to)];
    trades -= end.trades - begin.trades;
    prints -= end.prints - begin.prints;
  }
  return { trades, prints };
}

interface MinuteToTrade {
  readonly prints: readonly CandlePrint[];
  readonly before: TradeCounts;
  readonly factor: number;
}

/**
 * Assigns ids to the prints of a minute. Each print gets one of the candle's trades; the others are distributed by the
 * prints' size above one step, so that no print has more trades than steps.
 */
function tradesOf(candle: MarketCandle, { prints, before, factor }: MinuteToTrade): readonly AggregateTrade[] {
  assert(prints.length === printsOf(candle.trades), 'a minute has as many prints as its trades imply');
  const [others, room] = [candle.trades - prints.length, candle.volume - prints.length];
  let [above, given] = [0, 0];
  return prints.map(({ offsetMs, price, quantity, takerSide }, index) => {
    const firstId = before.trades + index + given + 1;
    above += quantity - 1;
    given = room === 0 ? 0 : multiplyDivide(others, above, room, 'floor');
    return {
      id: before.prints + index + 1,
      firstId,
      lastId: before.trades + index + given + 1,
      time: later(candle.time, offsetMs),
      price: ticks(shocked(price, factor)),
      quantity: steps(quantity),
      takerSide,
    };
  });
}

function worthOf(trades: readonly AggregateTrade[]): PrintedValue {
  let [traded, bought] = [0, 0];
  for (const { price, quantity, takerSide } of trades) {
    traded += price * quantity;
    if (takerSide === 'BUY') bought += price * quantity;
  }
  return { traded, bought };
}

/** How many of a minute's trades were made up to an instant. */
export function countUntil(trades: readonly AggregateTrade[], now: Instant): number {
  let [low, high] = [0, trades.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at(trades, middle).time <= now) low = middle + 1;
    else high = middle;
  }
  return low;
}

type Minutes = Pick<SymbolTape, 'candle' | 'trades'> & { readonly now: Instant };

/** The latest trade up to an instant, by its minutes. */
export function latestTrade(
  { onboardDate, haltedAt }: ListedSymbol,
  changes: SymbolChanges,
  { now, candle, trades }: Minutes,
): AggregateTrade | null {
  let minute = startOf(now, MINUTE_MS);
  if (haltedAt !== null && minute >= haltedAt) minute = later(haltedAt, -MINUTE_MS);
  while (minute >= onboardDate) {
    const halt = changes.halt(minute);
    if (halt !== null) {
      minute = beforeHalt(halt);
      continue;
    }
    const found = (candle(minute)?.volume ?? 0) > 0 ? trades(minute)[countUntil(trades(minute), now) - 1] : undefined;
    if (found !== undefined) return found;
    minute = later(minute, -MINUTE_MS);
  }
  return null;
}
