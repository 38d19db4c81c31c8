import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '#base/errors.ts';
import { DAY_MS, type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import type { Candle, CandleColumns } from '#engine/model/candle.ts';
import type { FundingColumns, Stretch } from '#engine/model/history.ts';
import type { MarketPast, ReadPast } from '#ports/market-past.ts';
import type { MarketStore } from './store/market-store.ts';

export interface PastSource {
  readonly store: Pick<MarketStore, 'candles' | 'funding' | 'missingFunding'>;
  /** Open of the last minute that may be read. */
  readonly closed: () => Instant;
}

/** With more missing minutes than this it is unknown what the market did, so atoms stand still. */
const FLAT_MINUTES_MAX = 5;
/** A settlement is looked for at every full hour: no contract settles more often. */
const SETTLEMENT_MINUTES = 60;

/** Reads the past a day in each turn of the event loop, because the thread that holds it decides for bots meanwhile. */
export function readPastOf({ store, closed }: PastSource): ReadPast {
  return async ({ symbol, from }) => {
    const to = later(closed(), MINUTE_MS);
    const days: (readonly Candle[])[] = [];
    for (let day = from; day < to; day = later(day, DAY_MS)) {
      days.push(store.candles(symbol, { from: day, to: instantOf(Math.min(to, day + DAY_MS)) }));
      await nextTurn();
    }
    const candles = days.flat();
    const [first, last] = [candles[0], candles.at(-1)];
    if (first === undefined || last === undefined)
      throw new AppError('CANDLES_MISSING', `No candles of ${symbol} are stored for this time.`);
    const { columns, frozen } = joined(candles, first.time, (last.time - first.time) / MINUTE_MS + 1);
    const span = { from: first.time, to: later(last.time, MINUTE_MS) };
    const unsettled = store.missingFunding(symbol, span).map((gap) => ({
      from: (gap.from - first.time) / MINUTE_MS,
      to: (gap.to - first.time) / MINUTE_MS,
    }));
    return { columns, frozen, funding: settledIn(store, symbol, span), unsettled };
  };
}

/** Minutes without a candle are flat at the close before them. */
function joined(candles: readonly Candle[], start: Instant, minutes: number): Pick<MarketPast, 'columns' | 'frozen'> {
  const columns: CandleColumns = {
    ...{ start, open: shared(minutes), high: shared(minutes), low: shared(minutes) },
    ...{ close: shared(minutes), volume: shared(minutes) },
  };
  const frozen: Stretch[] = [];
  let next = 0;
  for (const { time, open, high, low, close, volume } of candles) {
    const minute = (time - start) / MINUTE_MS;
    if (minute > next) {
      const before = columns.close[next - 1] ?? open;
      for (const column of [columns.open, columns.high, columns.low, columns.close]) column.fill(before, next, minute);
      if (minute - next > FLAT_MINUTES_MAX) frozen.push({ from: next, to: minute });
    }
    columns.open[minute] = open;
    columns.high[minute] = high;
    columns.low[minute] = low;
    columns.close[minute] = close;
    columns.volume[minute] = volume;
    next = minute + 1;
  }
  return { columns, frozen };
}

function settledIn(
  store: PastSource['store'],
  symbol: string,
  { from, to }: { readonly from: Instant; readonly to: Instant },
): FundingColumns {
  const hour = SETTLEMENT_MINUTES * MINUTE_MS;
  const found: (readonly [minute: number, rate: number])[] = [];
  for (let time = Math.ceil(from / hour) * hour; time < to; time += hour) {
    const rate = store.funding(symbol, instantOf(time));
    if (rate !== null) found.push([(time - from) / MINUTE_MS, rate]);
  }
  const funding = { minute: shared(found.length), rate: shared(found.length) };
  for (const [index, [minute, rate]] of found.entries()) {
    funding.minute[index] = minute;
    funding.rate[index] = rate;
  }
  return funding;
}

function shared(length: number): Int32Array {
  return new Int32Array(new SharedArrayBuffer(length * Int32Array.BYTES_PER_ELEMENT));
}
