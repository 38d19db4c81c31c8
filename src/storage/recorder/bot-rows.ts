import type { Instant } from '#base/time.ts';
import type { BotSnapshot } from '#engine/model/account.ts';
import type { BotState, EngineBot } from '#engine/model/bot.ts';
import { atomIdOf, type BotRecord, runIdOf } from '#engine/model/record.ts';
import type { NewRow } from '../database/rows/insert-rows.ts';
import type { RunsTable } from '../database/schema.ts';
import type { AccountBatch, StoredCommand } from './account-batch.ts';

/** The columns of a bot's row that the engine changes. */
export type ChangedBot = Pick<
  NewRow<'bots'>,
  'botId' | 'state' | 'stateReason' | 'runNo' | 'snapshot' | 'pendingVersion' | 'deletedAt'
>;

/** The row of a bot that a command creates; null for other commands. */
export function newBotRow(stored: StoredCommand, kind: NewRow<'bots'>['kind']): NewRow<'bots'> | null {
  const { command, row, ownerId, portfolioId, at } = stored;
  if (command.type !== 'create' || row === undefined) return null;
  const { bot } = command;
  const { name, comment, strategyId, strategyVersion } = row;
  return {
    botId: bot.botId,
    ownerId,
    portfolioId,
    kind,
    ...{ name, comment, strategyId, strategyVersion },
    symbols: bot.symbols,
    pendingVersion: null,
    state: bot.state,
    stateReason: bot.stateReason,
    runNo: bot.runNo,
    snapshot: { bot, netCycles: [] },
    cyclesClosed: 0,
    createdAt: new Date(at),
    startedAt: null,
    finishedAt: null,
    deletedAt: null,
  };
}

/** Every bot that changed, in its state after the batch. */
export function changedBots(batch: AccountBatch): readonly ChangedBot[] {
  const changed = new Map<string, ChangedBot>();
  const deleted = new Map<string, Date>();
  for (const record of batch.records) {
    if (record.type !== 'bot') continue;
    if (record.bot.state === 'DELETED') deleted.set(record.bot.botId, new Date(record.at));
    changed.set(record.bot.botId, changedBot({ bot: record.bot, netCycles: [] }));
  }
  for (const snapshot of batch.bots) changed.set(snapshot.bot.botId, changedBot(snapshot));
  return [...changed.values()].map((bot) => ({ ...bot, deletedAt: deleted.get(bot.botId) ?? null }));
}

function changedBot(snapshot: BotSnapshot): ChangedBot {
  const { bot } = snapshot;
  const { botId, state, stateReason, runNo } = bot;
  return { botId, state, stateReason, runNo, snapshot, pendingVersion: pendingVersion(bot), deletedAt: null };
}

/** The version that has to wait because an open cycle keeps the one it was opened with. */
function pendingVersion({ atoms, paramsVersion }: EngineBot): number | null {
  const isWaiting = atoms.some(({ cycle }) => cycle !== null && cycle.paramsVersion !== paramsVersion);
  return isWaiting ? paramsVersion : null;
}

export function atomRows(batch: AccountBatch): readonly NewRow<'atoms'>[] {
  return batch.bots.flatMap(({ bot }) =>
    bot.atoms.map((state) => ({
      atomId: atomIdOf({ botId: bot.botId, symbol: state.symbol, direction: state.direction }),
      ownerId: batch.ownerId,
      botId: bot.botId,
      symbol: state.symbol,
      direction: state.direction,
      state,
    })),
  );
}

const END_KIND: Partial<Record<BotState, NonNullable<RunsTable['endKind']>>> = {
  FINISHED: 'finish',
  STOPPED: 'stop',
  ERROR: 'error',
};

/** Runs that the batch touches: the first running state starts one, the first resting state ends it. */
export function runRows(batch: AccountBatch): readonly NewRow<'runs'>[] {
  const runs = new Map<string, NewRow<'runs'>>();
  for (const record of batch.records) {
    if (record.type !== 'bot') continue;
    const id = runIdOf(record.bot.botId, record.bot.runNo);
    runs.set(id, runAfter(record, runs.get(id) ?? newRun(batch.ownerId, id, record)));
  }
  return [...runs.values()];
}

function newRun(ownerId: string, strategyExecutorId: string, { bot }: BotRecord): NewRow<'runs'> {
  const { botId, runNo, params, paramsVersion } = bot;
  const none = { startedAt: null, endedAt: null, endKind: null };
  return { strategyExecutorId, ownerId, botId, runNo, strategyVersion: paramsVersion, params, ...none };
}

function runAfter({ bot, at }: BotRecord, run: NewRow<'runs'>): NewRow<'runs'> {
  const endKind = END_KIND[bot.state] ?? null;
  const latest = { ...run, strategyVersion: bot.paramsVersion, params: bot.params };
  if (endKind !== null) return { ...latest, endKind: run.endKind ?? endKind, endedAt: run.endedAt ?? dateOf(at) };
  return bot.state === 'RUNNING' ? { ...latest, startedAt: run.startedAt ?? dateOf(at) } : latest;
}

function dateOf(at: Instant): Date {
  return new Date(at);
}
