import { type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import type { entryOutcomes, getEntryAt } from '#contract/bots/entry-at.ts';
import type { Reply } from '#contract/call.ts';
import { familyOf } from '#engine/bots/families.ts';
import type { PastEntry } from '#engine/model/atom.ts';
import { CLOSE_OFFSET_MS } from '#engine/model/candle.ts';
import { type Direction, opposite } from '#engine/model/order.ts';
import { atomIdOf } from '#engine/model/record.ts';
import type { PastEntryRequest, Runtime } from '#ports/runtime.ts';
import type { BotRow } from '#storage/bots.ts';
import { type CycleSpan, lastCycleBy, wasRunningAt } from '#storage/cycles/cycle-at.ts';
import type { Tx } from '#storage/database/database.ts';
import { lastNoteBy } from '#storage/logs.ts';
import type { Context } from '../../http/context.ts';
import { ProblemError } from '../../http/problem.ts';
import { maybeTimeText } from '../../http/text.ts';
import { ownBot } from '../own-bot.ts';
import { presentReading } from '../waits.ts';

type EntryReply = Reply<typeof getEntryAt>;
type Outcome = (typeof entryOutcomes)[number];
type Told = Pick<EntryReply, 'pausedUntil' | 'cycleId'> & { readonly outcome: Outcome };

/** What an atom's rules said at a close of the past, and what came of it. */
export async function entryAt(context: Context<typeof getEntryAt>): Promise<EntryReply> {
  const { caller, params, query, services, read } = context;
  const { symbol, direction } = query;
  const row = await read((tx) => ownBot(tx, caller.userId, { ...params, ...query }));
  refuseOthers(row, query);
  const { portfolioId, botId } = row;
  const asked = { portfolioId, botId, symbol, direction, at: instantOf(Date.parse(query.at)) };
  const { runtime } = services;
  const entry = await runtime.pastEntry(asked);
  if (entry === null) return { rule: null, nextAt: null, outcome: null, pausedUntil: null, cycleId: null };
  const isRivalled = await isOtherActing(runtime, row, asked);
  const told = await read((tx) => outcomeOf(tx, caller.userId, { row, asked, entry, isRivalled }));
  return { rule: presentReading(entry.reading), nextAt: maybeTimeText(entry.nextAt), ...told };
}

/** A bot has rules for the symbols and directions that it trades. */
function refuseOthers({ snapshot: { bot } }: BotRow, { symbol, direction }: { symbol: string; direction: Direction }) {
  if (!bot.symbols.includes(symbol)) throw new ProblemError('SYMBOL_UNKNOWN');
  const isTraded = bot.atoms.some((atom) => atom.symbol === symbol && atom.direction === direction);
  if (!isTraded) throw new ProblemError('DIRECTION_NOT_IN_PARAMS');
}

/** Whether the entry rule of the other direction acted at the same close. */
async function isOtherActing(runtime: Runtime, { snapshot }: BotRow, asked: PastEntryRequest): Promise<boolean> {
  const direction = opposite(asked.direction);
  if (!snapshot.bot.atoms.some((atom) => atom.direction === direction)) return false;
  return (await runtime.pastEntry({ ...asked, direction }))?.reading.isActing ?? false;
}

interface Judged {
  readonly row: BotRow;
  readonly asked: PastEntryRequest;
  readonly entry: PastEntry;
  readonly isRivalled: boolean;
}

/** A cycle, or the first reason in its way, in the order in which an account looks at them. */
async function outcomeOf(tx: Tx, ownerId: string, judged: Judged): Promise<Told> {
  const { asked, entry } = judged;
  const { reading } = entry;
  const stamp = later(reading.closedAt, CLOSE_OFFSET_MS - MINUTE_MS); // Of everything that is decided at that close.
  const moment = { botId: asked.botId, atomId: atomIdOf(asked), at: new Date(stamp) };
  const last = await lastCycleBy(tx, ownerId, moment);
  if (last?.openedAt.getTime() === stamp) return told('ENTERED', { cycleId: last.cycleId });
  if (!reading.isActing) return told(silenceOf(entry));
  if (!(await wasRunningAt(tx, ownerId, moment))) return told('BOT_NOT_RUNNING');
  if (last !== null) {
    const { endAt, cycleId } = last;
    if (endAt === null || endAt.getTime() > stamp) return told('CYCLE_OPEN', { cycleId });
    const until = pauseAfter(judged, endAt);
    if (reading.closedAt < until) return told('COOLDOWN', { pausedUntil: maybeTimeText(until) });
  }
  if (await wereEntriesOff(tx, ownerId, judged, moment.at)) return told('ENTRIES_OFF');
  if (!entry.isWanted) return told(restraintOf(judged));
  return told(await blockOf(tx, ownerId, judged, { by: moment.at, last }));
}

function told(outcome: Outcome, more: Partial<Told> = {}): Told {
  return { outcome, pausedUntil: null, cycleId: null, ...more };
}

function silenceOf({ reading }: PastEntry): Outcome {
  const truth = reading.nodes.find(({ path }) => path.length === 0)?.truth ?? 'unknown';
  return ({ true: 'SIGNAL_HELD', false: 'SIGNAL_FALSE', unknown: 'SIGNAL_UNKNOWN' } as const)[truth];
}

/** Pauses end at the closes of minutes. */
function pauseAfter({ row: { snapshot } }: Judged, endAt: Date): Instant {
  const { kind, params } = snapshot.bot;
  const { cooldownMs } = familyOf(kind).ladderOf(params);
  return instantOf(cooldownMs === 0 ? 0 : Math.ceil((endAt.getTime() + cooldownMs) / MINUTE_MS) * MINUTE_MS);
}

async function wereEntriesOff(tx: Tx, ownerId: string, { row, asked }: Judged, by: Date): Promise<boolean> {
  const note = await lastNoteBy(tx, ownerId, {
    ...{ botId: asked.botId, atom: null, code: 'ENTRIES_CHANGED' },
    ...{ after: null, by },
  });
  if (note !== undefined) return note.figures[asked.direction] === 'off';
  const later = await lastNoteBy(tx, ownerId, {
    ...{ botId: asked.botId, atom: null, code: 'ENTRIES_CHANGED' },
    ...{ after: by, by: new Date(FAR) },
  });
  if (later !== undefined) return false; // It is not known how they stood before their first change.
  const { isEnterBuyEnabled, isEnterSellEnabled } = row.snapshot.bot;
  return !(asked.direction === 'buy' ? isEnterBuyEnabled : isEnterSellEnabled);
}

/** After every line of a log. */
const FAR = Date.UTC(9000, 0, 1);

/** What of its own rules held back an entry that acted. */
function restraintOf({ row: { snapshot }, asked, isRivalled }: Judged): Outcome {
  if (isRivalled) return 'BOTH_DIRECTIONS';
  const { kind, params } = snapshot.bot;
  const rules = familyOf(kind).rulesOf(params);
  const hasExit = rules.some(({ purpose, direction }) => purpose === 'exit' && direction === asked.direction);
  return hasExit ? 'EXIT_ACTS' : 'RANGE_UNKNOWN';
}

/** A block is noted when it begins; it lasts until a cycle opens or another block is noted. */
async function blockOf(
  tx: Tx,
  ownerId: string,
  { asked }: Judged,
  { by, last }: { readonly by: Date; readonly last: CycleSpan | null },
): Promise<Outcome> {
  const { botId, symbol, direction } = asked;
  const note = await lastNoteBy(tx, ownerId, {
    ...{ botId, atom: { symbol, direction }, code: 'ENTRY_BLOCKED' },
    ...{ after: last?.openedAt ?? null, by },
  });
  const reason = String(note?.figures['reason']);
  return BLOCKS.find((block) => block === reason) ?? 'NOT_RECORDED';
}

const BLOCKS = [
  'MAX_OPEN_CYCLES',
  'PORTFOLIO_LIMIT_EXCEEDED',
  'INSUFFICIENT_MARGIN',
  'LADDER_REFUSED',
  'ASSET_EXCLUDED',
] as const satisfies readonly Outcome[];
