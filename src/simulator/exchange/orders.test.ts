import { describe, expect, test } from 'vitest';
import { cashText } from '#base/decimal.ts';
import { cash } from '#base/exact.ts';
import { type Client, codeOf, EVERYTHING, openClient } from '../../../tests/support/exchange-client.ts';
import { afterS, MARKET_START, writtenMarket } from '../../../tests/support/written-market.ts';
import { openExchange } from './open-exchange.ts';

function world() {
  const { market, script } = writtenMarket();
  script.trade('BTCUSDT', 0, '50000');
  script.trade('ETHUSDT', 0, '2000');
  const exchange = openExchange({ market, startAt: MARKET_START });
  return { script, exchange, client: openClient(exchange) };
}

describe('a market order', () => {
  test('is filled before its command returns and pays the taker fee', () => {
    const { exchange, client } = world();
    const reply = client.order({ symbol: 'BTCUSDT', side: 'BUY', quantity: '0.1' });
    expect(reply.ok && reply.value.order).toMatchObject({ status: 'FILLED', executed: 100 });
    const account = exchange.account('one');
    expect(cashText(account.walletBalance)).toBe('9997.49999500'); // 0.1 · 50000.1 · 0.0005 = 2.500005
    expect(client.position('BTCUSDT')).toMatchObject({ quantity: 100, positionSide: 'BOTH' });
    expect(client.events.map(({ kind }) => kind)).toEqual(['account', 'order', 'order', 'account']);
  });

  test('walks the levels of the order book, and the rest expires', () => {
    const { client } = world();
    client.send({ type: 'transfer', amount: cash(1_900_000_000_000_000) });
    const reply = client.order({ symbol: 'BTCUSDT', side: 'BUY', quantity: '101' });
    expect(reply.ok && reply.value.order).toMatchObject({ status: 'EXPIRED', executed: 100_000, expiryReason: '9' });
  });
});

describe('a resting limit order', () => {
  test('fills at its own price by what trades go through it, and never by more than they trade', () => {
    const { script, exchange, client } = world();
    client.order({ symbol: 'ETHUSDT', side: 'BUY', quantity: '1', price: '1990' });
    script.trade('ETHUSDT', 2, '1990', { quantity: '1' });
    script.trade('ETHUSDT', 3, '1989.99', { quantity: '0.001' });
    exchange.advance(afterS(2));
    expect(exchange.openOrders('one', null)).toHaveLength(1);
    exchange.advance(afterS(3));
    expect(exchange.openOrders('one', null)).toMatchObject([{ status: 'PARTIALLY_FILLED', executed: 1 }]);
    script.trade('ETHUSDT', 4, '1989.99', { quantity: '1' });
    exchange.advance(afterS(4));
    expect(exchange.openOrders('one', null)).toEqual([]);
    expect(exchange.trades('one', EVERYTHING)).toMatchObject([
      { price: 199_000, quantity: 1, isMaker: true, commission: 39_800, time: afterS(3) },
      { price: 199_000, quantity: 999, isMaker: true, commission: 39_760_200, time: afterS(4) },
    ]);
  });

  test('can be cancelled once by its client id', () => {
    const { client } = world();
    client.order({ symbol: 'ETHUSDT', side: 'BUY', quantity: '1', price: '1990', clientOrderId: 'mine' });
    const cancel = { type: 'cancel-order', symbol: 'ETHUSDT', order: { id: null, clientId: 'mine' } } as const;
    expect(codeOf(client.send(cancel))).toBe(0);
    expect(codeOf(client.send(cancel))).toBe(-2011);
  });
});

const BUY = { symbol: 'ETHUSDT', side: 'BUY', quantity: '1' } as const;
const named = (id: string) => ({ id, clientId: null });
const idOf = (reply: ReturnType<Client['order']>): string => (reply.ok ? (reply.value.order?.orderId ?? '') : '');

