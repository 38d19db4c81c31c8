import { describe, expect, test } from 'vitest';
import { codeOf, openClient } from '../../../../tests/support/exchange-client.ts';
import { afterS, MARKET_START, writtenMarket } from '../../../../tests/support/written-market.ts';
import { openExchange } from '../open-exchange.ts';

const ALL = { symbol: null, from: null, to: null, fromId: null, limit: 1_000 };
const SELL = { symbol: 'ETHUSDT', side: 'SELL', price: '2000', quantity: '1' } as const;
const BUY = { symbol: 'ETHUSDT', side: 'BUY', quantity: '1' } as const;

/** ETH at 2000: five at each of twenty prices a side, from 1999.99 and 2000.01 on. */
function world() {
  const { market, script } = writtenMarket(['ETHUSDT']);
  script.trade('ETHUSDT', 0, '2000');
  const exchange = openExchange({ market, startAt: MARKET_START });
  const [anna, ben, carla] = ['anna', 'ben', 'carla'].map((id) => openClient(exchange, { id, deposit: '100000' }));
  if (anna === undefined || ben === undefined || carla === undefined) throw new Error('three accounts are opened');
  const orderOf = (reply: ReturnType<typeof anna.order>) => (reply.ok ? reply.value.order : undefined);
  const stateOf = (client: typeof anna, clientId: string) => {
    const reply = exchange.order(client.id, 'ETHUSDT', { id: null, clientId });
    return reply.ok ? [reply.value.status, reply.value.executed, reply.value.expiryReason] : null;
  };
  const fillsOf = (client: typeof anna) =>
    exchange
      .trades(client.id, ALL)
      .map(({ price, quantity, isMaker }) => [price, quantity, isMaker ? 'maker' : 'taker']);
  return { script, exchange, anna, ben, carla, orderOf, stateOf, fillsOf };
}

test('orders of two accounts that cross match each other at the price of the older one, before the market behind it', () => {
  const { anna, ben, fillsOf, stateOf } = world();
  anna.order({ ...SELL, clientOrderId: 'rests' });
  ben.order({ ...BUY, quantity: '3' });
  expect(fillsOf(anna)).toEqual([[200_000, 1_000, 'maker']]);
  expect(fillsOf(ben)).toEqual([
    [200_000, 1_000, 'taker'],
    [200_001, 2_000, 'taker'],
  ]);
  expect(stateOf(anna, 'rests')).toEqual(['FILLED', 1_000, '0']);
  expect([anna.position('ETHUSDT')?.quantity, ben.position('ETHUSDT')?.quantity]).toEqual([-1_000, 3_000]);
});

test('of several accounts the better price is taken first, then the older order, and at a price of the market its turn in the queue', () => {
  const { anna, ben, carla, fillsOf } = world();
  anna.order({ ...SELL, price: '2000.01' }); // Behind the five of the market.
  carla.order({ ...SELL, price: '2000' });
  anna.order({ ...SELL, price: '2000' });
  ben.order({ ...BUY, quantity: '7.5' });
  expect(fillsOf(carla)).toEqual([[200_000, 1_000, 'maker']]);
  expect(fillsOf(anna)).toEqual([
    [200_000, 1_000, 'maker'],
    [200_001, 500, 'maker'],
  ]);
  expect(fillsOf(ben).map(([price, quantity]) => [price, quantity])).toEqual([
    [200_000, 1_000],
    [200_000, 1_000],
    [200_001, 5_000],
    [200_001, 500],
  ]);
});

test('what a taker leaves of a queue is what a resting order has ahead of it', () => {
  const { script, exchange, anna, ben, fillsOf } = world();
  anna.order({ ...SELL, price: '2000.01' });
  ben.order({ ...BUY, quantity: '4.5' });
  script.trade('ETHUSDT', 1, '2000.01', { quantity: '0.8', taker: 'BUY' });
  exchange.advance(afterS(1));
  // Half a coin was left ahead of it.
  expect(fillsOf(anna)).toEqual([[200_001, 300, 'maker']]);
});

test('an order that may only make is refused when it would take from another account', () => {
  const { anna, ben, stateOf } = world();
  anna.order({ ...SELL, clientOrderId: 'rests' });
  expect(codeOf(ben.order({ ...BUY, price: '2000', timeInForce: 'GTX' }))).toBe(-5022);
  expect(codeOf(ben.order({ ...BUY, price: '2000', quantity: '1.5', timeInForce: 'FOK' }))).toBe(-5021);
  expect(codeOf(ben.order({ ...BUY, price: '2000', timeInForce: 'FOK' }))).toBe(0);
  expect(stateOf(anna, 'rests')).toEqual(['FILLED', 1_000, '0']);
});

describe('the prevention of self-trades', () => {
  const cases: readonly [string, unknown, unknown][] = [
    ['EXPIRE_MAKER', ['EXPIRED_IN_MATCH', 0, '1'], ['FILLED', 2_000, '0']],
    ['EXPIRE_TAKER', ['NEW', 0, '0'], ['EXPIRED_IN_MATCH', 1_000, '1']],
    ['EXPIRE_BOTH', ['EXPIRED_IN_MATCH', 0, '1'], ['EXPIRED_IN_MATCH', 1_000, '1']],
    ['NONE', ['FILLED', 1_000, '0'], ['FILLED', 2_000, '0']],
  ];
  test.each(cases)(
    '%s ends the own resting order as %j and the taker as %j',
    (selfTradePreventionMode, rests, takes) => {
      const { anna, ben, stateOf } = world();
      ben.order({ ...SELL, price: '2000' });
      anna.order({ ...SELL, clientOrderId: 'own' });
      anna.order({ ...BUY, quantity: '2', clientOrderId: 'taker', selfTradePreventionMode });
      expect(stateOf(anna, 'own')).toEqual(rests);
      expect(stateOf(anna, 'taker')).toEqual(takes);
      expect(ben.position('ETHUSDT')?.quantity).toBe(-1_000);
    },
  );
});
