import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { steps, ticks } from '#base/exact.ts';
import { instantOf } from '#base/time.ts';
import { NO_TRADE, type PlaceOrder, type SendOutcome, type Venue, type VenueOrder } from '#ports/venue.ts';
import { type FaultProxy, openFaultProxy } from '../../../../tests/support/fault-proxy.ts';
import { freePort } from '../../../../tests/support/free-port.ts';
import {
  loopbackUrls,
  openScriptedExchange,
  type ScriptedExchange,
  type ScriptedRequest,
} from '../../../../tests/support/scripted-exchange.ts';
import { listScripted } from '../../../../tests/support/wire-samples.ts';
import { type ConnectedExchange, connectExchange } from '../connect-exchange.ts';
import type { ExchangeUrls } from './environments.ts';
import { ExchangeError } from './exchange-error.ts';

/** Nothing that answers at all is given up, however busy the machine is. */
const LIMITS = { connectMs: 60_000, headersMs: 60_000, bodyMs: 60_000, bytesMax: 1_000_000 };
/** Nothing that never answers is waited for. */
const SHORT = { ...LIMITS, headersMs: 300, bodyMs: 300 };
const CREDENTIALS = { apiKey: 'k'.repeat(64), secret: 'canary-of-the-secret' };
const ORDER_ROW = {
  orderId: 1,
  symbol: 'ETHUSDT',
  status: 'NEW',
  clientOrderId: 'q1',
  price: '1900.00',
  origQty: '0.100',
  executedQty: '0.000',
  side: 'BUY',
  positionSide: 'LONG',
  type: 'LIMIT',
  updateTime: 1_767_614_400_000,
};

let exchange: ScriptedExchange;
let open: ConnectedExchange;
let venue: Venue;
let proxy: FaultProxy | null = null;

function connect(urls: ExchangeUrls): void {
  open = connectExchange({ name: 'sim', urls }, { limits: LIMITS });
  venue = tradingOn(open);
}

/** An account that may order ETHUSDT. */
function tradingOn(connected: ConnectedExchange): Venue {
  const account = connected.venue('ours', CREDENTIALS);
  account.track({ symbol: 'ETHUSDT', fromId: NO_TRADE });
  return account;
}

async function through(fault: Parameters<FaultProxy['set']>[0]): Promise<void> {
  await open.market.listings(); // Orders need the listings, so they are read before the faults begin.
  const listed = await venue.instrument('ETHUSDT');
  expect(listed).not.toBeNull();
  proxy?.set(fault);
}

async function order(price = 190_000): Promise<PlaceOrder> {
  const instrument = await venue.instrument('ETHUSDT');
  if (instrument === null) throw new Error('not listed');
  const names = { clientId: 'q1', side: 'BUY', positionSide: 'LONG', intent: 'open', reduceOnly: false } as const;
  const what = { type: 'LIMIT', price: ticks(price), quantity: steps(100), timeInForce: 'GTC' } as const;
  return { ...names, ...what, instrument, timestamp: venue.now() };
}

const asked = (path: string): ScriptedRequest[] => exchange.requests.filter((request) => request.path === path);
const refusal = (code: number, status = 400) => ({ json: { code, msg: 'words' }, status });

beforeEach(async () => {
  exchange = await openScriptedExchange();
  listScripted(exchange);
  exchange.answer('GET /fapi/v3/positionRisk', { json: [] });
  exchange.answer('GET /fapi/v3/balance', { json: [{ asset: 'USDT', balance: '1', availableBalance: '1' }] });
  exchange.answer('POST /fapi/v1/order', { json: ORDER_ROW });
  connect(exchange.urls);
});

afterEach(async () => {
  await venue.close();
  await open.close();
  await proxy?.close();
  proxy = null;
  await exchange.close();
});

