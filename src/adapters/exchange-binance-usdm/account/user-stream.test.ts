import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NO_TRADE, type Venue, type VenueEvent } from '#ports/venue.ts';
import { openScriptedExchange, type ScriptedExchange } from '../../../../tests/support/scripted-exchange.ts';
import { until } from '../../../../tests/support/until.ts';
import { listScripted, SCRIPTED_MINUTE, scriptedContract } from '../../../../tests/support/wire-samples.ts';
import { type ConnectedExchange, connectExchange } from '../connect-exchange.ts';

const TIMES = { silenceMs: 60_000, watchMs: 1_000, retryMs: 20, lookUpMs: 50 };
const KEY = { apiKey: 'k'.repeat(64), secret: 'canary-of-the-secret' };

let exchange: ScriptedExchange;
let open: ConnectedExchange;
let venue: Venue;
let events: VenueEvent[];

beforeEach(async () => {
  exchange = await openScriptedExchange();
  listScripted(exchange);
  for (const path of ['fapi/v1/openOrders', 'fapi/v1/openAlgoOrders', 'fapi/v3/positionRisk', 'fapi/v1/userTrades']) {
    exchange.answer(`GET /${path}`, { json: [] });
  }
  exchange.answer('GET /fapi/v3/balance', { json: [{ asset: 'USDT', balance: '1', availableBalance: '1' }] });
  exchange.answer('POST /fapi/v1/listenKey', { json: { listenKey: 'firstKey' } });
  open = connectExchange({ name: 'sim', urls: exchange.urls }, { feedTimes: TIMES });
  venue = open.venue('ours', KEY);
  events = [];
});

afterEach(async () => {
  await venue.close();
  await open.close();
  await exchange.close();
});

const kinds = (): string[] => events.map(({ kind }) => kind);
const follow = (): void => venue.follow((event) => events.push(event));
const asked = (route: string): number =>
  exchange.requests.filter(({ method, path }) => `${method} ${path}` === route).length;
const tell = (message: object): void => exchange.say('/private', JSON.stringify({ stream: 'firstKey', data: message }));

/** A fill of an order as the stream sends it. */
function fillOf(symbol: string, tradeId: number): object {
  const order = {
    s: symbol,
    c: 'q1',
    S: 'BUY',
    o: 'MARKET',
    f: 'GTC',
    q: '0.100',
    p: '0',
    ap: '1',
    sp: '0',
    ps: 'LONG',
  };
  const trade = {
    x: 'TRADE',
    X: 'FILLED',
    l: '0.100',
    z: '0.100',
    L: '2000.00',
    N: 'USDT',
    n: '0.1',
    m: false,
    rp: '0',
  };
  const at = SCRIPTED_MINUTE;
  const whole = { e: 'ORDER_TRADE_UPDATE', E: at, T: at, o: { ...order, ...trade, i: 0, T: at, t: tradeId } };
  return JSON.parse(JSON.stringify(whole)); // The id is put in as a number below.
}

