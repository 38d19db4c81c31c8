import * as z from 'zod/mini';
import { atom, botState } from './bot.ts';
import { count, decimalText, id } from './fields.ts';
import { status } from './system.ts';

/** The live channel: one WebSocket per tab at `/api/live`. The client's first message contains its token. */
export const LIVE_PATH = '/api/live';

/** Topics whose values the channel carries. A tab follows those that its page shows. */
export const followedTopic = z.enum(['status', 'bots', 'funds']);

/** Nouns whose lists changed; the browser fetches them again. Every tab hears of them. */
export const liveTopic = z.enum([
  'portfolios',
  'results',
  'bots',
  'cycles',
  'logs',
  'strategies',
  'demo',
  'exchange-keys',
  'back-fills',
  'tests',
  'assets',
  'notices',
]);

const token = z.string().check(z.maxLength(4_096));
const topics = z.array(followedTopic).check(z.maxLength(followedTopic.options.length));

/** Every message that a tab sends. The token is here and not in the address, because proxies log addresses. */
export const liveRequest = z.discriminatedUnion('type', [
  /** The first message: who listens, and to what. */
  z.strictObject({ type: z.literal('hello'), token, topics }),
  /** A newer token of the same user, before the one before it expires. */
  z.strictObject({ type: z.literal('token'), token }),
  /** Each of these topics begins with a fresh snapshot, also one that is already followed. */
  z.strictObject({ type: z.literal('follow'), topics }),
  z.strictObject({ type: z.literal('leave'), topics }),
]);

export const liveBot = z.object({
  botId: id,
  state: botState,
  stateReason: z.nullable(z.string()),
  unrealized: decimalText,
  resultTotal: decimalText,
  committedMargin: decimalText,
  atoms: z.array(atom),
});

/** What a portfolio holds in the engine now, valued at the latest prices; USDT. */
export const liveFunds = z.object({
  portfolioId: id,
  wallet: decimalText,
  unrealized: decimalText,
  initialMargin: decimalText,
  committed: decimalText,
});

/** The fields of an atom that changed; `at` is its place among the atoms of its bot, from 0. */
const atomChange = z.extend(z.partial(atom), { at: count });
/** A new bot with all of its fields, or the fields of a known one that changed. */
const botChange = z.extend(z.partial(z.omit(liveBot, { botId: true })), {
  botId: id,
  atomChanges: z.optional(z.array(atomChange)),
});
const fundsChange = z.extend(z.partial(z.omit(liveFunds, { portfolioId: true })), { portfolioId: id });
const gone = z.array(id);

/** Everything that a topic holds, as of its number. */
const snapshots = [
  z.object({ type: z.literal('snapshot'), topic: z.literal('status'), seq: count, status }),
  z.object({ type: z.literal('snapshot'), topic: z.literal('bots'), seq: count, bots: z.array(liveBot) }),
  /** Of every portfolio with bots. */
  z.object({ type: z.literal('snapshot'), topic: z.literal('funds'), seq: count, funds: z.array(liveFunds) }),
] as const;

/** What differs from number `seq − 1` of the topic: fields left out are as before. After a gap the tab follows again. */
const patches = [
  z.object({ type: z.literal('patch'), topic: z.literal('status'), seq: count, status: z.partial(status) }),
  z.object({ type: z.literal('patch'), topic: z.literal('bots'), seq: count, bots: z.array(botChange), gone }),
  z.object({ type: z.literal('patch'), topic: z.literal('funds'), seq: count, funds: z.array(fundsChange), gone }),
] as const;

/** Lists to fetch again. */
const changed = z.object({ type: z.literal('changed'), topics: z.array(liveTopic) });

/** What the server sends: messages that belong together, so that no screen shows one without the others. */
export const liveFrame = z.array(z.union([...snapshots, ...patches, changed]));

/** A message of the live channel in camelCase, after parsing. */
export type LiveMessage = z.output<typeof liveFrame>[number];
export type LiveRequest = z.output<typeof liveRequest>;
export type FollowedTopic = z.output<typeof followedTopic>;
/** A bot's live figures: amounts in USDT, one entry per atom. */
export type LiveBot = z.output<typeof liveBot>;
export type BotChange = z.output<typeof botChange>;
/** A portfolio's holdings now. */
export type LiveFunds = z.output<typeof liveFunds>;
export type FundsChange = z.output<typeof fundsChange>;
/** A noun whose lists in the browser's cache are outdated. */
export type LiveTopic = z.output<typeof liveTopic>;
