import { type Steps, smaller, steps, subtract, type Ticks, ZERO_STEPS } from '#base/exact.ts';
import { slipped, volumeBudget } from '../matching/candle-fill.ts';
import type { CloseReason } from '../model/cycle.ts';
import { entrySide, exitSide, type OrderRole } from '../model/order.ts';
import { COOLING, cancelEntry, cancelOrders, IDLE, IN_CYCLE, NO_LOSS, NO_WIN, type SweepAtom } from './atom.ts';
import { cancelCycle, enter, leave, passPartialLevel, settle } from './fills.ts';
import { liquidate } from './liquidate.ts';
import {
  followTrailing,
  isEntryLive,
  liquidationInReach,
  placeLadder,
  sharpen,
  sharpenStop,
  sizeLevel,
} from './orders.ts';
import { instantOfFill, openTicks, priceAt, type SweepRun } from './run.ts';

const NOT_ASKED = steps(-1);

/** Runs an atom through a minute in the order of the fill model: funding, open, losing leg, winning leg, close. */
export function liveMinute(run: SweepRun, atom: SweepAtom, low: number, high: number): void {
  if (atom.phase === IN_CYCLE) {
    const isLong = atom.sign === 1;
    run.worst = isLong ? low : -high;
    run.best = isLong ? high : -low;
    run.volumeLeft = NOT_ASKED;
    sharpen(run, atom);
    if (run.rate !== 0 || atom.marketFrom <= run.minute) liveOpen(run, atom);
    run.fill.isAtOpen = false;
    while (takeLoss(run, atom));
    if (run.best >= atom.profitSigned) takeProfit(run, atom);
    if (atom.phase === IN_CYCLE) closeMinute(run, atom);
  }
  if (atom.phase === COOLING && run.minute >= atom.coolUntil) atom.phase = IDLE;
}

/** Runs the open: funding of the position, and the market order. */
function liveOpen(run: SweepRun, atom: SweepAtom): void {
  run.fill.isAtOpen = true;
  if (run.rate !== 0 && atom.position.quantity > 0) settle(run, atom, atom.position.quantity);
  if (atom.marketFrom > run.minute) return;
  atom.marketFrom = NO_WIN;
  const signed = atom.sign * openTicks(run);
  // An open beyond the liquidation price liquidates before the exit can fill.
  if (signed <= liquidationInReach(run, atom)) return liquidate(run, atom, signed);
  const { fill } = run;
  if (atom.exitReason !== null) {
    fill.role = 'exit';
    return leaveAtMarket(run, atom, signed);
  }
  fill.role = 'base';
  fill.price = slipped(priceAt(atom, signed), entrySide(atom.direction), run.plan.slippage);
  fill.quantity = atom.marketQuantity;
  fill.isMaker = false;
  enter(run, atom, true);
  settleEntered(run, atom);
}

/** Closes the whole position at a signed price, worsened by slippage. The role of the fill is already set. */
function leaveAtMarket(run: SweepRun, atom: SweepAtom, signed: number): void {
  const { fill } = run;
  fill.price = slipped(priceAt(atom, signed), exitSide(atom.direction), run.plan.slippage);
  fill.quantity = atom.position.quantity;
  fill.isMaker = false;
  leave(run, atom, atom.exitReason ?? REASON[fill.role] ?? 'manual');
}

const REASON: Partial<Record<OrderRole, CloseReason>> = {
  take_profit: 'take_profit',
  stop_loss: 'stop_loss',
  trailing: 'trailing',
};

/** An entry in the minute of a settlement pays funding but never receives it, however soon it is closed. */
function settleEntered(run: SweepRun, atom: SweepAtom): void {
  if (run.rate * atom.sign > 0) settle(run, atom, run.fill.quantity);
}

/** Carries out the first hit on the losing leg: at one price, an entry comes before a stop, a stop before liquidation. */
function takeLoss(run: SweepRun, atom: SweepAtom): boolean {
  const { worst } = run;
  const entry = worst < atom.entrySigned && isEntryMet(run, atom) ? atom.entrySigned : NO_LOSS;
  const liquidation = liquidationInReach(run, atom);
  const stop = worst <= atom.stopSigned ? metStop(run, atom, atom.stopSigned, atom.stopFrom) : NO_LOSS;
  const trail = worst <= atom.trailSigned ? metStop(run, atom, atom.trailSigned, atom.trailFrom) : NO_LOSS;
  const first = Math.max(entry, stop, trail, liquidation);
  if (first === NO_LOSS) return false;
  if (first === entry) fillEntry(run, atom);
  else if (first === liquidation && first > stop && first > trail) forceOut(run, atom, first);
  else fillStop(run, atom, first === stop && (first !== trail || atom.stopNumber < atom.trailNumber));
  return true;
}

function isEntryMet(run: SweepRun, atom: SweepAtom): boolean {
  if (!isEntryLive(run, atom)) return false;
  if (!atom.isEntrySized) sizeLevel(run, atom);
  return run.worst < atom.entrySigned && volumeLeft(run) > 0;
}

/** The volume of the minute that limit orders may still use. */
function volumeLeft(run: SweepRun): Steps {
  if (run.volumeLeft === NOT_ASKED) run.volumeLeft = volumeBudget({ volume: run.volume[run.minute] ?? 0 });
  return run.volumeLeft;
}

