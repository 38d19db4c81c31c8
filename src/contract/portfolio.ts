import * as z from 'zod/mini';
import { usdt } from '#engine/model/number-fields.ts';
import { call } from './call.ts';
import {
  botKind,
  commentText,
  count,
  dateOrInstant,
  decimalText,
  givenName,
  id,
  instantText,
  kindParams,
  listOf,
  maybeDecimal,
  maybeInstant,
} from './fields.ts';
import { PAPER_WALLET_BOUNDS, PORTFOLIO_LIMIT_MAX, QUERY_TEXT_LENGTH_MAX } from './limits.ts';

/** A portfolio with the figures of its card. Amounts in USDT, percentages as signed decimal strings. */
export const portfolio = z.object({
  portfolioId: id,
  name: z.string(),
  kind: botKind,
  /** Set by the first bot; null before. */
  execution: z.nullable(z.enum(['paper', 'live'])),
  comment: z.string(),
  limit: maybeDecimal,
  isDemo: z.boolean(),
  /**
   * The engine has not yet run this portfolio up to the market's present, as while the demo loads: what it holds is unknown,
   * so its sums are those of its stored past and no figure of now.
   */
  isBehind: z.boolean(),
  createdAt: instantText,
  botsTotal: count,
  botsRunning: count,
  botsInError: count,
  openCycles: count,
  closedCycles: count,
  /** equity = walletStart + transfers + resultAll + unrealized + openRealized + openCosts, to the last digit. */
  equity: decimalText,
  walletStart: decimalText,
  /** Paid in since, less what was paid out. */
  transfers: decimalText,
  /** Net result of all ended cycles, by the same definition as those of today, 7 and 30 days. */
  resultAll: decimalText,
  unrealized: decimalText,
  /** Gross result of what open cycles have closed so far, with what the engine has booked and not yet stored. */
  openRealized: decimalText,
  /** Funding less commission and liquidation fees of open cycles: negative when they cost. */
  openCosts: decimalText,
  wallet: decimalText,
  /** The highest equity so far. */
  equityPeak: decimalText,
  committed: decimalText,
  initialMargin: decimalText,
  /** Net results of the cycles that ended since the UTC midnight, and of today with the 6 or 29 days before. */
  resultToday: decimalText,
  result7d: decimalText,
  result30d: decimalText,
  drawdownNowPercent: decimalText,
  drawdownMaxPercent: decimalText,
  drawdownMaxAt: maybeInstant,
  /** Equity at the end of each of the last 30 days, oldest first. */
  spark: z.array(decimalText),
});

/**
 * The deleted portfolios of one execution that had traded, together: 0 = walletStart + transfers + resultAll, because their capital
 * left with them, while their results stay in totals. Demo portfolios leave with their history.
 */
export const deletedPortfolios = z.object({
  execution: z.enum(['paper', 'live']),
  portfolios: count,
  closedCycles: count,
  walletStart: decimalText,
  transfers: decimalText,
  resultAll: decimalText,
  resultToday: decimalText,
  result7d: decimalText,
  result30d: decimalText,
  /**
   * What they were worth at the end of each of the last 30 days less their capital when they were deleted, oldest first and zero
   * afterwards: added to equity, it shows their results and no fall at the deletion. Empty when all were deleted before.
   */
  spark: z.array(decimalText),
});

export const pnlPoint = z.object({
  ts: instantText,
  /** Net result of the cycles that ended since the previous point. */
  result: decimalText,
  cumulative: decimalText,
  equity: decimalText,
  drawdownPercent: decimalText,
});

/**
 * Null for an undefined figure, such as a ratio to losses when there were none. `isFewReturns`: fewer than 30 daily
 * returns, so Sharpe, Sortino and Calmar are null.
 */
export const statistics = z.object({
  cycles: count,
  winRate: maybeDecimal,
  profitFactor: maybeDecimal,
  expectancy: maybeDecimal,
  payoff: maybeDecimal,
  /** Net result of the worst cycle, USDT. */
  worstCycle: maybeDecimal,
  sharpe: maybeDecimal,
  sortino: maybeDecimal,
  calmar: maybeDecimal,
  maxDrawdownPercent: decimalText,
  dailyReturns: count,
  isFewReturns: z.boolean(),
});

/** What a paper wallet may be set to. */
const walletBalance = usdt(PAPER_WALLET_BOUNDS.min, PAPER_WALLET_BOUNDS.max);
const byId = z.strictObject({ portfolioId: id });

