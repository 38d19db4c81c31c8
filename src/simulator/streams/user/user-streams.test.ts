import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#base/time.ts';
import {
  type Ear,
  openStreamingWorld,
  type StreamingWorld,
  type Told,
} from '../../../../tests/support/streaming-world.ts';
import { send, type WireReply } from '../../../../tests/support/wire-client.ts';
import type { Trader } from '../../../../tests/support/wire-world.ts';

const ETH = 'ETHUSDT';
const PATH = '/fapi/v1/listenKey';

describe('the user stream', () => {
  let world: StreamingWorld;
  let trader: Trader;
  let listenKey = '';
  let ear: Ear;

  beforeAll(async () => {
    world = await openStreamingWorld();
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    trader = await world.trader('hedge');
    listenKey = (await onKey('POST')).json.listenKey;
    ear = await world.listen(`/private/ws?listenKey=${listenKey}`);
  });
  afterEach(() => world.admin('faults/clear'));

  const onKey = (method: string): Promise<WireReply> =>
    send(world.port, { method, path: PATH, headers: { 'X-MBX-APIKEY': trader.key.apiKey } });
  const market = (side: 'BUY' | 'SELL', quantity = '0.1', symbol = ETH): Promise<WireReply> =>
    trader.post('/fapi/v1/order', {
      symbol,
      side,
      positionSide: 'LONG',
      type: 'MARKET',
      quantity,
      newOrderRespType: 'RESULT',
    });
  const limit = (factor: number): Promise<WireReply> =>
    trader.post('/fapi/v1/order', {
      symbol: ETH,
      side: 'BUY',
      positionSide: 'LONG',
      type: 'LIMIT',
      timeInForce: 'GTC',
      quantity: '0.1',
      price: world.near(ETH, factor),
    });
  const events = (of: Ear = ear): string[] => of.told().map(({ e }) => e);
  const heard = async (): Promise<readonly Told[]> => {
    await world.settle(ear);
    return ear.told();
  };

  it('reports a fill as TRADE_LITE, ORDER_TRADE_UPDATE, ACCOUNT_UPDATE, in this order', async () => {
    const order = await market('BUY');
    expect(order.json).toMatchObject({ status: 'FILLED' });
    const told = await heard();
    const fills = told.filter(({ e, o }) => e === 'TRADE_LITE' || o?.x === 'TRADE' || e === 'ACCOUNT_UPDATE');
    expect(events().slice(0, 2)).toEqual(['ORDER_TRADE_UPDATE', 'TRADE_LITE']);
    expect(fills.slice(0, 3).map(({ e }) => e)).toEqual(['TRADE_LITE', 'ORDER_TRADE_UPDATE', 'ACCOUNT_UPDATE']);
    const last = told.findLast(({ e }) => e === 'ORDER_TRADE_UPDATE');
    expect(last.o).toMatchObject({ s: ETH, X: 'FILLED', z: '0.100', S: 'BUY', ps: 'LONG', o: 'MARKET', er: '0' });
    const account = told.findLast(({ e }) => e === 'ACCOUNT_UPDATE');
    expect(account.a.m).toBe('ORDER');
    expect(account.a.B.map(({ a }: Told) => a)).toEqual(['USDT']);
    expect(account.a.P).toMatchObject([{ s: ETH, pa: '0.100', ps: 'LONG', mt: 'cross' }]);
  });

  it('writes order ids as exact numbers, even above 2^53', async () => {
    const order = await market('BUY');
    const id = /"orderId":(\d+)/.exec(order.text)?.[1] ?? '';
    expect(BigInt(id)).toBeGreaterThan(2n ** 53n);
    await heard();
    const about = ear.texts.filter((text) => /TRADE_LITE|ORDER_TRADE_UPDATE/.test(text));
    expect(about.length).toBeGreaterThan(2);
    for (const text of about)
      expect(text).toContain(`"i":${id},`.replace(',', text.includes('TRADE_LITE') ? '}' : ','));
  });

  it('reports an order that rests and is cancelled', async () => {
    const { json } = await limit(0.9);
    await trader.delete('/fapi/v1/order', { symbol: ETH, origClientOrderId: json.clientOrderId });
    expect((await heard()).map(({ o }) => [o.x, o.X])).toEqual([
      ['NEW', 'NEW'],
      ['CANCELED', 'CANCELED'],
    ]);
  });

  it('reports each state of a conditional order, and the order that it places', async () => {
    await market('BUY');
    const stop = { symbol: ETH, side: 'SELL', positionSide: 'LONG', type: 'STOP_MARKET', quantity: '0.1' };
    const triggerPrice = world.near(ETH, 0.97);
    const placed = await trader.post('/fapi/v1/algoOrder', { ...stop, algoType: 'CONDITIONAL', triggerPrice });
    expect(placed.status).toBe(200);
    await world.admin('faults/price-shock', { symbol: ETH, factor: 0.9 });
    await world.step(3 * MINUTE_MS, 1_000);
    await world.admin('faults/price-shock', { symbol: ETH, factor: 1 / 0.9 });
    const algo = (await heard()).filter(({ e }) => e === 'ALGO_UPDATE').map(({ o }) => o);
    expect(algo.map(({ X }) => X)).toEqual(['NEW', 'TRIGGERING', 'TRIGGERED', 'FINISHED']);
    expect(algo[0]).toMatchObject({
      caid: placed.json.clientAlgoId,
      at: 'CONDITIONAL',
      o: 'STOP_MARKET',
      s: ETH,
      ai: '',
    });
    expect(algo.at(-1)).toMatchObject({ act: 'MARKET', aq: '0.100' });
    const child = ear.told().findLast(({ e, o }) => e === 'ORDER_TRADE_UPDATE' && o.X === 'FILLED');
    expect(child.o).toMatchObject({ ot: 'STOP_MARKET', S: 'SELL' });
    expect(ear.texts.some((text) => text.includes(`"i":${algo.at(-1).ai},`))).toBe(true);
  });

  it('reports a change of leverage, funding and a liquidation', async () => {
    await trader.post('/fapi/v1/leverage', { symbol: ETH, leverage: '50' });
    await market('BUY', '20');
    await world.admin('faults/funding', { symbol: ETH });
    await world.admin('faults/liquidate', { accountId: trader.key.accountId, symbol: ETH, positionSide: 'LONG' });
    const told = await heard();
    expect(told[0]).toMatchObject({ e: 'ACCOUNT_CONFIG_UPDATE', ac: { s: ETH, l: 50 } });
    const funding = told.find(({ a }) => a?.m === 'FUNDING_FEE');
    expect([funding.a.P, funding.a.S]).toEqual([[], ETH]);
    expect(Number(funding.a.B[0].bc)).not.toBe(0);
    const taken = told.find(({ o }) => o?.x === 'CALCULATED');
    expect(taken.o.c).toMatch(/^autoclose-/);
  });

  it.each([
    ['/private/ws/<key>', 'ws'],
    ['/private/stream?listenKey=<key>', 'stream'],
    ['/private/stream?streams=<key>', 'stream'],
  ])('is available by %s', async (address, mode) => {
    const other = await world.listen(address.replace('<key>', listenKey));
    await limit(0.9);
    await world.settle(other);
    expect(events(other)).toEqual(['ORDER_TRADE_UPDATE']);
    const [text = '{}'] = other.texts.filter((one) => one.includes('ORDER_TRADE_UPDATE'));
    expect(JSON.parse(text).stream).toBe(mode === 'stream' ? listenKey : undefined);
  });

  it('is available by subscribing to listen keys, for several accounts on one socket', async () => {
    const first = { trader, listenKey };
    trader = await world.trader('hedge');
    const second = (await onKey('POST')).json.listenKey;
    const other = await world.listen(`/private/stream?listenKey=${second}`);
    await other.ask({ method: 'SUBSCRIBE', params: [first.listenKey], id: 'both' });
    await limit(0.9);
    trader = first.trader;
    await limit(0.91);
    await world.settle(other);
    expect([other.of(second).length, other.of(first.listenKey).length]).toEqual([1, 1]);
  });

  it('can be limited to some events', async () => {
    const other = await world.listen(`/private/ws?listenKey=${listenKey}&events=ACCOUNT_UPDATE/TRADE_LITE`);
    await market('BUY');
    await world.settle(other);
    expect(new Set(events(other))).toEqual(new Set(['TRADE_LITE', 'ACCOUNT_UPDATE']));
  });

  it('sends nothing to another account or to a key below /market', async () => {
    const own = trader;
    trader = await world.trader('hedge');
    const other = await world.listen(`/private/ws/${(await onKey('POST')).json.listenKey}`);
    const wrong = await world.listen(`/market/ws/${listenKey}`);
    trader = own;
    await limit(0.9);
    await world.settle(other, wrong, ear);
    expect([other.told(), wrong.told(), ear.told().length]).toEqual([[], [], 1]);
    expect(world.warnings.at(-1)).toContain('a listen key was used below /market');
    expect(world.warnings.join()).not.toContain(listenKey);
  });

  it('ends with its key, reports that, and stays silent until there is a new key', async () => {
    expect((await onKey('POST')).json).toEqual({ listenKey });
    expect((await onKey('PUT')).json).toEqual({ listenKey });
    expect((await onKey('DELETE')).json).toEqual({});
    const end = await ear.hear(({ e }) => e === 'listenKeyExpired');
    expect(end).toEqual({ e: 'listenKeyExpired', E: expect.any(Number), listenKey });
    expect((await onKey('PUT')).json).toMatchObject({ code: -1125 });
    expect((await onKey('DELETE')).json).toMatchObject({ code: -1125 });
    await limit(0.9);
    expect(await heard()).toHaveLength(1);
    const fresh = (await onKey('POST')).json.listenKey;
    expect(fresh).not.toBe(listenKey);
    await world.listen(`/private/ws/${listenKey}`);
    expect(world.warnings.at(-1)).toContain('a listen key that does not exist');
  });

  it('ends by a fault as it does by time', async () => {
    await world.admin('faults/listen-key', { accountId: trader.key.accountId });
    await ear.hear(({ e }) => e === 'listenKeyExpired');
  });

  it('sends duplicates, wrong order and unknown symbols while such faults are active', async () => {
    await world.admin('faults/unknown-symbol', { count: 1 });
    await world.admin('faults/events', { duplicated: 1 });
    await limit(0.9);
    const doubled = await heard();
    expect(doubled.map(({ o }) => o.s)).toEqual(['NOBODYKNOWSUSDT', 'NOBODYKNOWSUSDT']);
    await limit(0.91);
    expect((await heard()).slice(2).map(({ o }) => o.s)).toEqual([ETH, ETH]);
    await world.admin('faults/events', { swapped: 1 });
    const before = ear.told().length;
    await market('BUY');
    await ear.hear(() => ear.told().length === before + 4);
    const order = ear
      .told()
      .slice(before)
      .map(({ e }) => e);
    expect(order).toEqual(['TRADE_LITE', 'ACCOUNT_UPDATE', 'ORDER_TRADE_UPDATE', 'ORDER_TRADE_UPDATE']);
  });

  it('delays messages while that fault is active, and loses none', async () => {
    await world.admin('faults/events', { delayMsMax: 30 });
    for (const factor of [0.9, 0.91, 0.92, 0.93, 0.94]) await limit(factor);
    await ear.hear(() => ear.told().length === 5);
    expect(events()).toHaveLength(5);
  });
});
