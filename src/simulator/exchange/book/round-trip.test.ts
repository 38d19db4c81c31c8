import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EVERYTHING, openClient } from '../../../../tests/support/exchange-client.ts';
import { checkProperty } from '../../../../tests/support/property.ts';
import { MARKET_START, writtenMarket } from '../../../../tests/support/written-market.ts';
import { openExchange } from '../open-exchange.ts';

/** Thousandths of ETH; twenty levels of five ETH a side are there to be taken. */
const act = fc.record({
  side: fc.constantFrom('BUY', 'SELL'),
  quantity: fc.integer({ min: 10, max: 8_000 }),
  /** Hundredths from the price of 2000 at which it stops; null takes at any price, and what rests of others stays. */
  reach: fc.option(fc.integer({ min: -30, max: 30 })),
});

test('whoever buys and sells at one instant, in any parts and order, never gains by what the orders do to the book', () => {
  checkProperty(
    fc.property(fc.array(act, { minLength: 1, maxLength: 12 }), (acts) => {
      const { market, script } = writtenMarket(['ETHUSDT']);
      script.trade('ETHUSDT', 0, '2000');
      const exchange = openExchange({ market, startAt: MARKET_START });
      const client = openClient(exchange, { deposit: '10000000' });
      const send = (order: {
        readonly side: 'BUY' | 'SELL';
        readonly quantity: number;
        readonly price: string | null;
        readonly reduceOnly?: true;
      }) =>
        client.order({
          ...{ symbol: 'ETHUSDT', side: order.side, quantity: (order.quantity / 1_000).toFixed(3) },
          ...(order.price === null ? {} : { price: order.price, timeInForce: 'GTC' }),
          ...(order.reduceOnly === true ? { reduceOnly: true } : {}),
        });
      for (const { side, quantity, reach } of acts) {
        send({ side, quantity, price: reach === null ? null : (2_000 + reach / 100).toFixed(2) });
      }
      client.send({ type: 'cancel-all', symbol: 'ETHUSDT' });
      const held = client.position('ETHUSDT')?.quantity ?? 0;
      // Only an order that reduces may be worth less than the least that the exchange takes.
      if (held !== 0) {
        send({ side: held > 0 ? 'SELL' : 'BUY', quantity: Math.abs(held), price: null, reduceOnly: true });
      }
      expect(client.position('ETHUSDT')?.quantity ?? 0).toBe(0);
      const fills = exchange.trades('one', EVERYTHING);
      const paid = fills.reduce(
        (sum, { side, price, quantity }) => sum + (side === 'BUY' ? 1 : -1) * price * quantity,
        0,
      );
      expect(paid).toBeGreaterThanOrEqual(0);
    }),
    30,
  );
});
