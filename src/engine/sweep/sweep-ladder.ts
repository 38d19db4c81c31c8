import { add, type Rate, rate } from '#base/exact.ts';
import type { StoredPast } from '../bots/stored-past.ts';
import type { FundingColumns, Stretch, SymbolHistory } from '../model/history.ts';
import { initialMargin } from '../risk/margin/margin.ts';
import { nextEnd, nextFunding, thawAt } from '../scan/market-minutes.ts';
import { nextTouch } from '../scan/search.ts';
import { COOLING, IDLE, IN_CYCLE, NO_LOSS, NO_WIN, type SweepAtom } from './atom.ts';
import { type DayMarks, type MarkCourse, markUntil, newMarkCourse } from './day-marks.ts';
import { hasCycleLeft, minutesBlocked, openEntry } from './entries.ts';
import { type EquityLine, isNews, observe, observeStretch } from './equity-track.ts';
import type { SweepSink } from './events.ts';
import { FIGURES } from './figures.ts';
import { countLevels, settleQuietly } from './fills.ts';
import { unrealizedAt } from './liquidate.ts';
import { closeAtMarket, endContract, liveMinute, protect } from './minute.ts';
import { nearLiquidationOf } from './orders.ts';
import type { SweepPlan } from './plan.ts';
import { sweptPast } from './rules/rules-over.ts';
import { actsNow, mayExit, nextSignal } from './rules/signals.ts';
import { closeInstant, closeTicks, newRun, type SweepRun } from './run.ts';

const ZERO_RATE = rate(0);

/** Six days: the candles, the index and the funding of this many minutes fit into the cache nearest to a core. */
const STAGE_MINUTES = 8_192;

/** The stretch of a history that is run, where the figures go, and what else is wanted of it. */
export interface SweepOrder extends Stretch {
  /** Rows of `FIGURES` numbers, one per plan. */
  readonly figures: Float64Array;
  /** Index of the first number that is written; omitted, 0. */
  readonly offset?: number;
  /** Called with the index of a plan before its run continues. */
  readonly enter?: (place: number) => void;
  /** Receives every event of every run; omitted, none are created. */
  readonly sink?: SweepSink | null;
  /** The bars of this history, from a call before; omitted, they are read anew. */
  readonly past?: StoredPast;
  /** Rows for the curves of the runs, in the place of their figures; omitted, none are drawn. */
  readonly marks?: DayMarks | null;
}

/**
 * Runs ladder bots, one a parameter set, on one symbol over stored minutes by the rules of the account, to the last 1e-8,
 * and writes the figures of each. A bot was started before the first minute; it opens its first cycle at the close of
 * that minute. All runs finish one stage of the history before any starts the next, so that the data one run has read is
 * still cached for the others.
 *
 * @param history - frozen minutes are flat at the last price, as everywhere else
 * @param plans - the parameter sets, read by `sweepPlan` for the instrument of this history
 * @param order - indexes of the first minute and of the one after the last, and where the figures go
 */
export function sweepLadders(history: SymbolHistory, plans: readonly SweepPlan[], order: SweepOrder): void {
  const { from, to, figures, offset = 0, enter, sink = null, marks = null } = order;
  const past = order.past ?? (plans[0] && sweptPast(history, plans[0].instrument));
  if (past === undefined) return;
  const runs = plans.map((plan, place) => {
    const curve =
      marks === null ? null : newMarkCourse(marks, offset / FIGURES + place, history.columns.start, { from, to });
    return {
      run: newRun(history, plan, { sink, past }),
      course: newCourse(history, { from, wallet: plan.wallet, curve }),
    };
  });
  for (let stage = from; stage < to; stage += STAGE_MINUTES) {
    for (const [place, { run, course }] of runs.entries()) {
      enter?.(place);
      walk(run, course, history, Math.min(to, stage + STAGE_MINUTES));
    }
  }
  for (const [place, { run }] of runs.entries()) writeFigures(run, to, figures, offset + place * FIGURES);
}

/**
 * A search uses trigger prices moved towards the market by this share of the price: 2^-14. A funding settlement moves the
 * take profit or the liquidation only a little nearer, so it seldom needs a new search. The cost is that some minutes are
 * visited without effect.
 */
const LEEWAY_BITS = 14;

