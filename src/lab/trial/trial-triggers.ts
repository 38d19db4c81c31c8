import { type Ticks, ticks } from '#base/exact.ts';
import { type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import type { EntryWaitCode } from '#engine/model/atom.ts';
import { CLOSE_OFFSET_MS } from '#engine/model/candle.ts';
import type { SymbolHistory } from '#engine/model/history.ts';
import type { Direction } from '#engine/model/order.ts';
import type { CycleRecord, NoteRecord } from '#engine/model/record.ts';
import { lastClose } from '#engine/scan/market-minutes.ts';
import type { TrialSkip, TrialTrigger } from '#ports/strategy-trials.ts';
import type { BotReport } from '../report/bot-report.ts';
import { actsAt, closesOf, type RuleSheet } from './rule-sheet.ts';
import { type CycleMarket, trialCycle } from './trial-cycle.ts';

/** One direction of a tried strategy: its rules over the past, and the rows of its run. */
interface Lane {
  readonly direction: Direction;
  readonly enter: RuleSheet;
  /** Its exit rule, and the entry rule of the other direction. */
  readonly exit: RuleSheet | null;
  readonly other: RuleSheet | null;
  /** In the order in which they opened. */
  readonly cycles: readonly CycleRecord[];
  readonly notes: readonly NoteRecord[];
  readonly cooldownMs: number;
}

export interface TriggersInput {
  readonly directions: readonly Direction[];
  readonly sheets: readonly RuleSheet[];
  readonly report: Pick<BotReport, 'cycles' | 'notes'>;
  readonly cooldownMs: number;
  readonly market: CycleMarket;
}

/**
 * Every close at which an entry rule acted, with what became of it; without an entry rule, or with one that reads the
 * position, every cycle. Oldest first.
 */
export function trialTriggers({
  directions,
  sheets,
  report,
  cooldownMs,
  market,
}: TriggersInput): readonly TrialTrigger[] {
  const entryOf = (direction: Direction): RuleSheet | null => sheetOf(sheets, 'enter', direction);
  const told = directions.flatMap((direction) => {
    const enter = entryOf(direction);
    const cycles = report.cycles.filter((record) => record.direction === direction);
    if (enter === null || enter.compiled.isOfPosition) return cycles.map((record) => openedTrigger(record, market));
    const opposite = directions.find((one) => one !== direction);
    const rival = opposite === undefined ? null : entryOf(opposite);
    const lane: Lane = {
      ...{ direction, enter, cycles, cooldownMs },
      exit: sheetOf(sheets, 'exit', direction),
      other: rival?.named.direction === null ? null : rival, // A ladder of both directions enters both by one rule.
      notes: report.notes.filter((note) => note.direction === null || note.direction === direction),
    };
    return ruledTriggers(lane, market);
  });
  return told.toSorted((one, other) => one.closedAt - other.closedAt);
}

function sheetOf(
  sheets: readonly RuleSheet[],
  purpose: RuleSheet['named']['purpose'],
  direction: Direction,
): RuleSheet | null {
  const isOwn = ({ named }: RuleSheet) => named.direction === null || named.direction === direction;
  return sheets.find((sheet) => sheet.named.purpose === purpose && isOwn(sheet)) ?? null;
}

function openedTrigger(record: CycleRecord, market: CycleMarket): TrialTrigger {
  const { openedAt } = record.cycle;
  const closedAt = later(openedAt, MINUTE_MS - CLOSE_OFFSET_MS);
  return triggerOf(record.direction, { closedAt, record, market });
}

function ruledTriggers(lane: Lane, market: CycleMarket): readonly TrialTrigger[] {
  const { direction, cycles } = lane;
  let next = 0; // Closes and cycles are both in order.
  return closesOf(lane.enter).map((closedAt) => {
    const stamp = later(closedAt, CLOSE_OFFSET_MS - MINUTE_MS);
    while ((cycles[next]?.cycle.openedAt ?? stamp) < stamp) next += 1;
    const record = cycles[next];
    if (record?.cycle.openedAt === stamp) return triggerOf(direction, { closedAt, record, market });
    const { code, until = null } = skipOf(lane, { closedAt, stamp, before: cycles[next - 1] });
    return {
      closedAt,
      direction,
      price: priceAt(market.stored, closedAt),
      skippedBy: code,
      pausedUntil: until,
      cycle: null,
    };
  });
}

function triggerOf(
  direction: Direction,
  { closedAt, record, market }: { closedAt: Instant; record: CycleRecord; market: CycleMarket },
): TrialTrigger {
  const price = priceAt(market.stored, closedAt);
  const cycle = trialCycle(record, market);
  return {
    ...{ closedAt, direction, price, pausedUntil: null, cycle },
    skippedBy: cycle === null ? 'ENTRY_NOT_FILLED' : null,
  };
}

interface Skipped {
  readonly closedAt: Instant;
  /** What a decision at that close is stamped with. */
  readonly stamp: Instant;
  readonly before: CycleRecord | undefined;
}

/** Why a trigger opened no cycle: the first reason in the order in which a running bot looks at them. */
function skipOf(lane: Lane, { closedAt, stamp, before }: Skipped): { code: TrialSkip; until?: Instant } {
  const ended = lane.notes.findLast(({ code, at }) => at <= stamp && ENDS[code] !== undefined);
  if (ended !== undefined) return { code: ENDS[ended.code] ?? 'BOT_ERROR' };
  if (before !== undefined) {
    const { endAt } = before.cycle;
    if (endAt === null || endAt > stamp) return { code: 'CYCLE_OPEN' };
    const until = instantOf(Math.ceil((endAt + lane.cooldownMs) / MINUTE_MS) * MINUTE_MS); // Decided at the closes of minutes.
    if (lane.cooldownMs > 0 && closedAt < until) return { code: 'COOLDOWN', until };
  }
  if (lane.exit !== null && actsAt(lane.exit, closedAt)) return { code: 'EXIT_ACTS' };
  if (lane.other !== null && actsAt(lane.other, closedAt)) return { code: 'BOTH_DIRECTIONS' };
  return { code: blockAt(lane, stamp, before) ?? 'SIGNAL_UNKNOWN' };
}

const ENDS: Readonly<Partial<Record<NoteRecord['code'], EntryWaitCode>>> = {
  BOT_ERROR: 'BOT_ERROR',
  BOT_FINISHING: 'CYCLES_DONE',
};

/** A block is noted when it begins; it lasts until a cycle opens or another block is noted. */
function blockAt({ notes }: Lane, stamp: Instant, before: CycleRecord | undefined): TrialSkip | null {
  const since = before?.cycle.openedAt ?? 0;
  const block = notes.findLast(({ code, at }) => code === 'ENTRY_BLOCKED' && at <= stamp && at > since);
  return block === undefined ? null : (block.figures['reason'] as TrialSkip); // As it was noted.
}

function priceAt(stored: SymbolHistory, closedAt: Instant): Ticks {
  const to = Math.round((closedAt - stored.columns.start) / MINUTE_MS);
  return ticks(lastClose(stored, { from: 0, to }) ?? 0);
}
