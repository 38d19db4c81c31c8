import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import {
  DerivativesTradingUsdsFutures as OfficialClient,
  DerivativesTradingUsdsFuturesWebsocketAPI as Words,
} from '@binance/derivatives-trading-usds-futures';
import { USDMClient } from 'binance';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentedDifferences } from '../../../tests/support/documented-keys.ts';
import {
  type Ear,
  openStreamingWorld,
  type StreamingWorld,
  type Told,
} from '../../../tests/support/streaming-world.ts';
import { send } from '../../../tests/support/wire-client.ts';
import type { Trader } from '../../../tests/support/wire-world.ts';

const ETH = 'ETHUSDT';
const ADDRESS = '/ws-fapi/v1';
/** Fields of the same answers over HTTP, which this surface is documented without. */
const EXTRAS = [
  'rateLimits',
  ...['avgPrice', 'cumQuote', 'activatePrice', 'priceRate', 'callbackRate', 'modifyId', 'pair', 'feeBurn'].map(
    (key) => `result.${key}`,
  ),
];
/** Where this surface is documented otherwise than HTTP is, although the exchange answers both alike. */
const DIFFERING: Readonly<Record<string, readonly string[]>> = {
  // The client's typings have both sides beside the result; the documentation's example has them in it.
  OrderBookResponse: [
    'result.bids is not documented',
    'result.asks is not documented',
    'bids is missing',
    'asks is missing',
  ],
  AccountInformationV2Response: ['result.assets[].marginAvailable is missing'],
  AccountInformationResponse: ['result.positions[].breakEvenPrice is missing'],
  NewAlgoOrderResponse: ['result.icebergQuantity is a null, documented is string'],
};

let world: StreamingWorld;
let trader: Trader;
let ear: Ear;
let calls = 0;

beforeAll(async () => {
  world = await openStreamingWorld();
  trader = await world.trader();
  ear = await world.listen(ADDRESS);
});
afterAll(() => world.close());

/** Parameters signed as the exchange documents it: sorted by name, joined as they are. */
function signedBy(key: KeyObject, params: Record<string, string>): Record<string, string> {
  const all: Record<string, string> = { ...params, timestamp: String(Date.now()) };
  const names = Object.keys(all).sort();
  const text = names.map((name) => `${name}=${all[name]}`).join('&');
  const algorithm = key.asymmetricKeyType === 'rsa' ? 'RSA-SHA256' : null;
  return { ...all, signature: sign(algorithm, Buffer.from(text), key).toString('base64') };
}

function ask(method: string, params: object = {}, on: Ear = ear): Promise<Told> {
  calls += 1;
  return on.ask({ id: `call-${calls}`, method, params });
}

/** A further key of the trader that signs with a key pair. */
async function registered(kind: 'ed25519' | 'rsa') {
  const { publicKey, privateKey } =
    kind === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const pem = publicKey.export({ type: 'spki', format: 'pem' });
  const headers = { ...world.adminHeaders, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ label: trader.key.label, publicKey: pem });
  const reply = await send(world.port, { method: 'POST', path: '/admin/keys/register', body, headers });
  expect(reply.json).toMatchObject({ accountId: trader.key.accountId, kind });
  const privatePem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
  return { apiKey: String(reply.json.apiKey), privateKey, privatePem };
}

