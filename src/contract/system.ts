import * as z from 'zod/mini';
import { ENVIRONMENTS } from '#base/environment.ts';
import { call } from './call.ts';
import { botKind, count, decimalText, instantText, maybeInstant } from './fields.ts';

const engineState = z.enum(['running', 'catching-up', 'paused', 'stopped']);
const databaseState = z.enum(['answering', 'unreachable']);
const diskState = z.enum(['ok', 'low', 'full']);

/**
 * The parts of the program. `engine` is `paused` while nothing is decided because nothing can be stored. `feed` is
 * `silent` when the exchange sends nothing, `behind` when its minutes arrive later than the market's pace explains.
 * `leftOut` counts the rows of the exchange's lists that cannot be read; a whole list that cannot be read is `degraded`.
 */
export const health = z.object({
  /** `degraded`: a part does not work. The program repairs itself; a restart would not help it. */
  status: z.enum(['ok', 'degraded']),
  database: databaseState,
  engine: engineState,
  feed: z.enum(['current', 'behind', 'silent']),
  disk: diskState,
  leftOut: count,
});

/** For supervisors and load balancers; answers without a token and without a database query. */
export const getHealth = call({
  name: 'getHealth',
  method: 'GET',
  path: '/api/health',
  summary: 'Check whether the program is ready to serve, and which of its parts work.',
  access: 'none',
  reply: z.object({ ...health.shape, version: z.string(), commit: z.nullable(z.string()) }),
  status: 200,
  refusals: [],
});

/** What the browser needs before sign-in. */
export const getSettings = call({
  name: 'getSettings',
  method: 'GET',
  path: '/api/settings',
  summary: 'Get the title, the environment and where to sign in; contains no secret.',
  access: 'none',
  reply: z.object({
    title: z.string(),
    environment: z.enum(ENVIRONMENTS),
    identity: z.object({
      isEmbedded: z.boolean(),
      projectId: z.string(),
      apiKey: z.string(),
      /** Replaces the hosts of the sign-in service; null for its own hosts, or for this origin. */
      origin: z.nullable(z.string()),
    }),
    version: z.string(),
    wallTime: instantText,
  }),
  status: 200,
  refusals: [],
});

/** Ends the session of the token; other devices of the user stay signed in. */
export const signOut = call({
  name: 'signOut',
  method: 'POST',
  path: '/api/sign-out',
  summary: 'End the session of this token and revoke the token and its refresh tokens.',
  access: 'user',
  body: z.strictObject({}),
  reply: z.object({ isSignedOut: z.boolean() }),
  status: 200,
  refusals: [],
});

const demo = z.object({
  /** `fetching`: it waits for candles of the exchange; `loading`: its past is computed from them. */
  state: z.enum(['absent', 'fetching', 'loading', 'loaded']),
  /** Share of the market minutes stored while they are fetched, and of those computed from then on, 0 to 100. */
  progressPercent: count,
  portfolios: count,
  bots: count,
  /** Code of why the last load ended without a demo; null if it did not. */
  failure: z.nullable(z.string()),
});

/** State of the demo of the caller; each user has their own. */
export const getDemo = call({
  name: 'getDemo',
  method: 'GET',
  path: '/api/demo',
  summary: 'Get the state of the demo, and its progress while it loads.',
  access: 'user',
  reply: demo,
  status: 200,
  refusals: [],
});

/** Answers at once; candles are fetched and the weeks computed in the background, and `get-demo` reports progress. */
export const loadDemo = call({
  name: 'loadDemo',
  method: 'POST',
  path: '/api/load-demo',
  summary:
    'Create two demo portfolios with six bots, compute their first weeks from stored candles and keep them running.',
  access: 'user',
  body: z.strictObject({}),
  reply: demo,
  status: 202,
  refusals: ['DEMO_PRESENT', 'DEMO_NOT_AVAILABLE', 'DEMO_NOT_TRADABLE', 'BOTS_FULL', 'ATOMS_FULL'],
});

/** Permanently deletes the demo's portfolios, bots and history. */
export const removeDemo = call({
  name: 'removeDemo',
  method: 'POST',
  path: '/api/remove-demo',
  summary: 'Remove the demo portfolios with everything in them.',
  access: 'user',
  body: z.strictObject({}),
  reply: demo,
  status: 200,
  refusals: ['DEMO_NOT_FOUND'],
});

/** The health strip. Amounts in USDT; live and paper never share one number. */
export const status = z.object({
  environment: z.enum(ENVIRONMENTS),
  /** `paused`: nothing is decided because nothing can be stored. */
  engine: engineState,
  database: databaseState,
  /** Room on the disk: with `low` it is almost full, with `full` nothing can be stored. */
  disk: diskState,
  /** Wall time of the engine's last heartbeat. */
  beatAt: instantText,
  /** `silent`: no message from the exchange for a while, although it should send all the time. */
  exchange: z.enum(['talking', 'silent']),
  /** Wall time of its last message; null before the first. */
  exchangeHeardAt: maybeInstant,
  /** Market minutes that have closed at the exchange but are not yet complete here; a few are normal. */
  marketMinutesBehind: count,
  /** Whether that is more than the market's pace explains. */
  isMarketBehind: z.boolean(),
  botsTotal: count,
  botsRunning: count,
  botsInError: count,
  /** The kind of most of them; null without any. */
  botsInErrorKind: z.nullable(botKind),
  /** What the user was told and has not read. */
  unreadNotices: count,
  todayLive: decimalText,
  todayPaper: decimalText,
  /** Bots that hold a position without a resting stop-loss order; one that is being closed at market needs none. */
  unprotected: count,
  /** Those of them that set no stop-loss. */
  unprotectedByDesign: count,
  /** The kind of most of them, those that miss their stop-loss first; null without any. */
  unprotectedKind: z.nullable(botKind),
  marketTime: instantText,
  /** Wall time at which the engine decided the minute that closed at `market_time`; null while it does. */
  decidedAt: maybeInstant,
  marketSpeed: count,
  marketRound: count,
  wallTime: instantText,
});

/** The health strip, for when no live channel is open. */
export const getStatus = call({
  name: 'getStatus',
  method: 'GET',
  path: '/api/status',
  summary: "Get the state of the engine and the bots, today's results and the clocks.",
  access: 'user',
  reply: status,
  status: 200,
  refusals: [],
});