describe('fault 29: the exchange asks to wait', () => {
  it.each([
    ['429 with Retry-After', { ...refusal(-1003, 429), headers: { 'retry-after': '90' } }, 90_000],
    ['418 with Retry-After', { ...refusal(-1003, 418), headers: { 'retry-after': '120' } }, 120_000],
    ['403 with the page of a firewall', { text: '<html>Access denied</html>', status: 403 }, 120_000],
  ])('%s: no request is sent until the wait is over', async (_name, answer, pauseMs) => {
    await open.market.listings();
    exchange.answer('GET /fapi/v1/ticker/24hr', answer);
    await expect(open.market.tickers()).rejects.toMatchObject({ code: 'EXCHANGE_BUSY', isRetryable: true });
    const { length } = exchange.requests;
    expect(open.market.budget().pauseMs).toBeGreaterThan(pauseMs - 60_000); // Some of it has passed.
    await expect(venue.positions()).rejects.toMatchObject({ code: 'EXCHANGE_BUSY' });
    await expect(open.market.candleTexts('spot', SPOT)).rejects.toMatchObject({ code: 'EXCHANGE_BUSY' });
    expect(await venue.place(await order())).toMatchObject({ kind: 'throttled' });
    expect(exchange.requests).toHaveLength(length);
  });

  it('a ban of market calls never pauses orders that reduce risk; a ban told to one of them does', async () => {
    const ban = { ...refusal(-1003, 418), headers: { 'retry-after': '120' } };
    await open.market.listings();
    exchange.answer('GET /fapi/v1/ticker/24hr', ban);
    await expect(open.market.tickers()).rejects.toMatchObject({ code: 'EXCHANGE_BUSY' });
    const close = { ...(await order()), intent: 'close', side: 'SELL' } as const;
    expect(await venue.place(await order())).toMatchObject({ kind: 'throttled' });
    expect(await venue.place(close)).toMatchObject({ kind: 'acknowledged' });
    exchange.answer('POST /fapi/v1/order', ban);
    expect(await venue.place(close)).toEqual({ kind: 'throttled', pauseMs: 120_000 });
    expect(await venue.place(close)).toMatchObject({ kind: 'throttled' });
    expect(asked('/fapi/v1/order')).toHaveLength(2);
  });

  it('too many orders pause only the orders of that account', async () => {
    const tooMany = { ...refusal(-1015, 429), headers: { 'retry-after': '30' } };
    exchange.answer('POST /fapi/v1/order', tooMany);
    expect(await venue.place(await order())).toEqual({ kind: 'throttled', pauseMs: 30_000 });
    expect(await venue.place(await order())).toMatchObject({ kind: 'throttled' });
    expect(asked('/fapi/v1/order')).toHaveLength(1);
    expect(await venue.balances()).toHaveLength(1);
    expect(open.market.budget().pauseMs).toBe(0);
  });

  it('requests continue by themselves when the wait is over', async () => {
    exchange.answer('GET /fapi/v1/openInterest', { ...refusal(-1003, 429), headers: { 'retry-after': '1' } });
    await expect(open.market.openInterest('ETHUSDT')).rejects.toMatchObject({ code: 'EXCHANGE_BUSY' });
    exchange.answer('GET /fapi/v1/openInterest', {
      json: { openInterest: '5.000', symbol: 'ETHUSDT', time: Date.now() },
    });
    await new Promise((resolve) => setTimeout(resolve, open.market.budget().pauseMs + 5));
    expect(await open.market.openInterest('ETHUSDT')).toBe(5_000);
  });

  const SPOT = { symbol: 'ETHUSDT', interval: '1m', from: null, to: instantOf(1), limit: 5 } as const;
});

