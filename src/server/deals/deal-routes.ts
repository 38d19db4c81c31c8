import * as z from 'zod/mini';
import type { Reply } from '#contract/call.ts';
import { getManualDeals, orderManualDeal, previewManualDeal, undoManualDeal } from '#contract/deals/manual-deal.ts';
import type { WantedDeal } from '#engine/model/bot.ts';
import type { UserCommand } from '#ports/runtime.ts';
import { type BotRow, findBot } from '#storage/bots.ts';
import type { Tx } from '#storage/database/database.ts';
import { findManualDeal, listManualDeals, type ManualDealRow } from '#storage/deals/manual-deals.ts';
import { cursorText, readCursor } from '../bots/cursor.ts';
import { refuseLive } from '../bots/kind-check.ts';
import type { Context } from '../http/context.ts';
import { ProblemError, problemOfReasons } from '../http/problem.ts';
import { type Route, route, shrinkingRoute, storedRoute } from '../http/route.ts';
import { presentDeal, presentEffect } from './present-deal.ts';

/** Deals that users make by hand in their bots. The engine decides on each, against the position as it stands. */
export function dealRoutes(): Route[] {
  return [
    storedRoute(getManualDeals, list),
    shrinkingRoute(orderManualDeal, order, ({ body }) => body.kind === 'reduce' || body.kind === 'close'),
    route(previewManualDeal, preview),
    shrinkingRoute(undoManualDeal, undo),
  ];
}

async function list({ caller, params, query, read }: Context<typeof getManualDeals>) {
  const { cycleId = null, offset, limit, cursor } = query;
  const before = cursor === undefined ? null : readDealCursor(cursor);
  const rows = await read(async (tx) => {
    const { botId } = await ownBotOfAnyKind(tx, caller.userId, params.id);
    return listManualDeals(tx, caller.userId, { botId, cycleId, offset, limit: limit + 1, before });
  });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const next = last === undefined ? null : cursorText([last.dealSeq]);
  return { items: shown.map(presentDeal), total: null, offset, limit, cursor: next };
}

/** The sequence number of the last row of the page before. */
function readDealCursor(cursor: string): string {
  return readCursor(cursor, z.tuple([z.string().check(z.regex(/^\d{1,18}$/))]))[0];
}

async function ownBotOfAnyKind(tx: Tx, ownerId: string, botId: string): Promise<BotRow> {
  const bot = await findBot(tx, ownerId, botId);
  if (bot === undefined) throw new ProblemError('BOT_NOT_FOUND');
  return bot;
}

async function order(context: Context<typeof orderManualDeal>): Promise<Reply<typeof orderManualDeal>> {
  const { body, caller, params, read } = context;
  const { portfolioId, botId, kind, state } = await read((tx) => ownBotOfAnyKind(tx, caller.userId, params.id));
  refuseLive(kind);
  if (!context.isRepeat && state === 'DELETED') throw new ProblemError('BOT_DELETED');
  const command: UserCommand = { type: 'order-deal', botId, ...wantedDeal(body) };
  const dealId = context.newId();
  await context.command(portfolioId, command, { deal: { dealId, comment: body.comment } });
  return presentDeal(await read((tx) => ownDeal(tx, caller.userId, dealId)));
}

async function preview({ body, caller, params, read, services: { runtime } }: Context<typeof previewManualDeal>) {
  const { portfolioId, botId, kind, state } = await read((tx) => ownBotOfAnyKind(tx, caller.userId, params.id));
  refuseLive(kind);
  if (state === 'DELETED') throw new ProblemError('BOT_DELETED');
  const command: UserCommand = { type: 'order-deal', botId, ...wantedDeal(body) };
  const outcome = await runtime.preview({ ownerId: caller.userId, portfolioId, command });
  if (!outcome.ok) throw problemOfReasons(outcome.reasons);
  return presentEffect(outcome.value, runtime.instruments);
}

/** @throws ProblemError MANUAL_DEAL_REFUSED when the body gives more than one size */
function wantedDeal(body: Context<typeof previewManualDeal>['body']): WantedDeal {
  const { symbol, direction, kind, orderType, price = null } = body;
  const sizes = (['qty', 'notional', 'percent'] as const).flatMap((unit) => {
    const value = body[unit];
    return value === undefined ? [] : [{ unit, value }];
  });
  const [size = null, other] = sizes;
  if (other !== undefined) {
    const detail = 'must be left out where another size is given';
    throw new ProblemError('MANUAL_DEAL_REFUSED', [{ code: 'SIZE_AMBIGUOUS', detail, path: [other.unit] }]);
  }
  return { symbol, direction, kind, orderType, price, size };
}

async function ownDeal(tx: Tx, ownerId: string, dealId: string): Promise<ManualDealRow> {
  const row = await findManualDeal(tx, ownerId, dealId);
  if (row === undefined) throw new ProblemError('MANUAL_DEAL_NOT_FOUND');
  return row;
}

async function undo(context: Context<typeof undoManualDeal>): Promise<Reply<typeof undoManualDeal>> {
  const { caller, params, read } = context;
  const { deal, bot } = await read(async (tx) => {
    const found = await ownDeal(tx, caller.userId, params.id);
    return { deal: found, bot: await ownBotOfAnyKind(tx, caller.userId, found.botId) };
  });
  refuseLive(bot.kind);
  const { botId, portfolioId, symbol, direction, cycleSeq, number } = deal;
  if (!context.isRepeat) {
    if (deal.state === 'CANCELED') return { manualDealId: params.id, changed: false };
    if (bot.state === 'DELETED') throw new ProblemError('BOT_DELETED');
  }
  const place = { symbol, direction, cycleSeq, order: number };
  const done = await context.command(portfolioId, { type: 'undo-deal', botId, ...place });
  return { manualDealId: params.id, changed: done?.changed ?? true };
}
