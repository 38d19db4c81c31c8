import {
  add,
  type Cash,
  cash,
  larger,
  multiplyDivide,
  type Steps,
  share,
  smaller,
  subtract,
  times,
  ZERO_CASH,
} from '#base/exact.ts';
import type { CloseReason } from '../model/cycle.ts';
import { notional } from '../model/instrument.ts';
import { initialMargin } from '../risk/margin/margin.ts';
import { COOLING, clearCycle, IDLE, NEAR, NO_LOSS, NO_WIN, type SweepAtom } from './atom.ts';
import { bringLevel, forgetLiquidation, placeExits, placeLadder } from './orders.ts';
import { closeInstant, instantOfFill, openTicks, type SweepRun } from './run.ts';

/** Books `run.fill` of the nearest entry, completely (`isDone`) or as far as the volume allowed. */
export function enter(run: SweepRun, atom: SweepAtom, isDone: boolean): void {
  const { position, ladder, instrument } = atom;
  const { price, quantity } = run.fill;
  const value = notional(instrument, price, quantity);
  const commission = payCommission(run, atom, value);
  if (position.quantity === 0) begin(run, atom);
  position.quantity = add(position.quantity, quantity);
  position.cost = add(position.cost, value);
  position.fees = add(position.fees, commission);
  if (atom.isIsolated) atom.isolatedWallet = add(atom.isolatedWallet, initialMargin(value, ladder.leverage));
  atom.costMax = larger(atom.costMax, position.cost);
  raiseMargin(run, atom);
  if (isDone && atom.entryLevel > 0) atom.levelsFilled += 1;
  if (run.sink !== null) tell(run, atom, { level: atom.entryLevel, commission, gross: ZERO_CASH });
  placeExits(run, atom);
  if (isDone) followLadder(run, atom);
}

function payCommission(run: SweepRun, atom: SweepAtom, value: Cash): Cash {
  const { instrument } = atom;
  const commission = share(value, run.fill.isMaker ? instrument.makerFee : instrument.takerFee, 'half-up');
  atom.commission = add(atom.commission, commission);
  run.wallet = subtract(run.wallet, commission);
  run.commission = add(run.commission, commission);
  run.fills += 1;
  forgetLiquidation(run, atom);
  return commission;
}

function tell(run: SweepRun, atom: SweepAtom, told: { level: number; commission: Cash; gross: Cash }): void {
  const { role, price, quantity, isMaker } = run.fill;
  const { direction } = atom;
  run.sink?.({ type: 'fill', at: instantOfFill(run), direction, role, price, quantity, isMaker, ...told });
}

/** Begins a cycle with its first fill. */
function begin(run: SweepRun, atom: SweepAtom): void {
  const { minute, fill } = run;
  run.begun += 1;
  atom.held.openedAt = instantOfFill(run);
  atom.basePrice = fill.price;
  const { timeLimit } = run.plan;
  if (timeLimit !== null) atom.timeLimitAt = minute + (fill.isAtOpen ? timeLimit.fromOpen : timeLimit.fromClose);
}

/** A single direction's peak margin follows from its largest cost, so it is computed when the run is over. */
function raiseMargin(run: SweepRun, { position }: SweepAtom): void {
  const { first, second } = run;
  if (second === null) {
    run.costMax = larger(run.costMax, position.cost);
    return;
  }
  run.peakMargin = larger(run.peakMargin, add(marginOf(first), marginOf(second)));
}

function marginOf({ position, ladder }: SweepAtom): Cash {
  return initialMargin(position.cost, ladder.leverage);
}

/** After the base order, places the ladder; after a level, moves on to the next one. */
function followLadder(run: SweepRun, atom: SweepAtom): void {
  const { minute } = run;
  if (atom.entryLevel === 0) return placeLadder(run, atom);
  atom.levelsInMinute = atom.levelsMinute === minute ? atom.levelsInMinute + 1 : 1;
  atom.levelsMinute = minute;
  bringLevel(atom);
}

/** Books `run.fill` of an exit; the last part of the position ends the cycle. */
export function leave(run: SweepRun, atom: SweepAtom, reason: CloseReason): void {
  const { price, quantity } = run.fill;
  const value = notional(atom.instrument, price, quantity);
  const commission = payCommission(run, atom, value);
  const gross = release(atom, quantity, value);
  gain(run, atom, gross);
  if (run.sink !== null) tell(run, atom, { level: 0, commission, gross });
  if (atom.position.quantity === 0) endCycle(run, atom, reason);
}

/** Takes a quantity out of the position at average cost, as the account does; the last part takes the rest. */
function release(atom: SweepAtom, quantity: Steps, value: Cash): Cash {
  const { position } = atom;
  const { quantity: held, cost, fees, fundingPaid } = position;
  const isWhole = quantity === held;
  const released = isWhole ? cost : partOf(cost, quantity, held);
  position.quantity = subtract(held, quantity);
  // After a whole exit, the rest is cleared with the cycle.
  if (!isWhole) {
    position.cost = subtract(cost, released);
    position.fees = subtract(fees, partOf(fees, quantity, held));
    position.fundingPaid = subtract(fundingPaid, partOf(fundingPaid, quantity, held));
    atom.isolatedWallet = subtract(atom.isolatedWallet, partOf(atom.isolatedWallet, quantity, held));
  }
  return atom.sign === 1 ? subtract(value, released) : subtract(released, value);
}

function partOf(amount: Cash, quantity: Steps, whole: Steps): Cash {
  return cash(multiplyDivide(amount, quantity, whole, 'floor'));
}

function gain(run: SweepRun, atom: SweepAtom, gross: Cash): void {
  atom.gross = add(atom.gross, gross);
  run.gross = add(run.gross, gross);
  run.wallet = add(run.wallet, gross);
}