describe('time in force', () => {
  test('a GTC limit order takes what it can at once, level by level, and the rest stays in the book', () => {
    const { client, exchange } = world();
    const reply = client.order({ ...BUY, quantity: '7', price: '2000.02' });
    expect(reply.ok && reply.value.order).toMatchObject({ status: 'FILLED', executed: 7_000 });
    const resting = client.order({ ...BUY, quantity: '11', price: '2000.02' });
    expect(resting.ok && resting.value.order).toMatchObject({ status: 'PARTIALLY_FILLED', executed: 3_000 });
    const prices = exchange.trades('one', EVERYTHING).map(({ price, quantity, isMaker }) => [price, quantity, isMaker]);
    expect(prices.slice(0, 2)).toEqual([
      [200_001, 5_000, false],
      [200_002, 2_000, false],
    ]);
    expect(exchange.openOrders('one', null)).toHaveLength(1);
  });

  test('an IOC order expires with its unfilled quantity', () => {
    const { client } = world();
    const part = client.order({ ...BUY, quantity: '7', price: '2000.01', timeInForce: 'IOC' });
    expect(part.ok && part.value.order).toMatchObject({ status: 'EXPIRED', executed: 5_000, expiryReason: '2' });
    const none = client.order({ ...BUY, price: '1999', timeInForce: 'IOC' });
    expect(none.ok && none.value.order).toMatchObject({ status: 'EXPIRED', executed: 0 });
  });

  test('a FOK order fills completely or is refused', () => {
    const { client, exchange } = world();
    expect(codeOf(client.order({ ...BUY, quantity: '5.001', price: '2000.01', timeInForce: 'FOK' }))).toBe(-5021);
    expect(exchange.orders('one', EVERYTHING)).toEqual([]);
    const whole = client.order({ ...BUY, quantity: '5', price: '2000.01', timeInForce: 'FOK' });
    expect(whole.ok && whole.value.order?.status).toBe('FILLED');
  });

  test('an order of retail price improvement rests, and is refused where it would take', () => {
    const { client } = world();
    expect(codeOf(client.order({ ...BUY, price: '2000.01', timeInForce: 'RPI' }))).toBe(-5022);
    expect(codeOf(client.order({ ...BUY, price: '2000', timeInForce: 'RPI' }))).toBe(0);
  });

  test('a GTX order rests or is refused', () => {
    const { client, exchange } = world();
    expect(codeOf(client.order({ ...BUY, price: '2000.01', timeInForce: 'GTX' }))).toBe(-5022);
    expect(codeOf(client.order({ ...BUY, price: '2000', timeInForce: 'GTX' }))).toBe(0);
    expect(exchange.openOrders('one', null)).toHaveLength(1);
  });

  test('a GTD order expires on its date, which is cut to whole seconds of market time', () => {
    const { client, exchange } = world();
    const id = idOf(client.order({ ...BUY, price: '1990', timeInForce: 'GTD', goodTillDate: afterS(700.9) }));
    exchange.advance(afterS(699.999));
    expect(exchange.openOrders('one', null)).toMatchObject([{ goodTillDate: afterS(700) }]);
    exchange.advance(afterS(701));
    expect(exchange.order('one', 'ETHUSDT', named(id))).toMatchObject({
      value: { status: 'EXPIRED', updatedAt: afterS(700) },
    });
  });
});

describe('price match', () => {
  test.each([
    ['OPPONENT', 'BUY', 200_001],
    ['OPPONENT_5', 'BUY', 200_005],
    ['QUEUE', 'BUY', 199_999],
    ['QUEUE_20', 'SELL', 200_020],
    ['OPPONENT_10', 'SELL', 199_990],
  ] as const)('%s of a %s takes the price of that level', (priceMatch, side, price) => {
    const reply = world().client.order({ ...BUY, side, priceMatch });
    expect(reply.ok && reply.value.order).toMatchObject({ price, priceMatch });
  });
});

