import type { Cash } from '#base/exact.ts';
import { ZERO_CASH } from '#base/exact.ts';
import { type Instant, instantOf, MINUTE_MS } from '#base/time.ts';
import { CLOSE_OFFSET_MS } from '../model/candle.ts';
import type { SymbolHistory } from '../model/history.ts';
import { newAtom, type SweepAtom } from './atom.ts';
import { type EquityTrack, newEquityTrack } from './equity-track.ts';
import type { SweepSink } from './events.ts';
import type { SweepPlan } from './plan.ts';

/** One sweep run: its wallet, its atoms and what it has counted so far. Changed in place. */
export interface SweepRun {
  readonly plan: SweepPlan;
  readonly sink: SweepSink | null;
  readonly start: Instant;
  readonly open: Int32Array;
  readonly high: Int32Array;
  readonly low: Int32Array;
  readonly close: Int32Array;
  readonly volume: Int32Array;
  readonly atoms: readonly SweepAtom[];
  readonly track: EquityTrack;
  wallet: Cash;
  /** A position was closed by force in the minute under way; the bot fails at its close. */
  isLiquidated: boolean;
  hasFailed: boolean;
  cycles: number;
  wins: number;
  fills: number;
  gross: Cash;
  commission: Cash;
  funding: Cash;
  liquidationFee: Cash;
  peakMargin: Cash;
  levelsFilledMax: number;
  minutesInPosition: number;
  liquidations: number;
  bestCycle: Cash;
  worstCycle: Cash;
}

export function newRun(history: SymbolHistory, plan: SweepPlan, sink: SweepSink | null): SweepRun {
  const { start, open, high, low, close, volume } = history.columns;
  return {
    plan,
    sink,
    start,
    open,
    high,
    low,
    close,
    volume,
    atoms: plan.directions.map((direction) => newAtom(plan, direction)),
    track: newEquityTrack(history.index, plan.wallet),
    wallet: plan.wallet,
    isLiquidated: false,
    hasFailed: false,
    cycles: 0,
    wins: 0,
    fills: 0,
    gross: ZERO_CASH,
    commission: ZERO_CASH,
    funding: ZERO_CASH,
    liquidationFee: ZERO_CASH,
    peakMargin: ZERO_CASH,
    levelsFilledMax: 0,
    minutesInPosition: 0,
    liquidations: 0,
    bestCycle: ZERO_CASH,
    worstCycle: ZERO_CASH,
  };
}

export function openOf(run: SweepRun, minute: number): Instant {
  return instantOf(run.start + minute * MINUTE_MS);
}

export function closeOf(run: SweepRun, minute: number): Instant {
  return instantOf(run.start + minute * MINUTE_MS + CLOSE_OFFSET_MS);
}
