import { type Cash, type Rate, rate, type Steps, type Ticks, ticks, ZERO_CASH, ZERO_STEPS } from '#base/exact.ts';
import type { BlockReason } from '../model/atom.ts';
import type { CloseReason } from '../model/cycle.ts';
import type { Instrument } from '../model/instrument.ts';
import { type Direction, signOf } from '../model/order.ts';
import type { HeldPosition } from '../model/position.ts';
import type { Ladder } from '../risk/ladder/ladder.ts';
import type { SweepPlan } from './plan.ts';
import type { SweepRules } from './rules/sweep-signal.ts';

/**
 * A signed price is `sign · price`: the price itself for a long atom, its negative for a short one. So in both directions
 * a position loses as the signed price falls, and a fall meets the higher of two signed prices first. No real price
 * equals these two constants.
 */
export const NO_LOSS = -(2 ** 31 - 1);
export const NO_WIN = 2 ** 31 - 1;

/** How precisely a signed price is known. */
export const UNKNOWN = 0;
export const NEAR = 1;
export const EXACT = 2;

export const IDLE = 0;
export const COOLING = 1;
export const IN_CYCLE = 2;

/**
 * One direction of the swept bot: the contents of `AtomState` and `Cycle` as numbers that are changed in place. It is also
 * the input of the formulas in risk/, so calling them allocates nothing. Minutes are indexes; an order with `from` takes
 * part from that minute on.
 */
export interface SweepAtom extends SweepRules {
  /** The orders of the cycle; where its size is decided as it opens, those of the last one. */
  ladder: Ladder;
  readonly instrument: Instrument;
  readonly direction: Direction;
  readonly sign: 1 | -1;
  readonly isIsolated: boolean;
  readonly takeProfit: Rate;
  readonly stopLoss: Rate;

  /** What rules read of the position; average and steps are brought up when they do. */
  readonly held: { -readonly [Field in keyof HeldPosition]: HeldPosition[Field] };

  phase: number;
  /** The bot is in ERROR: it opens nothing, and its exits stay active. */
  isStopped: boolean;
  coolUntil: number;
  blockedBy: BlockReason | null;
  /** The minute at whose close it was blocked for this reason; meaningless while it is not blocked. */
  blockedFrom: number;
  /** Blocked for the rest of the run. */
  isBarred: boolean;

  readonly position: { quantity: Steps; cost: Cash; fees: Cash; fundingPaid: Cash };
  /** Average price of the base order's fills; zero before the first one. */
  basePrice: Ticks;
  /** What closed parts have already earned towards a profit measured from the base order. */
  taken: Cash;
  /** The wallet used for the liquidation price: the position's own, or the shared one. */
  wallet: Cash;
  readonly otherMaintenance: Cash;
  readonly otherUnrealized: Cash;

  isolatedWallet: Cash;
  gross: Cash;
  commission: Cash;
  funding: Cash;
  liquidationFee: Cash;
  /** Largest cost of the cycle's position so far. */
  costMax: Cash;
  levelsFilled: number;
  /** The price from which the margin of the cycle is planned. */
  plannedPrice: Ticks;
  timeLimitAt: number;

  /** Quantity of the market order that waits for the next open: the base order or the exit. */
  marketQuantity: Steps;
  exitReason: CloseReason | null;
  marketFrom: number;

  /** The entry that the losing leg meets first: the limit base order or the next level. */
  entryLevel: number;
  entrySigned: number;
  /** Its unfilled quantity. The quantity and tradability of a level are determined only when it is reached. */
  entryRest: Steps;
  isEntrySized: boolean;
  entryFrom: number;
  isEntryPartial: boolean;
  expiresAt: number;
  /** How many levels filled in `levelsMinute`; levels beyond the number that may rest were placed in that minute. */
  levelsInMinute: number;
  levelsMinute: number;

  /** The order's signed price, or one nearer to the market until the exact one is needed (`isExact`). */
  stopSigned: number;
  isStopExact: boolean;
  stopFrom: number;
  stopNumber: number;
  trailSigned: number;
  trailFrom: number;
  trailNumber: number;
  /** Best price since the trailing exit armed; `NO_LOSS` while it is not armed. */
  trailBest: number;
  ordersPlaced: number;