describe('fault 30: clocks that disagree', () => {
  let skewMs = 0;
  const timed = ({ query }: ScriptedRequest) => {
    const [server, sent, window] = [
      Date.now() + skewMs,
      Number(query.get('timestamp')),
      Number(query.get('recvWindow')),
    ];
    const isTaken = sent < server + 1_000 && server - sent <= window;
    return isTaken ? { json: [{ asset: 'USDT', balance: '1', availableBalance: '1' }] } : refusal(-1021);
  };

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] }); // Only what a test sets makes the clocks disagree.
    exchange.answer('GET /fapi/v1/time', () => ({ json: { serverTime: Date.now() + skewMs } }));
    exchange.answer('GET /fapi/v3/balance', timed);
  });
  afterEach(() => void vi.useRealTimers());

  it.each([-3_600_000, -500, 0, 500, 3_600_000])('by %i ms: requests carry the time of the exchange', async (ms) => {
    skewMs = ms;
    expect(await venue.balances()).toHaveLength(1);
    expect((await venue.readServerTime()).serverTime).toBeGreaterThan(Date.now() + ms - 1_000);
    expect(asked('/fapi/v3/balance')).toHaveLength(1);
  });

  it('a clock step while the program runs costs one refusal: the clock is read again and the read repeated', async () => {
    skewMs = 0;
    await venue.balances();
    skewMs = 3_600_000;
    expect(await venue.balances()).toHaveLength(1);
    expect(asked('/fapi/v3/balance')).toHaveLength(3);
  });

  it('an order refused for its timestamp was not accepted, is not repeated, and the next one has the right time', async () => {
    skewMs = 0;
    await venue.balances();
    skewMs = 60_000;
    exchange.answer('POST /fapi/v1/order', (request) =>
      'json' in timed(request) && isGood(request) ? { json: ORDER_ROW } : refusal(-1021),
    );
    expect(await venue.place(await order())).toMatchObject({ kind: 'rejected', cause: 'clock', venueCode: -1021 });
    expect(asked('/fapi/v1/order')).toHaveLength(1);
    await expect.poll(() => venue.now() - Date.now()).toBeGreaterThan(59_000);
    expect(await venue.place(await order())).toMatchObject({ kind: 'acknowledged' });
  });

  it('an order is signed with exactly the timestamp that it carries', async () => {
    skewMs = -250;
    await venue.balances();
    for (let count = 0; count < 50; count += 1) {
      const placed = await order(190_000 + count);
      await venue.place(placed);
      expect(asked('/fapi/v1/order').at(-1)?.query.get('timestamp')).toBe(String(placed.timestamp));
    }
  });

  const isGood = ({ query }: ScriptedRequest): boolean =>
    Math.abs(Number(query.get('timestamp')) - Date.now() - skewMs) < 1_000;
});

describe('fault 31: the key is refused', () => {
  it.each([-1022, -2008, -2014, -2015])(
    'code %i: said once, not retried, and nothing of the key is told',
    async (code) => {
      exchange.answer('GET /fapi/v3/positionRisk', refusal(code, 401));
      exchange.answer('POST /fapi/v1/order', refusal(code, 401));
      exchange.answer('GET /sapi/v1/account/apiRestrictions', refusal(code, 401));
      const failure = await venue.positions().catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'EXCHANGE_KEY_REFUSED', isRetryable: false, venueCode: code });
      expect(JSON.stringify(failure) + String(failure)).not.toContain(CREDENTIALS.apiKey);
      expect(await venue.place(await order())).toMatchObject({ kind: 'rejected', cause: 'key', venueCode: code });
      expect(await open.permissions.permissionsOf(CREDENTIALS)).toEqual({ kind: 'refused', venueCode: code });
      expect([asked('/fapi/v3/positionRisk').length, asked('/fapi/v1/order').length]).toEqual([1, 1]);
    },
  );

  it('three refusals of the same order open the circuit breaker, so that no fourth is sent', async () => {
    exchange.answer('POST /fapi/v1/order', refusal(-2015, 401));
    for (let count = 0; count < 3; count += 1) expect(await venue.place(await order())).toMatchObject({ cause: 'key' });
    expect(await venue.place(await order())).toMatchObject({ kind: 'rejected', cause: 'circuit', venueCode: null });
    expect(asked('/fapi/v1/order')).toHaveLength(3);
  });
});