/** The progress of a run, and what it knows about the minutes ahead. */
interface Course {
  minute: number;
  /** Index and minute of the next settlement of funding. */
  place: number;
  settlement: number;
  /** The minute at which something is due by time. */
  due: number;
  /** No minute before this one reaches the two prices of the line. */
  quietUntil: number;
  readonly line: EquityLine;
  /** The curve being drawn; null when none is. */
  readonly curve: MarkCourse | null;
}

function newCourse(
  { funding }: SymbolHistory,
  { from, wallet, curve }: { readonly from: number; readonly wallet: number; readonly curve: MarkCourse | null },
): Course {
  const place = nextFunding(funding.minute, from);
  return {
    minute: from,
    place,
    settlement: settlementAt(funding, place),
    due: from,
    quietUntil: from,
    line: { fixed: wallet, open: 0, perTick: 0, below: NO_LOSS, above: NO_WIN },
    curve,
  };
}

/**
 * Walks from one wake-up to the next, up to a minute. The result of a search is kept: a settlement that brings no trigger
 * nearer than the two prices of the line needs neither its candle nor a new search. An unnecessary wake-up, such as the
 * first one of a stage may be, changes nothing.
 */
function walk(run: SweepRun, course: Course, { frozen, funding, index }: SymbolHistory, to: number): void {
  const { low, high, close, first, second, track } = run;
  const { line, curve } = course;
  let { place, settlement, due, quietUntil } = course;
  let minute = passFrozen(run, course, frozen, { from: course.minute, to });
  if (minute > course.minute) due = minute;
  let end = frozen.length === 0 ? to : nextEnd(frozen, minute, to);
  if (curve !== null) markUntil(curve, run, line, minute);
  while (minute < to) {
    for (; settlement < minute; settlement = settlementAt(funding, place)) place += 1;
    run.minute = minute;
    run.rate = settlement === minute ? (funding.rate[place] as Rate) : ZERO_RATE; // The column holds rates.
    if (settlement === minute) {
      place += 1;
      settlement = settlementAt(funding, place);
    }
    let isHeld = true;
    let unseen = minute;
    const isQuiet = minute < quietUntil && minute < due && second === null;
    if (isQuiet && staysQuiet(run, line)) line.fixed = run.wallet + line.open;
    else {
      const lowest = low[minute] as number; // The minute lies inside the columns.
      const highest = high[minute] as number;
      liveThrough(run, lowest, highest);
      isHeld = drawLine(run, line);
      if (isNews(track, line, lowest, highest)) observe(track, line, close[minute] as number);
      unseen += 1;
      due = Math.min(to, dueOf(run, first), second === null ? to : dueOf(run, second));
      if (unseen < due) {
        const below = belowOf(run);
        const above = aboveOf(run);
        if (quietUntil <= unseen || below > line.below || above < line.above) {
          const leeway = (close[minute] as number) >> LEEWAY_BITS;
          const [under, over] = [(below + leeway) | 0, (Math.min(above, NO_WIN) - leeway) | 0];
          quietUntil = nextTouch(index, unseen, due, under, over);
          line.below = under;
          line.above = over;
        }
      } else quietUntil = unseen;
    }
    const next = Math.max(minute + 1, Math.min(quietUntil, due, end, isHeld ? settlement : to));
    observeStretch(track, line, unseen, next);
    if (isHeld) run.minutesInPosition += next - minute;
    minute = next;
    if (frozen.length > 0) {
      minute = passFrozen(run, course, frozen, { from: next, to });
      if (minute > next) due = minute;
      if (minute > end) end = nextEnd(frozen, minute, to);
    }
    if (curve !== null && curve.minute < minute) markUntil(curve, run, line, minute);
  }
  course.minute = minute;
  course.place = place;
  course.settlement = settlement;
  course.due = due;
  course.quietUntil = quietUntil;
}

/**
 * The next minute that is not frozen, but no later than the end. Positions are held through frozen minutes, up to the one with which
 * the contract ends.
 */
function passFrozen(run: SweepRun, course: Course, frozen: readonly Stretch[], { from, to }: Stretch): number {
  const thawed = Math.min(to, thawAt(frozen, from));
  if (thawed <= from) return thawed;
  const end = nextEnd(frozen, from, thawed);
  const isHeld = run.first.position.quantity > 0 || (run.second !== null && run.second.position.quantity > 0);
  if (isHeld) run.minutesInPosition += end - from;
  if (end < thawed) endContracts(run, course, end);
  return thawed;
}