  /** Take profit, or where the trailing exit arms. */
  profitSigned: number;
  isProfitExact: boolean;
  profitRest: Steps;
  profitFrom: number;

  /** The liquidation price, or one nearer to the market until the exact one is needed. */
  liquidationSigned: number;
  liquidationState: number;
}

/** An atom before its first cycle. */
export function newAtom({ ladders, instrument }: SweepPlan, direction: Direction, rules: SweepRules): SweepAtom {
  const ladder = ladders[direction];
  const sign = signOf(direction);
  return {
    ladder,
    instrument,
    direction,
    sign,
    isIsolated: ladder.marginType === 'isolated',
    takeProfit: ladder.takeProfit ?? rate(0),
    stopLoss: ladder.stopLoss ?? rate(0),
    ...rules,
    held: { sign, openedAt: null, endedAt: null, averagePrice: Number.NaN, levelsFilled: 0 },
    phase: IDLE,
    isStopped: false,
    coolUntil: 0,
    blockedBy: null,
    blockedFrom: 0,
    isBarred: false,
    position: { quantity: ZERO_STEPS, cost: ZERO_CASH, fees: ZERO_CASH, fundingPaid: ZERO_CASH },
    basePrice: ticks(0),
    taken: ZERO_CASH,
    wallet: ZERO_CASH,
    otherMaintenance: ZERO_CASH,
    otherUnrealized: ZERO_CASH,
    isolatedWallet: ZERO_CASH,
    gross: ZERO_CASH,
    commission: ZERO_CASH,
    funding: ZERO_CASH,
    liquidationFee: ZERO_CASH,
    costMax: ZERO_CASH,
    levelsFilled: 0,
    plannedPrice: ticks(0),
    timeLimitAt: NO_WIN,
    marketQuantity: ZERO_STEPS,
    exitReason: null,
    marketFrom: NO_WIN,
    entryLevel: 0,
    entrySigned: NO_LOSS,
    entryRest: ZERO_STEPS,
    isEntrySized: true,
    entryFrom: 0,
    isEntryPartial: false,
    expiresAt: NO_WIN,
    levelsInMinute: 0,
    levelsMinute: -1,
    stopSigned: NO_LOSS,
    isStopExact: true,
    stopFrom: 0,
    stopNumber: 0,
    trailSigned: NO_LOSS,
    trailFrom: 0,
    trailNumber: 0,
    trailBest: NO_LOSS,
    ordersPlaced: 0,
    profitSigned: NO_WIN,
    isProfitExact: true,
    profitRest: ZERO_STEPS,
    profitFrom: 0,
    liquidationSigned: NO_LOSS,
    liquidationState: EXACT,
  };
}

/** Resets the atom to its state between two cycles. */
export function clearCycle(atom: SweepAtom): void {
  const { position } = atom;
  position.quantity = ZERO_STEPS;
  position.cost = ZERO_CASH;
  position.fees = ZERO_CASH;
  position.fundingPaid = ZERO_CASH;
  atom.basePrice = ticks(0);
  atom.taken = ZERO_CASH;
  atom.isolatedWallet = ZERO_CASH;
  atom.gross = ZERO_CASH;
  atom.commission = ZERO_CASH;
  atom.funding = ZERO_CASH;
  atom.liquidationFee = ZERO_CASH;
  atom.costMax = ZERO_CASH;
  atom.levelsFilled = 0;
  atom.timeLimitAt = NO_WIN;
  atom.exitReason = null;
  atom.marketQuantity = ZERO_STEPS;
  cancelOrders(atom);
  atom.trailBest = NO_LOSS;
}

/** Cancels every order. */
export function cancelOrders(atom: SweepAtom): void {
  atom.marketFrom = NO_WIN;
  cancelEntry(atom);
  atom.stopSigned = NO_LOSS;
  atom.isStopExact = true;
  atom.trailSigned = NO_LOSS;
  atom.profitSigned = NO_WIN;
  atom.isProfitExact = true;
}

export function cancelEntry(atom: SweepAtom): void {
  atom.entrySigned = NO_LOSS;
  atom.entryRest = ZERO_STEPS;
  atom.isEntrySized = true;
  atom.isEntryPartial = false;
  atom.expiresAt = NO_WIN;
}
