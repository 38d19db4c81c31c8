import * as z from 'zod/mini';
import { call } from '../call.ts';
import { count, givenName, id, listOf } from '../fields.ts';
import { TRADE_CATEGORIES_MAX } from '../limits.ts';

/** Names of the colours that the pages have for categories, in light and dark. */
export const categoryColour = z.enum(['blue', 'yellow', 'purple', 'teal', 'pink', 'grey']);

/** A trade category of the user. `excluded` is the one on whose assets no bot opens new cycles. */
export const tradeCategory = z.object({
  tradeCategoryId: id,
  name: z.string(),
  /** The name is the one that everybody begins with, so that pages say it in their language. */
  hasDefaultName: z.boolean(),
  colour: categoryColour,
  /** Its place, from 1. */
  position: count,
  /** Every user has it and it cannot be deleted. */
  isDefault: z.boolean(),
  /** Bots open no new cycles on its assets. */
  isExcluding: z.boolean(),
});

export const getTradeCategories = call({
  name: 'getTradeCategories',
  method: 'GET',
  path: '/api/trade-categories',
  summary: 'List the trade categories of the user in their order.',
  access: 'user',
  reply: listOf(tradeCategory),
  status: 200,
  refusals: [],
});

export const createTradeCategory = call({
  name: 'createTradeCategory',
  method: 'POST',
  path: '/api/create-trade-category',
  summary: 'Create a trade category behind the others.',
  access: 'user',
  body: z.strictObject({ name: givenName, colour: z._default(categoryColour, 'grey') }),
  reply: tradeCategory,
  status: 200,
  refusals: ['NAME_TAKEN', 'TRADE_CATEGORIES_FULL'],
});

/** A field left out stays as it is. */
export const setTradeCategory = call({
  name: 'setTradeCategory',
  method: 'POST',
  path: '/api/set-trade-category',
  summary: 'Rename a trade category, or give it another colour.',
  access: 'user',
  body: z.strictObject({ tradeCategoryId: id, name: z.optional(givenName), colour: z.optional(categoryColour) }),
  reply: tradeCategory,
  status: 200,
  refusals: ['TRADE_CATEGORY_NOT_FOUND', 'NAME_TAKEN'],
});

/** The ids are those of all categories, each once: somebody who knows only some of them cannot order them. */
export const orderTradeCategories = call({
  name: 'orderTradeCategories',
  method: 'POST',
  path: '/api/order-trade-categories',
  summary: 'Put the trade categories into another order, which names all of them.',
  access: 'user',
  body: z.strictObject({ tradeCategoryIds: z.array(id).check(z.maxLength(TRADE_CATEGORIES_MAX)) }),
  reply: listOf(tradeCategory),
  status: 200,
  refusals: ['TRADE_CATEGORY_NOT_FOUND', 'ORDER_INCOMPLETE'],
});

export const deleteTradeCategory = call({
  name: 'deleteTradeCategory',
  method: 'POST',
  path: '/api/delete-trade-category/:id',
  summary: 'Delete a trade category that is none of the default ones; its assets are then in none.',
  access: 'user',
  params: z.strictObject({ id }),
  reply: z.object({ tradeCategoryId: id, isDeleted: z.boolean() }),
  status: 200,
  refusals: ['TRADE_CATEGORY_NOT_FOUND', 'TRADE_CATEGORY_FIXED'],
});
