import { assert, at } from '#base/assert.ts';
import { add, type Cash, subtract, ticks, ZERO_CASH } from '#base/exact.ts';
import { DAY_MS, type Instant, later, startOf } from '#base/time.ts';
import type { MarketHistory } from '#engine/model/history.ts';
import { type Instrument, notional } from '#engine/model/instrument.ts';
import type { EquityPoint } from '#engine/report/run-figures.ts';
import { indexOf } from '#engine/scan/market-minutes.ts';
import type { AtomStanding, GatheredState } from './gather-records.ts';

interface Options {
  readonly history: MarketHistory;
  readonly instruments: ReadonlyMap<string, Instrument>;
  /** First and last instant of the run; the last one is the end of its last minute. */
  readonly start: Instant;
  readonly end: Instant;
  /** Balance at the start, when nothing is held. */
  readonly wallet: Cash;
}

/** The equity of a run at its start, at every 00:00 UTC inside of it and at its end. */
export interface EquityCurve {
  /** Marks the midnights up to an instant at which something is about to change. */
  markUntil(at: Instant, standing: GatheredState): void;
  /** The whole curve, oldest first; the end counts with what stands then. */
  finish(standing: GatheredState): readonly EquityPoint[];
}

export function openEquityCurve({ history, instruments, start, end, wallet }: Options): EquityCurve {
  const points: EquityPoint[] = [{ at: start, equity: wallet }];
  let midnight = later(startOf(start, DAY_MS), DAY_MS);
  const mark = (time: Instant, standing: GatheredState): void => {
    let equity = standing.wallet;
    for (const atom of standing.atoms) equity = add(equity, openResultAt({ history, instruments }, atom, time));
    points.push({ at: time, equity });
  };
  const markUntil = (time: Instant, standing: GatheredState): void => {
    for (; midnight <= time && midnight < end; midnight = later(midnight, DAY_MS)) mark(midnight, standing);
  };
  return {
    markUntil,
    finish(standing) {
      markUntil(end, standing);
      mark(end, standing);
      return points;
    },
  };
}

/** Open result of an atom at an instant between two minutes, marked at the last close before it. */
export function openResultAt(
  { history, instruments }: Pick<Options, 'history' | 'instruments'>,
  { symbol, direction, position }: AtomStanding,
  time: Instant,
): Cash {
  if (position.quantity === 0) return ZERO_CASH;
  const [stored, instrument] = [history.symbols.get(symbol), instruments.get(symbol)];
  assert(stored !== undefined && instrument !== undefined, `${symbol} has a past and an instrument`);
  // A frozen minute is flat at the last price before it, so this is the mark that the account has.
  const close = ticks(at(stored.columns.close, indexOf(history, time) - 1));
  const value = notional(instrument, close, position.quantity);
  return direction === 'buy' ? subtract(value, position.cost) : subtract(position.cost, value);
}