/** A paper portfolio gets its own wallet, of `PAPER_WALLET_USDT` or of `balance`; a live one takes no `balance`. */
export const createPortfolio = call({
  name: 'createPortfolio',
  method: 'POST',
  path: '/api/:kind/create-portfolio',
  summary: 'Create a portfolio for bots of one kind; its name is unique among all portfolios of the user.',
  access: 'user',
  params: kindParams,
  body: z.strictObject({ name: givenName, balance: z.optional(walletBalance) }),
  reply: portfolio,
  status: 200,
  refusals: ['NAME_TAKEN', 'KIND_NOT_AVAILABLE', 'WALLET_AT_EXCHANGE', 'PORTFOLIOS_FULL'],
});

/** Every portfolio of the caller with the figures of its card. */
export const getPortfolioList = call({
  name: 'getPortfolioList',
  method: 'GET',
  path: '/api/get-portfolio-list',
  summary: 'List all portfolios of the caller, of every kind, oldest first, with the sums of deleted ones.',
  access: 'user',
  reply: z.object({
    items: z.array(portfolio),
    /** One of each execution in which a portfolio that had traded was deleted. */
    deleted: z.array(deletedPortfolios),
  }),
  status: 200,
  refusals: [],
});

/** The portfolios with bots of the kind in the path. */
export const getPortfolios = call({
  name: 'getPortfolios',
  method: 'GET',
  path: '/api/:kind/get-portfolios',
  summary: 'List the portfolios of one kind, oldest first.',
  access: 'user',
  params: kindParams,
  reply: listOf(portfolio),
  status: 200,
  refusals: [],
});

/** One portfolio with the figures of its header; 404 for another user's. */
export const getPortfolioById = call({
  name: 'getPortfolioById',
  method: 'GET',
  path: '/api/get-portfolio-by-id',
  summary: 'Get a portfolio by its id.',
  access: 'user',
  query: byId,
  reply: portfolio,
  status: 200,
  refusals: ['PORTFOLIO_NOT_FOUND'],
});

/** Resolves a name in an address to an id; the name must match exactly. */
export const getPortfolioIdByName = call({
  name: 'getPortfolioIdByName',
  method: 'GET',
  path: '/api/get-portfolio-id-by-name',
  summary: 'Get the id of a portfolio by its name.',
  access: 'user',
  query: z.strictObject({ name: z.string().check(z.maxLength(QUERY_TEXT_LENGTH_MAX)) }),
  reply: z.object({ id }),
  status: 200,
  refusals: ['PORTFOLIO_NOT_FOUND'],
});

/** The limit is a cap on committed margin in USDT. */
export const setPortfolioProps = call({
  name: 'setPortfolioProps',
  method: 'POST',
  path: '/api/set-portfolio-props',
  summary:
    'Set the comment and limit of a portfolio; an omitted field is unchanged, and a limit of null removes the cap.',
  access: 'user',
  body: z.strictObject({
    portfolioId: id,
    comment: z.optional(commentText),
    limit: z.optional(z.nullable(usdt('0', PORTFOLIO_LIMIT_MAX))),
  }),
  reply: portfolio,
  status: 200,
  refusals: ['PORTFOLIO_NOT_FOUND', 'LIVE_REFUSED'],
});

/** Names are unique among all portfolios of the user. */
export const renamePortfolio = call({
  name: 'renamePortfolio',
  method: 'POST',
  path: '/api/rename-portfolio',
  summary: 'Give a portfolio another name.',
  access: 'user',
  body: z.strictObject({ portfolioId: id, name: givenName }),
  reply: portfolio,
  status: 200,
  refusals: ['PORTFOLIO_NOT_FOUND', 'NAME_TAKEN'],
});

/** Books the difference to the new balance, 1 to 10 million USDT, as a transfer in the ledger. */
export const setPaperWallet = call({
  name: 'setPaperWallet',
  method: 'POST',
  path: '/api/set-paper-wallet',
  summary: 'Set the balance of the paper wallet while every bot of the portfolio is flat.',
  access: 'user',
  body: z.strictObject({ portfolioId: id, balance: walletBalance }),
  reply: portfolio,
  status: 200,
  refusals: ['PORTFOLIO_NOT_FOUND', 'WALLET_AT_EXCHANGE', 'PORTFOLIO_NOT_FLAT'],
});

/**
 * Result of the cycles that ended in a period, `from` included and `to` excluded. Without dates: since the portfolio
 * was created.
 */
