import { add, type Rate, rate } from '#base/exact.ts';
import type { FundingColumns, SymbolHistory } from '../model/history.ts';
import { initialMargin } from '../risk/margin.ts';
import { nextFunding, thawAt } from '../scan/market-minutes.ts';
import { nextTouch } from '../scan/search.ts';
import { COOLING, IDLE, IN_CYCLE, NO_LOSS, NO_WIN, type SweepAtom } from './atom.ts';
import { openEntry } from './entries.ts';
import { type EquityLine, isNews, observe, observeStretch } from './equity-track.ts';
import type { SweepSink } from './events.ts';
import { countLevels, settle } from './fills.ts';
import { unrealizedAt } from './liquidate.ts';
import { liveMinute, protect } from './minute.ts';
import { nearLiquidationOf } from './orders.ts';
import type { SweepPlan } from './plan.ts';
import { closeInstant, closeTicks, newRun, type SweepRun } from './run.ts';

const ZERO_RATE = rate(0);

/** Where a run writes: rows of `FIGURES` numbers, where its own begins, and what takes its events. */
type Row = readonly [figures: Float64Array, offset: number, sink?: SweepSink | null];

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
  ...[figures, offset, sink = null]: Row
): void {
  const run = newRun(history, plan, sink);
  walk(run, history, from, to);
  writeFigures(run, to, figures, offset);
}

/**
 * From wake to wake. What was searched stays known: no minute before `quietUntil` reaches `knownBelow` or `knownAbove`, so
 * a settlement that brings no trigger nearer needs neither a look at its candle nor a new search.
 */
function walk(run: SweepRun, { frozen, funding, index }: SymbolHistory, from: number, to: number): void {
  const { low, high, close, first, second, track } = run;
  const line: EquityLine = { fixed: 0, open: 0, perTick: 0, below: NO_LOSS, above: NO_WIN };
  let place = nextFunding(funding.minute, from);
  let settlement = settlementAt(funding, place);
  let [due, quietUntil, knownBelow, knownAbove] = [from, from, NO_LOSS, NO_WIN];
  let minute = thawAt(frozen, from);
  while (minute < to) {
    for (; settlement < minute; settlement = settlementAt(funding, place)) place += 1;
    run.minute = minute;
    run.rate = settlement === minute ? (funding.rate[place] as Rate) : ZERO_RATE; // Stored as rates.
    if (settlement === minute) {
      place += 1;
      settlement = settlementAt(funding, place);
    }
    let unseen = minute;
    let isHeld = true;
    const isQuiet = minute < quietUntil && minute < due && second === null;
    if (isQuiet && settlesQuietly(run, knownBelow, knownAbove)) drawLine(run, line);
    else {
      const [lowest, highest] = [low[minute] as number, high[minute] as number];
      liveThrough(run, lowest, highest);
      isHeld = drawLine(run, line);
      if (isNews(track, line, lowest, highest)) observe(track, line, close[minute] as number);
      unseen += 1;
      due = Math.min(to, dueOf(run, first), second === null ? to : dueOf(run, second));
      if (unseen < due) {
        const below = belowOf(run);
        const above = aboveOf(run);
        if (quietUntil <= unseen || below > knownBelow || above < knownAbove) {
          quietUntil = nextTouch(index, unseen, due, below, above);
          knownBelow = below;
          knownAbove = above;
        }
      } else quietUntil = unseen;
    }
    let next = Math.min(quietUntil, due, isHeld ? settlement : to);
    if (next < minute + 1) next = minute + 1;
    line.below = knownBelow;
    line.above = knownAbove;
    observeStretch(track, line, unseen, next);
    if (frozen.length > 0) next = Math.min(to, thawAt(frozen, next));
    if (isHeld) run.minutesInPosition += next - minute;
    minute = next;
  }
}

function settlementAt({ minute }: FundingColumns, place: number): number {
  return place < minute.length ? (minute[place] as number) : NO_WIN;
}

/**
 * Settles funding in a minute that reaches nothing of what was known, and says whether that is all. It is not when the
 * payment brought a trigger nearer: then the minute is lived through, its funding done.
 */
