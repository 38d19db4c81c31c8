import * as z from 'zod/mini';
import { atom, botState } from './bot.ts';
import { count, decimalText, id, instantText } from './fields.ts';
import { status } from './system.ts';

/** The live channel: one WebSocket a tab at `/api/live`. The first message of the client carries its token. */
export const LIVE_PATH = '/api/live';

/** First message of a tab. The token goes here and not into the address, which proxies write to their logs. */
export const liveHello = z.strictObject({ type: z.literal('hello'), token: z.string().check(z.maxLength(4_096)) });

export const liveBot = z.object({
  botId: id,
  state: botState,
  stateReason: z.nullable(z.string()),
  unrealized: decimalText,
  resultTotal: decimalText,
  atoms: z.array(atom),
});

const price = z.object({ symbol: z.string(), price: decimalText, time: instantText });

/** Nouns whose lists changed; the browser asks for them again. */
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

/** Everything a tab shows live, whole. */
export const liveSnapshot = z.object({
  type: z.literal('snapshot'),
  seq: count,
  status,
  prices: z.array(price),
  bots: z.array(liveBot),
});

/** What changed since message `seq − 1`. A gap in `seq` means: ask for a fresh snapshot by a new connection. */
export const liveChange = z.object({
  type: z.literal('change'),
  seq: count,
  status: z.optional(status),
  prices: z.array(price),
  bots: z.array(liveBot),
  topics: z.array(liveTopic),
});

/** Everything the server sends on the live channel, told apart by `type`. */
export const liveMessage = z.discriminatedUnion('type', [liveSnapshot, liveChange]);
/** A message of the live channel in camelCase, after parsing. */
export type LiveMessage = z.output<typeof liveMessage>;
/** A bot's moving figures: amounts in USDT, one entry an atom. */
export type LiveBot = z.output<typeof liveBot>;
/** A noun whose lists in the browser's cache are out of date. */
export type LiveTopic = z.output<typeof liveTopic>;