describe('error messages', () => {
  it.each([
    ['a refusal', refusal(-2015, 401)],
    ['a page', { text: '<html>', status: 502 }],
    ['half a JSON', { text: '{"a' }],
    ['a wait', refusal(-1003, 429)],
  ])('after %s contain no part of the key, secret or signature', async (_name, answer) => {
    exchange.answer('GET /fapi/v3/positionRisk', answer);
    const failure = await venue.positions().catch((error: unknown) => error);
    const signature = asked('/fapi/v3/positionRisk')[0]?.query.get('signature') ?? 'none was sent';
    const told = inspect(failure, { depth: 20, showHidden: true });
    expect(failure).toBeInstanceOf(ExchangeError);
    for (const secret of [CREDENTIALS.apiKey, CREDENTIALS.secret, signature]) expect(told).not.toContain(secret);
  });
});

describe('fault 48: incomplete answers and HTML pages', () => {
  it.each([
    ['half a JSON', { text: '[{"symbol":"ETHUSDT","positi' }],
    ['a page', { text: '<html>Bad gateway</html>' }],
    ['nothing', { text: '' }],
    ['an object in place of a list', { json: { symbol: 'ETHUSDT' } }],
    ['null', { json: null }],
  ])('%s is never an empty list of positions', async (_name, answer) => {
    exchange.answer('GET /fapi/v3/positionRisk', answer);
    await expect(venue.positions()).rejects.toMatchObject({ code: 'EXCHANGE_ANSWER', isRetryable: false });
  });

  it('a row of another shape is never an empty list of positions: it is stored as received', async () => {
    const row = { symbol: 'ETHUSDT', positionAmt: 5 };
    exchange.answer('GET /fapi/v3/positionRisk', { json: [row] });
    expect(await venue.positions()).toEqual({
      ...{ kind: 'some', readable: [] },
      unresolved: [{ symbol: 'ETHUSDT', raw: JSON.stringify(row) }],
    });
  });

  it.each([
    ['half a JSON', { text: '{"orderId":1,"symb' }],
    ['a page', { text: '<html>' }],
    ['an answer of another shape', { json: { orderId: 1 } }],
  ])('%s as the answer to an order leaves it unknown', async (_name, answer) => {
    exchange.answer('POST /fapi/v1/order', answer);
    expect(await venue.place(await order())).toEqual({ kind: 'unknown', reason: 'unreadable' });
  });

  it('a truncated answer counts as no answer', async () => {
    proxy = await openFaultProxy(exchange.port);
    connect(loopbackUrls(proxy.port));
    await through({ kind: 'cut', bytes: 150 });
    await expect(venue.positions()).rejects.toMatchObject({ code: 'EXCHANGE_UNAVAILABLE', isRetryable: true });
    expect(await venue.place(await order())).toEqual({ kind: 'unknown', reason: 'no-answer' });
  });

  it('an answer above the size limit is abandoned', async () => {
    exchange.answer('GET /fapi/v3/positionRisk', { text: `[${'1,'.repeat(600_000)}1]` });
    await expect(venue.positions()).rejects.toMatchObject({ code: 'EXCHANGE_UNAVAILABLE' });
  });
});