describe('an amended order', () => {
  const amend = (client: Client, id: string, [price, quantity]: readonly [string, string]) =>
    client.send({ type: 'modify-order', symbol: 'ETHUSDT', order: named(id), side: 'BUY', price, quantity });

  test('keeps its id, and its queue position if only its quantity decreases', () => {
    const { client, exchange, script } = world();
    const id = idOf(client.order({ ...BUY, quantity: '3', price: '1999.99' }));
    script.trade('ETHUSDT', 1, '1999.99', { quantity: '4' });
    exchange.advance(afterS(1));
    expect(codeOf(amend(client, id, ['1999.99', '2']))).toBe(0);
    expect(client.events.at(-1)).toMatchObject({ execution: 'AMENDMENT', order: { orderId: id, quantity: 2_000 } });
    script.trade('ETHUSDT', 2, '1999.99', { quantity: '2' });
    exchange.advance(afterS(2));
    expect(exchange.openOrders('one', null)).toMatchObject([{ orderId: id, executed: 1_000 }]);
  });

  test('goes to the end of the queue with a larger quantity', () => {
    const { client, exchange, script } = world();
    const id = idOf(client.order({ ...BUY, price: '1999.99' }));
    script.trade('ETHUSDT', 1, '1999.99', { quantity: '4' });
    exchange.advance(afterS(1));
    script.trade('ETHUSDT', 2, '2000');
    exchange.advance(afterS(2));
    amend(client, id, ['1999.99', '2']);
    script.trade('ETHUSDT', 3, '1999.99', { quantity: '2' });
    exchange.advance(afterS(3));
    expect(exchange.openOrders('one', null)).toMatchObject([{ executed: 0 }]);
  });

  test('takes from the order book if its new price crosses it', () => {
    const { client, exchange } = world();
    const id = idOf(client.order({ ...BUY, price: '1990' }));
    const reply = amend(client, id, ['2001', '1']);
    expect(reply.ok && reply.value.order).toMatchObject({ orderId: id, status: 'FILLED', executed: 1_000 });
    expect(exchange.openOrders('one', null)).toEqual([]);
  });

  test('is cancelled when its quantity is already filled, or when it is post-only and would take', () => {
    const { client, exchange, script } = world();
    const first = idOf(client.order({ ...BUY, quantity: '3', price: '1999.99' }));
    script.trade('ETHUSDT', 1, '1999.99', { quantity: '6' });
    exchange.advance(afterS(1));
    const filled = amend(client, first, ['1999.98', '1']);
    expect(filled.ok && filled.value.order).toMatchObject({ status: 'CANCELED', executed: 1_000 });
    const second = idOf(client.order({ ...BUY, price: '1990', timeInForce: 'GTX' }));
    const taking = amend(client, second, ['2001', '1']);
    expect(taking.ok && taking.value.order).toMatchObject({ status: 'CANCELED', executed: 0 });
  });

  test.each<[code: number, why: string, change: readonly [string, string]]>([
    [-5027, 'nothing changes', ['1990', '1']],
    [-1111, 'price too fine', ['1990.001', '1']],
    [-4164, 'too small', ['1990', '0.01']],
    [-4016, 'too far above the mark', ['2400', '1']],
    [-2019, 'too little margin', ['1991', '2000']],
  ])('%i: %s', (code, _why, change) => {
    const { client } = world();
    const id = idOf(client.order({ ...BUY, price: '1990' }));
    expect(codeOf(amend(client, id, change))).toBe(code);
  });

  test('-2013: no such open order, or one on the other side', () => {
    const { client } = world();
    expect(codeOf(amend(client, '1', ['1990', '1']))).toBe(-2013);
    const sale = idOf(client.order({ ...BUY, side: 'SELL', price: '2010' }));
    expect(codeOf(amend(client, sale, ['2011', '1']))).toBe(-2013);
  });
});

