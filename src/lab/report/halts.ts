import type { Instant } from '#base/time.ts';
import type { BlockReason } from '#engine/model/atom.ts';
import type { MarketHistory, Stretch } from '#engine/model/history.ts';
import type { Direction } from '#engine/model/order.ts';
import type { CycleRecord, NoteRecord } from '#engine/model/record.ts';
import { instantAt } from '#engine/scan/market-minutes.ts';
import { FLAT_MINUTES_MAX } from '#engine/schedule/minute-holes.ts';
import type { Gathered, GatheredState } from './gather-records.ts';

/**
 * Why a bot did not do what its parameters say: no new cycle could open, a step was left out, candles were missing, its rules
 * were unknown because history that they read is not stored, the bot was in error or finished, or no order of a direction was
 * ever filled.
 */
export type HaltReason =
  | BlockReason
  | 'STEP_SKIPPED'
  | 'CANDLES_MISSING'
  | 'RULES_UNKNOWN'
  | 'BOT_ERROR'
  | 'BOT_FINISHING'
  | 'NEVER_TRADED';

/** A time in which a bot, or one direction of it on one symbol, did nothing or less than its plan. */
export interface BotHalt {
  readonly reason: HaltReason;
  /** Null for the whole bot. */
  readonly symbol: string | null;
  /** Null for both. */
  readonly direction: Direction | null;
  readonly from: Instant;
  /** Null for one that lasts to the end. */
  readonly to: Instant | null;
  /** The step that was left out; null for other reasons. */
  readonly level: number | null;
  /** At how many bars the rules were unknown; omitted for other reasons. */
  readonly bars?: number;
}

interface Judged {
  readonly gathered: Pick<Gathered, 'cycles' | 'notes' | 'trades'>;
  readonly state: GatheredState;
  readonly history: MarketHistory;
  /** The minutes of the run. */
  readonly span: Stretch;
}

/** Everything that held a bot back, in the order in which it began. */
export function haltsOf(judged: Judged): readonly BotHalt[] {
  const halts = [
    ...judged.state.atoms.flatMap((atom) => haltsOfAtom(judged, atom)),
    ...gapsOf(judged),
    ...judged.gathered.notes.flatMap(haltOfBot),
  ];
  return halts.sort((one, other) => one.from - other.from);
}

type Atom = GatheredState['atoms'][number];

function haltsOfAtom({ gathered, history, span }: Judged, atom: Atom): BotHalt[] {
  const isOwn = (row: { symbol: string | null; direction: Direction | null }): boolean =>
    row.symbol === atom.symbol && row.direction === atom.direction;
  const { symbol, direction } = atom;
  const cycles = gathered.cycles.filter(isOwn);
  const notes = gathered.notes.filter(isOwn);
  const halts = [...blocksOf(notes, cycles), ...skipsOf(notes, cycles)];
  const isHeldBack = halts.some(({ to }) => to === null);
  if (isHeldBack || gathered.trades.some(isOwn)) return halts;
  return [
    ...halts,
    { reason: 'NEVER_TRADED', symbol, direction, from: instantAt(history, span.from), to: null, level: null },
  ];
}

/** A blocked entry ends with the next cycle, or with another reason. */
function blocksOf(notes: readonly NoteRecord[], cycles: readonly CycleRecord[]): BotHalt[] {
  const blocks = notes.filter(({ code }) => code === 'ENTRY_BLOCKED');
  let next = 0;
  return blocks.map(({ symbol, direction, at, figures }, index) => {
    while ((cycles[next]?.cycle.openedAt ?? at) < at) next += 1;
    const ends = [blocks[index + 1]?.at, cycles[next]?.cycle.openedAt].filter((end) => end !== undefined);
    const to = ends.toSorted((one, other) => one - other)[0] ?? null;
    return { reason: figures['reason'] as BlockReason, symbol, direction, from: at, to, level: null }; // As it was noted.
  });
}

/** A step that was left out is missing until its cycle ends. */
function skipsOf(notes: readonly NoteRecord[], cycles: readonly CycleRecord[]): BotHalt[] {
  const ends = new Map(cycles.map(({ cycle }) => [cycle.seq, cycle.endAt]));
  return notes
    .filter(({ code }) => code === 'STEP_SKIPPED')
    .map(({ symbol, direction, at, cycleSeq, figures }) => {
      const to = cycleSeq === null ? null : (ends.get(cycleSeq) ?? null);
      return { reason: 'STEP_SKIPPED', symbol, direction, from: at, to, level: Number(figures['level']) };
    });
}

function gapsOf({ state, history, span }: Judged): BotHalt[] {
  const symbols = [...new Set(state.atoms.map(({ symbol }) => symbol))];
  return symbols.flatMap((symbol) =>
    (history.symbols.get(symbol)?.frozen ?? [])
      .map(({ from, to }) => ({ from: Math.max(from, span.from), to: Math.min(to, span.to) }))
      .filter(({ from, to }) => to - from > FLAT_MINUTES_MAX)
      .map(({ from, to }) => ({
        reason: 'CANDLES_MISSING',
        symbol,
        direction: null,
        from: instantAt(history, from),
        to: to >= span.to ? null : instantAt(history, to),
        level: null,
      })),
  );
}

/** After an error, or the cycles that it was to make, a bot opens no more. */
function haltOfBot({ code, symbol, at }: NoteRecord): BotHalt[] {
  if (symbol !== null || (code !== 'BOT_ERROR' && code !== 'BOT_FINISHING')) return [];
  return [{ reason: code, symbol: null, direction: null, from: at, to: null, level: null }];
}
