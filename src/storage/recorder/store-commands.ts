import { sql } from 'kysely';
import { kindEntry } from '#engine/bots/registry.ts';
import type { BotKind } from '#engine/model/bot.ts';
import type { Tx } from '../database/database.ts';
import { insertRows, type NewRow } from '../database/rows/insert-rows.ts';
import { uniqueNameOf } from '../database/unique-name.ts';
import { rememberEffect } from '../idempotency.ts';
import { addPromisedVersion } from '../strategies.ts';
import type { StoredCommand } from './account-batch.ts';
import { newBotRow } from './bot-rows.ts';

/**
 * Stores commands in the order in which they were carried out, and their effects that are in no record.
 * @returns those that no earlier attempt has stored
 */
export async function storeCommands(tx: Tx, commands: readonly StoredCommand[]): Promise<readonly StoredCommand[]> {
  if (commands.length === 0) return [];
  const fresh = await notStored(tx, commands);
  const wallAt = new Date();
  const rows = commands.map((stored) => ({
    commandId: uniqueNameOf(stored),
    ownerId: stored.ownerId,
    portfolioId: stored.portfolioId,
    botId: stored.botId,
    afterMinute: stored.afterMinute === null ? null : new Date(stored.afterMinute),
    at: new Date(stored.at),
    command: stored.command,
    wallAt,
  }));
  await insertRows(tx, 'commands', { rows, key: ['commandId'], onConflict: 'keep' });
  await storeBotsInOrder(tx, commands);
  await insertRows(tx, 'manualDeals', { rows: commands.flatMap(dealRows), key: ['manualDealId'], onConflict: 'keep' });
  for (const stored of commands) {
    await storeSettings(tx, stored);
    const { answer, ownerId } = stored;
    if (answer !== undefined) await rememberEffect(tx, { ownerId, ...answer });
  }
  return fresh;
}

async function notStored(tx: Tx, commands: readonly StoredCommand[]): Promise<readonly StoredCommand[]> {
  const rows = await tx
    .selectFrom('commands')
    .select('commandId')
    .where('commandId', 'in', commands.map(uniqueNameOf))
    .execute();
  const stored = new Set(rows.map(({ commandId }) => commandId));
  return commands.filter((command) => !stored.has(uniqueNameOf(command)));
}

/**
 * Which bots there are, in the order of the commands: one that moves is the last of its portfolio, as it is in the engine, and
 * a name is free again before somebody else has it.
 */
async function storeBotsInOrder(tx: Tx, commands: readonly StoredCommand[]): Promise<void> {
  let from = 0;
  for (const [index, stored] of commands.entries()) {
    if (stored.command.type !== 'join' && stored.command.type !== 'delete') continue;
    await storeNewBots(tx, commands.slice(from, index));
    await (stored.command.type === 'join' ? storeMove(tx, stored) : storeDeletion(tx, stored));
    from = index + 1;
  }
  await storeNewBots(tx, commands.slice(from));
}

async function storeMove(tx: Tx, { botId, ownerId, portfolioId }: StoredCommand): Promise<void> {
  await sql`
    update portfolios set execution = before.execution
      from bots join portfolios as before on before.portfolio_id = bots.portfolio_id
     where bots.owner_id = ${ownerId} and bots.bot_id = ${botId}
       and portfolios.portfolio_id = ${portfolioId} and portfolios.execution is null`.execute(tx);
  await sql`
    update bots set portfolio_id = ${portfolioId}, created_seq = default
     where owner_id = ${ownerId} and bot_id = ${botId}`.execute(tx);
}

async function storeDeletion(tx: Tx, { botId, at }: StoredCommand): Promise<void> {
  await tx
    .updateTable('bots')
    .set({ state: 'DELETED', deletedAt: new Date(at) })
    .where('botId', '=', botId)
    .where('deletedAt', 'is', null)
    .execute();
}

