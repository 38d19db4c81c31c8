import type { z } from 'zod/mini';
import { searchedText } from '#base/typed/typed-text.ts';
import {
  categoryColour,
  createTradeCategory,
  deleteTradeCategory,
  getTradeCategories,
  orderTradeCategories,
  setTradeCategory,
  type tradeCategory,
} from '#contract/assets/trade-category.ts';
import { TRADE_CATEGORIES_MAX } from '#contract/limits.ts';
import { defaultCategories, EXCLUDED_CATEGORY } from '#storage/assets/default-categories.ts';
import {
  deleteTradeCategoryRow,
  holdTradeCategories,
  insertTradeCategory,
  listTradeCategories,
  type TradeCategoryRow,
  updateTradeCategory,
} from '#storage/assets/trade-categories.ts';
import type { Tx } from '#storage/database/database.ts';
import type { Context } from '../http/context.ts';
import { ProblemError } from '../http/problem.ts';
import { type Route, route, storedRoute } from '../http/route.ts';

type Category = z.output<typeof tradeCategory>;

/** The user's trade categories: five that everybody has, and own ones. */
export function categoryRoutes(): Route[] {
  return [
    storedRoute(getTradeCategories, (context) => listed(context)),
    route(createTradeCategory, create),
    route(setTradeCategory, change),
    route(orderTradeCategories, order),
    route(deleteTradeCategory, remove),
  ];
}

async function listed({ caller, read }: Pick<Context<typeof getTradeCategories>, 'caller' | 'read'>) {
  const rows = await read((tx) => listTradeCategories(tx, caller.userId));
  return { items: rows.map(presentCategory) };
}

async function create(context: Context<typeof createTradeCategory>): Promise<Category> {
  const { body, caller } = context;
  const tradeCategoryId = context.newId();
  await context.write('assets', async (tx) => {
    const rows = await holdTradeCategories(tx, caller.userId);
    refuseTaken(rows, body.name, null);
    if (rows.length >= TRADE_CATEGORIES_MAX) throw new ProblemError('TRADE_CATEGORIES_FULL');
    const position = Math.max(...rows.map((row) => row.position)) + 1;
    await insertTradeCategory(tx, { ownerId: caller.userId, tradeCategoryId, ...body, position });
    return { event: 'trade-category-created', details: { tradeCategoryId, name: body.name } };
  });
  return stored(context, tradeCategoryId);
}

async function change(context: Context<typeof setTradeCategory>): Promise<Category> {
  const { caller } = context;
  const { tradeCategoryId } = context.body;
  const { userId: ownerId } = caller;
  await context.write('assets', async (tx) => {
    const rows = await holdTradeCategories(tx, ownerId);
    const row = ownCategory(rows, tradeCategoryId);
    const { name = row.name, colour = row.colour } = context.body;
    refuseTaken(rows, name, tradeCategoryId);
    if (name === row.name && colour === row.colour) return null;
    await updateTradeCategory(tx, { ownerId, tradeCategoryId }, { name, colour });
    return { event: 'trade-category-changed', details: { tradeCategoryId, name, colour } };
  });
  return stored(context, tradeCategoryId);
}

async function order(context: Context<typeof orderTradeCategories>) {
  const { caller, body } = context;
  const { tradeCategoryIds: ids } = body;
  const { userId: ownerId } = caller;
  await context.write('assets', async (tx) => {
    const rows = await holdTradeCategories(tx, ownerId);
    for (const id of ids) ownCategory(rows, id);
    if (ids.length !== rows.length || new Set(ids).size !== ids.length) throw new ProblemError('ORDER_INCOMPLETE');
    for (const [index, tradeCategoryId] of ids.entries()) {
      await updateTradeCategory(tx, { ownerId, tradeCategoryId }, { position: index + 1 });
    }
    return { event: 'trade-categories-ordered', details: { tradeCategoryIds: ids.join(' ') } };
  });
  return listed(context);
}

async function remove(context: Context<typeof deleteTradeCategory>) {
  const { params, caller } = context;
  const { id: tradeCategoryId } = params;
  const { userId: ownerId } = caller;
  await context.write('assets', async (tx) => {
    const { name } = ownCategory(await holdTradeCategories(tx, ownerId), tradeCategoryId);
    if (defaultOf(tradeCategoryId) !== undefined) throw new ProblemError('TRADE_CATEGORY_FIXED');
    await deleteTradeCategoryRow(tx, { ownerId, tradeCategoryId });
    return { event: 'trade-category-deleted', details: { tradeCategoryId, name } };
  });
  return { tradeCategoryId, isDeleted: true };
}

async function stored({ caller, read }: Pick<Context<typeof setTradeCategory>, 'caller' | 'read'>, id: string) {
  return presentCategory(await read(async (tx) => ownCategory(await listTradeCategories(tx, caller.userId), id)));
}

/** @throws ProblemError when the owner has no such category */
export async function refuseUnknownCategory(tx: Tx, ownerId: string, id: string): Promise<void> {
  ownCategory(await listTradeCategories(tx, ownerId), id);
}

function ownCategory(rows: readonly TradeCategoryRow[], id: string): TradeCategoryRow {
  const row = rows.find(({ tradeCategoryId }) => tradeCategoryId === id);
  if (row === undefined) throw new ProblemError('TRADE_CATEGORY_NOT_FOUND');
  return row;
}

/** Names that differ only in capitals or in how they were typed count as the same. */
function refuseTaken(rows: readonly TradeCategoryRow[], name: string, except: string | null): void {
  const isSame = (row: TradeCategoryRow): boolean => searchedText(row.name) === searchedText(name);
  if (!rows.some((row) => row.tradeCategoryId !== except && isSame(row))) return;
  throw new ProblemError('NAME_TAKEN', [{ code: 'TAKEN', detail: 'is taken', path: ['name'] }]);
}

const defaultOf = (id: string) => defaultCategories.find((one) => one.id === id);

function presentCategory({ tradeCategoryId, name, colour, position }: TradeCategoryRow): Category {
  return {
    tradeCategoryId,
    name,
    hasDefaultName: defaultOf(tradeCategoryId)?.name === name,
    colour: categoryColour.parse(colour),
    position,
    isDefault: defaultOf(tradeCategoryId) !== undefined,
    isExcluding: tradeCategoryId === EXCLUDED_CATEGORY,
  };
}
