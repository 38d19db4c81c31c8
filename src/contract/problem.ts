import { ATOMS_OF_USER_MAX, BOTS_OF_USER_MAX, SETTLING_TOTAL_MAX } from '#engine/model/bot.ts';
import {
  EXCHANGE_CALLS_A_MINUTE,
  IDEMPOTENCY_KEYS_MAX,
  PORTFOLIOS_MAX,
  REQUESTS_AT_ONCE_MAX,
  STAT_DAYS_MAX,
  STRATEGIES_MAX,
  STRATEGY_VERSIONS_MAX,
  TEST_BOTS_COMPARED_MAX,
  TEST_POINTS_MAX,
  TESTS_MAX,
  TESTS_QUEUED_MAX,
  TRADE_CATEGORIES_MAX,
} from './limits.ts';

/**
 * Status and English sentence of every code the API itself answers with. Ladder refusals come as `errors` of
 * LADDER_REFUSED.
 */
export const problems = {
  REQUEST_INVALID: { status: 400, sentence: 'The request is not valid. The fields to correct are listed in errors.' },
  BODY_NOT_JSON: { status: 400, sentence: 'The body is not valid JSON.' },
  ADDRESS_INVALID: {
    status: 400,
    sentence: 'The address cannot be decoded: each percent sign must begin a character encoded as UTF-8.',
  },
  HTTP_INVALID: { status: 400, sentence: 'The request breaks the rules of HTTP, so it was not read.' },
  CURSOR_INVALID: { status: 400, sentence: 'The cursor is not valid. Start again without one.' },
  TIME_INVALID: { status: 400, sentence: 'The time must be UTC milliseconds or an ISO 8601 instant.' },
  PERIOD_REVERSED: { status: 400, sentence: 'The period ends before it begins.' },
  PERIOD_TOO_LONG: { status: 400, sentence: `The period is longer than ${STAT_DAYS_MAX} days. Ask for a shorter one.` },
  FILTER_MISSING: { status: 400, sentence: 'Specify a bot or a portfolio.' },
  TOKEN_MISSING: { status: 401, sentence: 'Log in first: the request carries no bearer token.' },
  TOKEN_INVALID: { status: 401, sentence: 'The token is not valid or has expired. Log in again.' },
  TOKEN_REVOKED: { status: 401, sentence: 'The session has ended. Log in again.' },
  USER_DISABLED: { status: 401, sentence: 'This account is disabled. Ask the owner of this server.' },
  HOST_FOREIGN: {
    status: 403,
    sentence: 'The program does not know this address. Use localhost or an IP address, or name it in PUBLIC_ORIGINS.',
  },
  ORIGIN_FOREIGN: { status: 403, sentence: 'Pages of other sites cannot use the program.' },
  STEP_UP_REQUIRED: { status: 403, sentence: 'This needs a recent login. Confirm the password and try again.' },
  ROUTE_UNKNOWN: { status: 404, sentence: 'This address does not exist.' },
  PORTFOLIO_NOT_FOUND: { status: 404, sentence: 'This portfolio does not exist.' },
  STRATEGY_NOT_FOUND: { status: 404, sentence: 'This strategy or version does not exist.' },
  BOT_NOT_FOUND: { status: 404, sentence: 'This bot does not exist.' },
  EXECUTOR_NOT_FOUND: { status: 404, sentence: 'This run does not exist.' },
  CYCLE_NOT_FOUND: { status: 404, sentence: 'This cycle does not exist.' },
  ORDER_NOT_FOUND: { status: 404, sentence: 'This order does not exist.' },
  ASSET_NOT_FOUND: { status: 404, sentence: 'This asset does not exist.' },
  TRADE_CATEGORY_NOT_FOUND: { status: 404, sentence: 'This trade category does not exist.' },
  MANUAL_DEAL_NOT_FOUND: { status: 404, sentence: 'This deal does not exist.' },
  SYMBOL_UNKNOWN: { status: 404, sentence: 'This symbol is not available here.' },
  DEMO_NOT_FOUND: { status: 404, sentence: 'The demo is not loaded.' },
  EXCHANGE_KEY_NOT_FOUND: { status: 404, sentence: 'No exchange key is stored.' },
  BACK_FILL_NOT_FOUND: { status: 404, sentence: 'This download does not exist.' },
  CANDLE_FILE_UNKNOWN: { status: 404, sentence: 'No stored candles of this symbol have this checksum.' },
  TEST_NOT_FOUND: { status: 404, sentence: 'This backtest does not exist.' },
  TEST_BOT_NOT_FOUND: { status: 404, sentence: 'This point of a backtest does not exist.' },
  HEAD_TOO_SLOW: { status: 408, sentence: 'The headers of the request did not arrive in time.' },
  NOTICE_NOT_FOUND: { status: 404, sentence: 'This notice does not exist.' },
  NOTICE_CHANNEL_NOT_FOUND: { status: 404, sentence: 'This channel is not set up.' },
  METHOD_NOT_ALLOWED: { status: 405, sentence: 'This address does not support that method.' },
  NAME_TAKEN: { status: 409, sentence: 'This name is taken. Choose another.' },
  VERSION_CONFLICT: { status: 409, sentence: 'Someone saved a newer version in the meantime. Reload and compare.' },
  EXECUTION_MISMATCH: {
    status: 409,
    sentence: 'A portfolio holds either paper bots or live bots, and this one holds the other type.',
  },
  KIND_MISMATCH: { status: 409, sentence: 'This portfolio is for another kind of bot.' },
  EXECUTOR_SUPERSEDED: {
    status: 409,
    sentence: 'The bot was restarted in the meantime, so this action belongs to an old run. Reload the bot.',
  },
  BOT_NOT_RUNNING: { status: 409, sentence: 'The bot is not running.' },
  BOT_ALREADY_RUNNING: { status: 409, sentence: 'The bot is already running.' },
  BOT_FINISHING: { status: 409, sentence: 'The bot is already finishing.' },
  BOT_NOT_STOPPED: { status: 409, sentence: 'Stop or finish the bot first.' },
  BOT_HAS_OPEN_POSITION: { status: 409, sentence: 'The bot still has an open position. Close it first.' },
  BOT_NOT_FLAT: {
    status: 409,
    sentence: 'The bot has a position or an open order. Wait until its cycle has ended, or close it first.',
  },
  BOT_CHANGED: { status: 409, sentence: 'The bot was changed in the meantime. Look at it again.' },
  BOT_IN_ERROR: { status: 409, sentence: 'The bot has an error. Stop or restart it first.' },
  GRID_CHANGED: {
    status: 409,
    sentence:
      'The exchange has changed the tick or step size of a contract, and what the bot holds does not fit it. Stop the bot, have the position handed over to you, then restart it.',
  },
  TRANSITION_IN_PROGRESS: { status: 409, sentence: 'The bot is stopping. Wait until it has stopped.' },
  RECONCILE_FAILED: { status: 409, sentence: 'The position does not match the records. Stop the bot first.' },
  PORTFOLIO_NOT_EMPTY: { status: 409, sentence: 'The portfolio still holds bots. Delete them first.' },
  PORTFOLIO_NOT_FLAT: {
    status: 409,
    sentence: 'A bot of this portfolio has a position or an open order. Stop it first.',
  },
  STRATEGY_IN_USE: { status: 409, sentence: 'A bot still uses this strategy.' },
  DEMO_PRESENT: { status: 409, sentence: 'The demo is already loaded.' },
  EXCHANGE_KEY_PRESENT: { status: 409, sentence: 'An exchange key is already stored. Replace it instead.' },
  EXCHANGE_KEY_UNREADABLE: {
    status: 409,
    sentence: 'The stored exchange key can no longer be decrypted. Replace it.',
  },
  BACK_FILL_FULL: { status: 409, sentence: 'Too many downloads are waiting. Cancel one of yours, or try again later.' },
  BACK_FILL_NOT_OWN: { status: 403, sentence: 'Only the user who started this download can cancel it.' },
  BACK_FILL_ENDED: { status: 409, sentence: 'This download has already ended.' },
  PORTFOLIOS_FULL: {
    status: 409,
    sentence: `You can have at most ${inEnglish(PORTFOLIOS_MAX)} portfolios. Delete one you no longer need.`,
  },
  BOTS_FULL: {
    status: 409,
    sentence: `You can have at most ${inEnglish(BOTS_OF_USER_MAX)} bots. Delete one you no longer need.`,
  },
  ATOMS_FULL: {
    status: 409,
    sentence: `All your bots together can trade at most ${inEnglish(ATOMS_OF_USER_MAX)} symbols and directions. Choose fewer symbols, or delete a bot.`,
  },
  STRATEGIES_FULL: {
    status: 409,
    sentence: `You can have at most ${inEnglish(STRATEGIES_MAX)} strategies. Delete one you no longer need.`,
  },
  STRATEGY_VERSIONS_FULL: {
    status: 409,
    sentence: `All your strategies together can have at most ${inEnglish(STRATEGY_VERSIONS_MAX)} versions. Delete a strategy you no longer need.`,
  },
  TRADE_CATEGORIES_FULL: {
    status: 409,
    sentence: `You can have at most ${inEnglish(TRADE_CATEGORIES_MAX)} trade categories. Delete one you no longer need.`,
  },
  TRADE_CATEGORY_FIXED: { status: 409, sentence: 'A default category can be renamed, but not deleted.' },
  ORDER_INCOMPLETE: {
    status: 409,
    sentence: 'The order must name every trade category once. Reload the list and sort it again.',
  },
  TESTS_FULL: {
    status: 409,
    sentence: `You can have at most ${inEnglish(TESTS_MAX)} backtests. Delete one you no longer need.`,
  },
  TESTS_QUEUED_FULL: {
    status: 409,
    sentence: `At most ${inEnglish(TESTS_QUEUED_MAX)} of your backtests can wait or run at the same time. Cancel one, or wait.`,
  },
  TEST_DATA_CHANGED: {
    status: 409,
    sentence:
      'The candles or the program have changed since this backtest, so it would come to another result. Repeat it.',
  },
  CYCLE_PRESENT: {
    status: 409,
    sentence:
      'A cycle of this symbol and direction is open already. Add to its position, or take its first order back.',
  },
  POSITION_MISSING: { status: 409, sentence: 'There is no open position of this symbol and direction.' },
  POSITION_CLOSING: { status: 409, sentence: 'This position is being closed already.' },
  MANUAL_DEAL_DONE: {
    status: 409,
    sentence: 'This deal has filled, at least in part, or has ended, so it can no longer be taken back.',
  },
  IDEMPOTENCY_KEY_REUSED: { status: 409, sentence: 'This idempotency key was used for a different request.' },
  BOT_DELETED: { status: 410, sentence: 'The bot was deleted.' },
  BODY_TOO_LARGE: { status: 413, sentence: 'The request is too large.' },
  BODY_TYPE_UNSUPPORTED: { status: 415, sentence: 'Send the body as application/json.' },
  HEAD_TOO_LARGE: { status: 431, sentence: 'The address and the headers of the request are too large together.' },
  LADDER_REFUSED: { status: 422, sentence: 'This ladder cannot run. The reasons are listed in errors.' },
  RULE_UNSTEADY: {
    status: 422,
    sentence: 'A value of the rule depends on bars that a running bot does not know. The values are listed in errors.',
  },
  SETTLING_ABOVE_MAX: {
    status: 422,
    sentence: `The values of the rules need too many bars before they are known: at most ${inEnglish(SETTLING_TOTAL_MAX)} together. Shorten those that are listed in errors.`,
  },
  DIRECTION_NOT_IN_PARAMS: { status: 422, sentence: 'The strategy does not trade this direction.' },
  WEBHOOK_NOT_ALLOWED: {
    status: 422,
    sentence: 'Webhooks may only go, encrypted, to a host of the setting WEBHOOK_HOSTS.',
  },
  NOTICE_SECRET_MISSING: { status: 422, sentence: 'A new channel needs its secret.' },
  KIND_NOT_AVAILABLE: { status: 422, sentence: 'Bots of this kind are not available yet.' },
  MARKET_NOT_AVAILABLE: { status: 422, sentence: 'There is no data for this market.' },
  DEMO_NOT_TRADABLE: {
    status: 422,
    sentence: 'The exchange does not list the contracts that the demo trades, or does not accept its orders.',
  },
  DEMO_NOT_AVAILABLE: { status: 422, sentence: 'The demo needs names that are already in use.' },
  KIND_WITHOUT_STEPS: { status: 422, sentence: 'Bots of this kind have no ladder with steps.' },
  CANDLES_MISSING: {
    status: 422,
    sentence: 'No candles of this symbol are stored. Download its past on the page of the market.',
  },
  DAY_NOT_BEGUN: { status: 422, sentence: 'This day has not begun in market time. Choose an earlier one.' },
  PERIOD_EMPTY: { status: 422, sentence: 'This period contains no past minutes. Choose an earlier one.' },
  GRID_TOO_LARGE: {
    status: 422,
    sentence: `A backtest can have at most ${inEnglish(TEST_POINTS_MAX)} points. Choose fewer values or symbols, or a sample.`,
  },
  GRID_REFUSED: { status: 422, sentence: 'The grid does not fit the strategy. The reasons are listed in errors.' },
  SLICE_NOT_FOUND: { status: 422, sentence: 'This backtest keeps no part of its period apart.' },
  SLICE_REFUSED: {
    status: 422,
    sentence: 'The parameters are refused at the prices with which this part of the period begins.',
  },
  CYCLES_MISSING: { status: 422, sentence: 'No cycle has ended, so there is nothing to draw from.' },
  COMPARISON_TOO_LARGE: {
    status: 422,
    sentence: `From two to ${inEnglish(TEST_BOTS_COMPARED_MAX)} points can be compared.`,
  },
  EXPORT_NOT_AVAILABLE: {
    status: 422,
    sentence:
      'A backtest exports its points; one point exports its cycles, orders, fills or report. A report is JSON only.',
  },
  EXCHANGE_KEY_NEEDED: {
    status: 422,
    sentence: 'This needs your exchange key. Add one on the account page.',
  },
  EXCHANGE_KEY_REFUSED: {
    status: 422,
    sentence:
      'The exchange does not accept this key. Check the key and secret, the environment, and the IP addresses it is restricted to.',
  },
  EXCHANGE_KEY_CAN_WITHDRAW: {
    status: 422,
    sentence: 'This key allows withdrawals. Turn withdrawals off at the exchange, then add the key again.',
  },
  EXCHANGE_KEY_NOT_SIMULATED: { status: 422, sentence: 'Only the simulated exchange can open accounts by itself.' },
  EXCHANGE_KEY_PERMISSIONS_KNOWN: { status: 422, sentence: 'The permissions of this key are known.' },
  MANUAL_DEAL_REFUSED: { status: 422, sentence: 'This deal cannot be placed. The reasons are listed in errors.' },
  LIVE_REFUSED: {
    status: 409,
    sentence: 'The exchange account cannot be traded. The reasons are listed in errors.',
  },
  CAPS_NOT_SET: { status: 409, sentence: 'Set the caps of the exchange account before the first live bot.' },
  LIVE_ONE_BY_ONE: {
    status: 409,
    sentence: 'Live bots take commands one at a time: no bulk commands, moves or deals by hand.',
  },
  WALLET_AT_EXCHANGE: {
    status: 422,
    sentence: 'A live portfolio has no paper wallet: its money is on the exchange account.',
  },
  BOTS_REFUSED: {
    status: 422,
    sentence: 'Nothing was changed, because not all bots can be. The reasons of each are listed in errors.',
  },
  CONDITION_TRIGGERS_NOW: {
    status: 422,
    sentence: 'The price is already past this level. Confirm to close at market.',
  },
  CONFIRMATION_UNKNOWN: {
    status: 422,
    sentence:
      'The server did not ask for this confirmation, or it has expired or been used. Send the request without it.',
  },
  CONFIRMATION_REQUIRED: {
    status: 422,
    sentence: 'This sends real orders. Repeat the request with the confirmation in `confirm`.',
  },
  TOO_MANY_REQUESTS: { status: 429, sentence: 'Too many requests. Wait a moment and try again.' },
  TOO_MANY_AT_ONCE: {
    status: 429,
    sentence: `At most ${inEnglish(REQUESTS_AT_ONCE_MAX)} of your requests can run at the same time. Wait for their answers.`,
  },
  IDEMPOTENCY_KEYS_FULL: {
    status: 429,
    sentence: `You have used ${inEnglish(IDEMPOTENCY_KEYS_MAX)} idempotency keys within a week, which is the limit. Send the request without a key, or wait.`,
  },
  EXCHANGE_SHARE_USED: {
    status: 429,
    sentence: `You can send the exchange at most ${inEnglish(EXCHANGE_CALLS_A_MINUTE)} requests a minute. Wait a minute.`,
  },
  CHARTS_SHARE_USED: {
    status: 429,
    sentence:
      'Charts have used up their share of the requests to the exchange in this minute. Wait for the next minute.',
  },
  EXCHANGE_BUSY: {
    status: 429,
    sentence: 'The exchange takes no more requests at the moment. Try again in a minute.',
  },
  INTERNAL_ERROR: {
    status: 500,
    sentence: 'Something went wrong on the server. The server log has the details under the request ID.',
  },
  EXCHANGE_UNAVAILABLE: { status: 502, sentence: 'The exchange does not answer.' },
  IDENTITY_UNAVAILABLE: { status: 503, sentence: 'The sign-in service does not answer. Try again in a moment.' },
  RULES_NOT_JUDGED: {
    status: 500,
    sentence: 'The strategy could not be judged on all contracts. The server log has the details. Try again.',
  },
  LAB_BUSY: { status: 503, sentence: 'Too many reports are being computed. Try again in a moment.' },
  OVERLOADED: { status: 503, sentence: 'The server is overloaded. Try again in a moment.' },
  DATABASE_UNAVAILABLE: { status: 503, sentence: 'The database does not answer. Try again in a moment.' },
  DISK_FULL: {
    status: 507,
    sentence: 'The disk of the server is full, so nothing was changed. Free up space, then try again.',
  },
  OUTCOME_UNKNOWN: {
    status: 504,
    sentence:
      'The engine did not answer in time, so the command may have been carried out. Check before you repeat it.',
  },
  STARTING: { status: 503, sentence: 'The server is still starting.' },
} as const satisfies Record<string, { status: number; sentence: string }>;

