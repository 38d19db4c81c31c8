import * as z from 'zod/mini';
import { call } from '../call.ts';
import { count, dateOrInstant, decimalText, id, instantText, maybeDecimal } from '../fields.ts';

/** Sums over ended cycles, USDT: result = gross + funding − commission − liquidation fee. */
const sums = {
  cycles: count,
  wins: count,
  /** Share of the cycles that won, percent with two decimals; null without a cycle. */
  winPercent: maybeDecimal,
  gross: decimalText,
  /** In the gross result: what fills cost beyond the prices at which they were decided; negative where they gained. */
  slippage: decimalText,
  commission: decimalText,
  /** Positive when received. */
  funding: decimalText,
  liquidationFee: decimalText,
  result: decimalText,
};

/** One value of what results are divided by; the values of a list add up to the total, to the last digit. */
export const resultPart = z.object({
  /** A symbol, `buy` or `sell`, a reason as cycles have it, or the version of a strategy. */
  value: z.string(),
  /** Of a version: the name of its strategy; null without one, and for the other lists. */
  strategy: z.nullable(z.string()),
  ...sums,
});

/** How far ladders were used: one step of them, 0 being the base order. Steps without a cycle that had them are left out. */
export const stepUse = z.object({
  step: count,
  /** Ended cycles whose ladder has this step, and those of them in which it filled. */
  had: count,
  reached: count,
  /** Reached of had, percent with two decimals. */
  reachedPercent: decimalText,
  /** Cycles in which it was the last one that filled, how many of them won, and their net result, USDT. */
  cycles: count,
  wins: count,
  result: decimalText,
});

/** Whole UTC days: from that of `dateFrom` to that of `dateTo`, both included. */
export const getPortfolioBreakdown = call({
  name: 'getPortfolioBreakdown',
  method: 'GET',
  path: '/api/get-portfolio-breakdown',
  summary: 'Get what the result of a portfolio is made of: costs, and sums by symbol, side, reason and version.',
  access: 'user',
  query: z.strictObject({
    portfolioId: id,
    dateFrom: z.optional(dateOrInstant),
    dateTo: z.optional(dateOrInstant),
  }),
  reply: z.object({
    portfolioId: id,
    dateFrom: instantText,
    dateTo: instantText,
    total: z.object(sums),
    symbols: z.array(resultPart),
    sides: z.array(resultPart),
    reasons: z.array(resultPart),
    versions: z.array(resultPart),
    /** The base order first; empty without an ended cycle. The cycles and results of all add up to the total. */
    steps: z.array(stepUse),
  }),
  status: 200,
  refusals: ['PORTFOLIO_NOT_FOUND', 'PERIOD_REVERSED'],
});
