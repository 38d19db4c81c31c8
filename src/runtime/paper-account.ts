import { assert } from '#base/assert.ts';
import type { Outcome } from '#base/errors.ts';
import { type Cash, sum, ZERO_CASH } from '#base/exact.ts';
import { HOUR_MS, type Instant, later, MINUTE_MS } from '#base/time.ts';
import type { Account, AccountInSimulation, BotSnapshot, MarketMinute } from '#engine/model/account.ts';
import type { BotCommand } from '#engine/model/bot.ts';
import { CLOSE_OFFSET_MS } from '#engine/model/candle.ts';
import { type AccountRecord, cycleIdOf } from '#engine/model/record.ts';
import type { AccountBatch } from '#storage/recorder/recorder.ts';
import { addRealized, type RealizedByBot } from './realized.ts';

/** Equity of a bot at a full market hour. */
type HourSample = AccountBatch['hours'][number];

/** One portfolio in memory: its account, and what it has decided since its last batch was taken. */
export interface PaperAccount {
  /** Its orders go to an exchange: its exchange account runs its minutes and stores what it decides. */
  readonly isLive?: true;
  readonly ownerId: string;
  readonly portfolioId: string;
  readonly account: Account & Pick<AccountInSimulation, 'advance'>;
  /** Open of the last minute it has processed. */
  minute: Instant;
  /** Behind the market: it catches up before it accepts commands. */
  isLagging: boolean;
  /** Number of the next trade in the account's own order of events. */
  tradeSeq: number;
  readonly realized: RealizedByBot;
  /** Names of its bots that are not deleted, by bot. */
  readonly names: Map<string, string>;
  /** Open cycles by bot: only these bots change with the price. */
  readonly openCycles: Map<string, Set<string>>;
  /** Deleted bots whose last state is in the batch that was taken; the next batch is taken only when that one is stored. */
  readonly leaving: Set<string>;
  /** What bots had realised that left or were deleted since the last full hour: they are sampled once more. */
  readonly parting: Map<string, Cash>;
  pending: Pending;
}

interface Pending {
  readonly records: AccountRecord[];
  readonly bots: Set<string>;
  readonly hours: HourSample[];
  /** The minute moved on or the wallet changed, and that must be stored even without a record. */
  isCheckpoint: boolean;
}

export type NewPaperAccount = Omit<PaperAccount, 'pending' | 'openCycles' | 'leaving' | 'parting'> &
  Partial<Pick<PaperAccount, 'parting'>>;

/** Wraps an account; its open cycles follow from its snapshot. */
export function paperAccount(fields: NewPaperAccount): PaperAccount {
  const openCycles = new Map<string, Set<string>>();
  for (const { bot } of fields.account.snapshot().bots) {
    for (const { symbol, direction, cycle } of bot.atoms) {
      if (cycle === null || cycle.endAt !== null) continue;
      noteCycle(openCycles, bot.botId, {
        id: cycleIdOf({ botId: bot.botId, symbol, direction }, cycle.seq),
        isOpen: true,
      });
    }
  }
  return { parting: new Map(), ...fields, openCycles, leaving: new Set(), pending: nothing() };
}

function nothing(): Pending {
  return { records: [], bots: new Set(), hours: [], isCheckpoint: false };
}

/** Runs the next minute of the account and keeps its records for the next batch. */
export function advanceAccount(paper: PaperAccount, minute: MarketMinute): void {
  assert(minute.time === paper.minute + MINUTE_MS, 'minutes come in order');
  const records = paper.account.advance(minute);
  paper.minute = minute.time;
  if (records.length > 0) keepRecords(paper, records);
  const closedAt = later(minute.time, MINUTE_MS);
  if (closedAt % HOUR_MS === 0) sampleHour(paper, closedAt);
}

/** Carries out a command between two minutes, stamped with the close of the last one; a refusal changes nothing. */
export function commandAccount(paper: PaperAccount, command: BotCommand): Outcome<readonly AccountRecord[]> {
  const outcome = paper.account.command(command, later(paper.minute, CLOSE_OFFSET_MS));
  if (!outcome.ok) return outcome;
  keepRecords(paper, outcome.value);
  return outcome;
}