describe('fault 51: a bad network path to the exchange', () => {
  beforeEach(async () => {
    proxy = await openFaultProxy(exchange.port);
    connect(loopbackUrls(proxy.port));
  });

  it('a dropped connection fails at once with a typed error, and an order is unknown', async () => {
    await through({ kind: 'drop' });
    const placed = await order();
    const fresh = connectExchange({ name: 'sim', urls: loopbackUrls(proxy?.port ?? 0) }, { limits: LIMITS });
    await expect(fresh.market.listings()).rejects.toMatchObject({ code: 'EXCHANGE_UNAVAILABLE', isRetryable: true });
    const account = tradingOn(fresh);
    expect(await account.place({ ...placed, timestamp: account.now() })).toEqual({
      kind: 'unknown',
      reason: 'no-answer',
    });
    await account.close();
    await fresh.close();
  });

  it('a half-open connection fails by the time limit for headers; the order is unknown and was sent once', async () => {
    await through({ kind: 'half-open' });
    expect(await placedInShort()).toEqual({ kind: 'unknown', reason: 'no-answer' });
    await expect.poll(() => asked('/fapi/v1/order').length).toBe(1);
  });

  it('a delay beyond the limit leaves the order unknown, although the exchange accepted it', async () => {
    await through({ kind: 'delay', ms: 200 });
    expect(await placedInShort()).toEqual({ kind: 'unknown', reason: 'no-answer' });
    await expect.poll(() => asked('/fapi/v1/order').length).toBe(1);
  });

  it('a trickling body fails by the time limit for bodies', async () => {
    exchange.answer('GET /fapi/v1/premiumIndex', { json: [], headers: { 'content-length': '500' } });
    const short = connectExchange({ name: 'sim', urls: exchange.urls }, { limits: { ...LIMITS, bodyMs: 300 } });
    await short.market.listings();
    await expect(short.market.marks()).rejects.toMatchObject({ code: 'EXCHANGE_UNAVAILABLE' });
    await short.close();
  });

  it('an order or a cancel without an answer is given up before its barrier, whatever the limits allow', async () => {
    for (const method of ['POST', 'DELETE']) exchange.answer(`${method} /fapi/v1/order`, () => new Promise(() => {}));
    const sendTimes = { recvWindowMs: 300, barrierMarginMs: 200 };
    const quick = connectExchange({ name: 'sim', urls: exchange.urls }, { limits: LIMITS, sendTimes });
    const account = tradingOn(quick);
    const placed = await order();
    const sending = { ...placed, timestamp: account.now() };
    const begunMs = performance.now();
    expect(await account.place(sending)).toEqual({ kind: 'unknown', reason: 'no-answer' });
    expect(await account.cancel({ ...sending, timestamp: account.now() })).toMatchObject({ kind: 'unknown' });
    expect(performance.now() - begunMs).toBeLessThan(LIMITS.headersMs); // The other limits would take longer, however busy.
    expect(await account.setLeverage('ETHUSDT', 5)).toMatchObject({ kind: 'rejected' });
    expect(asked('/fapi/v1/order').map(({ query }) => query.get('recvWindow'))).toEqual(['300', '300']);
    expect(account).toMatchObject(sendTimes);
    await account.close();
    await quick.close();
  });

  /** Sends an order through the proxy, over a connection that does not wait long. */
  async function placedInShort(): Promise<SendOutcome<VenueOrder>> {
    const placed = await order();
    const short = connectExchange({ name: 'sim', urls: loopbackUrls(proxy?.port ?? 0) }, { limits: SHORT });
    const account = tradingOn(short);
    const outcome = await account.place({ ...placed, timestamp: account.now() });
    await account.close();
    await short.close();
    return outcome;
  }

  it.each([
    ['a name that does not resolve', (): string => 'http://no-such-host.invalid:9'],
    ['a port where nobody listens', async (): Promise<string> => `http://127.0.0.1:${await freePort()}`],
    ['a server that does not speak TLS', (): string => `https://127.0.0.1:${exchange.port}`],
  ])('%s: reports that nothing left this machine', async (_name, address) => {
    await through({ kind: 'none' });
    const placed = await order();
    const fapiRest = await address();
    const bad = connectExchange({ name: 'sim', urls: { ...exchange.urls, fapiRest } }, { limits: LIMITS });
    const account = tradingOn(bad);
    expect(await account.place({ ...placed, timestamp: account.now() })).toEqual({
      kind: 'unknown',
      reason: 'not-connected',
    });
    await expect(account.positions()).rejects.toMatchObject({ code: 'EXCHANGE_UNAVAILABLE', isRetryable: true });
    await account.close();
    await bad.close();
  });
});
