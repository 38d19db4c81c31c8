import {
  add,
  type Cash,
  cash,
  larger,
  multiplyDivide,
  type Rate,
  type Steps,
  share,
  smaller,
  subtract,
  type Ticks,
  ticks,
  times,
  ZERO_CASH,
} from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { CloseReason } from '../model/cycle.ts';
import { notional } from '../model/instrument.ts';
import type { OrderRole } from '../model/order.ts';
import { initialMargin } from '../risk/margin.ts';
import { COOLING, clearCycle, IDLE, type SweepAtom } from './atom.ts';
import { bringLevel, forgetLiquidation, placeExits, placeLadder } from './orders.ts';
import { closeOf, openOf, type SweepRun } from './run.ts';

/** A fill at the open of a minute, or within it, which is stamped with its close. */
export interface Fill {
  readonly role: OrderRole;
  readonly minute: number;
  readonly isAtOpen: boolean;
  readonly price: Ticks;
  readonly quantity: Steps;
  readonly isMaker: boolean;
}

function instantOfFill(run: SweepRun, { minute, isAtOpen }: Pick<Fill, 'minute' | 'isAtOpen'>): Instant {
  return isAtOpen ? openOf(run, minute) : closeOf(run, minute);
}

/** An entry order was filled, wholly (`isDone`) or as far as the volume went. */
export function enter(run: SweepRun, atom: SweepAtom, fill: Fill, isDone: boolean): void {
  const { position, ladder, instrument } = atom;
  const { minute, quantity } = fill;
  const value = notional(instrument, fill.price, quantity);
  const commission = payCommission(run, atom, { value, isMaker: fill.isMaker });
  if (position.quantity === 0) begin(run, atom, fill);
  position.quantity = add(position.quantity, quantity);
  position.cost = add(position.cost, value);
  position.fees = add(position.fees, commission);
  if (atom.isIsolated) atom.isolatedWallet = add(atom.isolatedWallet, initialMargin(value, ladder.leverage));
  atom.costMax = larger(atom.costMax, position.cost);
  raiseMargin(run);
  if (isDone) atom.levelsFilled += 1;
  tell(run, atom, fill, { level: atom.entryLevel, commission, gross: ZERO_CASH });
  placeExits(atom, minute);
  if (isDone) followLadder(atom, minute);
}

function payCommission(run: SweepRun, atom: SweepAtom, { value, isMaker }: { value: Cash; isMaker: boolean }): Cash {
  const { instrument } = atom;
  const commission = share(value, isMaker ? instrument.makerFee : instrument.takerFee, 'half-up');
  atom.commission = add(atom.commission, commission);
  run.wallet = subtract(run.wallet, commission);
  run.commission = add(run.commission, commission);
  run.fills += 1;
  forgetLiquidation(run, atom);
  return commission;
}

function tell(
  run: SweepRun,
  atom: SweepAtom,
  fill: Fill,
  told: { level: number; commission: Cash; gross: Cash },
): void {
  if (run.sink === null) return;
  const { role, price, quantity, isMaker } = fill;
  const at = instantOfFill(run, fill);
  run.sink({ type: 'fill', at, direction: atom.direction, role, price, quantity, isMaker, ...told });
}

/** The first fill of a cycle. */
function begin({ plan }: SweepRun, atom: SweepAtom, { price, minute, isAtOpen }: Fill): void {
  atom.basePrice = price;
  const { timeLimit } = plan;
  if (timeLimit !== null) atom.timeLimitAt = minute + (isAtOpen ? timeLimit.fromOpen : timeLimit.fromClose);
}

function raiseMargin(run: SweepRun): void {
  let margin = ZERO_CASH;
  for (const { position, ladder } of run.atoms) margin = add(margin, initialMargin(position.cost, ladder.leverage));
  run.peakMargin = larger(run.peakMargin, margin);
}

/** The base order lets the ladder rest; a level lets the one behind it come to the front. */
function followLadder(atom: SweepAtom, minute: number): void {
  if (atom.entryLevel === 0) return placeLadder(atom, minute);
  atom.levelsInMinute = atom.levelsMinute === minute ? atom.levelsInMinute + 1 : 1;
  atom.levelsMinute = minute;
  bringLevel(atom);
}

/** An exit was filled; the last part of it ends the cycle. */
export function leave(run: SweepRun, atom: SweepAtom, fill: Fill, reason: CloseReason): void {
  const value = notional(atom.instrument, fill.price, fill.quantity);
  const commission = payCommission(run, atom, { value, isMaker: fill.isMaker });
  const gross = release(atom, fill.quantity, value);
  gain(run, atom, gross);
  tell(run, atom, fill, { level: 0, commission, gross });
  if (atom.position.quantity === 0) endCycle(run, atom, fill, reason);
}