describe('the WebSocket API', () => {
  test('answers the official client as documented, call by call', async () => {
    const { apiKey, secret: apiSecret } = trader.key;
    const wsURL = `ws://127.0.0.1:${world.port}${ADDRESS}`;
    const client = new OfficialClient({ configurationWebsocketAPI: { apiKey, apiSecret, wsURL, timeout: 20_000 } });
    const api = await client.websocketAPI.connect();
    const documented = async <T extends { data: unknown }>(call: Promise<T>, type: string) => {
      const { data, ...rest } = await call;
      const message = { id: '', status: 200, result: data, ...rest };
      expect(documentedDifferences(message, 'ws-api', type, EXTRAS), type).toEqual(DIFFERING[type] ?? []);
      return data as T['data'];
    };
    await documented(api.orderBook({ symbol: ETH }), 'OrderBookResponse');
    await documented(api.symbolOrderBookTicker({ symbol: ETH }), 'SymbolOrderBookTickerResponse1');
    await documented(api.symbolPriceTicker({ symbol: ETH }), 'SymbolPriceTickerResponse1');
    const { BUY, SELL } = Words.NewOrderSideEnum;
    const resting = { symbol: ETH, side: BUY, type: Words.NewOrderTypeEnum.LIMIT, quantity: 0.1 };
    const price = (factor: number) => Number(world.near(ETH, factor));
    const placed = await documented(
      api.newOrder({ ...resting, timeInForce: Words.NewOrderTimeInForceEnum.GTC, price: price(0.97) }),
      'NewOrderResponse',
    );
    const { orderId = 0, clientOrderId = '' } = placed;
    expect(BigInt(orderId) > 2n ** 53n).toBe(true);
    const named = { symbol: ETH, origClientOrderId: clientOrderId }; // The client cannot write large ids into a message.
    const found = await documented(api.queryOrder(named), 'QueryOrderResponse');
    expect(found).toMatchObject({ orderId, status: 'NEW' });
    const changed = { ...named, side: Words.ModifyOrderSideEnum.BUY, quantity: 0.2, price: price(0.96) };
    await documented(api.modifyOrder(changed), 'ModifyOrderResponse');
    const canceled = await documented(api.cancelOrder(named), 'CancelOrderResponse');
    expect(canceled).toMatchObject({ clientOrderId, status: 'CANCELED', origQty: '0.200' });
    await api.newOrder({ symbol: ETH, side: SELL, type: Words.NewOrderTypeEnum.MARKET, quantity: 0.2 });
    await documented(api.positionInformationV2({ symbol: ETH }), 'PositionInformationV2Response');
    await documented(api.positionInformation({ symbol: ETH }), 'PositionInformationResponse');
    await documented(api.accountInformationV2(), 'AccountInformationV2Response');
    await documented(api.accountInformation(), 'AccountInformationResponse');
    await documented(api.futuresAccountBalanceV2(), 'FuturesAccountBalanceV2Response');
    await documented(api.futuresAccountBalance(), 'FuturesAccountBalanceResponse');
    const stop = await documented(
      api.newAlgoOrder({
        algoType: Words.NewAlgoOrderAlgoTypeEnum.CONDITIONAL,
        symbol: ETH,
        side: Words.NewAlgoOrderSideEnum.BUY,
        type: Words.NewAlgoOrderTypeEnum.STOP_MARKET,
        quantity: 0.1,
        triggerPrice: price(1.1),
      }),
      'NewAlgoOrderResponse',
    );
    await documented(api.cancelAlgoOrder({ algoId: stop.algoId ?? 0 }), 'CancelAlgoOrderResponse');
    await documented(api.startUserDataStream(), 'StartUserDataStreamResponse');
    await documented(api.keepaliveUserDataStream(), 'KeepaliveUserDataStreamResponse');
    await documented(api.closeUserDataStream(), 'CloseUserDataStreamResponse');
    await api.disconnect();
    expect(world.failures).toEqual([]);
  });

  test('counts weight and orders in every answer unless the call says otherwise, and returns ids as they came', async () => {
    const depth = await ear.ask({ id: 17, method: 'depth', params: { symbol: ETH, limit: 5 } });
    expect(depth).toMatchObject({
      id: 17,
      status: 200,
      rateLimits: [{ rateLimitType: 'REQUEST_WEIGHT', limit: 2400 }],
    });
    const before = depth.rateLimits[0].count;
    const again = await ask('depth', { symbol: ETH, limit: 5 });
    expect(again.rateLimits[0].count).toBe(before + 2);
    expect(await ask('depth', { symbol: ETH, limit: 5, returnRateLimits: false })).not.toHaveProperty('rateLimits');
    expect(ear.texts.at(-1)).toContain('"id":"call-');
  });

  test('refuses as calls over HTTP are refused', async () => {
    const { apiKey } = trader.key;
    expect(await ask('order.place', { symbol: ETH })).toMatchObject({ status: 401, error: { code: -2014 } });
    const wrong = { apiKey, symbol: ETH, timestamp: Date.now(), signature: '00' };
    expect(await ask('order.place', wrong)).toMatchObject({ status: 400, error: { code: -1022 } });
    expect(await ask('order.take', {})).toMatchObject({ status: 400, error: { code: -1020 } });
    ear.say(['no request'] as object);
    expect(await ear.hear(({ id, error }) => id === null && error !== undefined)).toMatchObject({
      status: 400,
      error: { code: -1135 },
    });
  });

  test('lets a session that has logged on with an Ed25519 key trade without signatures until it logs out', async () => {
    const { apiKey, privateKey } = await registered('ed25519');
    const own = await world.listen(ADDRESS);
    const nobody = await ask('session.status', {}, own);
    expect(nobody.result).toMatchObject({ apiKey: null, authorizedSince: null });
    const on = await ask('session.logon', signedBy(privateKey, { apiKey }), own);
    expect(on).toMatchObject({ status: 200, result: { apiKey } });
    expect(on.result.connectedSince).toBeLessThanOrEqual(on.result.authorizedSince);
    const order = { symbol: ETH, side: 'BUY', type: 'MARKET', quantity: '0.100', timestamp: Date.now() };
    expect(await ask('order.place', order, own)).toMatchObject({ status: 200, result: { symbol: ETH } });
    expect((await ask('v2/account.balance', order, ear)).error.code).toBe(-2014); // Another socket is not logged on.
    const out = await ask('session.logout', {}, own);
    expect(out.result).toMatchObject({ apiKey: null });
    expect((await ask('v2/account.balance', { timestamp: Date.now() }, own)).error.code).toBe(-2014);
  });

  test('lets nobody log on with an RSA key', async () => {
    const { apiKey, privateKey } = await registered('rsa');
    expect((await ask('session.logon', signedBy(privateKey, { apiKey }))).error.code).toBe(-4056);
    const balance = await ask('v2/account.balance', signedBy(privateKey, { apiKey }));
    expect(balance.result).toMatchObject([{ asset: 'USDT' }]);
  });

  test('breaks the connection where a fault drops the answer of an order that was executed', async () => {
    const own = await world.listen(ADDRESS);
    const { apiKey, privateKey } = await registered('ed25519');
    await ask('session.logon', signedBy(privateKey, { apiKey }), own);
    await world.admin('faults/request', { path: '/fapi/v1/order', count: 1, kind: 'lost-reply' });
    const newClientOrderId = 'lost:1/a';
    const order = { symbol: ETH, side: 'BUY', type: 'MARKET', quantity: '0.100', timestamp: Date.now() };
    own.say({ id: 1, method: 'order.place', params: { ...order, newClientOrderId } });
    await own.closed();
    const found = await trader.get('/fapi/v1/order', { symbol: ETH, origClientOrderId: newClientOrderId });
    expect(found.json.status).toBe('FILLED');
  });

  test('goes silent with its sockets, and is not limited to ten messages a second', async () => {
    const own = await world.listen(ADDRESS);
    const many = await Promise.all(Array.from({ length: 25 }, () => ask('session.status', {}, own)));
    expect(many.every(({ status }) => status === 200)).toBe(true);
    await world.admin('faults/sockets', { act: 'drop', root: 'ws-fapi' });
    await own.closed();
    ear = await world.listen(ADDRESS);
  });
});

