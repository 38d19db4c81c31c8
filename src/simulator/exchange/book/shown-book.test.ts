import { expect, test } from 'vitest';
import { codeOf, openClient } from '../../../../tests/support/exchange-client.ts';
import { afterS, MARKET_START, writtenMarket } from '../../../../tests/support/written-market.ts';
import type { OrderBook } from '../../market/market.ts';
import { openExchange } from '../open-exchange.ts';

/** ETH at 2000: five at each of twenty prices a side, from 1999.99 and 2000.01 on. */
function world() {
  const { market, script } = writtenMarket(['ETHUSDT']);
  script.trade('ETHUSDT', 0, '2000');
  const exchange = openExchange({ market, startAt: MARKET_START });
  const client = openClient(exchange, { deposit: '100000' });
  const levels = (side: 'bids' | 'asks', which: 'public' | 'improved' = 'public') =>
    exchange.book('ETHUSDT', 3, which)?.[side].map(({ price, quantity }) => [price, quantity]);
  return { script, exchange, client, levels };
}

const BUY = { symbol: 'ETHUSDT', side: 'BUY' } as const;
const updateIdOf = (book: OrderBook | null) => book?.updateId ?? 0;

test('resting orders show in the book, added to what the market has at their price, until they end', () => {
  const { exchange, client, levels } = world();
  const before = updateIdOf(exchange.book('ETHUSDT', 3, 'public'));
  client.order({ ...BUY, quantity: '2', price: '1999.99', clientOrderId: 'own' });
  client.order({ ...BUY, quantity: '1.5', price: '2000' });
  expect(levels('bids')).toEqual([
    [200_000, 1_500],
    [199_999, 7_000],
    [199_998, 5_000],
  ]);
  const shown = updateIdOf(exchange.book('ETHUSDT', 3, 'public'));
  expect(shown).toBeGreaterThan(before);
  client.send({ type: 'cancel-all', symbol: 'ETHUSDT' });
  expect(levels('bids')?.[0]).toEqual([199_999, 5_000]);
  expect(updateIdOf(exchange.book('ETHUSDT', 3, 'public'))).toBeGreaterThan(shown);
});

test('orders of retail price improvement show only in the book that is asked for with them', () => {
  const { client, levels } = world();
  expect(codeOf(client.order({ ...BUY, quantity: '2', price: '2000', timeInForce: 'RPI' }))).toBe(0);
  expect(levels('bids')?.[0]).toEqual([199_999, 5_000]);
  expect(levels('bids', 'improved')?.[0]).toEqual([200_000, 2_000]);
});

test('an order that the market has passed and not yet filled is the best price, and no other side is shown beyond it', () => {
  const { script, exchange, client, levels } = world();
  client.order({ ...BUY, quantity: '3', price: '1999.50' });
  script.trade('ETHUSDT', 1, '1999.4', { quantity: '1' });
  exchange.advance(afterS(1));
  expect(client.position('ETHUSDT')?.quantity).toBe(1_000);
  expect(levels('bids')?.[0]).toEqual([199_950, 2_000]);
  expect(levels('asks')?.[0]?.[0]).toBe(199_951);
});

test('a large market order takes level after level, and the next one finds what is left until it is refilled within half a minute', () => {
  const { script, exchange, client, levels } = world();
  const large = client.order({ ...BUY, quantity: '12' });
  // Five at 2000.01, five at 2000.02, two at 2000.03.
  expect(large.ok && large.value.order?.executedCost).toBe(
    (5_000 * 200_001 + 5_000 * 200_002 + 2_000 * 200_003) * 1_000,
  );
  expect(levels('asks')?.[0]).toEqual([200_003, 3_000]);
  expect(levels('bids')?.[0]).toEqual([199_999, 5_000]);
  const next = client.order({ ...BUY, quantity: '1' });
  expect(next.ok && next.value.order?.executedCost).toBe(1_000 * 200_003 * 1_000);
  script.trade('ETHUSDT', 15, '2000');
  exchange.advance(afterS(15));
  expect(levels('asks')?.[0]?.[0]).toBe(200_001);
  expect(levels('asks')?.[0]?.[1]).toBeGreaterThan(0);
  expect(levels('asks')?.[0]?.[1]).toBeLessThan(5_000);
  script.trade('ETHUSDT', 30, '2000');
  exchange.advance(afterS(30));
  expect(levels('asks')?.[0]).toEqual([200_001, 5_000]);
});

test('a book that was changed is the same after it was stored', () => {
  const { exchange, client } = world();
  client.order({ ...BUY, quantity: '12' });
  client.order({ ...BUY, quantity: '2', price: '1999.99' });
  const { market } = writtenMarket(['ETHUSDT']);
  const stored = exchange.snapshot();
  expect(stored.state).toMatchObject({ books: [['ETHUSDT', { revision: expect.any(Number) }]] });
  const again = openExchange({ market, snapshot: JSON.parse(JSON.stringify(stored)) });
  expect(again.bookRevision('ETHUSDT')).toBe(exchange.bookRevision('ETHUSDT'));
});