/** Keeps records for the next batch. */
export function keepRecords(paper: PaperAccount, records: readonly AccountRecord[]): void {
  const { pending } = paper;
  pending.isCheckpoint = true;
  for (const record of records) {
    pending.records.push(record);
    const botId = botIdOf(record);
    if (botId !== null) pending.bots.add(botId);
    if (record.type === 'cycle') {
      const id = cycleIdOf(record, record.cycle.seq);
      noteCycle(paper.openCycles, record.botId, { id, isOpen: record.cycle.endAt === null });
    }
    if (record.type === 'bot' && record.bot.state === 'DELETED') forget(paper, record.bot.botId);
  }
  addRealized(paper.realized, records);
}

function forget(paper: PaperAccount, botId: string): void {
  part(paper, botId);
  paper.realized.delete(botId);
}

function part({ names, realized, parting }: PaperAccount, botId: string): void {
  names.delete(botId);
  const had = realized.get(botId);
  if (had !== undefined) parting.set(botId, had);
}

/**
 * Moves what is kept of a bot beside its account to the account that it has just joined. What it realised here stays; a bot
 * that comes back goes on from there. Its states are stored with the account that it is in.
 */
export function handOver(source: PaperAccount, target: PaperAccount, botId: string): void {
  target.names.set(botId, source.names.get(botId) ?? '');
  part(source, botId);
  target.parting.delete(botId);
  const isState = (record: AccountRecord): boolean => record.type === 'bot' && record.bot.botId === botId;
  const { records } = source.pending;
  target.pending.records.unshift(...records.filter(isState));
  records.splice(0, records.length, ...records.filter((record) => !isState(record)));
}

function noteCycle(
  openCycles: Map<string, Set<string>>,
  botId: string,
  cycle: { readonly id: string; readonly isOpen: boolean },
): void {
  const open = openCycles.get(botId) ?? new Set();
  if (cycle.isOpen) open.add(cycle.id);
  else open.delete(cycle.id);
  if (open.size > 0) openCycles.set(botId, open);
  else openCycles.delete(botId);
}

function botIdOf(record: AccountRecord): string | null {
  if (record.type === 'ledger') return null;
  return record.type === 'bot' ? record.bot.botId : record.botId;
}

/** Every bot that ever ran has one point an hour, so that the equity of a portfolio is a plain sum. */
function sampleHour(paper: PaperAccount, at: Instant): void {
  for (const botId of paper.names.keys()) {
    const state = paper.account.bot(botId)?.bot.state;
    if (state === undefined || state === 'CREATED' || state === 'DELETED') continue;
    const isOpen = paper.openCycles.has(botId);
    const unrealized = isOpen ? sum(paper.account.views(botId).map((view) => view.unrealized)) : ZERO_CASH;
    paper.pending.hours.push({ botId, at, realized: paper.realized.get(botId) ?? ZERO_CASH, unrealized });
  }
  for (const [botId, realized] of paper.parting) {
    paper.pending.hours.push({ botId, at, realized, unrealized: ZERO_CASH });
  }
  paper.parting.clear();
}

/** How many rows wait to be stored; the measure of back-pressure. */
export function pendingCount({ pending }: PaperAccount): number {
  return pending.records.length + pending.hours.length;
}

/** Everything since the last batch, or null when there is nothing to store. */
export function takeAccountBatch(paper: PaperAccount): AccountBatch | null {
  const { pending } = paper;
  for (const botId of paper.leaving) paper.account.forget(botId);
  paper.leaving.clear();
  if (pending.records.length === 0 && pending.hours.length === 0 && !pending.isCheckpoint) return null;
  paper.pending = nothing();
  const firstSeq = paper.tradeSeq;
  paper.tradeSeq += pending.records.filter((record) => record.type === 'trade').length;
  const snapshots = [...pending.bots]
    .map((botId) => paper.account.bot(botId))
    .filter((snapshot): snapshot is BotSnapshot => snapshot !== null);
  for (const { bot } of snapshots) if (bot.state === 'DELETED') paper.leaving.add(bot.botId);
  return {
    ownerId: paper.ownerId,
    portfolioId: paper.portfolioId,
    records: pending.records,
    wallet: paper.account.wallet(),
    minute: paper.minute,
    bots: snapshots,
    hours: pending.hours,
    firstSeq,
  };
}
