/** Limits of the API. Schemas apply them, and sentences name them from here, so that no text states another number. */

/** Characters of a name that a user gives. */
export const NAME_LENGTH_MAX = 80;
/** Characters of a comment. */
export const COMMENT_LENGTH_MAX = 2_000;
/** Characters of a name, search or cursor in a query. */
export const QUERY_TEXT_LENGTH_MAX = 200;
/** Characters of a cursor that holds a name which a user has given. */
export const NAME_CURSOR_LENGTH_MAX = 600;
/** Codes that one filter of the log may name. */
export const LOG_CODES_MAX = 20;
/** Characters of an exchange key or secret. */
export const EXCHANGE_KEY_LENGTH = { min: 8, max: 512 } as const;
/** Days of the past that a strategy is tried on while it is edited. */
export const TRIAL_DAYS_MAX = 90;
/** Days over which a saved strategy is judged on every symbol. */
export const RULE_DAYS_MAX = 90;
/** Bars of such a trial that are told one by one. */
export const TRIAL_BARS_MAX = 1_000;
/** Characters of an Idempotency-Key. */
export const IDEMPOTENCY_KEY_LENGTH_MAX = 120;
/** Candles in one answer. */
export const CANDLES_MAX = 1_000;
/** Minutes since the password was entered, for acts on exchange keys and acts of live bots that add risk. */
export const STEP_UP_MINUTES = 5;
/** Life of a confirmation. */
export const CONFIRMATION_MS = 300_000;
/** Caps of an exchange account. */
export const CAP_BOUNDS = {
  usdt: { min: '1', max: '10000000' },
  ordersPerMinute: { min: 1, max: 1_200 },
  priceBandPercent: { min: '0.1', max: '100' },
} as const;
/** Characters of the reason for a halt. */
export const HALT_REASON_LENGTH_MAX = 200;
/** Percent of a take profit or stop-loss. */
export const EXIT_PERCENT = { min: '0.01', max: '1000' } as const;
/** USDT in the paper wallet of a new portfolio. */
export const PAPER_WALLET_USDT = '10000';
/** UTC days of one question about orders. */
export const STAT_DAYS_MAX = 366;
/** USDT that a paper wallet may be set to, with at most `decimals`. */
export const PAPER_WALLET_BOUNDS = { min: '1', max: '10000000', decimals: 8 } as const;
/** Maximum limit of a portfolio, USDT. */
export const PORTFOLIO_LIMIT_MAX = '90000000';
/** Portfolios of a user, over all kinds. */
export const PORTFOLIOS_MAX = 200;
/** Strategies of a user, over all kinds. */
export const STRATEGIES_MAX = 500;
/** Versions of all strategies of a user together. */
export const STRATEGY_VERSIONS_MAX = 5_000;
/** Requests of a user that may be under way at the same time. */
export const REQUESTS_AT_ONCE_MAX = 100;
/** Idempotency keys that are kept of a user; each is kept for a week. */
export const IDEMPOTENCY_KEYS_MAX = 50_000;
/** Requests to the exchange that a user may cause in a minute, besides those of charts and downloads. */
export const EXCHANGE_CALLS_A_MINUTE = 60;
/** The best score that a user can give an asset; the least is 0. */
export const ASSET_SCORE_MAX = 100;
/** Trade categories of a user, with the default ones. */
export const TRADE_CATEGORIES_MAX = 30;
/** Symbols of one backtest. */
export const SYMBOLS_OF_TEST_MAX = 300;
/** Parameters that a grid varies, and values of one of them. */
export const TEST_AXES_MAX = 8;
export const TEST_AXIS_VALUES_MAX = 1_000;
/** Points of one backtest: combinations of the grid, times symbols with a wallet of their own. */
export const TEST_POINTS_MAX = 5_000;
/** Backtests of a user, and those of them that may wait or run at a time. */
export const TESTS_MAX = 1_000;
export const TESTS_QUEUED_MAX = 20;
/** Tags of one backtest. */
export const TEST_TAGS_MAX = 10;
/** Points that are compared at a time. */
export const TEST_BOTS_COMPARED_MAX = 10;
/** Percent that a price has to come back, with at most six decimals. */
export const REBOUND_BOUNDS = { min: '0.01', max: '1000' } as const;
/** Days of the past over which price moves are measured, and for which a rebound is waited. */
export const MOVES_WINDOW_DAYS_MAX = 365;
export const MOVES_HORIZON_DAYS_MAX = 90;
