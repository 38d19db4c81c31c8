import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Chance, chance } from '#base/prng.ts';
import { SEED_OF_RUN } from '../../../tests/support/seed.ts';
import { send, sendSigned } from '../../../tests/support/wire-client.ts';
import { openWireWorld, type Trader, type WireWorld } from '../../../tests/support/wire-world.ts';
import { privateEndpoints } from './account/private-endpoints.ts';
import { openRateLimits } from './http/rate-limits.ts';
import { openCountdowns } from './orders/countdowns.ts';

let world: WireWorld;
let trader: Trader;

beforeAll(async () => {
  world = await openWireWorld();
  trader = await world.trader();
});

afterAll(async () => {
  await world.close();
});

const NAMES = [
  ...['symbol', 'side', 'type', 'timeInForce', 'quantity', 'price', 'positionSide', 'reduceOnly', 'newClientOrderId'],
  ...[
    'orderId',
    'origClientOrderId',
    'batchOrders',
    'orderIdList',
    'origClientOrderIdList',
    'limit',
    'page',
    'startTime',
  ],
  ...['endTime', 'fromId', 'leverage', 'marginType', 'amount', 'algoType', 'algoId', 'clientAlgoId', 'triggerPrice'],
  ...['callbackRate', 'activatePrice', 'closePosition', 'workingType', 'priceMatch', 'goodTillDate', 'countdownTime'],
  ...['dualSidePosition', 'multiAssetsMargin', 'newOrderRespType', 'incomeType', 'recvWindow', 'modifyId', '__proto__'],
];
const VALUES = [
  ...[
    'BTCUSDT',
    'ETHUSDT',
    'LOWUSDT',
    'WAVESUSDT',
    'BUY',
    'SELL',
    'LIMIT',
    'MARKET',
    'STOP',
    'STOP_MARKET',
    'GTC',
    'GTX',
  ],
  ...[
    'TRAILING_STOP_MARKET',
    'TAKE_PROFIT',
    'CONDITIONAL',
    'LONG',
    'BOTH',
    'true',
    'false',
    '0',
    '1',
    '-1',
    '2',
    '0.01',
  ],
  ...['1e9', '96000', '99999999999999999999', '9223372036854775808', '8389766216312345678', 'NaN', 'null', '[]', '{}'],
  ...[
    '[1,"2",null]',
    '[{"symbol":"BTCUSDT","side":"BUY","type":"LIMIT","quantity":1e400}]',
    '[[[[]]]]',
    '"',
    '\u0000',
    '￿',
  ],
  ...['ISOLATED', 'CROSSED', 'QUEUE_20', 'MARK_PRICE', 'RESULT', 'constructor', 'toString', ''],
];

function arbitrary(draw: Chance): Record<string, string> {
  const count = draw.between(0, 12);
  return Object.fromEntries(Array.from({ length: count }, () => [draw.pick(NAMES), draw.pick(VALUES)]));
}

test('no signed request, however malformed, causes an unknown error or an internal failure', async () => {
  const seed = SEED_OF_RUN;
  const draw = chance(seed);
  const calls = privateEndpoints(
    openRateLimits(),
    openCountdowns(world.simulation, () => {}),
  );
  for (let sent = 0; sent < 800; sent += 1) {
    if (sent % 2 === 0) await world.admin('faults/clear'); // Rate limits are not under test here, and a call may take half of one.
    if (sent % 20 === 0) trader = await world.trader(draw.pick(['one-way', 'hedge']));
    const { method, path } = draw.pick(calls);
    const params = arbitrary(draw);
    const reply = await sendSigned(world.port, trader.key, [method, path], params);
    const told = `seed ${seed}: ${method} ${path} ${JSON.stringify(params)} got ${reply.status} ${reply.text}`;
    expect(reply.status, told).toBeLessThan(500);
    expect(world.failures, told).toEqual([]);
    expect([418, 429], told).not.toContain(reply.status);
    if (reply.status !== 200) expect(reply.json, told).toEqual({ code: expect.any(Number), msg: expect.any(String) });
    expect(reply.text.includes(trader.key.secret), told).toBe(false);
  }
});

test('bytes that are not a request break at most their own connection', async () => {
  await world.admin('faults/clear');
  const seed = SEED_OF_RUN;
  const draw = chance(seed);
  for (let sent = 0; sent < 50; sent += 1) {
    const bytes = Buffer.from(Array.from({ length: draw.between(1, 400) }, () => draw.between(0, 255)));
    const head = draw.pick([
      '',
      'GET / HTTP/1.1\r\n',
      'POST /fapi/v1/order HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
    ]);
    await new Promise<void>((resolve) => {
      const socket = connect(world.port, '127.0.0.1', () => socket.end(Buffer.concat([Buffer.from(head), bytes])));
      socket.on('error', () => resolve());
      socket.on('close', () => resolve());
      socket.resume();
    });
  }
  expect((await send(world.port, { path: '/fapi/v1/nothing' })).status, `seed ${seed}`).toBe(404);
  expect(world.failures, `seed ${seed}`).toEqual([]);
});