function inEnglish(limit: number): string {
  return limit.toLocaleString('en-US');
}

/** Every code of the API itself; the codes of ladder refusals are in `ladderRefusals`. */
export type ProblemCode = keyof typeof problems;

/** Seconds after which a request is worth repeating; sent as Retry-After with these codes. */
export const retryAfterS: Partial<Record<ProblemCode, number>> = {
  LAB_BUSY: 2,
  OVERLOADED: 2,
  TOO_MANY_AT_ONCE: 1,
  IDEMPOTENCY_KEYS_FULL: 3_600,
  EXCHANGE_SHARE_USED: 60,
  CHARTS_SHARE_USED: 60,
  EXCHANGE_BUSY: 60,
  STARTING: 1,
  DATABASE_UNAVAILABLE: 2,
  DISK_FULL: 30,
};

/** Refusals of a ladder, each an entry of `errors` with the level in its figures (docs/domain.md, section 3.4). */
export const ladderRefusals = [
  'LEVEL_BELOW_MIN_NOTIONAL',
  'LEVEL_BELOW_MIN_QTY',
  'LEVEL_ABOVE_MAX_QTY',
  'LEVEL_OUT_OF_ORDER',
  'ACTIVE_ORDERS_ABOVE_COUNT',
  'TAKE_PROFIT_NON_POSITIVE',
  'LADDER_PRICE_NON_POSITIVE',
  'DUPLICATE_LEVEL_PRICE',
  'SL_INSIDE_LADDER',
  'LEVEL_UNREACHABLE',
  'LIQ_INSIDE_LADDER',
  'SL_BEYOND_LIQUIDATION',
  'STOP_REQUIRED',
  'LEVERAGE_ABOVE_BRACKET',
  'TOO_MANY_ORDERS',
  'PORTFOLIO_LIMIT_EXCEEDED',
  'INSUFFICIENT_MARGIN',
] as const;