/** A stop triggers on touch, but comes too late when the open is already beyond the liquidation price. */
function metStop(run: SweepRun, atom: SweepAtom, signed: number, from: number): number {
  if (from > run.minute) return NO_LOSS;
  const open = atom.sign * openTicks(run);
  return open < signed && open <= liquidationInReach(run, atom) ? NO_LOSS : signed;
}

/** A stop fills at the worse of its trigger and the open. */
function fillStop(run: SweepRun, atom: SweepAtom, isStopLoss: boolean): void {
  run.fill.role = isStopLoss ? 'stop_loss' : 'trailing';
  const trigger = isStopLoss ? atom.stopSigned : atom.trailSigned;
  leaveAtMarket(run, atom, Math.min(trigger, atom.sign * openTicks(run)));
}

function forceOut(run: SweepRun, atom: SweepAtom, signed: number): void {
  liquidate(run, atom, Math.min(signed, atom.sign * openTicks(run)));
}

/** A limit entry fills at its price, as far as the volume allows. */
function fillEntry(run: SweepRun, atom: SweepAtom): void {
  const { fill } = run;
  const quantity = smaller(atom.entryRest, run.volumeLeft);
  const isDone = quantity === atom.entryRest;
  atom.entryRest = subtract(atom.entryRest, quantity);
  atom.isEntryPartial = true;
  run.volumeLeft = subtract(run.volumeLeft, quantity);
  fill.role = atom.entryLevel === 0 ? 'base' : 'safety';
  fill.price = priceAt(atom, atom.entrySigned);
  fill.quantity = quantity;
  fill.isMaker = true;
  enter(run, atom, isDone);
  settleEntered(run, atom);
}

/** The take profit on the winning leg: a limit when the market trades through it, a trigger on touch. */
function takeProfit(run: SweepRun, atom: SweepAtom): void {
  const { ladder, profitSigned } = atom;
  if (atom.profitFrom > run.minute || ladder.trailing !== null) return;
  const { fill } = run;
  fill.role = 'take_profit';
  // A trigger fills at its own price even when the minute opens beyond it: a favourable gap earns nothing extra.
  if (ladder.tpOrder === 'market_trigger') return leaveAtMarket(run, atom, profitSigned);
  const quantity = smaller(atom.profitRest, volumeLeft(run));
  if (run.best === profitSigned || quantity === ZERO_STEPS) return;
  if (quantity < atom.position.quantity) sharpenStop(atom); // The stop rests at the price it had before this fill.
  atom.profitRest = subtract(atom.profitRest, quantity);
  run.volumeLeft = subtract(run.volumeLeft, quantity);
  fill.price = priceAt(atom, profitSigned);
  fill.quantity = quantity;
  fill.isMaker = true;
  leave(run, atom, 'take_profit');
}

/** Runs the close of the minute: an expired entry, the time limit, the trailing exit. */
function closeMinute(run: SweepRun, atom: SweepAtom): void {
  const { minute } = run;
  if (minute >= atom.expiresAt) expireBase(run, atom);
  if (atom.phase !== IN_CYCLE) return;
  if (minute >= atom.timeLimitAt && atom.exitReason === null && atom.position.quantity > 0) {
    return closeAtMarket(run, atom, 'time_limit');
  }
  if (atom.ladder.trailing !== null) followTrailing(run, atom);
}

/** Closes the position at the next open, and withdraws everything else. */
export function closeAtMarket({ minute }: SweepRun, atom: SweepAtom, reason: CloseReason): void {
  passPartialLevel(atom);
  cancelOrders(atom);
  atom.trailBest = NO_LOSS;
  atom.exitReason = reason;
  atom.marketFrom = minute + 1;
}

/** Trading of the contract has ended before the minute of the run: what is held is closed at the last price. */
export function endContract(run: SweepRun, atom: SweepAtom): void {
  if (atom.phase !== IN_CYCLE) return;
  const { fill } = run;
  fill.isAtOpen = true;
  if (atom.position.quantity === 0) return cancelCycle(run, atom, 'delisting', instantOfFill(run));
  closeAtMarket(run, atom, 'delisting');
  fill.role = 'exit';
  fill.price = run.close[run.minute - 1] as Ticks; // The minute is behind another one of the columns.
  fill.quantity = atom.position.quantity;
  fill.isMaker = false;
  leave(run, atom, 'delisting');
}

/** If nothing was filled, the cycle ends without a trade; otherwise the ladder is built on the filled part. */
function expireBase(run: SweepRun, atom: SweepAtom): void {
  if (atom.position.quantity === 0) return cancelCycle(run, atom, 'entry_expired');
  placeLadder(run, atom);
}

/** A bot that lost a position by liquidation opens nothing more; the exits of its other position stay active. */
export function protect(run: SweepRun, atom: SweepAtom): void {
  atom.isStopped = true;
  if (atom.phase === COOLING) atom.phase = IDLE;
  if (atom.phase !== IN_CYCLE || atom.exitReason !== null) return;
  if (atom.position.quantity === 0) return cancelCycle(run, atom, 'manual');
  passPartialLevel(atom);
  cancelEntry(atom);
}
