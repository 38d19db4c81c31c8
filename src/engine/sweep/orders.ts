import { add, negate, type Ticks, ZERO_STEPS } from '#base/exact.ts';
import { isTradable } from '../bots/entry.ts';
import { stopLossPrice, takeProfitPrice, trailingStopPrice } from '../risk/exits.ts';
import { levelPrice, levelQuantity } from '../risk/levels.ts';
import { liquidationTrigger } from '../risk/liquidation.ts';
import { cancelEntry, NO_LOSS, NO_WIN, type SweepAtom } from './atom.ts';
import type { SweepRun } from './run.ts';

/**
 * Brings stop-loss and take profit to where the position wants them. An order that moves is a new one: it takes part from
 * the next minute on.
 */
export function placeExits(atom: SweepAtom, minute: number): void {
  if (atom.exitReason !== null) return;
  if (atom.stopLoss > 0) placeStopLoss(atom, minute);
  if (atom.takeProfit > 0) placeTakeProfit(atom, minute);
}

function placeStopLoss(atom: SweepAtom, minute: number): void {
  const price = stopLossPrice(atom);
  const place = price > 0 ? atom.sign * price : NO_LOSS;
  if (place === atom.stopPlace) return;
  atom.stopPlace = place;
  atom.stopFrom = minute + 1;
  atom.stopNumber = nextNumber(atom);
}

/** With a trailing exit no order rests there: it is where that exit arms, of no more interest once it has. */
function placeTakeProfit(atom: SweepAtom, minute: number): void {
  const { ladder, position } = atom;
  if (atom.trailBest !== NO_LOSS) return;
  if (ladder.tpBasis === 'base') atom.taken = takenSoFar(atom);
  const price = takeProfitPrice(atom);
  const place = price > 0 ? atom.sign * price : NO_WIN;
  const isSame = place === atom.profitPlace && (ladder.tpOrder !== 'limit' || atom.profitRest === position.quantity);
  if (isSame) return;
  atom.profitPlace = place;
  atom.profitRest = position.quantity;
  atom.profitFrom = minute + 1;
}

/** What the closed part of the position has earned; a net one bears its own fees and funding. */
function takenSoFar({ ladder, gross, commission, funding, position }: SweepAtom) {
  if (!ladder.tpNetOfFees) return gross;
  return add(add(gross, add(funding, position.fundingPaid)), add(position.fees, negate(commission)));
}

/** Moves the trailing stop behind a better price of a completed candle, or arms it. */
export function followTrailing(atom: SweepAtom, best: number, minute: number): void {
  const { trailing } = atom.ladder;
  if (trailing === null || atom.position.quantity === 0 || atom.exitReason !== null) return;
  const isArmed = atom.trailBest !== NO_LOSS;
  if (isArmed ? best <= atom.trailBest : best < atom.profitPlace) return;
  atom.trailBest = best;
  const place = atom.sign * trailingStopPrice(atom.direction, (atom.sign * best) as Ticks, trailing); // A price again.
  if (place === atom.trailPlace) return;
  atom.trailPlace = place;
  atom.trailFrom = minute + 1;
  atom.trailNumber = nextNumber(atom);
}

/** Counts the orders that can meet on one price, of which the first placed goes first. */
function nextNumber(atom: SweepAtom): number {
  atom.ordersPlaced += 1;
  return atom.ordersPlaced;
}

/** Lets the ladder rest: its first level takes part from the next minute on. */
export function placeLadder(atom: SweepAtom, minute: number): void {
  cancelEntry(atom);
  atom.entryLevel = 0;
  atom.entryFrom = minute + 1;
  bringLevel(atom);
}

/**
 * Brings the next level that can be traded to the front; the others are passed over. All levels rest one behind the
 * other, so only the front one has to be known.
 */
export function bringLevel(atom: SweepAtom): void {
  const { ladder, instrument, basePrice, sign } = atom;
  let level = atom.entryLevel;
  while (level < ladder.levels.length) {
    level += 1;
    const price = levelPrice(atom, level, basePrice);
    if (price <= 0) continue;
    const quantity = levelQuantity(atom, level, price);
    if (!isTradable(instrument, price, quantity)) continue;
    atom.entryLevel = level;
    atom.entryPlace = sign * price;
    atom.entryRest = quantity;
    atom.isEntryPartial = false;
    return;
  }
  atom.entryLevel = level;
  cancelEntry(atom);
}

/** Whether the entry in front rested before this minute: no more levels than may rest at once can fill in one. */
export function isEntryLive(atom: SweepAtom, minute: number): boolean {
  if (atom.entryRest === ZERO_STEPS || atom.entryFrom > minute) return false;
  return atom.levelsMinute !== minute || atom.levelsInMinute < atom.ladder.activeSafetyOrders;
}

/** Where the position is closed by force, as a place on the losing side. */
export function liquidationPlaceOf(run: SweepRun, atom: SweepAtom): number {
  if (atom.isLiquidationKnown) return atom.liquidationPlace;
  atom.isLiquidationKnown = true;
  atom.liquidationPlace = NO_LOSS;
  if (atom.position.quantity === 0) return NO_LOSS;
  atom.wallet = atom.isIsolated ? atom.isolatedWallet : run.wallet;
  const hedge = atom.isIsolated ? undefined : hedgeOf(run, atom);
  const price = liquidationTrigger(hedge === undefined ? atom : { ...inputOf(atom), hedge });
  if (price !== null) atom.liquidationPlace = atom.sign * price;
  return atom.liquidationPlace;
}

/** The other direction on a shared wallet, while it holds something. */
function hedgeOf(run: SweepRun, atom: SweepAtom) {
  return run.atoms.find((other) => other !== atom && other.position.quantity > 0)?.position;
}

function inputOf({ instrument, direction, position, wallet, otherMaintenance, otherUnrealized }: SweepAtom) {
  return { instrument, direction, position, wallet, otherMaintenance, otherUnrealized };
}

/** Positions or the wallet moved: what liquidates has to be asked for again, on a shared wallet for both directions. */
export function forgetLiquidation(run: SweepRun, atom: SweepAtom): void {
  atom.isLiquidationKnown = false;
  if (atom.isIsolated) return;
  for (const other of run.atoms) other.isLiquidationKnown = false;
}
