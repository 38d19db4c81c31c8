import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '#base/time.ts';
import { openScriptedExchange, type ScriptedExchange } from '../../../../tests/support/scripted-exchange.ts';
import { until } from '../../../../tests/support/until.ts';
import { listScripted, SCRIPTED_MINUTE, scriptedKline } from '../../../../tests/support/wire-samples.ts';
import { type ConnectedExchange, connectExchange } from '../connect-exchange.ts';

const LIMITS = { connectMs: 60_000, headersMs: 60_000, bodyMs: 60_000, bytesMax: 1_000_000 };
const KEY = { apiKey: 'k'.repeat(64), secret: 'canary-of-the-secret' };

let exchange: ScriptedExchange;
let demo: ConnectedExchange;
/** Time of the exchange's clock. */
let serverTime = 0;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] }); // No time passes here but what the exchange tells.
  exchange = await openScriptedExchange();
  listScripted(exchange);
  exchange.answer('GET /fapi/v1/time', () => ({ json: { serverTime } }));
  const sourceTimes = { silenceMs: MINUTE_MS, watchMs: MINUTE_MS, clockMs: 50 };
  demo = connectExchange({ name: 'demo', urls: exchange.urls }, { limits: LIMITS, sourceTimes });
});

afterEach(async () => {
  await demo.close();
  await exchange.close();
  vi.useRealTimers();
});

const asked = (path: string): number => exchange.requests.filter((request) => request.path === path).length;

describe('with a real exchange', () => {
  it('market time is the exchange’s time, regardless of this machine’s clock', async () => {
    serverTime = SCRIPTED_MINUTE;
    expect(await demo.market.marketTime()).toBe(SCRIPTED_MINUTE);
  });

  it('the clock is read repeatedly', async () => {
    serverTime = SCRIPTED_MINUTE;
    await until(() => asked('/fapi/v1/time') >= 3);
  });

  it.each([
    [1 * SECOND_MS, 0],
    [4 * SECOND_MS, 1],
  ])(
    'a candle that closed %i ms ago counts as closed %i times: the exchange may still write to it',
    async (ms, count) => {
      serverTime = SCRIPTED_MINUTE + ms;
      exchange.answer('GET /fapi/v1/klines', {
        json: [scriptedKline(SCRIPTED_MINUTE - MINUTE_MS), scriptedKline(SCRIPTED_MINUTE)],
      });
      const [listing] = await demo.market.listings();
      if (listing === undefined) throw new Error('nothing is listed');
      const query = { interval: '1m', from: null, to: null, limit: 500 } as const;
      expect(await demo.market.candles(listing.instrument, query)).toHaveLength(count);
    },
  );

  it('the permissions of a working key are unknown on demo, which has no call for them', async () => {
    serverTime = Date.now();
    exchange.answer('GET /fapi/v3/balance', { json: [{ asset: 'USDT', balance: '1', availableBalance: '1' }] });
    expect(await demo.permissions.permissionsOf(KEY)).toEqual({ kind: 'unknown' });
    expect(asked('/sapi/v1/account/apiRestrictions')).toBe(0);
    exchange.answer('GET /fapi/v3/balance', { json: { code: -2008, msg: 'Invalid Api-Key ID.' }, status: 401 });
    expect(await demo.permissions.permissionsOf(KEY)).toEqual({ kind: 'refused', venueCode: -2008 });
  });

  it.each([
    ['an outage', { text: 'no', status: 502 }],
    ['maintenance', { json: { code: -1000, msg: 'x' }, status: 503 }],
    ['a page', { text: '<html>' }],
  ])('%s proves nothing about the key', async (_name, answer) => {
    serverTime = Date.now();
    exchange.answer('GET /fapi/v3/balance', answer);
    expect(await demo.permissions.permissionsOf(KEY)).toEqual({ kind: 'unreachable' });
  });

  it('an invalid secret is refused without a request', async () => {
    const broken = { apiKey: 'k', secret: '-----BEGIN PRIVATE KEY-----\nx' };
    expect(await demo.permissions.permissionsOf(broken)).toEqual({ kind: 'refused', venueCode: null });
    expect(asked('/fapi/v3/balance')).toBe(0);
  });
});