/** Takes a quantity out of the position at average cost, as the account does: the last part takes the rest. */
function release(atom: SweepAtom, quantity: Steps, value: Cash): Cash {
  const { position } = atom;
  const before = position.quantity;
  const [cost, fees, fundingPaid] = [position.cost, position.fees, position.fundingPaid];
  const released = partOf(cost, quantity, before);
  position.quantity = subtract(before, quantity);
  position.cost = subtract(cost, released);
  position.fees = subtract(fees, partOf(fees, quantity, before));
  position.fundingPaid = subtract(fundingPaid, partOf(fundingPaid, quantity, before));
  atom.isolatedWallet = subtract(atom.isolatedWallet, partOf(atom.isolatedWallet, quantity, before));
  return atom.sign === 1 ? subtract(value, released) : subtract(released, value);
}

function partOf(amount: Cash, quantity: Steps, whole: Steps): Cash {
  return quantity === whole ? amount : cash(multiplyDivide(amount, quantity, whole, 'floor'));
}

function gain(run: SweepRun, atom: SweepAtom, gross: Cash): void {
  atom.gross = add(atom.gross, gross);
  run.gross = add(run.gross, gross);
  run.wallet = add(run.wallet, gross);
}

/** Funding on a quantity at the open as mark: longs pay a positive rate. */
export function settle(
  run: SweepRun,
  atom: SweepAtom,
  { minute, isAtOpen, rate, quantity }: Pick<Fill, 'minute' | 'isAtOpen' | 'quantity'> & { readonly rate: Rate },
): void {
  const value = notional(atom.instrument, ticks(run.open[minute] ?? 0), quantity);
  const paid = times(share(value, rate, 'half-up'), atom.sign);
  if (paid === 0) return;
  atom.funding = subtract(atom.funding, paid);
  atom.position.fundingPaid = add(atom.position.fundingPaid, paid);
  if (atom.isIsolated) atom.isolatedWallet = subtract(atom.isolatedWallet, paid);
  run.wallet = subtract(run.wallet, paid);
  run.funding = subtract(run.funding, paid);
  forgetLiquidation(run, atom);
  if (run.sink !== null) {
    const at = instantOfFill(run, { minute, isAtOpen });
    run.sink({ type: 'funding', at, direction: atom.direction, paid });
  }
  placeExits(atom, minute);
}

/** The venue closed the position at a price, with this gross result, and took this fee. */
export function takeByForce(
  run: SweepRun,
  atom: SweepAtom,
  { price, gross, fee, ...moment }: Pick<Fill, 'price' | 'minute' | 'isAtOpen'> & { gross: Cash; fee: Cash },
): void {
  const { position } = atom;
  gain(run, atom, gross);
  run.wallet = subtract(run.wallet, fee);
  run.liquidationFee = add(run.liquidationFee, fee);
  run.fills += 1;
  run.liquidations += 1;
  run.isLiquidated = true;
  atom.liquidationFee = add(atom.liquidationFee, fee);
  const fill: Fill = { ...moment, role: 'liquidation', price, quantity: position.quantity, isMaker: false };
  tell(run, atom, fill, { level: 0, commission: ZERO_CASH, gross });
  if (run.sink !== null) {
    run.sink({ type: 'liquidation', at: instantOfFill(run, fill), direction: atom.direction, fee });
  }
  endCycle(run, atom, fill, 'liquidation');
}

/** Counts a cycle that is flat again and lets the atom cool down. */
function endCycle(
  run: SweepRun,
  atom: SweepAtom,
  moment: Pick<Fill, 'minute' | 'isAtOpen'>,
  reason: CloseReason,
): void {
  const result = subtract(subtract(add(atom.gross, atom.funding), atom.commission), atom.liquidationFee);
  run.cycles += 1;
  if (result > 0) run.wins += 1;
  run.bestCycle = run.cycles === 1 ? result : larger(run.bestCycle, result);
  run.worstCycle = run.cycles === 1 ? result : smaller(run.worstCycle, result);
  countLevels(run, atom);
  if (run.sink !== null) {
    run.sink({ type: 'ended', at: instantOfFill(run, moment), direction: atom.direction, reason, result });
  }
  clearCycle(atom);
  forgetLiquidation(run, atom);
  const { cooldown } = run.plan;
  atom.phase = cooldown === null || atom.isStopped ? IDLE : COOLING;
  if (atom.phase === COOLING && cooldown !== null) {
    atom.coolUntil = moment.minute + (moment.isAtOpen ? cooldown.fromOpen : cooldown.fromClose);
  }
}

/** Ends a cycle that never held anything. */
export function cancelCycle(
  run: SweepRun,
  atom: SweepAtom,
  { minute, reason }: { minute: number; reason: CloseReason },
): void {
  if (run.sink !== null) {
    run.sink({ type: 'ended', at: closeOf(run, minute), direction: atom.direction, reason, result: ZERO_CASH });
  }
  clearCycle(atom);
  atom.phase = IDLE;
}

export function countLevels(run: SweepRun, { levelsFilled }: SweepAtom): void {
  run.levelsFilledMax = Math.max(run.levelsFilledMax, levelsFilled - 1);
}
