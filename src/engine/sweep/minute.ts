import { type Rate, type Steps, smaller, subtract, type Ticks, ZERO_STEPS } from '#base/exact.ts';
import { slipped, volumeBudget } from '../matching/bar-fill.ts';
import { entrySide, exitSide } from '../model/order.ts';
import { COOLING, cancelEntry, cancelOrders, IDLE, IN_CYCLE, NO_LOSS, NO_WIN, type SweepAtom } from './atom.ts';
import { cancelCycle, enter, type Fill, leave, settle } from './fills.ts';
import { liquidate } from './liquidate.ts';
import { followTrailing, isEntryLive, liquidationPlaceOf, placeLadder } from './orders.ts';
import type { SweepRun } from './run.ts';

/** The minute an atom lives through; open, losing and winning extreme are places of the atom. */
interface Bar {
  readonly minute: number;
  readonly rate: Rate;
  readonly open: number;
  readonly worst: number;
  readonly best: number;
  /** What limit orders may still take of the volume. */
  volumeLeft: Steps;
}

/** Runs an atom through one minute in the order of the fill model: funding, open, losing leg, winning leg, close. */
export function liveMinute(run: SweepRun, atom: SweepAtom, { minute, rate }: Pick<Bar, 'minute' | 'rate'>): void {
  if (atom.phase === IN_CYCLE) {
    const bar = barOf(run, atom, { minute, rate });
    const held = atom.position.quantity;
    if (rate !== 0 && held > 0) settle(run, atom, { minute, isAtOpen: true, rate, quantity: held });
    if (atom.marketFrom <= minute) fillAtOpen(run, atom, bar);
    while (takeLoss(run, atom, bar));
    takeProfit(run, atom, bar);
    if (atom.phase === IN_CYCLE) closeMinute(run, atom, bar);
  }
  if (atom.phase === COOLING && minute >= atom.coolUntil) atom.phase = IDLE;
}

function barOf(run: SweepRun, { sign }: SweepAtom, { minute, rate }: Pick<Bar, 'minute' | 'rate'>): Bar {
  const [high, low] = [run.high[minute] ?? 0, run.low[minute] ?? 0];
  return {
    minute,
    rate,
    open: sign * (run.open[minute] ?? 0),
    worst: sign === 1 ? low : -high,
    best: sign === 1 ? high : -low,
    volumeLeft: volumeBudget({ volume: run.volume[minute] ?? 0 }),
  };
}

/** The price of a place. */
function priceAt({ sign }: SweepAtom, place: number): Ticks {
  return (sign * place) as Ticks; // A place is a price, mirrored for a short atom.
}

/** The market order at the open. An exit that the open has overtaken is a liquidation. */
function fillAtOpen(run: SweepRun, atom: SweepAtom, bar: Bar): void {
  const { minute, open } = bar;
  const { quantity } = atom.position;
  if (open <= liquidationPlaceOf(run, atom)) {
    return liquidate(run, atom, { price: priceAt(atom, open), minute, isAtOpen: true });
  }
  atom.marketFrom = NO_WIN;
  const moment = { minute, isAtOpen: true, isMaker: false } as const;
  const { exitReason, direction, marketQuantity } = atom;
  const side = exitReason === null ? entrySide(direction) : exitSide(direction);
  const price = slipped(priceAt(atom, open), side, run.plan.slippage);
  if (exitReason !== null) return leave(run, atom, { ...moment, role: 'exit', price, quantity }, exitReason);
  const fill: Fill = { ...moment, role: 'base', price, quantity: marketQuantity };
  enter(run, atom, fill, true);
  settleEntered(run, atom, bar, fill);
}

/** What is bought in the minute of a settlement counts as held only where that is a cost, however soon it is sold. */
function settleEntered(run: SweepRun, atom: SweepAtom, { rate }: Bar, { minute, isAtOpen, quantity }: Fill): void {
  if (rate * atom.sign > 0) settle(run, atom, { minute, isAtOpen, rate, quantity });
}

/** What the losing leg meets first: an entry, a stop or liquidation, in this order at one price. */
function takeLoss(run: SweepRun, atom: SweepAtom, bar: Bar): boolean {
  const { minute, open, worst } = bar;
  const isEntryMet = worst < atom.entryPlace && bar.volumeLeft > 0 && isEntryLive(atom, minute);
  const entry = isEntryMet ? atom.entryPlace : NO_LOSS;
  const liquidation = liquidationPlaceOf(run, atom);
  const stop = metStop(atom.stopPlace, atom.stopFrom, { bar, liquidation });
  const trail = metStop(atom.trailPlace, atom.trailFrom, { bar, liquidation });
  const forced = worst <= liquidation ? liquidation : NO_LOSS;
  const first = Math.max(entry, stop, trail, forced);
  if (first === NO_LOSS) return false;
  if (first === entry) fillEntry(run, atom, bar);
  else if (first === stop && (first !== trail || atom.stopNumber < atom.trailNumber))
    fillStop(run, atom, bar, 'stop_loss');
  else if (first === trail) fillStop(run, atom, bar, 'trailing');
  else liquidate(run, atom, { price: priceAt(atom, Math.min(liquidation, open)), minute, isAtOpen: false });
  return true;
}

