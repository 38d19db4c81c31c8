import { at } from '#base/assert.ts';
import { DAY_MINUTES } from '#base/time.ts';
import { type CandleDay, minuteAt } from '../days/day.ts';
import { type DayBegins, dayChain } from '../days/day-chain.ts';
import { printsOf } from './candle-prints.ts';

/** Numbers of trades and prints since the listing. */
export interface TradeCounts {
  readonly trades: number;
  readonly prints: number;
}

/** The counts before each minute of a day. */
export interface CountDay {
  readonly trades: Float64Array;
  readonly prints: Float64Array;
}

/** The trading period of a symbol: start included, end excluded. */
interface TradedTimes {
  readonly from: number;
  readonly to: number;
}

const DAYS_KEPT = 3;

/** Counts trades day by day, so that the id of a trade follows from its position in the market's history. */
export function countDays(
  times: TradedTimes,
  origin: { readonly first: number; readonly begins: DayBegins },
  candles: (day: number) => CandleDay,
): (day: number) => CountDay {
  return dayChain({
    ...origin,
    start: { trades: 0, prints: 0 },
    kept: DAYS_KEPT,
    run: (number, begin) => countDay(times, begin, { number, candles: candles(number) }),
  });
}

function countDay(
  { from, to }: TradedTimes,
  begin: TradeCounts,
  { number, candles }: { readonly number: number; readonly candles: CandleDay },
) {
  const day = { trades: new Float64Array(DAY_MINUTES), prints: new Float64Array(DAY_MINUTES) };
  let { trades, prints } = begin;
  for (let minute = 0; minute < DAY_MINUTES; minute += 1) {
    day.trades[minute] = trades;
    day.prints[minute] = prints;
    const time = minuteAt(number, minute);
    if (time < from || time >= to) continue;
    trades += at(candles.trades, minute);
    prints += printsOf(at(candles.trades, minute));
  }
  return { day, end: { trades, prints } };
}
