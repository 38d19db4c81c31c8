import { type Cash, type Rate, rate, type Steps, type Ticks, ticks, ZERO_CASH, ZERO_STEPS } from '#base/exact.ts';
import type { BlockReason } from '../model/atom.ts';
import type { CloseReason } from '../model/cycle.ts';
import type { Instrument } from '../model/instrument.ts';
import { type Direction, signOf } from '../model/order.ts';
import type { Ladder } from '../risk/ladder/ladder.ts';
import type { SweepPlan } from './plan.ts';

/**
 * A signed price is `sign · price`: the price itself for a long atom, its negative for a short one. So for both
 * directions the market loses on its way down and meets a higher signed price first. No price is equal to these two.
 */
export const NO_LOSS = -(2 ** 31 - 1);
export const NO_WIN = 2 ** 31 - 1;

/** How well a signed price is known. */
export const UNKNOWN = 0;
export const NEAR = 1;
export const EXACT = 2;

export const IDLE = 0;
export const COOLING = 1;
export const IN_CYCLE = 2;

/**
 * One direction of the swept bot: what `AtomState` and `Cycle` hold, as numbers that are changed in place. It is itself
 * the input of the formulas in risk/, so nothing is made to ask them. Minutes are indices; an order with `from` takes
 * part in that minute and later ones.
 */
export interface SweepAtom {
  readonly ladder: Ladder;
  readonly instrument: Instrument;
  readonly direction: Direction;
  readonly sign: 1 | -1;
  readonly isIsolated: boolean;
  readonly takeProfit: Rate;
  readonly stopLoss: Rate;

  phase: number;
  /** A bot in ERROR opens nothing; its exits go on. */
  isStopped: boolean;
  coolUntil: number;
  blockedBy: BlockReason | null;
  /** The minute at whose close it was blocked for this reason; means nothing while it is not. */
  blockedFrom: number;
  /** Blocked, and nothing that may still come changes it. */
  isBarred: boolean;

  readonly position: { quantity: Steps; cost: Cash; fees: Cash; fundingPaid: Cash };
  /** Average price of the base fill, zero before it. */
  basePrice: Ticks;
  /** What closed parts have earned of a profit that is measured from the base order. */
  taken: Cash;
  /** Wallet that carries the position when its liquidation is asked for: its own, or the shared one. */
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
  /** The price that the margin of the cycle is planned from. */
  plannedPrice: Ticks;
  timeLimitAt: number;

  /** A market order waits for the next open: the base order, or the exit. */
  marketQuantity: Steps;
  exitReason: CloseReason | null;
  marketFrom: number;

  /** The entry that the losing leg meets first: the limit base order or the next level. */
  entryLevel: number;
  entrySigned: number;
  /** What is left of it; a level has its quantity, and whether it can be traded, only once it is reached. */
  entryRest: Steps;
  isEntrySized: boolean;
  entryFrom: number;
  isEntryPartial: boolean;
  expiresAt: number;
  /** How many levels were filled in `levelsMinute`: those behind as many as may rest were placed in it. */
  levelsInMinute: number;
  levelsMinute: number;

  /** Exits: at the order's signed price, or nearer to the market until something asks for it (`isExact`). */
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

  /** At the liquidation, or nearer until something asks for it. */
  liquidationSigned: number;
  liquidationState: number;
}

/** An atom before its first cycle. */
export function newAtom({ ladder, instrument }: SweepPlan, direction: Direction): SweepAtom {
  return {
    ladder,
    instrument,
    direction,
    sign: signOf(direction),
    isIsolated: ladder.marginType === 'isolated',
    takeProfit: ladder.takeProfit ?? rate(0),
    stopLoss: ladder.stopLoss ?? rate(0),
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

/** Makes the atom as it is between two cycles. */
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

/** Withdraws every order. */
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
