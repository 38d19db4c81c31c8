import { type Cash, type Rate, rate, type Steps, type Ticks, ticks, ZERO_CASH, ZERO_STEPS } from '#base/exact.ts';
import { type Instant, instantOf, MINUTE_MS } from '#base/time.ts';
import type { HeldPositions } from '../bots/signal.ts';
import type { StoredPast } from '../bots/stored-past.ts';
import { CLOSE_OFFSET_MS } from '../model/candle.ts';
import type { SymbolHistory } from '../model/history.ts';
import type { OrderRole } from '../model/order.ts';
import type { HeldPosition } from '../model/position.ts';
import { newAtom, type SweepAtom } from './atom.ts';
import { type EquityTrack, newEquityTrack } from './equity-track.ts';
import type { SweepSink } from './events.ts';
import type { SweepPlan } from './plan.ts';
import { rulesOver } from './rules/rules-over.ts';

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
  readonly first: SweepAtom;
  /** The other direction of a bot that trades both. */
  readonly second: SweepAtom | null;
  /** What rules read of both directions. */
  readonly held: HeldPositions;
  readonly track: EquityTrack;
  readonly fill: SweepFill;
  wallet: Cash;

  /** The minute under way, and its extremes as signed prices of the atom being run. */
  minute: number;
  /** Funding rate settled at its open; zero when there is none. */
  rate: Rate;
  worst: number;
  best: number;
  /** The volume of the minute that limit orders may still use; negative until first computed. */
  volumeLeft: Steps;

  /** A position was liquidated in the minute under way; the bot fails at its close. */
  isLiquidated: boolean;
  hasFailed: boolean;
  /** Cycles that have had their first fill. */
  begun: number;
  /** The bot has used up the cycles of its run. */
  isFinishing: boolean;
  cycles: number;
  wins: number;
  losses: number;
  /** Sums of the results of ended cycles, above zero and below. */
  won: Cash;
  lost: Cash;
  fills: number;
  gross: Cash;
  commission: Cash;
  funding: Cash;
  liquidationFee: Cash;
  /** Largest cost of the position of a bot with one direction. */
  costMax: Cash;
  peakMargin: Cash;
  levelsFilledMax: number;
  minutesInPosition: number;
  liquidations: number;
  bestCycle: Cash;
  worstCycle: Cash;
  /** Minutes of the blocks that have ended. */
  minutesBlocked: number;
}

/** The fill under way; one object is reused for all fills, to avoid allocations. */
export interface SweepFill {
  role: OrderRole;
  isAtOpen: boolean;
  price: Ticks;
  quantity: Steps;
  isMaker: boolean;
}

/** Who receives the events of a run, and the bars that its rules read. */
export interface Told {
  readonly sink: SweepSink | null;
  readonly past: StoredPast;
}

const FLAT_LONG: HeldPosition = { sign: 1, openedAt: null, endedAt: null, averagePrice: Number.NaN, levelsFilled: 0 };
const FLAT_SHORT: HeldPosition = { ...FLAT_LONG, sign: -1 };

export function newRun(history: SymbolHistory, plan: SweepPlan, { sink, past }: Told): SweepRun {
  const { start, open, high, low, close, volume } = history.columns;
  const [one = 'buy', other] = plan.directions; // There is always one.
  const first = newAtom(plan, one, rulesOver(past, { plan, history, direction: one }));
  const second =
    other === undefined ? null : newAtom(plan, other, rulesOver(past, { plan, history, direction: other }));
  return {
    plan,
    sink,
    start,
    open,
    high,
    low,
    close,
    volume,
    first,
    second,
    held: { buy: FLAT_LONG, sell: FLAT_SHORT, [one]: first.held, ...(second && { [second.direction]: second.held }) },
    track: newEquityTrack(history.index, plan.wallet),
    fill: { role: 'base', isAtOpen: false, price: ticks(0), quantity: ZERO_STEPS, isMaker: false },
    wallet: plan.wallet,
    minute: 0,
    rate: rate(0),
    worst: 0,
    best: 0,
    volumeLeft: ZERO_STEPS,
    isLiquidated: false,
    hasFailed: false,
    begun: 0,
    isFinishing: false,
    cycles: 0,
    wins: 0,
    losses: 0,
    won: ZERO_CASH,
    lost: ZERO_CASH,
    fills: 0,
    gross: ZERO_CASH,
    commission: ZERO_CASH,
    funding: ZERO_CASH,
    liquidationFee: ZERO_CASH,
    costMax: ZERO_CASH,
    peakMargin: ZERO_CASH,
    levelsFilledMax: 0,
    minutesInPosition: 0,
    liquidations: 0,
    bestCycle: ZERO_CASH,
    worstCycle: ZERO_CASH,
    minutesBlocked: 0,
  };
}

/** The timestamp of the current fill: the open of the minute, or its close for a fill within it. */
export function instantOfFill({ start, minute, fill }: SweepRun): Instant {
  return instantOf(start + minute * MINUTE_MS + (fill.isAtOpen ? 0 : CLOSE_OFFSET_MS));
}

export function closeInstant({ start, minute }: SweepRun): Instant {
  return instantOf(start + minute * MINUTE_MS + CLOSE_OFFSET_MS);
}

export function openTicks({ open, minute }: SweepRun): Ticks {
  return open[minute] as Ticks; // The columns hold ticks, and the minute lies inside them.
}

export function closeTicks({ close, minute }: SweepRun): Ticks {
  return close[minute] as Ticks; // As above.
}

/** The price of a signed price. */
export function priceAt({ sign }: SweepAtom, signed: number): Ticks {
  return (sign * signed) as Ticks; // Negative for a short atom, whose prices are mirrored.
}