export const getPortfolioPnl = call({
  name: 'getPortfolioPnl',
  method: 'GET',
  path: '/api/get-portfolio-pnl',
  summary: 'Get the result of a portfolio over a period: totals, hourly or daily points, days and statistics.',
  access: 'user',
  query: z.strictObject({
    portfolioId: id,
    dateFrom: z.optional(dateOrInstant),
    dateTo: z.optional(dateOrInstant),
    /** Leaves out the points before it, which a reader has already: the `settledTo` of its last answer. */
    pointsFrom: z.optional(dateOrInstant),
  }),
  reply: z.object({
    portfolioId: id,
    dateFrom: instantText,
    dateTo: instantText,
    /** What equity is counted from; when it changes, every point of the curve does. */
    paidIn: decimalText,
    isHourly: z.boolean(),
    /** Points before it stay as they are, unless `paidIn` or `isHourly` changes. */
    settledTo: instantText,
    gross: decimalText,
    /** Positive when received: result = gross + funding − commission − liquidation fee. */
    funding: decimalText,
    commission: decimalText,
    liquidationFee: decimalText,
    result: decimalText,
    unrealized: decimalText,
    points: z.array(pnlPoint),
    days: z.array(z.object({ day: z.string(), result: decimalText, cycles: count })),
    statistics,
  }),
  status: 200,
  refusals: ['PORTFOLIO_NOT_FOUND', 'PERIOD_REVERSED'],
});

/** Why nothing can be said of holding. */
export const holdingUnknown = z.enum([
  /** The portfolio has no bots: there is nothing that it would have bought. */
  'NO_BOTS',
  /** None of its bots has run over a full market hour yet. */
  'TOO_YOUNG',
  /** It had no capital when the period began. */
  'NO_CAPITAL',
  /** No candle of a symbol is stored for the hour before the start. */
  'NO_PRICE',
]);

/**
 * Holding: the equity at `since` buys the symbols of the portfolio's bots, deleted ones that traded included, in equal parts,
 * at the last price, and keeps them, without leverage, fees or funding; what is paid in or out later buys or sells them in proportion. The lists have a
 * figure for each of the times; null before `since`, and of holding where the hour before has no candle.
 */
export const portfolioReturn = z.object({
  portfolioId: id,
  /** The start of the period, or the first full market hour of the portfolio's bots, whichever is later. */
  since: maybeInstant,
  /** Equity at `since`, USDT. */
  capital: maybeDecimal,
  equity: z.array(maybeDecimal),
  /**
   * What equity and holding are compared with at each time: the capital, which each later deposit or withdrawal changes in the
   * proportion in which it changed equity. So `equity / base − 1` is the time-weighted return, and a transfer is no gain.
   */
  base: z.array(maybeDecimal),
  holding: z.array(maybeDecimal),
  symbols: z.array(z.string()),
  /** Null when holding is known. */
  holdingUnknown: z.nullable(z.object({ code: holdingUnknown, symbol: z.nullable(z.string()) })),
});

/** All portfolios share the times, at most some 200, oldest first; the last is the market's present. */
export const getPortfolioReturns = call({
  name: 'getPortfolioReturns',
  method: 'GET',
  path: '/api/get-portfolio-returns',
  summary: 'Get what every portfolio of the caller is worth over a period, beside holding what its bots trade.',
  access: 'user',
  query: z.strictObject({ dateFrom: z.optional(dateOrInstant) }),
  reply: z.object({
    dateFrom: instantText,
    dateTo: instantText,
    times: z.array(instantText),
    items: z.array(portfolioReturn),
    /**
     * The deleted portfolios that traded in the period, the latest first. The first time at or after the
     * deletion has their last figures, and later ones are null.
     */
    deleted: z.array(z.object({ ...portfolioReturn.shape, execution: z.enum(['paper', 'live']) })),
  }),
  status: 200,
  refusals: ['PERIOD_REVERSED'],
});

/** Refused with PORTFOLIO_NOT_EMPTY while it contains a bot that is not deleted. */
export const deletePortfolio = call({
  name: 'deletePortfolio',
  method: 'POST',
  path: '/api/delete-portfolio/:id',
  summary: 'Delete a portfolio whose bots have all been deleted; its name becomes free.',
  access: 'user',
  params: z.strictObject({ id }),
  reply: z.object({ portfolioId: id, isDeleted: z.boolean() }),
  status: 200,
  refusals: ['PORTFOLIO_NOT_FOUND', 'PORTFOLIO_NOT_EMPTY'],
});
