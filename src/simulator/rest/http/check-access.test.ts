import { expect, test } from 'vitest';
import { keyOf, openBareWire } from '../../../../tests/support/bare-wire.ts';
import { send, signed } from '../../../../tests/support/wire-client.ts';
import { accept } from '../../wire-error.ts';
import type { Endpoint } from './endpoint.ts';

/** The examples of Binance's documentation, with the signatures that `openssl` gives there: futures, then spot. */
const FUTURES = {
  key: keyOf(
    'dbefbc809e3e83c283a984c3a1459732ea7db1360ca80c5c2c8867408d28cc83',
    '2b5eb11e18796d12d88f13dc27dbbd02c2cc51ff7059765ed9821957d82bb4d9',
  ),
  text: 'symbol=BTCUSDT&side=BUY&type=LIMIT&quantity=1&price=9000&timeInForce=GTC&recvWindow=5000&timestamp=1591702613943',
  signature: '3c661234138461fcc7a7d8746c6558c9842d4e10870d2ecbedf7777cad694af9',
  timestamp: 1_591_702_613_943,
};
const SPOT = {
  key: keyOf(
    'vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvsw0MuIgwCIPy6utIco14y7Ju91duEh8A',
    'NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j',
  ),
  timestamp: 1_499_827_319_559,
  query: 'symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC',
  body: 'quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559',
  joinedSignature: 'c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71',
  mixedSignature: '0fd168b8ddb4876a0358a8d14d0c9f3da0e9b20c5d52b2a00fcf7d1c602f9a77',
};

const ECHOED = ['symbol', 'price', 'quantity', 'newClientOrderId'];
const ECHO: Endpoint = {
  method: 'POST',
  path: '/fapi/v1/order',
  security: 'trade',
  weight: 0,
  handle: ({ params }) => accept(Object.fromEntries(ECHOED.map((name) => [name, params.get(name)]))),
};

async function post(example: { key: ReturnType<typeof keyOf>; timestamp: number }, query: string, body: string) {
  const { port } = await openBareWire([ECHO], { keys: [example.key], wall: { ms: example.timestamp + 1 } });
  const headers = { 'X-MBX-APIKEY': example.key.apiKey };
  return send(port, { method: 'POST', path: `/fapi/v1/order${query === '' ? '' : `?${query}`}`, body, headers });
}

test("accepts the documentation's signed request in the query", async () => {
  const reply = await post(FUTURES, `${FUTURES.text}&signature=${FUTURES.signature}`, '');
  expect([reply.status, reply.json.price]).toEqual([200, '9000']);
});

test("accepts the documentation's signed request in the body, and its signature in capitals", async () => {
  const reply = await post(FUTURES, '', `${FUTURES.text}&signature=${FUTURES.signature.toUpperCase()}`);
  expect([reply.status, reply.json.quantity]).toEqual([200, '1']);
});

test("joins query and body without a separator, as in the documentation's mixed request", async () => {
  const { query, body, mixedSignature } = SPOT;
  const reply = await post(SPOT, query, `${body}&signature=${mixedSignature}`);
  expect([reply.status, reply.json.symbol, reply.json.price]).toEqual([200, 'LTCBTC', '0.1']);
  const inQuery = await post(SPOT, `signature=${mixedSignature}&${query}`, body);
  expect(inQuery.status).toBe(200);
});

test('refuses a signature that was made for another way of sending the same parameters', async () => {
  const { query, body, joinedSignature } = SPOT;
  const whole = await post(SPOT, `${query}&${body}&signature=${joinedSignature}`, '');
  expect(whole.status).toBe(200);
  const mixed = await post(SPOT, query, `${body}&signature=${joinedSignature}`);
  expect([mixed.status, mixed.json.code]).toEqual([400, -1022]);
});

test.each([
  ['more than its 64 digits', `${FUTURES.signature}zz`],
  ['fewer digits', FUTURES.signature.slice(0, 62)],
  ['no hexadecimal digits', 'z'.repeat(64)],
  ['another last digit', FUTURES.signature.replace(/9$/, '8')],
])('refuses a signature with %s', async (_what, signature) => {
  const reply = await post(FUTURES, `${FUTURES.text}&signature=${signature}`, '');
  expect([reply.status, reply.json.code]).toEqual([400, -1022]);
});

test('checks the signature over the received bytes, not the decoded values', async () => {
  const key = keyOf('key', 'secret');
  const { port } = await openBareWire([ECHO], { keys: [key], wall: { ms: 1_000_000 } });
  const query = signed({ newClientOrderId: 'a:b/c d' }, key, 1_000_000);
  const headers = { 'X-MBX-APIKEY': 'key' };
  const path = '/fapi/v1/order';
  const same = await send(port, { method: 'POST', path: `${path}?${query}`, headers });
  expect([same.status, same.json.newClientOrderId]).toEqual([200, 'a:b/c d']);
  const reencoded = await send(port, { method: 'POST', path: `${path}?${query.replace('+', '%20')}`, headers });
  expect(reencoded.json.code).toBe(-1022);
});

test('accepts a request up to 999 ms ahead and recvWindow old, and not a millisecond more', async () => {
  const key = keyOf('key', 'secret');
  const now = 1_700_000_000_000;
  const { port } = await openBareWire([ECHO], { keys: [key], wall: { ms: now } });
  const codeOf = async (timestamp: number, params: Record<string, string> = {}): Promise<unknown> => {
    const path = `/fapi/v1/order?${signed(params, key, timestamp)}`;
    return (await send(port, { method: 'POST', path, headers: { 'X-MBX-APIKEY': 'key' } })).json.code;
  };
  expect(await codeOf(now + 999)).toBeUndefined();
  expect(await codeOf(now + 1_000)).toBe(-1021);
  expect(await codeOf(now - 5_000)).toBeUndefined();
  expect(await codeOf(now - 5_001)).toBe(-1021);
  expect(await codeOf(now - 60_000, { recvWindow: '60000' })).toBeUndefined();
  expect(await codeOf(now - 60_000, { recvWindow: '60001' })).toBe(-1131);
  expect(await codeOf(now, { recvWindow: 'abc' })).toBe(-1100);
});

test('checks the key, then its permission, then the signature, then the time', async () => {
  const reader = { ...keyOf('reader', 'secret'), canTrade: false };
  const { port } = await openBareWire([ECHO], { keys: [reader, keyOf('key', 'secret')], wall: { ms: 9_000_000 } });
  const codeOf = async (apiKey: string | null, query: string): Promise<unknown> => {
    const headers = apiKey === null ? {} : { 'X-MBX-APIKEY': apiKey };
    return (await send(port, { method: 'POST', path: `/fapi/v1/order?${query}`, headers })).json.code;
  };
  expect(await codeOf(null, '')).toBe(-2014);
  expect(await codeOf('no key!', '')).toBe(-2014);
  expect(await codeOf('unknown', '')).toBe(-2015);
  expect(await codeOf('reader', '')).toBe(-2015);
  expect(await codeOf('key', 'timestamp=1')).toBe(-1102);
  expect(await codeOf('key', 'timestamp=1&signature=1')).toBe(-1022);
  expect(await codeOf('key', signed({}, keyOf('key', 'secret'), 1))).toBe(-1021);
});
