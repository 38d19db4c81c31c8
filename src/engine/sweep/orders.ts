import { add, negate, type Ticks } from '#base/exact.ts';
import { stopLossPrice, takeProfitPrice, trailingStopPrice } from '../risk/ladder/exits.ts';
import { levelPrice, levelQuantity } from '../risk/ladder/levels.ts';
import { liquidationTrigger } from '../risk/margin/liquidation.ts';
import { isTradable } from '../risk/orders/approve.ts';
import { cancelEntry, EXACT, NEAR, NO_LOSS, NO_WIN, type SweepAtom, UNKNOWN } from './atom.ts';
import { nearLiquidation, nearStopLoss, nearTakeProfit } from './near-signed-prices.ts';
import { priceAt, type SweepRun } from './run.ts';

/**
 * Moves stop-loss and take profit to the prices that fit the position. A moved take profit is a new order that takes part
 * from the next minute on. A moved stop-loss rests at its new price at once.
 */
export function placeExits(run: SweepRun, atom: SweepAtom): void {
  if (atom.exitReason !== null) return;
  if (atom.stopLoss > 0 || atom.ladder.stopDistance !== null) placeStopLoss(run, atom);
  if (atom.takeProfit > 0) placeTakeProfit(run, atom);
}

function placeStopLoss(run: SweepRun, atom: SweepAtom): void {
  const { stopSigned: before, isStopExact: wasExact } = atom;
  const isFromBase = atom.ladder.slBasis === 'base';
  if (isFromBase && before !== NO_LOSS) return; // A stop measured from the base order is placed once.
  if (!isFromBase) atom.stopSigned = nearStopLoss(atom);
  atom.isStopExact = false;
  // An approximate price is enough unless this minute may reach it or a trailing stop may rest at the same price.
  if (isFromBase || run.worst <= atom.stopSigned || atom.trailBest !== NO_LOSS) sharpenStop(atom);
  if (wasExact && atom.isStopExact && atom.stopSigned === before) return;
  atom.stopNumber = nextNumber(atom);
  if (before === NO_LOSS) atom.stopFrom = run.minute + 1;
}

function exactStopLoss(atom: SweepAtom): number {
  const { stopDistance } = atom.ladder;
  const isAtDistance = atom.stopLoss === 0 && stopDistance !== null;
  const price = isAtDistance ? atom.basePrice - atom.sign * stopDistance : stopLossPrice(atom);
  return price > 0 ? atom.sign * price : NO_LOSS;
}

/** With a trailing exit, no order rests at the target: it is where the exit arms, and is irrelevant once it has armed. */
function placeTakeProfit(run: SweepRun, atom: SweepAtom): void {
  const { ladder, position } = atom;
  if (atom.trailBest !== NO_LOSS) return;
  if (ladder.tpBasis === 'base') atom.taken = takenSoFar(atom);
  const before = atom.profitSigned;
  if (run.best >= before && atom.profitFrom <= run.minute && ladder.trailing === null) {
    atom.profitSigned = exactTakeProfit(atom);
    atom.isProfitExact = true;
    const isSame = atom.profitSigned === before;
    if (isSame && (ladder.tpOrder !== 'limit' || atom.profitRest === position.quantity)) return;
  } else {
    atom.profitSigned = nearTakeProfit(atom);
    atom.isProfitExact = false;
  }
  atom.profitRest = position.quantity;
  atom.profitFrom = run.minute + 1;
}

function exactTakeProfit(atom: SweepAtom): number {
  const price = takeProfitPrice(atom);
  return price > 0 ? atom.sign * price : NO_WIN;
}

/** Computes exactly every price that this minute may reach, before anything in it changes the position. */
export function sharpen(run: SweepRun, atom: SweepAtom): void {
  if (!atom.isStopExact && run.worst <= atom.stopSigned) sharpenStop(atom);
  if (!atom.isProfitExact && run.best >= atom.profitSigned) sharpenProfit(atom);
}

export function sharpenStop(atom: SweepAtom): void {
  if (atom.isStopExact) return;
  atom.stopSigned = exactStopLoss(atom);
  atom.isStopExact = true;
}

function sharpenProfit(atom: SweepAtom): void {
  if (atom.isProfitExact) return;
  atom.profitSigned = exactTakeProfit(atom);
  atom.isProfitExact = true;
}

/** What the closed part of the position has earned; if net, after its fees and funding. */
function takenSoFar({ ladder, gross, commission, funding, position }: SweepAtom) {
  if (!ladder.tpNetOfFees) return gross;
  return add(add(gross, add(funding, position.fundingPaid)), add(position.fees, negate(commission)));
}

