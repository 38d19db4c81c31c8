import * as z from 'zod/mini';
import { wireDecimal, wireId, wireSymbol, wireTime } from './read-shape.ts';

const side = z.enum(['BUY', 'SELL']);
const positionSide = z.enum(['LONG', 'SHORT', 'BOTH']);

/** https://developers.binance.com/docs/derivatives/usds-margined-futures/user-data-streams/Event-Order-Update */
export const orderEvent = z.object({
  E: wireTime,
  o: z.object({
    s: wireSymbol,
    c: z.string(),
    S: side,
    o: z.string(),
    q: wireDecimal,
    p: wireDecimal,
    x: z.string(),
    X: z.string(),
    i: wireId,
    l: wireDecimal,
    z: wireDecimal,
    L: wireDecimal,
    N: z.nullish(z.string()),
    n: z.nullish(z.string()),
    T: wireTime,
    t: wireId,
    m: z.boolean(),
    ps: positionSide,
    rp: z.string(),
  }),
});
export type OrderEvent = z.output<typeof orderEvent>;

/** https://developers.binance.com/docs/derivatives/usds-margined-futures/user-data-streams/Event-Algo-Order-Update */
export const algoEvent = z.object({
  E: wireTime,
  o: z.object({
    caid: z.string(),
    aid: wireId,
    o: z.string(),
    s: wireSymbol,
    S: side,
    ps: positionSide,
    q: z.nullish(z.string()),
    X: z.string(),
    ai: z.optional(z.union([z.literal(''), wireId])),
    tp: z.string(),
    cp: z.boolean(),
    rm: z.optional(z.string()),
  }),
});
export type AlgoEvent = z.output<typeof algoEvent>;

/** https://developers.binance.com/docs/derivatives/usds-margined-futures/user-data-streams/Event-Balance-and-Position-Update */
export const accountEvent = z.object({
  E: wireTime,
  a: z.object({
    m: z.string(),
    B: z.optional(z.array(z.object({ a: z.string(), wb: wireDecimal }))),
    P: z.optional(z.array(z.object({ s: wireSymbol, pa: wireDecimal, ep: wireDecimal, ps: positionSide }))),
  }),
});

/** https://developers.binance.com/docs/derivatives/usds-margined-futures/user-data-streams/Event-Account-Configuration-Update-previous-Leverage-Update */
export const configEvent = z.object({
  E: wireTime,
  ac: z.optional(z.object({ s: wireSymbol, l: z.int() })),
});

/** https://developers.binance.com/docs/derivatives/usds-margined-futures/user-data-streams/Event-Margin-Call */
export const marginCallEvent = z.object({ E: wireTime, p: z.array(z.object({ s: wireSymbol })) });
