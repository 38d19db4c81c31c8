import * as z from 'zod/mini';
import { atom, botState } from './bot.ts';
import { count, decimalText, id, instantText } from './fields.ts';
import { status } from './system.ts';

/** The live channel: one WebSocket per tab at `/api/live`. The client's first message contains its token. */
export const LIVE_PATH = '/api/live';

/** First message of a tab. The token is here and not in the address, because proxies log addresses. */
export const liveHello = z.strictObject({ type: z.literal('hello'), token: z.string().check(z.maxLength(4_096)) });

export const liveBot = z.object({
  botId: id,
  state: botState,
  stateReason: z.nullable(z.string()),
  unrealized: decimalText,
  resultTotal: decimalText,
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

const price = z.object({ symbol: z.string(), price: decimalText, time: instantText });

/** Nouns whose lists changed; the browser fetches them again. */
export const liveTopic = z.enum([
  'portfolios',
  'bots',
  'cycles',
  'logs',
  'strategies',
  'demo',
  'exchange-keys',
  'back-fills',
]);

/** Everything a tab shows live. */
export const liveSnapshot = z.object({
  type: z.literal('snapshot'),
  seq: count,
  status,
  prices: z.array(price),
  bots: z.array(liveBot),
  /** Of every portfolio with bots. */
  funds: z.array(liveFunds),
});

/** What changed since message `seq − 1`. After a gap in `seq` the client reconnects for a new snapshot. */
export const liveChange = z.object({
  type: z.literal('change'),
  seq: count,
  status: z.optional(status),
  prices: z.array(price),
  bots: z.array(liveBot),
  /** Of the portfolios whose bots changed. */
  funds: z.array(liveFunds),
  topics: z.array(liveTopic),
});

/** Every message that the server sends on the live channel, distinguished by `type`. */
export const liveMessage = z.discriminatedUnion('type', [liveSnapshot, liveChange]);
/** A message of the live channel in camelCase, after parsing. */
export type LiveMessage = z.output<typeof liveMessage>;
/** A bot's live figures: amounts in USDT, one entry per atom. */
export type LiveBot = z.output<typeof liveBot>;
/** A portfolio's holdings now. */
export type LiveFunds = z.output<typeof liveFunds>;
/** A noun whose lists in the browser's cache are outdated. */
export type LiveTopic = z.output<typeof liveTopic>;