/** A stop triggers on touch. One that the open finds beyond the liquidation has come too late for it. */
function metStop(
  place: number,
  from: number,
  { bar: { minute, open, worst }, liquidation }: { readonly bar: Bar; readonly liquidation: number },
): number {
  if (worst > place || from > minute) return NO_LOSS;
  return open < place && open <= liquidation ? NO_LOSS : place;
}

/** A stop fills at the worse of its trigger and the open, worsened by slippage. */
function fillStop(run: SweepRun, atom: SweepAtom, { minute, open }: Bar, role: 'stop_loss' | 'trailing'): void {
  const trigger = role === 'stop_loss' ? atom.stopPlace : atom.trailPlace;
  const price = slipped(priceAt(atom, Math.min(trigger, open)), exitSide(atom.direction), run.plan.slippage);
  const { quantity } = atom.position;
  leave(run, atom, { role, minute, isAtOpen: false, price, quantity, isMaker: false }, role);
}

/** A limit entry fills at its price as far as the volume goes. */
function fillEntry(run: SweepRun, atom: SweepAtom, bar: Bar): void {
  const quantity = smaller(atom.entryRest, bar.volumeLeft);
  const isDone = quantity === atom.entryRest;
  atom.entryRest = subtract(atom.entryRest, quantity);
  atom.isEntryPartial = true;
  bar.volumeLeft = subtract(bar.volumeLeft, quantity);
  const fill: Fill = {
    role: atom.entryLevel === 0 ? 'base' : 'safety',
    minute: bar.minute,
    isAtOpen: false,
    price: priceAt(atom, atom.entryPlace),
    quantity,
    isMaker: true,
  };
  enter(run, atom, fill, isDone);
  settleEntered(run, atom, bar, fill);
}

/** The take profit on the winning leg: a limit when the market trades through it, a trigger on touch. */
function takeProfit(run: SweepRun, atom: SweepAtom, { minute, best, volumeLeft }: Bar): void {
  const { ladder, profitPlace } = atom;
  if (best < profitPlace || atom.profitFrom > minute || ladder.trailing !== null) return;
  const moment = { role: 'take_profit', minute, isAtOpen: false } as const;
  const price = priceAt(atom, profitPlace);
  if (ladder.tpOrder === 'limit') {
    const quantity = smaller(atom.profitRest, volumeLeft);
    if (best === profitPlace || quantity === ZERO_STEPS) return;
    atom.profitRest = subtract(atom.profitRest, quantity);
    return leave(run, atom, { ...moment, price, quantity, isMaker: true }, 'take_profit');
  }
  // Even when the minute opens beyond it, the trigger is the price: a gap in our favour is not counted on.
  const reached = slipped(price, exitSide(atom.direction), run.plan.slippage);
  const { quantity } = atom.position;
  leave(run, atom, { ...moment, price: reached, quantity, isMaker: false }, 'take_profit');
}

/** What the close of the minute decides: an entry that waited too long, the time limit, the trailing exit. */
function closeMinute(run: SweepRun, atom: SweepAtom, { minute, best }: Bar): void {
  if (minute >= atom.expiresAt) expireBase(run, atom, minute);
  if (atom.phase !== IN_CYCLE) return;
  if (minute >= atom.timeLimitAt && atom.exitReason === null && !atom.isStopped && atom.position.quantity > 0) {
    cancelOrders(atom);
    atom.trailBest = NO_LOSS;
    atom.exitReason = 'time_limit';
    atom.marketFrom = minute + 1;
    return;
  }
  followTrailing(atom, best, minute);
}

/** Nothing filled: the cycle is over without a trade. Something filled: the ladder stands on what there is. */
function expireBase(run: SweepRun, atom: SweepAtom, minute: number): void {
  if (atom.position.quantity === 0) return cancelCycle(run, atom, { minute, reason: 'entry_expired' });
  atom.levelsFilled = 1;
  placeLadder(atom, minute);
}

/** A bot that lost a position by force opens nothing any more and keeps what protects the rest. */
export function protect(run: SweepRun, atom: SweepAtom, minute: number): void {
  atom.isStopped = true;
  if (atom.phase === COOLING) atom.phase = IDLE;
  if (atom.phase !== IN_CYCLE || atom.exitReason !== null) return;
  if (atom.position.quantity === 0) return cancelCycle(run, atom, { minute, reason: 'manual' });
  if (atom.isEntryPartial) atom.levelsFilled += 1;
  cancelEntry(atom);
}