describe('keys that sign with a pair', () => {
  test.each(['ed25519', 'rsa'] as const)('are taken over HTTP from both Node clients: %s', async (kind) => {
    const { apiKey, privatePem } = await registered(kind);
    const basePath = `http://127.0.0.1:${world.port}`;
    const official = new OfficialClient({
      configurationRestAPI: { apiKey, privateKey: privatePem, basePath, timeout: 20_000 },
    }).restAPI;
    expect(await (await official.futuresAccountBalanceV3()).data()).toMatchObject([{ asset: 'USDT' }]);
    const other = new USDMClient({ api_key: apiKey, api_secret: privatePem, baseUrl: basePath });
    expect(await other.getBalanceV3()).toMatchObject([{ asset: 'USDT' }]);
  });

  test('sign for nobody else, and are refused when they are no keys', async () => {
    const [one, two] = [await registered('ed25519'), await registered('ed25519')];
    const foreign = await ask('v2/account.balance', signedBy(one.privateKey, { apiKey: two.apiKey }));
    expect(foreign.error.code).toBe(-1022);
    const weak = generateKeyPairSync('rsa', { modulusLength: 1_024 }).publicKey.export({ type: 'spki', format: 'pem' });
    for (const publicKey of ['no key', String(weak)]) {
      const label = trader.key.label;
      await expect(world.admin('keys/register', { label, publicKey })).rejects.toThrow(/400 .*at least 2048 bits/);
    }
  });
});
