import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '#base/errors.ts';
import { DAY_MS, type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import type { Candle, CandleColumns } from '#engine/model/candle.ts';
import { type FundingColumns, longHoles, type Stretch } from '#engine/model/history.ts';
import { instantAt } from '#engine/scan/market-minutes.ts';
import { type FundedMinutes, type FundingHole, fundingHoles } from '#engine/schedule/funding-holes.ts';
import { type MinuteHoles, minuteHoles } from '#engine/schedule/minute-holes.ts';
import type { MarketPast, ReadPast } from '#ports/market-past.ts';
import type { MarketStore } from './store/market-store.ts';
import { unstoredMinutes } from './unstored-minutes.ts';

export interface PastSource {
  readonly store: Pick<MarketStore, 'candles' | 'listings' | 'settlements' | 'missingFunding' | 'coverage'>;
  /** Open of the last minute that may be read. */
  readonly closed: () => Instant;
}

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
    const { columns, frozen, filled } = joined(candles, first.time, (last.time - first.time) / MINUTE_MS + 1);
    const span = { from: first.time, to: later(last.time, MINUTE_MS) };
    const unsettled = unsettledIn(store, symbol, { start: first.time, minutes: columns.close.length, frozen });
    const facts = { listedAt: store.listings.get(symbol)?.onboardDate ?? null, absent: store.coverage(symbol).absent };
    const unstored = unstoredMinutes({ start: first.time, frozen: longHoles({ frozen, filled }) }, facts);
    return { columns, frozen, filled, unstored, funding: settledIn(store, symbol, span), unsettled };
  };
}

/** Minutes without a candle are flat at the close before them. */
function joined(
  candles: readonly Candle[],
  start: Instant,
  minutes: number,
): MinuteHoles & Pick<MarketPast, 'columns'> {
  const columns: CandleColumns = {
    ...{ start, open: shared(minutes), high: shared(minutes), low: shared(minutes) },
    ...{ close: shared(minutes), volume: shared(minutes) },
  };
  const holes: Stretch[] = [];
  let next = 0;
  for (const { time, open, high, low, close, volume } of candles) {
    const minute = (time - start) / MINUTE_MS;
    if (minute > next) {
      const before = columns.close[next - 1] ?? open;
      for (const column of [columns.open, columns.high, columns.low, columns.close]) column.fill(before, next, minute);
      holes.push({ from: next, to: minute });
    }
    columns.open[minute] = open;
    columns.high[minute] = high;
    columns.low[minute] = low;
    columns.close[minute] = close;
    columns.volume[minute] = volume;
    next = minute + 1;
  }
  return { columns, ...minuteHoles(holes) };
}

/** A settlement that the exchange was asked for and does not have was not made, however often the contract settles. */
function unsettledIn(store: PastSource['store'], symbol: string, minutes: FundedMinutes): readonly FundingHole[] {
  const settled = store.settlements(symbol, { from: instantOf(0), to: instantAt(minutes, minutes.minutes) });
  const isUnknown = (minute: number): boolean => {
    const from = instantAt(minutes, minute);
    return store.missingFunding(symbol, { from, to: later(from, MINUTE_MS) }).length > 0;
  };
  return fundingHoles(minutes, settled, store.listings.get(symbol)?.fundingHours ?? null)
    .map((hole) => ({ ...hole, due: hole.due.filter(isUnknown) }))
    .filter(({ due }) => due.length > 0);
}

function settledIn(
  store: PastSource['store'],
  symbol: string,
  span: { readonly from: Instant; readonly to: Instant },
): FundingColumns {
  const settled = store.settlements(symbol, span);
  const funding = { minute: shared(settled.length), rate: shared(settled.length) };
  for (const [index, { time, rate }] of settled.entries()) {
    funding.minute[index] = Math.floor((time - span.from) / MINUTE_MS);
    funding.rate[index] = rate;
  }
  return funding;
}

function shared(length: number): Int32Array {
  return new Int32Array(new SharedArrayBuffer(length * Int32Array.BYTES_PER_ELEMENT));
}
