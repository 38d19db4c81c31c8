import { z } from 'zod';
import { DAY_MS, MINUTE_MS } from '#base/time.ts';
import type { RateLimits } from '../rest/http/rate-limits.ts';
import type { Simulation } from '../simulation.ts';
import { STREAM_ROOTS } from '../streams/market/stream-name.ts';
import type { Streams } from '../streams/open-streams.ts';
import { API_ROOT } from '../streams/stream-address.ts';
import { accountIn } from './account-acts.ts';
import { type AdminAct, adminAct } from './admin-act.ts';
import { CANDLE_FAULTS } from './faults/candle-faults.ts';
import type { Faults } from './faults/open-faults.ts';
import { PROFILE_NAMES } from './faults/profiles.ts';
import { WAIT_CLOCKS } from './faults/waits.ts';

const SEED_MAX = 2 ** 32 - 1;
const COUNT_MAX = 10_000;
const count = z.number().int().min(1).max(COUNT_MAX).default(1);
const ms = (most: number): z.ZodNumber => z.number().int().min(0).max(most);
const share = z.number().min(0).max(1);
const MATCH = {
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']).optional(),
  path: z
    .string()
    .startsWith('/', 'must be a path such as "/fapi/v1/order", or its beginning with a * behind')
    .optional(),
  accountId: z.string().max(64).optional(),
};
const status = z.number().int().min(400).max(599);
const ERROR = { status, code: z.number().int(), message: z.string().max(500).default('') };
const PAGE = '<html><head><title>Request blocked</title></head><body><h1>Request blocked</h1></body></html>';

const REQUEST = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('error'), ...ERROR, ...MATCH, count }),
  z.strictObject({ kind: z.literal('error-after'), ...ERROR, ...MATCH, count }),
  z.strictObject({ kind: z.literal('page'), status, html: z.string().max(10_000).default(PAGE), ...MATCH, count }),
  z.strictObject({ kind: z.literal('lost-reply'), afterMs: ms(2 * MINUTE_MS).default(0), ...MATCH, count }),
  z.strictObject({ kind: z.literal('cut'), bytes: z.number().int().min(0).max(1_000_000), ...MATCH, count }),
  z.strictObject({ kind: z.literal('drop'), ...MATCH, count }),
]);
const LATENCY = z.strictObject({ ms: ms(MINUTE_MS), jitterMs: ms(MINUTE_MS).default(0), ...MATCH });
const SOCKETS = z.strictObject({
  act: z.enum(['drop', 'end', 'none', 'muted', 'half-open']),
  root: z
    .enum([...STREAM_ROOTS, API_ROOT])
    .nullable()
    .default(null),
});
const PROFILE = z.strictObject({
  name: z.enum(PROFILE_NAMES),
  seed: z.number().int().min(0).max(SEED_MAX).default(1),
  clock: z.enum(WAIT_CLOCKS).default('wall'),
});
const EVENTS = z.strictObject({
  duplicated: share.default(0),
  swapped: share.default(0),
  delayMsMax: ms(MINUTE_MS).default(0),
});
const CANDLE = z.strictObject({
  fault: z.enum(CANDLE_FAULTS),
  symbol: z.string().max(40).nullable().default(null),
  count,
});
const NOTHING = z.strictObject({});

export interface WireParts {
  readonly simulation: Simulation;
  readonly faults: Faults;
  readonly streams: Streams;
  readonly limits: RateLimits;
}

/** Actions that disturb requests, answers, sockets and events. */
export function wireActs({ simulation, faults, streams, limits }: WireParts): Readonly<Record<string, AdminAct>> {
  return {
    'POST /admin/faults/request': adminAct(REQUEST, (body) => {
      const { method, path, accountId, count: times, ...fault } = body;
      faults.requests.next({ method, path, accountId }, fault, times);
      return {};
    }),
    'POST /admin/faults/latency': adminAct(LATENCY, ({ ms: wait, jitterMs, ...match }) => {
      faults.requests.delay({ ms: wait, jitterMs, match });
      return {};
    }),
    'POST /admin/faults/sockets': adminAct(SOCKETS, ({ act, root }) => ({ sockets: streams.disturb(act, root) })),
    'POST /admin/faults/listen-key': adminAct(z.strictObject({ accountId: z.string().max(64) }), ({ accountId }) => ({
      hadOne: streams.listenKeys.close(accountIn(simulation, accountId)),
    })),
    'POST /admin/faults/strict-roots': adminAct(z.strictObject({ isStrict: z.boolean() }), ({ isStrict }) => {
      faults.setStrict(isStrict);
      return {};
    }),
    'POST /admin/faults/ban': adminAct(z.strictObject({ forMs: ms(3 * DAY_MS) }), ({ forMs }) => {
      limits.banAll(simulation.wallMs() + forMs);
      return {};
    }),
    'POST /admin/faults/limits': adminAct(z.strictObject({ divisor: z.number().min(1).max(10_000) }), ({ divisor }) => {
      limits.divide(divisor);
      return {};
    }),
    'POST /admin/faults/events': adminAct(EVENTS, (chaos) => {
      faults.events.set(chaos);
      return {};
    }),
    'POST /admin/faults/unknown-symbol': adminAct(z.strictObject({ count }), (body) => {
      faults.events.nextUnknownSymbols(body.count);
      return {};
    }),
    'POST /admin/faults/candle': adminAct(CANDLE, ({ symbol, fault, count: times }) => {
      faults.candles.next(symbol, fault, times);
      return {};
    }),
    'POST /admin/faults/hidden-orders': adminAct(z.strictObject({ forMs: ms(10 * MINUTE_MS) }), ({ forMs }) => {
      faults.fresh.setLag(forMs);
      return {};
    }),
    'POST /admin/profile': adminAct(PROFILE, (wanted) => {
      faults.setProfile(wanted);
      return faults.profile();
    }),
    'POST /admin/faults/clear': adminAct(NOTHING, () => {
      faults.clear();
      limits.divide(1);
      limits.forget();
      simulation.skewWall(0);
      streams.disturb('none', null);
      return {};
    }),
  };
}