describe('the fault that fills orders in parts', () => {
  test('fills market orders one part a second and ends them with the rest unfilled', () => {
    const { client, exchange } = world();
    exchange.execute({ type: 'fill-in-parts', accountId: 'one', symbol: 'ETHUSDT', parts: [0.5, 0.25] });
    const reply = client.order(BUY);
    expect(reply.ok && reply.value.order).toMatchObject({ status: 'PARTIALLY_FILLED', executed: 500 });
    exchange.advance(afterS(1));
    const order = exchange.order('one', 'ETHUSDT', named(idOf(reply)));
    expect(order.ok && order.value).toMatchObject({ status: 'EXPIRED', executed: 750, updatedAt: afterS(1) });
  });

  test('starts to fill a limit order at its own price when a trade reaches it, and the rest stays in the book', () => {
    const { client, exchange, script } = world();
    exchange.execute({ type: 'fill-in-parts', accountId: 'one', symbol: 'ETHUSDT', parts: [0.2, 0.2] });
    client.order({ ...BUY, price: '1990' });
    script.trade('ETHUSDT', 5, '1980');
    exchange.advance(afterS(10));
    const trades = exchange.trades('one', EVERYTHING);
    expect(trades.map(({ price, quantity, time }) => [price, quantity, time])).toEqual([
      [199_000, 200, afterS(5)],
      [199_000, 200, afterS(6)],
    ]);
    exchange.execute({ type: 'fill-in-parts', accountId: 'one', symbol: 'ETHUSDT', parts: [] });
    script.trade('ETHUSDT', 11, '1980');
    exchange.advance(afterS(11));
    expect(exchange.openOrders('one', null)).toEqual([]);
  });
});

describe('order ids', () => {
  test('of ETHUSDT are above 2^53 and those of BTCUSDT below; both count up as text', () => {
    const { client } = world();
    const first = idOf(client.order(BUY));
    const second = idOf(client.order(BUY));
    expect(BigInt(first) > 2n ** 53n).toBe(true);
    expect(BigInt(second)).toBe(BigInt(first) + 1n);
    expect(Number(idOf(client.order({ symbol: 'BTCUSDT', side: 'BUY', quantity: '0.01' })))).toBeLessThan(2 ** 53);
  });
});

describe('retention', () => {
  const DAY_S = 86_400;

  test('drops orders that ended without a fill after three days and keeps the others', () => {
    const { client, exchange } = world();
    const unfilled = idOf(client.order({ ...BUY, price: '1990' }));
    client.send({ type: 'cancel-all', symbol: 'ETHUSDT' });
    const filled = idOf(client.order(BUY));
    exchange.advance(afterS(3 * DAY_S));
    expect(exchange.orders('one', EVERYTHING)).toHaveLength(2);
    exchange.advance(afterS(3 * DAY_S + 1));
    expect(codeOf(exchange.order('one', 'ETHUSDT', named(unfilled)))).toBe(-2013);
    expect(exchange.orders('one', EVERYTHING).map(({ orderId }) => orderId)).toEqual([filled]);
  });

  test('drops trades and income after three months without changing the wallet', () => {
    const { client, exchange } = world();
    client.order(BUY);
    client.order({ ...BUY, side: 'SELL' });
    const { walletBalance } = exchange.account('one');
    exchange.advance(afterS(91 * DAY_S));
    expect(exchange.trades('one', EVERYTHING)).toEqual([]);
    expect(exchange.income('one', { ...EVERYTHING, incomeType: null })).toEqual([]);
    expect(exchange.account('one').walletBalance).toBe(walletBalance);
  });
});

describe('queries', () => {
  test('return the first rows from a start time or id, otherwise the newest, always oldest first', () => {
    const { client, exchange } = world();
    for (let second = 1; second <= 5; second += 1) {
      exchange.advance(afterS(second));
      client.order(BUY);
    }
    const seconds = (query: Partial<typeof EVERYTHING> | object): number[] =>
      exchange.trades('one', { ...EVERYTHING, ...query }).map(({ time }) => (time - MARKET_START) / 1_000);
    expect(seconds({ limit: 2 })).toEqual([4, 5]);
    expect(seconds({ limit: 2, from: afterS(2) })).toEqual([2, 3]);
    expect(seconds({ to: afterS(2) })).toEqual([1, 2]);
    const fourth = exchange.trades('one', EVERYTHING)[3];
    expect(seconds({ fromId: String(fourth?.tradeId) })).toEqual([4, 5]);
    expect(seconds({ symbol: 'BTCUSDT' })).toEqual([]);
    const [, , third] = exchange.orders('one', EVERYTHING);
    const from = exchange.orders('one', { ...EVERYTHING, symbol: 'ETHUSDT', fromId: third?.orderId ?? '' });
    expect(from.map(({ createdAt }) => createdAt)).toEqual([afterS(3), afterS(4), afterS(5)]);
  });
});