async function storeNewBots(tx: Tx, commands: readonly StoredCommand[]): Promise<void> {
  const creations = commands.filter((stored) => stored.command.type === 'create');
  if (creations.length === 0) return;
  const portfolioIds = creations.map((stored) => stored.portfolioId);
  const found = await tx
    .selectFrom('portfolios')
    .select(['portfolioId', 'kind'])
    .where('portfolioId', 'in', portfolioIds)
    .execute();
  const kinds = new Map(found.map(({ portfolioId, kind }) => [portfolioId, kind]));
  const bots = creations.flatMap((stored) => {
    const kind = kinds.get(stored.portfolioId);
    const row = kind === undefined ? null : newBotRow(stored, kind); // The portfolio was deleted; its new bots go with it.
    return row === null ? [] : [row];
  });
  const strategies = await keepStrategies(tx, bots);
  for (const stored of creations) {
    if (strategies.has(stored.addsVersionTo?.strategyId ?? '')) await storePromisedVersion(tx, stored);
  }
  const rows = bots.map((bot) =>
    bot.strategyId === null || strategies.has(bot.strategyId)
      ? bot
      : { ...bot, strategyId: null, strategyVersion: null },
  );
  await insertRows(tx, 'bots', { rows, key: ['botId'], onConflict: 'keep' });
  await fixExecutions(tx, creations, kinds);
}

/** Which strategies of new bots there still are; they cannot be deleted before the bots are committed. */
async function keepStrategies(tx: Tx, bots: readonly NewRow<'bots'>[]): Promise<ReadonlySet<string>> {
  const strategyIds = bots.flatMap(({ strategyId }) => (strategyId === null ? [] : [strategyId]));
  if (strategyIds.length === 0) return new Set();
  const rows = await tx
    .selectFrom('strategies')
    .select('strategyId')
    .where('strategyId', 'in', strategyIds)
    .forKeyShare()
    .execute();
  return new Set(rows.map(({ strategyId }) => strategyId));
}

/** The first bot fixes how its portfolio trades. */
async function fixExecutions(
  tx: Tx,
  creations: readonly StoredCommand[],
  kinds: ReadonlyMap<string, BotKind>,
): Promise<void> {
  const firsts = new Map(creations.toReversed().map(({ portfolioId, row }) => [portfolioId, row?.execution]));
  for (const [portfolioId, kind] of kinds) {
    await tx
      .updateTable('portfolios')
      .set({ execution: firsts.get(portfolioId) ?? kindEntry(kind).executions[0] })
      .where('portfolioId', '=', portfolioId)
      .where('execution', 'is', null)
      .execute();
  }
}

function dealRows(stored: StoredCommand): readonly NewRow<'manualDeals'>[] {
  const { command, deal, ownerId, portfolioId, at } = stored;
  if (command.type !== 'order-deal' || deal === undefined) return [];
  const { botId, symbol, direction, kind, size, orderType, price } = command;
  const { dealId, comment, cycleId, orderId } = deal;
  return [
    {
      ...{ manualDealId: dealId, ownerId, portfolioId, botId, cycleId, orderId },
      ...{ symbol, direction, kind, orderType, price, comment },
      sizeUnit: size?.unit ?? null,
      size: size?.value ?? null,
      createdAt: new Date(at),
    },
  ];
}

async function storeSettings(tx: Tx, stored: StoredCommand): Promise<void> {
  const { command, ownerId, portfolioId, strategyVersion, comment } = stored;
  if (command.type === 'set-limit') {
    await tx
      .updateTable('portfolios')
      .set({ limitUsdt: command.limit, ...(comment === undefined ? {} : { comment }) })
      .where('ownerId', '=', ownerId)
      .where('portfolioId', '=', portfolioId)
      .execute();
  }
  if (command.type === 'apply-params' && strategyVersion !== undefined) {
    await storePromisedVersion(tx, stored);
    await tx.updateTable('bots').set({ strategyVersion }).where('botId', '=', command.botId).execute();
  }
}

async function storePromisedVersion(tx: Tx, { command, addsVersionTo, ...stored }: StoredCommand): Promise<void> {
  const given = givenParams(command);
  if (given === null || addsVersionTo === undefined) return;
  const { strategyId } = addsVersionTo;
  const { params, paramsVersion: version } = given;
  await addPromisedVersion(tx, {
    strategyId,
    ownerId: stored.ownerId,
    version,
    params,
    createdAt: new Date(stored.at),
  });
}

/** The parameters that a command gives to a bot, and the version that they are; null for other commands. */
function givenParams(command: StoredCommand['command']) {
  if (command.type === 'create') return command.bot;
  return command.type === 'apply-params' ? command : null;
}
