import * as z from 'zod/mini';

/** The body of every error answer: RFC 9457 with our stable code. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  /** `path` names the field in wire names joined by dots; `figures` carry what the sentence names. */
  errors: z.array(
    z.object({
      path: z.string(),
      code: z.string(),
      detail: z.string(),
      figures: z.array(z.object({ name: z.string(), value: z.string() })),
    }),
  ),
  requestId: z.string(),
});

/** A parsed error body, in camelCase. */
export type Problem = z.output<typeof problem>;

/** Status and English sentence of every code the API itself answers with. Ladder refusals come as `errors` of LADDER_REFUSED. */
export const problems = {
  REQUEST_INVALID: { status: 400, sentence: 'The request does not fit its schema. Each bad field is named below.' },
  BODY_NOT_JSON: { status: 400, sentence: 'The body is not valid JSON.' },
  CURSOR_INVALID: { status: 400, sentence: 'The cursor is not one this server gave out. Start again without it.' },
  TIME_INVALID: { status: 400, sentence: 'The time is neither UTC milliseconds nor an ISO 8601 instant.' },
  PERIOD_REVERSED: { status: 400, sentence: 'The period ends before it begins.' },
  FILTER_MISSING: { status: 400, sentence: 'Name a bot or a portfolio.' },
  TOKEN_MISSING: { status: 401, sentence: 'Sign in first: the request carries no bearer token.' },
  TOKEN_INVALID: { status: 401, sentence: 'The token is not valid or has expired. Sign in again.' },
  TOKEN_REVOKED: { status: 401, sentence: 'The session has ended. Sign in again.' },
  USER_DISABLED: { status: 401, sentence: 'The account is disabled. Ask the owner of this server.' },
  STEP_UP_REQUIRED: { status: 403, sentence: 'This needs a fresh sign-in.' },
  ROUTE_UNKNOWN: { status: 404, sentence: 'There is no such address here.' },
  PORTFOLIO_NOT_FOUND: { status: 404, sentence: 'There is no such portfolio.' },
  STRATEGY_NOT_FOUND: { status: 404, sentence: 'There is no such strategy or version.' },
  BOT_NOT_FOUND: { status: 404, sentence: 'There is no such bot.' },
  EXECUTOR_NOT_FOUND: { status: 404, sentence: 'There is no such run.' },
  CYCLE_NOT_FOUND: { status: 404, sentence: 'There is no such cycle.' },
  ORDER_NOT_FOUND: { status: 404, sentence: 'There is no such order.' },
  SYMBOL_UNKNOWN: { status: 404, sentence: 'There is no such symbol here.' },
  DEMO_NOT_FOUND: { status: 404, sentence: 'The demo is not loaded.' },
  EXCHANGE_KEY_NOT_FOUND: { status: 404, sentence: 'There is no exchange key here.' },
  BACK_FILL_NOT_FOUND: { status: 404, sentence: 'There is no such job here.' },
  METHOD_NOT_ALLOWED: { status: 405, sentence: 'This address does not take that method.' },
  NAME_TAKEN: { status: 409, sentence: 'This name is taken. Choose another.' },
  VERSION_CONFLICT: { status: 409, sentence: 'A newer version was saved meanwhile. Reload and compare.' },
  EXECUTION_MISMATCH: { status: 409, sentence: 'The portfolio already holds bots of the other execution.' },
  KIND_MISMATCH: { status: 409, sentence: 'The portfolio is of another kind.' },
  EXECUTOR_SUPERSEDED: {
    status: 409,
    sentence: 'This bot was restarted, so the button belongs to an old run. Reload the bot.',
  },
  BOT_NOT_RUNNING: { status: 409, sentence: 'The bot is not running.' },
  BOT_ALREADY_RUNNING: { status: 409, sentence: 'The bot is already running.' },
  BOT_FINISHING: { status: 409, sentence: 'The bot is finishing.' },
  BOT_NOT_STOPPED: { status: 409, sentence: 'Stop or finish the bot first.' },
  BOT_HAS_OPEN_POSITION: { status: 409, sentence: 'The bot still holds a position. Close it first.' },
  BOT_IN_ERROR: { status: 409, sentence: 'The bot is in error. Stop or restart it first.' },
  TRANSITION_IN_PROGRESS: { status: 409, sentence: 'The bot is stopping. Wait until it has stopped.' },
  RECONCILE_FAILED: { status: 409, sentence: 'The position could not be matched. Stop the bot first.' },
  PORTFOLIO_NOT_EMPTY: { status: 409, sentence: 'The portfolio still holds bots. Delete them first.' },
  PORTFOLIO_NOT_FLAT: { status: 409, sentence: 'A bot of this portfolio holds a position or an order. Stop it first.' },
  STRATEGY_IN_USE: { status: 409, sentence: 'A bot still runs this strategy.' },
  DEMO_PRESENT: { status: 409, sentence: 'The demo is already loaded.' },
  EXCHANGE_KEY_PRESENT: { status: 409, sentence: 'There is an exchange key already. Replace it instead.' },
  EXCHANGE_KEY_UNREADABLE: {
    status: 409,
    sentence: 'The stored exchange key cannot be opened any more. Add it again.',
  },
  BACK_FILL_FULL: { status: 409, sentence: 'Too many jobs are waiting already. Cancel one first.' },
  BACK_FILL_ENDED: { status: 409, sentence: 'The job has ended already.' },
  IDEMPOTENCY_KEY_REUSED: { status: 409, sentence: 'This idempotency key was used for another request.' },
  BOT_DELETED: { status: 410, sentence: 'The bot is deleted.' },
  BODY_TOO_LARGE: { status: 413, sentence: 'The body is too large.' },
  BODY_TYPE_UNSUPPORTED: { status: 415, sentence: 'Send the body as application/json.' },
  LADDER_REFUSED: { status: 422, sentence: 'The ladder cannot run as it is. Each reason is named below.' },
  RULES_NOT_AVAILABLE: { status: 422, sentence: 'Entry and safety rules are not available yet. Leave them out.' },
  DIRECTION_NOT_IN_PARAMS: { status: 422, sentence: 'The parameters have no such direction.' },
  KIND_NOT_AVAILABLE: { status: 422, sentence: 'Bots of this kind are not available yet.' },
  MARKET_NOT_AVAILABLE: { status: 422, sentence: 'This market has no data here.' },
  DEMO_NOT_AVAILABLE: { status: 422, sentence: 'The demo runs on recorded prices and needs the environment sim.' },
  PERIOD_EMPTY: { status: 422, sentence: 'The period holds no minute of the past.' },
  EXCHANGE_KEY_NEEDED: {
    status: 422,
    sentence: 'This is asked with your exchange key, and there is none. Add one on the account page.',
  },
  EXCHANGE_KEY_REFUSED: {
    status: 422,
    sentence:
      'The exchange does not take this key. Check key and secret, the environment and the addresses that it is limited to.',
  },
  EXCHANGE_KEY_CAN_WITHDRAW: {
    status: 422,
    sentence: 'This key may withdraw money. Switch that right off at the exchange, then add the key again.',
  },
  EXCHANGE_KEY_NOT_SIMULATED: { status: 422, sentence: 'Only the simulated exchange opens accounts by itself.' },
  EXCHANGE_KEY_PERMISSIONS_KNOWN: { status: 422, sentence: 'The permissions of this key are known.' },
  CONDITION_TRIGGERS_NOW: {
    status: 422,
    sentence: 'The price is already beyond the new trigger. Confirm to close at market.',
  },
  CONFIRMATION_REQUIRED: { status: 422, sentence: 'Confirm this act.' },
  TOO_MANY_REQUESTS: { status: 429, sentence: 'Too many requests. Wait a moment.' },
  INTERNAL_ERROR: { status: 500, sentence: 'Something broke on the server. The log holds the request id.' },
  EXCHANGE_UNAVAILABLE: { status: 502, sentence: 'The exchange does not answer.' },
  IDENTITY_UNAVAILABLE: { status: 503, sentence: 'The sign-in service does not answer. Try again in a moment.' },
  STARTING: { status: 503, sentence: 'The server is still starting.' },
} as const satisfies Record<string, { status: number; sentence: string }>;

/** Every code the API itself answers with; the codes of ladder refusals are apart, in `ladderRefusals`. */
export type ProblemCode = keyof typeof problems;

/** Refusals of a ladder, each an entry of `errors` with the level in its figures (domain document, section 3.4). */
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
  'LEVERAGE_ABOVE_BRACKET',
  'TOO_MANY_ORDERS',
  'PORTFOLIO_LIMIT_EXCEEDED',
  'INSUFFICIENT_MARGIN',
] as const;