describe('the user stream of an account', () => {
  it('opens with a listen key, reads the account, and then reports events', async () => {
    follow();
    await until(() => events.length > 0);
    expect(exchange.sockets().map(({ path }) => path)).toEqual(['/private/stream?listenKey=firstKey']);
    exchange.say(
      '/private',
      JSON.stringify({ data: fillOf('ETHUSDT', 7) }).replace('"i":0', '"i":8389766216312345678'),
    );
    await until(() => events.length === 3);
    expect(kinds()).toEqual(['picture', 'fill', 'order']);
    expect(events[1]).toMatchObject({ fill: { orderId: '8389766216312345678', tradeId: '7', account: 'ours' } });
  });

  it('retries with back-off when no listen key is available', async () => {
    exchange.answer('POST /fapi/v1/listenKey', { json: { code: -1000, msg: 'x' }, status: 500 });
    const waits = vi.spyOn(globalThis, 'setTimeout');
    follow();
    await until(() => asked('POST /fapi/v1/listenKey') >= 2, 'a second attempt');
    exchange.answer('POST /fapi/v1/listenKey', { json: { listenKey: 'firstKey' } });
    await until(() => kinds().includes('picture'));
    const waited = waits.mock.calls.map(([, ms]) => ms);
    waits.mockRestore();
    expect(waited.filter((ms) => ms === 500 || ms === 1_000)).toEqual([500, 1_000]);
    expect(exchange.sockets()).toHaveLength(1);
  });

  it('fault 35: reports an event later, when the list of contracts contains its symbol', async () => {
    follow();
    await until(() => events.length > 0);
    tell(fillOf('NEWUSDT', 9));
    await until(() => kinds().includes('unresolved'));
    expect(kinds()).not.toContain('fill');
    const symbols = ['ETHUSDT', 'NEWUSDT'].map((symbol) => scriptedContract(symbol));
    exchange.answer('GET /fapi/v1/exchangeInfo', { json: { rateLimits: [], symbols } });
    await new Promise((resolve) => setTimeout(resolve, TIMES.lookUpMs));
    tell(fillOf('NEWUSDT', 10));
    await until(() => kinds().filter((kind) => kind === 'fill').length === 2);
    const fills = events.flatMap((event) => (event.kind === 'fill' ? [event.fill.tradeId] : []));
    expect(fills.toSorted()).toEqual(['10', '9']);
  });

  it.each([
    ['a known kind of another shape', JSON.stringify({ data: { e: 'ORDER_TRADE_UPDATE', E: 1, o: {} } })],
    ['half a JSON', '{"data":{"e":"ORDER_TRADE'],
  ])('fault 48: %s is kept or dropped, and the account is read again', async (_name, text) => {
    follow();
    await until(() => events.length > 0);
    exchange.say('/private', text);
    await until(() => kinds().filter((kind) => kind === 'picture').length === 2);
    expect(kinds()).toContain('gap');
    expect(exchange.sockets()).toHaveLength(1);
  });

  it('fault 33: continues with a new listen key when the exchange reports that the old one expired', async () => {
    follow();
    await until(() => events.length > 0);
    exchange.answer('POST /fapi/v1/listenKey', { json: { listenKey: 'secondKey' } });
    tell({ e: 'listenKeyExpired', E: SCRIPTED_MINUTE, listenKey: 'firstKey' });
    await until(() => kinds().filter((kind) => kind === 'picture').length === 2);
    expect(kinds()).toEqual(['picture', 'gap', 'picture']);
    expect(exchange.sockets().map(({ path }) => path)).toEqual(['/private/stream?listenKey=secondKey']);
  });

  it('leaves nothing behind when closed while the library requests another key', async () => {
    follow();
    await until(() => events.length > 0);
    let refuse = (): void => {};
    const refused = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    exchange.answer('POST /fapi/v1/listenKey', async () => {
      await refused;
      return { json: { code: -1000, msg: 'x' }, status: 500 };
    });
    exchange.drop();
    await until(() => asked('POST /fapi/v1/listenKey') >= 2, 'the library asks for another key');
    await venue.close();
    const waits = vi.spyOn(globalThis, 'setTimeout');
    refuse();
    for (let round = 0; round < 3; round += 1) await open.market.marketTime(); // Meanwhile the refusal is read.
    const waited = waits.mock.calls.map(([, ms]) => ms);
    waits.mockRestore();
    expect(waited).not.toContain(2_000); // After so long the library would ask again.
    expect(asked('POST /fapi/v1/listenKey')).toBe(2);
    expect(exchange.sockets()).toEqual([]);
  });

  it('leaves no timer that keeps a listen key alive', async () => {
    const made = vi.spyOn(globalThis, 'setInterval');
    const ended = vi.spyOn(globalThis, 'clearInterval');
    follow();
    await until(() => events.length > 0);
    const keepers = made.mock.results.filter((_, index) => Number(made.mock.calls[index]?.[1]) > 60_000);
    await venue.close();
    expect(keepers.length).toBeGreaterThan(0);
    for (const { value } of keepers) expect(ended).toHaveBeenCalledWith(value);
    vi.restoreAllMocks();
  });

  it('reports no fill from before the symbol was tracked, although its event may come late', async () => {
    follow();
    await until(() => events.length > 0);
    venue.track({ symbol: 'ETHUSDT', fromId: '5' });
    for (const tradeId of [4, 6, 5, 7]) tell(fillOf('ETHUSDT', tradeId));
    const reported = (): string[] => events.flatMap((event) => (event.kind === 'fill' ? [event.fill.tradeId] : []));
    await until(() => reported().includes('7'), 'the last fill');
    expect(reported()).toEqual(['6', '7']);
  });

  it('prints nothing, and adds no broker prefix to our ids', async () => {
    const spies = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) => vi.spyOn(console, name));
    exchange.answer('POST /fapi/v1/order', { json: { code: -2019, msg: 'x' }, status: 400 });
    follow();
    await until(() => events.length > 0);
    const instrument = await venue.instrument('ETHUSDT');
    if (instrument === null) throw new Error('not listed');
    const names = {
      clientId: 'q1p00000000',
      side: 'BUY',
      positionSide: 'LONG',
      intent: 'open',
      reduceOnly: false,
    } as const;
    venue.track({ symbol: 'ETHUSDT', fromId: NO_TRADE });
    await venue.place({
      ...names,
      type: 'MARKET',
      quantity: instrument.quantityMin,
      instrument,
      timestamp: venue.now(),
    });
    exchange.drop();
    await until(() => kinds().includes('gap'));
    const sent = exchange.requests.find(({ method, path }) => method === 'POST' && path === '/fapi/v1/order');
    expect(sent?.query.get('newClientOrderId')).toBe('q1p00000000');
    for (const spy of spies) expect(spy).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });
});