function settlesQuietly(run: SweepRun, knownBelow: number, knownAbove: number): boolean {
  const { first } = run;
  run.worst = NO_WIN; // Out of reach.
  run.best = NO_LOSS;
  run.fill.isAtOpen = true;
  if (run.rate !== 0 && first.position.quantity > 0) settle(run, first, first.position.quantity);
  run.rate = ZERO_RATE;
  return belowOf(run) <= knownBelow && aboveOf(run) >= knownAbove;
}

/** One minute of the account: every atom in turn, then what nobody may know before the close. */
function liveThrough(run: SweepRun, low: number, high: number): void {
  const { first, second } = run;
  liveMinute(run, first, low, high);
  if (second !== null) liveMinute(run, second, low, high);
  if (run.isLiquidated) fail(run);
  if (run.hasFailed) return;
  if (first.phase === IDLE) openEntry(run, first);
  if (second !== null && second.phase === IDLE) openEntry(run, second);
}

function fail(run: SweepRun): void {
  run.isLiquidated = false;
  if (run.hasFailed) return;
  run.hasFailed = true;
  if (run.sink !== null) run.sink({ type: 'failed', at: closeInstant(run) });
  protect(run, run.first);
  if (run.second !== null) protect(run, run.second);
}

/** Equity from here on as it depends on the close; says whether anything is held. */
function drawLine({ first, second, wallet }: SweepRun, line: EquityLine): boolean {
  let open = -first.sign * first.position.cost;
  let perTick = first.sign * first.position.quantity * first.instrument.cashPerTickStep;
  let held: number = first.position.quantity;
  if (second !== null) {
    open -= second.sign * second.position.cost;
    perTick += second.sign * second.position.quantity * second.instrument.cashPerTickStep;
    held += second.position.quantity;
  }
  line.fixed = wallet + open;
  line.open = open;
  line.perTick = perTick;
  return held > 0;
}

/** The minute at whose open or close something is due by time; any later one does as well when the market is frozen then. */
function dueOf({ minute, hasFailed }: SweepRun, atom: SweepAtom): number {
  if (atom.phase === COOLING) return atom.coolUntil;
  if (atom.phase === IDLE) {
    // Margin and price decide anew at every close; how many cycles are open changes only where one ends.
    return hasFailed || atom.isBarred || atom.blockedBy === 'MAX_OPEN_CYCLES' ? NO_WIN : minute + 1;
  }
  const isTimed = atom.exitReason === null && !atom.isStopped;
  return Math.min(atom.marketFrom, atom.expiresAt, isTimed ? atom.timeLimitAt : NO_WIN);
}

/** The highest price at or under which something may happen. */
function belowOf(run: SweepRun): number {
  const { first, second } = run;
  const below = first.sign === 1 ? lossOf(run, first) : -winOf(first);
  if (second === null) return below;
  return Math.max(below, second.sign === 1 ? lossOf(run, second) : -winOf(second));
}

/** The lowest price at or over which something may happen. */
function aboveOf(run: SweepRun): number {
  const { first, second } = run;
  const above = first.sign === 1 ? winOf(first) : -lossOf(run, first);
  if (second === null) return above;
  return Math.min(above, second.sign === 1 ? winOf(second) : -lossOf(run, second));
}

/** A limit is met beyond its price, everything else on touch. */
function lossOf(run: SweepRun, atom: SweepAtom): number {
  if (atom.phase !== IN_CYCLE) return NO_LOSS;
  return Math.max(atom.entryPlace - 1, atom.stopPlace, atom.trailPlace, nearLiquidationOf(run, atom));
}

function winOf({ phase, trailBest, profitPlace }: SweepAtom): number {
  if (phase !== IN_CYCLE) return NO_WIN;
  return trailBest === NO_LOSS ? profitPlace : trailBest + 1;
}

function writeFigures(run: SweepRun, to: number, figures: Float64Array, offset: number): void {
  const { track, first, second, plan } = run;
  run.minute = to - 1;
  countLevels(run, first);
  let unrealized = unrealizedAt(first, closeTicks(run));
  if (second !== null) {
    countLevels(run, second);
    unrealized = add(unrealized, unrealizedAt(second, closeTicks(run)));
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
    second === null ? initialMargin(run.costMax, plan.ladder.leverage) : run.peakMargin,
    run.levelsFilledMax,
    run.minutesInPosition,
    run.liquidations,
    run.bestCycle,
    run.worstCycle,
  ];
  figures.set(row, offset);
}