/** Settles funding on a quantity, with the open as the mark: longs pay a positive rate. */
export function settle(run: SweepRun, atom: SweepAtom, quantity: Steps): void {
  if (payFunding(run, atom, quantity) === 0) return;
  forgetLiquidation(run, atom);
  placeExits(run, atom);
}

/**
 * Settles funding in a minute that reaches no trigger. The payment moves the liquidation price and the take profit, but
 * by no more than its value per step after fees and maintenance: the nearer one is moved by that much, and the exact
 * signed prices are computed only when the market reaches the moved ones.
 */
export function settleQuietly(run: SweepRun, atom: SweepAtom): void {
  const { position, instrument, ladder } = atom;
  const paid = payFunding(run, atom, position.quantity);
  if (paid === 0) return;
  if (ladder.tpBasis === 'base') {
    // What a partial exit has earned counts as taken from now on, so the target may move by more than the funding.
    run.best = NO_LOSS;
    run.worst = NO_WIN;
    forgetLiquidation(run, atom);
    placeExits(run, atom);
    return;
  }
  const perTick = position.quantity * instrument.cashPerTickStep;
  const shift = Math.ceil(Math.abs(paid) / (perTick * run.plan.keptLeast)) + 1;
  atom.isProfitExact = false;
  atom.profitFrom = run.minute + 1; // A moved order is a new order.
  // One tick more, because the share that a partial exit took was rounded.
  if (atom.profitSigned !== NO_WIN) atom.profitSigned -= paid < 0 ? shift + 1 : 1;
  if (paid > 0 && atom.liquidationSigned === NO_LOSS) return forgetLiquidation(run, atom);
  if (paid > 0) atom.liquidationSigned += shift;
  atom.liquidationState = NEAR;
}

/** @returns the amount paid; negative when received */
function payFunding(run: SweepRun, atom: SweepAtom, quantity: Steps): Cash {
  const value = notional(atom.instrument, openTicks(run), quantity);
  const paid = times(share(value, run.rate, 'half-up'), atom.sign);
  if (paid === 0) return paid;
  atom.funding = subtract(atom.funding, paid);
  atom.position.fundingPaid = add(atom.position.fundingPaid, paid);
  if (atom.isIsolated) atom.isolatedWallet = subtract(atom.isolatedWallet, paid);
  run.wallet = subtract(run.wallet, paid);
  run.funding = subtract(run.funding, paid);
  if (run.sink !== null) run.sink({ type: 'funding', at: instantOfFill(run), direction: atom.direction, paid });
  return paid;
}

/** Books a liquidation: the venue closed the position at the price of `run.fill` with this gross result and fee. */
export function takeByForce(run: SweepRun, atom: SweepAtom, { gross, fee }: { gross: Cash; fee: Cash }): void {
  gain(run, atom, gross);
  run.wallet = subtract(run.wallet, fee);
  run.liquidationFee = add(run.liquidationFee, fee);
  run.fills += 1;
  run.liquidations += 1;
  run.isLiquidated = true;
  atom.liquidationFee = add(atom.liquidationFee, fee);
  run.fill.role = 'liquidation';
  run.fill.quantity = atom.position.quantity;
  run.fill.isMaker = false;
  if (run.sink !== null) {
    tell(run, atom, { level: 0, commission: ZERO_CASH, gross });
    run.sink({ type: 'liquidation', at: instantOfFill(run), direction: atom.direction, fee });
  }
  endCycle(run, atom, 'liquidation');
}

/** Counts a cycle that is flat again and starts the cool-down. */
function endCycle(run: SweepRun, atom: SweepAtom, reason: CloseReason): void {
  const { minute, fill } = run;
  const result = subtract(subtract(add(atom.gross, atom.funding), atom.commission), atom.liquidationFee);
  run.cycles += 1;
  countResult(run, result);
  run.bestCycle = run.cycles === 1 ? result : larger(run.bestCycle, result);
  run.worstCycle = run.cycles === 1 ? result : smaller(run.worstCycle, result);
  passPartialLevel(atom);
  countLevels(run, atom);
  if (run.sink !== null) {
    run.sink({ type: 'ended', at: instantOfFill(run), direction: atom.direction, reason, result });
  }
  atom.held.openedAt = null;
  atom.held.endedAt = instantOfFill(run);
  clearCycle(atom);
  forgetLiquidation(run, atom);
  const { cooldown } = run.plan;
  atom.phase = IDLE;
  if (cooldown === null || atom.isStopped) return;
  atom.phase = COOLING;
  atom.coolUntil = minute + (fill.isAtOpen ? cooldown.fromOpen : cooldown.fromClose);
}

function countResult(run: SweepRun, result: Cash): void {
  if (result > 0) {
    run.wins += 1;
    run.won = add(run.won, result);
  } else if (result < 0) {
    run.losses += 1;
    run.lost = add(run.lost, result);
  }
}

/** Ends a cycle without fills, by default at the close. */
export function cancelCycle(run: SweepRun, atom: SweepAtom, reason: CloseReason, at = closeInstant(run)): void {
  if (run.sink !== null) {
    run.sink({ type: 'ended', at, direction: atom.direction, reason, result: ZERO_CASH });
  }
  clearCycle(atom);
  atom.phase = IDLE;
}

/** Drops the nearest level; if it was partly filled, it counts as filled from then on. */
export function passPartialLevel(atom: SweepAtom): void {
  if (atom.isEntryPartial && atom.entryLevel > 0) atom.levelsFilled += 1;
}

export function countLevels(run: SweepRun, { levelsFilled }: SweepAtom): void {
  if (levelsFilled > run.levelsFilledMax) run.levelsFilledMax = levelsFilled;
}
