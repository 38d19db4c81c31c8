import { describe, expect, test } from 'vitest';
import { cashText } from '#base/decimal.ts';
import { codeOf, openClient } from '../../../tests/support/exchange-client.ts';
import { afterS, MARKET_START, writtenMarket } from '../../../tests/support/written-market.ts';
import { openExchange } from './open-exchange.ts';

function world() {
  const { market, script } = writtenMarket();
  script.trade('BTCUSDT', 0, '50000');
  script.trade('ETHUSDT', 0, '2000');
  const exchange = openExchange({ market, startAt: MARKET_START });
  return { script, exchange, client: openClient(exchange) };
}

describe('an order at market', () => {
  test('is final before its command returns and pays the taker', () => {
    const { exchange, client } = world();
    const reply = client.order({ symbol: 'BTCUSDT', side: 'BUY', quantity: '0.1' });
    expect(reply.ok && reply.value.order).toMatchObject({ status: 'FILLED', executed: 100 });
    const account = exchange.account('one');
    expect(cashText(account.walletBalance)).toBe('9997.49999500'); // 0.1 · 50000.1 · 0.0005 = 2.500005
    expect(client.position('BTCUSDT')).toMatchObject({ quantity: 100, positionSide: 'BOTH' });
    expect(client.events.map(({ kind }) => kind)).toEqual(['account', 'order', 'order', 'account']);
  });

  test('walks the levels, and what finds none expires', () => {
    const { client } = world();
    client.send({ type: 'transfer', amount: 1_900_000_000_000_000 as never });
    const reply = client.order({ symbol: 'BTCUSDT', side: 'BUY', quantity: '101' });
    expect(reply.ok && reply.value.order).toMatchObject({ status: 'EXPIRED', executed: 100_000, expiryReason: '9' });
  });
});

describe('a limit that rests', () => {
  test('fills whole at its own price when a trade prints through it', () => {
    const { script, exchange, client } = world();
    client.order({ symbol: 'ETHUSDT', side: 'BUY', quantity: '1', price: '1990' });
    script.trade('ETHUSDT', 2, '1990', { quantity: '1' });
    script.trade('ETHUSDT', 3, '1989.99', { quantity: '0.001' });
    exchange.advance(afterS(2));
    expect(exchange.openOrders('one', null)).toHaveLength(1);
    exchange.advance(afterS(3));
    expect(exchange.openOrders('one', null)).toEqual([]);
    expect(exchange.trades('one', { symbol: 'ETHUSDT', from: null, to: null, fromId: null, limit: 10 })).toMatchObject([
      { price: 199_000, quantity: 1000, isMaker: true, commission: 39_800_000, time: afterS(3) },
    ]);
  });

  test('is cancelled by its client id, once', () => {
    const { client } = world();
    client.order({ symbol: 'ETHUSDT', side: 'BUY', quantity: '1', price: '1990', clientOrderId: 'mine' });
    const cancel = { type: 'cancel-order', symbol: 'ETHUSDT', order: { id: null, clientId: 'mine' } } as const;
    expect(codeOf(client.send(cancel))).toBe(0);
    expect(codeOf(client.send(cancel))).toBe(-2011);
  });
});
