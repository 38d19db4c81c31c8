import * as z from 'zod/mini';
import { call } from '../call.ts';
import { closeReason } from '../cycle.ts';
import { botKind, count, decimalText, id, maybeDecimal } from '../fields.ts';

/** A fall of the market in percent that a stress test may ask for. */
export const STRESS_PERCENT_MAX = 90;

/** How far a symbol falls, and why so far. */
export const stressedSymbol = z.object({
  symbol: z.string(),
  /** The mark before the fall, and after it. */
  price: decimalText,
  stressedPrice: decimalText,
  /** What the symbol moves for each percent of bitcoin, with two decimals: 1 where it is not known. */
  beta: decimalText,
  /** As measured, null where too few daily returns are stored: then `beta` is 1. */
  measuredBeta: maybeDecimal,
  /** Daily returns that it was measured from. */
  returns: count,
});

/** A position before the fall, and what becomes of it; amounts in USDT. */
export const stressedPosition = z.object({
  symbol: z.string(),
  direction: z.enum(['buy', 'sell']),
  /** What it does to the equity of its portfolio. */
  change: decimalText,
  levelsFilled: count,
  levelsTotal: count,
  /** The steps that fill during the fall, nearest first. */
  stepsTaken: z.array(count),
  /** Steps that wait for a rule are not taken in a stress test. */
  hasStepRule: z.boolean(),
  /** Why the position ends, and how far the market has fallen by then, in percent; null when it outlives the fall. */
  end: z.nullable(
    z.object({
      reason: closeReason,
      marketPercent: decimalText,
    }),
  ),
});

export const stressedBot = z.object({
  botId: id,
  name: z.string(),
  kind: botKind,
  portfolioId: id,
  /** Sum of the changes of its positions. */
  change: decimalText,
  positions: z.array(stressedPosition),
});

export const stressedPortfolio = z.object({
  portfolioId: id,
  name: z.string(),
  /** `equityAfter − equity` is the sum of the changes of its bots, to the last digit. */
  equity: decimalText,
  equityAfter: decimalText,
  /**
   * What could still be pledged: the wallet without the margin of isolated positions, with what cross positions have
   * gained or lost, less their initial margin.
   */
  freeMargin: decimalText,
  freeMarginAfter: decimalText,
});

/** The market falls by a percent of bitcoin's price within an hour, and every coin by its beta times as much. */
export const getStressTest = call({
  name: 'getStressTest',
  method: 'GET',
  path: '/api/get-stress-test',
  summary:
    'Let the market fall, and see which bots average, are stopped or are liquidated, the bot that loses most first.',
  access: 'user',
  query: z.strictObject({
    marketPercent: z
      .string()
      .check(z.regex(/^([1-9]|[1-8]\d|90)$/, { error: `must be a whole number from 1 to ${STRESS_PERCENT_MAX}` })),
  }),
  reply: z.object({
    marketPercent: decimalText,
    /** Minutes that the fall takes. */
    minutes: count,
    /** Days whose closes betas are measured from, and the daily returns that are needed at least. */
    betaDays: count,
    betaReturnsMin: count,
    symbols: z.array(stressedSymbol),
    /** Every portfolio, also those that hold nothing: their equity is part of the total and stays as it is. */
    portfolios: z.array(stressedPortfolio),
    bots: z.array(stressedBot),
    /** Portfolios with open cycles that are left out while the engine catches up on them. */
    behind: z.array(z.string()),
  }),
  status: 200,
  refusals: [],
});