/** Ends the cycles with the minute with which the contract ends. */
function endContracts(run: SweepRun, { line, curve }: Pick<Course, 'line' | 'curve'>, minute: number): void {
  if (curve !== null) markUntil(curve, run, line, minute);
  run.minute = minute;
  endContract(run, run.first);
  if (run.second !== null) endContract(run, run.second);
  drawLine(run, line);
  observe(run.track, line, closeTicks(run));
}

function settlementAt({ minute }: FundingColumns, place: number): number {
  return place < minute.length ? (minute[place] as number) : NO_WIN;
}

/**
 * Settles funding in a minute that reaches no known trigger, and returns whether nothing else can happen in it. If the
 * payment brought a trigger nearer, the minute must still be run, without settling funding again.
 */
function staysQuiet(run: SweepRun, line: EquityLine): boolean {
  const { first } = run;
  run.fill.isAtOpen = true;
  if (run.rate !== 0 && first.position.quantity > 0) settleQuietly(run, first);
  run.rate = ZERO_RATE;
  return belowOf(run) <= line.below && aboveOf(run) >= line.above;
}

/** Runs one minute: every atom in turn, then what may become known only at the close. */
function liveThrough(run: SweepRun, low: number, high: number): void {
  const { first, second } = run;
  liveMinute(run, first, low, high);
  if (second !== null) liveMinute(run, second, low, high);
  if (run.isLiquidated) fail(run);
  askExit(run, first);
  if (second !== null) askExit(run, second);
  if (run.hasFailed) return;
  if (first.phase === IDLE) openEntry(run, first);
  if (second !== null && second.phase === IDLE) openEntry(run, second);
  const { cyclesMax } = run.plan;
  if (cyclesMax !== null && !run.isFinishing && run.begun >= cyclesMax) finish(run);
}

/** Closes a position whose exit rules act at the close of the minute. */
function askExit(run: SweepRun, atom: SweepAtom): void {
  if (mayExit(atom) && actsNow(run, atom.exit)) closeAtMarket(run, atom, 'exit_signal');
}

/** Marks the run as finishing; `hasCycleLeft` then allows no new cycle. */
function finish(run: SweepRun): void {
  run.isFinishing = true;
  if (run.sink !== null) run.sink({ type: 'finishing', at: closeInstant(run) });
}

function fail(run: SweepRun): void {
  run.isLiquidated = false;
  if (run.hasFailed) return;
  run.hasFailed = true;
  if (run.sink !== null) run.sink({ type: 'failed', at: closeInstant(run) });
  protect(run, run.first);
  if (run.second !== null) protect(run, run.second);
}

/** Sets the equity line from here on; returns whether a position is open. */
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

/** The minute at whose open or close something is due by time; if the market is frozen then, the next one after that. */
function dueOf(run: SweepRun, atom: SweepAtom): number {
  const { minute, hasFailed } = run;
  if (atom.phase === COOLING) return atom.coolUntil;
  if (atom.phase === IDLE) {
    // Margin and price are checked at every close; the number of open cycles changes only with an event.
    if (hasFailed || atom.isBarred || !hasCycleLeft(run)) return NO_WIN;
    if (atom.entry !== null) return nextSignal(run, atom.entry);
    return atom.blockedBy === 'MAX_OPEN_CYCLES' ? NO_WIN : minute + 1;
  }
  const due = Math.min(atom.marketFrom, atom.expiresAt, atom.exitReason === null ? atom.timeLimitAt : NO_WIN);
  return mayExit(atom) ? Math.min(due, nextSignal(run, atom.exit)) : due;
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

/** A limit order fills beyond its price, everything else on touch. */
function lossOf(run: SweepRun, atom: SweepAtom): number {
  if (atom.phase !== IN_CYCLE) return NO_LOSS;
  return Math.max(atom.entrySigned - 1, atom.stopSigned, atom.trailSigned, nearLiquidationOf(run, atom));
}

function winOf({ phase, trailBest, profitSigned }: SweepAtom): number {
  if (phase !== IN_CYCLE) return NO_WIN;
  return trailBest === NO_LOSS ? profitSigned : trailBest + 1;
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
  const blocked = minutesBlocked(first, to);
  const blockedToo = second === null ? 0 : minutesBlocked(second, to);
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
    run.minutesBlocked + blocked + blockedToo,
    Math.max(blocked, blockedToo),
    run.losses,
    run.won,
    run.lost,
  ];
  figures.set(row, offset);
}
