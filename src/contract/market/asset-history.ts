import * as z from 'zod/mini';
import { call } from '../call.ts';
import { count, decimalText, instantText, limitUpTo, maybeDecimal, pageOf, symbolName } from '../fields.ts';
import { QUERY_TEXT_LENGTH_MAX } from '../limits.ts';

const ROWS_MAX = 1_000;
const ROWS_USUAL = 300;

const query = z.strictObject({
  symbol: symbolName,
  limit: limitUpTo(ROWS_MAX, ROWS_USUAL),
  cursor: z.optional(z.string().check(z.maxLength(QUERY_TEXT_LENGTH_MAX))),
});

/** What a long has paid over the last days, at one settlement after the other. */
const heldCost = z.object({
  days: count,
  /** The sum of the rates, in percent of the notional. Null: the contract is younger, or settlements are missing. */
  percent: maybeDecimal,
  /** How many of these days are stored, and how many the contract's interval lets expect beyond them. */
  settlements: count,
  settlementsMissing: count,
});

/** Settlements as the exchange made them, at times that it sets; a rate below zero was paid by shorts. */
export const getFundingHistory = call({
  name: 'getFundingHistory',
  method: 'GET',
  path: '/api/get-funding-history',
  summary: 'List the settled funding of a contract that is stored, newest first, and what a long has paid lately.',
  access: 'user',
  query,
  reply: z.extend(pageOf(z.object({ settledAt: instantText, ratePercent: decimalText })), {
    fundingHours: count,
    held: z.array(heldCost),
  }),
  status: 200,
  refusals: ['SYMBOL_UNKNOWN', 'CURSOR_INVALID'],
});

/** What was held open at hours; the exchange tells only of the last month, so this goes back to when it was first asked. */
export const getOpenInterestHistory = call({
  name: 'getOpenInterestHistory',
  method: 'GET',
  path: '/api/get-open-interest-history',
  summary: 'List the open interest of a contract that has been collected, newest first.',
  access: 'user',
  query,
  reply: pageOf(
    z.object({
      toldAt: instantText,
      /** In units of the base asset. */
      quantity: decimalText,
      /** What a unit cost then, and all of them, USDT. */
      price: decimalText,
      notional: decimalText,
    }),
  ),
  status: 200,
  refusals: ['SYMBOL_UNKNOWN', 'CURSOR_INVALID'],
});
