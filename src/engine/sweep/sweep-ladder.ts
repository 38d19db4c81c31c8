import { add, rate, type Ticks, ZERO_CASH } from '#base/exact.ts';
import type { SymbolHistory } from '../model/history.ts';
import { nextFunding, thawAt } from '../scan/market-minutes.ts';
import { nextTouch } from '../scan/search.ts';
import { COOLING, IDLE, IN_CYCLE, NO_LOSS, NO_WIN, type SweepAtom } from './atom.ts';
import { openEntries } from './entries.ts';
import { type EquityLine, observe, observeStretch } from './equity-track.ts';
import type { SweepSink } from './events.ts';
import { countLevels } from './fills.ts';
import { unrealizedAt } from './liquidate.ts';
import { liveMinute, protect } from './minute.ts';
import { liquidationPlaceOf } from './orders.ts';
import type { SweepPlan } from './plan.ts';
import { closeOf, newRun, type SweepRun } from './run.ts';

/**
 * Runs one ladder bot on one symbol over stored minutes by the rules of the account, to the last 1e-8, and writes its
 * figures. The bot was started before the first minute; it opens its first cycle at the close of that minute. Positional,
 * because it is called for every bot-year of a sweep.
 *
 * @param history - frozen minutes are flat at the last price, as everywhere
 * @param plan - the parameter set, read by `sweepPlan` for the instrument of this history
 * @param from - index of the first minute
 * @param to - index behind the last minute
 * @param figures - rows of `FIGURES` numbers
 * @param offset - where the row of this run begins
 * @param sink - takes every event; left out, none is made
 */
export function sweepLadder(
  history: SymbolHistory,
  plan: SweepPlan,
  from: number,
  to: number,
  figures: Float64Array,
  offset: number,
  sink: SweepSink | null = null,
): void {
  const run = newRun(history, plan, sink);
  walk(run, history, from, to);
  writeFigures(run, to, figures, offset);
}

function walk(run: SweepRun, { frozen, funding, index }: SymbolHistory, from: number, to: number): void {
  const line: EquityLine = { fixed: 0, open: 0, perTick: 0 };
  let place = nextFunding(funding.minute, from);
  let minute = thawAt(frozen, from);
  while (minute < to) {
    while ((funding.minute[place] ?? to) < minute) place += 1;
    const isSettled = funding.minute[place] === minute;
    liveThrough(run, minute, isSettled ? (funding.rate[place] ?? 0) : 0);
    if (isSettled) place += 1;
    const isHeld = drawLine(run, line);
    observe(run.track, line, run.close[minute] ?? 0);
    const due = Math.min(to, dueAt(run, minute), isHeld ? (funding.minute[place] ?? to) : to);
    const [below, above] = [belowOf(run), aboveOf(run)];
    const touched = nextTouch(index, minute + 1, due, below, above);
    observeStretch(run.track, line, { from: minute + 1, to: touched, below, above });
    const next = Math.min(to, frozen.length === 0 ? touched : thawAt(frozen, touched));
    if (isHeld) run.minutesInPosition += next - minute;
    minute = next;
  }
}

/** One minute of the account: every atom in turn, then what nobody may know before the close. */
function liveThrough(run: SweepRun, minute: number, fundingRate: number): void {
  const settled = rate(fundingRate);
  for (const atom of run.atoms) liveMinute(run, atom, { minute, rate: settled });
  if (run.isLiquidated) fail(run, minute);
  openEntries(run, minute);
}

function fail(run: SweepRun, minute: number): void {
  run.isLiquidated = false;
  if (run.hasFailed) return;
  run.hasFailed = true;
  if (run.sink !== null) run.sink({ type: 'failed', at: closeOf(run, minute) });
  for (const atom of run.atoms) protect(run, atom, minute);
}

/** Equity from here on as it depends on the close; says whether anything is held. */
function drawLine(run: SweepRun, line: EquityLine): boolean {
  let [open, perTick, held] = [0, 0, 0];
  for (const { position, sign, instrument } of run.atoms) {
    open -= sign * position.cost;
    perTick += sign * position.quantity * instrument.cashPerTickStep;
    held += position.quantity;
  }
  line.fixed = run.wallet + open;
  line.open = open;
  line.perTick = perTick;
  return held > 0;
}

/** The minute at whose open or close something is due by time; any later one does as well when the market is frozen then. */
function dueAt(run: SweepRun, minute: number): number {
  let due = NO_WIN;
  for (const atom of run.atoms) due = Math.min(due, dueOf(run, atom, minute));
  return due;
}

function dueOf(run: SweepRun, atom: SweepAtom, minute: number): number {
  if (atom.phase === COOLING) return atom.coolUntil;
  if (atom.phase === IDLE) {
    // Margin and price decide anew at every close; how many cycles are open changes only where one ends.
    return run.hasFailed || atom.blockedBy === 'MAX_OPEN_CYCLES' ? NO_WIN : minute + 1;
  }
  const isTimed = atom.exitReason === null && !atom.isStopped;
  return Math.min(atom.marketFrom, atom.expiresAt, isTimed ? atom.timeLimitAt : NO_WIN);
}

/** The highest price at or under which something may happen. */
function belowOf(run: SweepRun): number {
  let below = NO_LOSS;
  for (const atom of run.atoms) {
    below = Math.max(below, atom.sign === 1 ? lossOf(run, atom) : -winOf(atom));
  }
  return below;
}

/** The lowest price at or over which something may happen. */
function aboveOf(run: SweepRun): number {
  let above = NO_WIN;
  for (const atom of run.atoms) {
    above = Math.min(above, atom.sign === 1 ? winOf(atom) : -lossOf(run, atom));
  }
  return above;
}

/** A limit is met beyond its price, everything else on touch. */
function lossOf(run: SweepRun, atom: SweepAtom): number {
  if (atom.phase !== IN_CYCLE) return NO_LOSS;
  return Math.max(atom.entryPlace - 1, atom.stopPlace, atom.trailPlace, liquidationPlaceOf(run, atom));
}

function winOf({ phase, trailBest, profitPlace }: SweepAtom): number {
  if (phase !== IN_CYCLE) return NO_WIN;
  return trailBest === NO_LOSS ? profitPlace : trailBest + 1;
}

function writeFigures(run: SweepRun, to: number, figures: Float64Array, offset: number): void {
  const { track } = run;
  const close = (run.close[to - 1] ?? 0) as Ticks; // The columns hold ticks.
  let unrealized = ZERO_CASH;
  for (const atom of run.atoms) {
    unrealized = add(unrealized, unrealizedAt(atom, close));
    countLevels(run, atom);
  }
  const row = [
    run.cycles,
    run.wins,
    run.fills,
    run.gross,
    run.commission,
    run.funding,
    run.liquidationFee,
    unrealized,
    add(run.wallet, unrealized),
    track.fall,
    track.fallShare,
    track.openLow,
    run.peakMargin,
    run.levelsFilledMax,
    run.minutesInPosition,
    run.liquidations,
    run.bestCycle,
    run.worstCycle,
  ];
  figures.set(row, offset);
}