/** Arms the trailing exit or moves its stop after a new extreme of a completed candle. */
export function followTrailing(run: SweepRun, atom: SweepAtom): void {
  const { trailing } = atom.ladder;
  const { best, minute } = run;
  if (trailing === null || atom.position.quantity === 0 || atom.exitReason !== null) return;
  if (atom.trailBest === NO_LOSS) {
    if (best >= atom.profitSigned) sharpenProfit(atom);
    if (best < atom.profitSigned) return;
    sharpenStop(atom);
  } else if (best <= atom.trailBest) return;
  atom.trailBest = best;
  const signed = atom.sign * trailingStopPrice(atom.direction, priceAt(atom, best), trailing);
  if (signed === atom.trailSigned) return;
  atom.trailSigned = signed;
  atom.trailFrom = minute + 1;
  atom.trailNumber = nextNumber(atom);
}

/** Numbers the orders that can share a price, where the one placed first fills first. */
function nextNumber(atom: SweepAtom): number {
  atom.ordersPlaced += 1;
  return atom.ordersPlaced;
}

/** Places the ladder: its first level takes part from the next minute on. */
export function placeLadder(run: SweepRun, atom: SweepAtom): void {
  cancelEntry(atom);
  atom.entryLevel = 0;
  atom.entryFrom = run.minute + 1;
  bringLevel(atom);
}

/** Moves on to the next level. The levels are ordered by price, so only the nearest one has to be known. */
export function bringLevel(atom: SweepAtom): void {
  const { ladder, basePrice, sign } = atom;
  cancelEntry(atom);
  while (atom.entryLevel < ladder.levels.length) {
    atom.entryLevel += 1;
    const price = levelPrice(atom, atom.entryLevel, basePrice);
    if (price <= 0) continue;
    atom.entrySigned = sign * price;
    atom.isEntrySized = false;
    return;
  }
}

/** Determines the quantity of the nearest level; levels that cannot be traded are skipped. */
export function sizeLevel(run: SweepRun, atom: SweepAtom): void {
  while (!atom.isEntrySized && run.worst < atom.entrySigned) {
    const price: Ticks = priceAt(atom, atom.entrySigned);
    const quantity = levelQuantity(atom, atom.entryLevel, price);
    if (isTradable(atom.instrument, 'LIMIT', { price, quantity })) {
      atom.entryRest = quantity;
      atom.isEntrySized = true;
    } else bringLevel(atom);
  }
}

/** Whether the nearest entry rested before this minute: no more levels can fill in one minute than may rest at once. */
export function isEntryLive({ minute }: SweepRun, atom: SweepAtom): boolean {
  if (atom.entryFrom > minute) return false;
  return atom.levelsMinute !== minute || atom.levelsInMinute < atom.ladder.activeSafetyOrders;
}

/** The signed price at which the position is liquidated, or one nearer to the market. */
export function nearLiquidationOf(run: SweepRun, atom: SweepAtom): number {
  if (atom.liquidationState !== UNKNOWN) return atom.liquidationSigned;
  if (atom.position.quantity === 0) {
    atom.liquidationSigned = NO_LOSS;
    atom.liquidationState = EXACT;
    return NO_LOSS;
  }
  if (!atom.isIsolated && run.second !== null) return liquidationOf(run, atom);
  atom.wallet = atom.isIsolated ? atom.isolatedWallet : run.wallet;
  atom.liquidationSigned = nearLiquidation(atom);
  atom.liquidationState = NEAR;
  return atom.liquidationSigned;
}

/** That signed price exactly. */
function liquidationOf(run: SweepRun, atom: SweepAtom): number {
  atom.wallet = atom.isIsolated ? atom.isolatedWallet : run.wallet;
  const other = run.second === null || atom.isIsolated ? null : atom === run.first ? run.second : run.first;
  const price = other === null || other.position.quantity === 0 ? liquidationTrigger(atom) : hedged(atom, other);
  atom.liquidationSigned = price === null ? NO_LOSS : atom.sign * price;
  atom.liquidationState = EXACT;
  return atom.liquidationSigned;
}

function hedged(atom: SweepAtom, { position }: SweepAtom): Ticks | null {
  const { instrument, direction, wallet, otherMaintenance, otherUnrealized } = atom;
  const own = { instrument, direction, position: atom.position, wallet, otherMaintenance, otherUnrealized };
  return liquidationTrigger({ ...own, hedge: position });
}

/** Where a price liquidates, if this minute reaches it; `NO_LOSS` when it does not. */
export function liquidationInReach(run: SweepRun, atom: SweepAtom): number {
  const near = nearLiquidationOf(run, atom);
  if (run.worst > near) return NO_LOSS;
  const signed = atom.liquidationState === EXACT ? near : liquidationOf(run, atom);
  return run.worst > signed ? NO_LOSS : signed;
}

/** Drops the liquidation price after a position or the wallet has changed; on a shared wallet, for both directions. */
export function forgetLiquidation(run: SweepRun, atom: SweepAtom): void {
  atom.liquidationState = UNKNOWN;
  if (atom.isIsolated || run.second === null) return;
  run.first.liquidationState = UNKNOWN;
  run.second.liquidationState = UNKNOWN;
}
