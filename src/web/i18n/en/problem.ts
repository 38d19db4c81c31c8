import {
  EXCHANGE_CALLS_A_MINUTE,
  IDEMPOTENCY_KEYS_MAX,
  PORTFOLIOS_MAX,
  REQUESTS_AT_ONCE_MAX,
  STRATEGIES_MAX,
  STRATEGY_VERSIONS_MAX,
} from '#contract/limits.ts';
import type { ProblemCode } from '#contract/problem.ts';
import { ATOMS_OF_USER_MAX, BOTS_OF_USER_MAX } from '#engine/model/bot.ts';
import type { ClientErrorCode } from '../client-error-code.ts';

/** Refusals that can occur on one page only are among the words of that page. */
type OfOnePage = `EXCHANGE_KEY_${string}` | `BACK_FILL_${string}` | 'PERIOD_EMPTY';
type Common = Exclude<ProblemCode, OfOnePage> | ClientErrorCode;
type Needed = Readonly<Record<`problem.${Common}`, string> & Record<string, string>>;

/** A sentence for every code of the API and of the HTTP client, and for every reason a state may carry. */
export const problemMessages = {
  'problem.REQUEST_INVALID': 'The request is not valid. The fields to correct are listed below.',
  'problem.BODY_NOT_JSON': 'The body is not valid JSON.',
  'problem.CURSOR_INVALID': 'The cursor is not valid. Start again without one.',
  'problem.TIME_INVALID': 'The time must be UTC milliseconds or an ISO 8601 instant.',
  'problem.PERIOD_REVERSED': 'The period ends before it begins.',
  'problem.FILTER_MISSING': 'Specify a bot or a portfolio.',
  'problem.TOKEN_MISSING': 'You are not logged in. Log in first.',
  'problem.TOKEN_INVALID': 'Your session is not valid or has expired. Log in again.',
  'problem.TOKEN_REVOKED': 'Your session has ended. Log in again.',
  'problem.USER_DISABLED': 'This account is disabled. Ask the owner of this server.',
  'problem.HOST_FOREIGN':
    'The program does not know this address. Use localhost or an IP address, or name it in PUBLIC_ORIGINS.',
  'problem.ORIGIN_FOREIGN': 'Pages of other sites cannot use the program.',
  'problem.STEP_UP_REQUIRED': 'Confirm your password to continue.',
  'problem.ROUTE_UNKNOWN': 'This address does not exist.',
  'problem.PORTFOLIO_NOT_FOUND': 'This portfolio does not exist.',
  'problem.STRATEGY_NOT_FOUND': 'This strategy or version does not exist.',
  'problem.BOT_NOT_FOUND': 'This bot does not exist.',
  'problem.EXECUTOR_NOT_FOUND': 'This run does not exist.',
  'problem.CYCLE_NOT_FOUND': 'This cycle does not exist.',
  'problem.ORDER_NOT_FOUND': 'This order does not exist.',
  'problem.SYMBOL_UNKNOWN': 'This symbol is not available here.',
  'problem.DEMO_NOT_FOUND': 'The demo is not loaded.',
  'problem.METHOD_NOT_ALLOWED': 'This address does not support that method.',
  'problem.NAME_TAKEN': 'This name is taken. Choose another.',
  'problem.VERSION_CONFLICT': 'Someone saved a newer version in the meantime. Reload and compare.',
  'problem.EXECUTION_MISMATCH': 'A portfolio holds either paper bots or live bots, and this one holds the other type.',
  'problem.KIND_MISMATCH': 'This portfolio is for another kind of bot.',
  'problem.EXECUTOR_SUPERSEDED':
    'The bot was restarted in the meantime, so this action belongs to an old run. Reload the page.',
  'problem.BOT_NOT_RUNNING': 'The bot is not running.',
  'problem.BOT_ALREADY_RUNNING': 'The bot is already running.',
  'problem.BOT_FINISHING': 'The bot is already finishing.',
  'problem.BOT_NOT_STOPPED': 'Stop or finish the bot first.',
  'problem.BOT_HAS_OPEN_POSITION': 'The bot still has an open position. Close it first.',
  'problem.BOT_IN_ERROR': 'The bot has an error. Stop or restart it first.',
  'problem.TRANSITION_IN_PROGRESS': 'The bot is stopping. Wait until it has stopped.',
  'problem.RECONCILE_FAILED': 'The position does not match the records. Stop the bot first.',
  'problem.PORTFOLIO_NOT_EMPTY': 'The portfolio still holds bots. Delete them first.',
  'problem.PORTFOLIO_NOT_FLAT': 'A bot of this portfolio has a position or an open order. Stop it first.',
  'problem.STRATEGY_IN_USE': 'A bot still uses this strategy.',
  'problem.DEMO_PRESENT': 'The demo is already loaded.',
  'problem.PORTFOLIOS_FULL': `You can have at most ${PORTFOLIOS_MAX.toLocaleString('en')} portfolios. Delete one you no longer need.`,
  'problem.BOTS_FULL': `You can have at most ${BOTS_OF_USER_MAX.toLocaleString('en')} bots. Delete one you no longer need.`,
  'problem.STRATEGIES_FULL': `You can have at most ${STRATEGIES_MAX.toLocaleString('en')} strategies. Delete one you no longer need.`,
  'problem.STRATEGY_VERSIONS_FULL': `All your strategies together can have at most ${STRATEGY_VERSIONS_MAX.toLocaleString('en')} versions. Delete a strategy you no longer need.`,
  'problem.ATOMS_FULL': `All your bots together can trade at most ${ATOMS_OF_USER_MAX.toLocaleString('en')} symbols and directions. Choose fewer symbols, or delete a bot.`,
  'problem.IDEMPOTENCY_KEY_REUSED': 'This idempotency key was used for a different request.',
  'problem.BOT_DELETED': 'The bot was deleted.',
  'problem.BODY_TOO_LARGE': 'The request is too large.',
  'problem.BODY_TYPE_UNSUPPORTED': 'Send the body as application/json.',
  'problem.RULE_UNSTEADY': 'A value of the rule depends on bars that a running bot does not know.',
  'problem.LADDER_REFUSED': 'This ladder cannot run. The reasons are listed below.',
  'problem.DIRECTION_NOT_IN_PARAMS': 'The strategy does not trade this direction.',
  'problem.KIND_NOT_AVAILABLE': 'Bots of this kind are not available yet.',
  'problem.MARKET_NOT_AVAILABLE': 'There is no data for this market.',
  'problem.DEMO_NOT_AVAILABLE': 'The demo needs names you already use. Rename those and load it again.',
  'problem.CONDITION_TRIGGERS_NOW': 'The price is already past this level. Confirm to close at market.',
  'problem.CONFIRMATION_UNKNOWN': 'The server did not ask for this confirmation. Try again.',
  'problem.TOO_MANY_REQUESTS': 'Too many requests. Wait a moment and try again.',
  'problem.TOO_MANY_AT_ONCE': `At most ${REQUESTS_AT_ONCE_MAX.toLocaleString('en')} of your requests can run at the same time. Wait for their answers.`,
  'problem.IDEMPOTENCY_KEYS_FULL': `You have sent ${IDEMPOTENCY_KEYS_MAX.toLocaleString('en')} commands within a week. Try again in an hour; bots can still be stopped and finished.`,
  'problem.EXCHANGE_SHARE_USED': `You can send the exchange at most ${EXCHANGE_CALLS_A_MINUTE.toLocaleString('en')} requests a minute. Wait a minute.`,
  'problem.CHARTS_SHARE_USED':
    'Charts have used up their share of the requests to the exchange in this minute. Wait for the next minute.',
  'problem.INTERNAL_ERROR': 'Something went wrong on the server. The server log has the details.',
  'problem.EXCHANGE_UNAVAILABLE': 'The exchange does not answer.',
  'problem.IDENTITY_UNAVAILABLE': 'The sign-in service does not answer. Try again in a moment.',
  'problem.OVERLOADED': 'The server is overloaded. Try again in a moment.',
  'problem.DATABASE_UNAVAILABLE': 'The database does not answer. Try again in a moment.',
  'problem.DISK_FULL': 'The disk of the server is full, so nothing was changed. Free up space, then try again.',
  'problem.OUTCOME_UNKNOWN':
    'The engine did not answer in time, so the command may have been carried out. Check before you repeat it.',
  'problem.STARTING': 'The server is still starting.',

  'problem.NETWORK':
    'The server does not answer. While it runs, your bots keep trading without this page. Check the connection and try again.',
  'problem.TIMEOUT': 'The server did not answer in time. Try again.',
  'problem.BAD_REQUEST': 'The server did not understand the request. Reload the page and try again.',
  'problem.BAD_RESPONSE': 'The server’s answer could not be read. Reload the page; the server may have been updated.',
  'problem.CANCELLED': 'The request was cancelled.',
  'problem.UNEXPECTED': 'Something went wrong on this page. Reload it and try again.',
  'problem.UNKNOWN': 'The server rejected the request with code {code}.',
  'problem.requestId': 'Request ID in the server log: {id}.',

  'reason.UNPROTECTED': 'a position has no stop-loss',
} as const satisfies Needed;
