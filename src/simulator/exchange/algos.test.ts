import { describe, expect, test } from 'vitest';
import { type AlgoText, type Client, codeOf, EVERYTHING, openClient } from '../../../tests/support/exchange-client.ts';
import { afterS, MARKET_START, type Script, writtenMarket } from '../../../tests/support/written-market.ts';
import type { Exchange } from './exchange.ts';
import { openExchange } from './open-exchange.ts';

interface World {
  readonly script: Script;
  readonly exchange: Exchange;
  readonly client: Client;
}

/** BTC at 50000 with the mark close by; one-way unless stated. */
function world({ isDualSide = false, deposit = '10000' } = {}): World {
  const { market, script } = writtenMarket();
  script.trade('BTCUSDT', 0, '50000');
  script.mark('BTCUSDT', 0, '50000');
  const exchange = openExchange({ market, startAt: MARKET_START });
  return { script, exchange, client: openClient(exchange, { isDualSide, deposit }) };
}

const STOP: AlgoText = {
  symbol: 'BTCUSDT',
  side: 'SELL',
  type: 'STOP_MARKET',
  quantity: '0.01',
  triggerPrice: '49000',
  clientAlgoId: 'stop',
};
const NAMED = { id: null, clientId: 'stop' };

const statesOf = ({ events }: Client): string[] =>
  events.flatMap((event) => {
    if (event.kind === 'algo') return [`algo ${event.algo.status}`];
    return event.kind === 'order' ? [`order ${event.execution} ${event.order.status}`] : [];
  });

const algoOf = ({ exchange }: World) => {
  const reply = exchange.algo('one', NAMED);
  return reply.ok ? reply.value : null;
};

describe('a conditional order', () => {
  test('goes NEW, TRIGGERING, TRIGGERED, FINISHED around the order it becomes, whose id it then carries', () => {
    const place = world();
    const { script, exchange, client } = place;
    client.order({ symbol: 'BTCUSDT', side: 'BUY', quantity: '0.01' });
    client.events.length = 0;
    client.algo(STOP);
    script.trade('BTCUSDT', 3, '49000.1');
    script.trade('BTCUSDT', 5, '49000');
    exchange.advance(afterS(4));
    expect(statesOf(client)).toEqual(['algo NEW']);
    exchange.advance(afterS(5));
    expect(statesOf(client)).toEqual([
      'algo NEW',
      'algo TRIGGERING',
      'algo TRIGGERED',
      'order NEW NEW',
      'order TRADE FILLED',
      'algo FINISHED',
    ]);
    const algo = algoOf(place);
    const [, child] = exchange.orders('one', EVERYTHING);
    expect(algo).toMatchObject({ status: 'FINISHED', triggeredAt: afterS(5), orderId: child?.orderId });
    expect(child).toMatchObject({
      type: 'MARKET',
      originalType: 'STOP_MARKET',
      stopPrice: 490_000,
      algoId: algo?.algoId,
    });
    expect(child?.clientOrderId).toBe('stop');
    expect(exchange.openAlgos('one', null)).toEqual([]);
  });

  test.each<[AlgoText['type'], AlgoText['side'], trigger: string, before: string, at: string]>([
    ['STOP_MARKET', 'BUY', '51000', '50999.9', '51000'],
    ['STOP_MARKET', 'SELL', '49000', '49000.1', '49000'],
    ['TAKE_PROFIT_MARKET', 'SELL', '51000', '50999.9', '51000'],
    ['TAKE_PROFIT_MARKET', 'BUY', '49000', '49000.1', '49000'],
  ])('%s %s triggers at its trigger price and not before', (type, side, triggerPrice, before, at) => {
    for (const workingType of ['CONTRACT_PRICE', 'MARK_PRICE'] as const) {
      const place = world();
      place.client.algo({ ...STOP, type, side, triggerPrice, workingType });
      const move = (second: number, price: string): void => {
        if (workingType === 'MARK_PRICE') place.script.mark('BTCUSDT', second, price);
        else place.script.trade('BTCUSDT', second, price);
        place.exchange.advance(afterS(second));
      };
      move(1, before);
      expect(algoOf(place)?.status).toBe('NEW');
      move(2, at);
      expect(algoOf(place)?.status).toBe('FINISHED');
      expect(place.client.position('BTCUSDT')?.quantity).toBe(side === 'BUY' ? 10 : -10);
    }
  });

  test('watches only the price that it was placed on', () => {
    const place = world();
    place.client.algo({ ...STOP, workingType: 'MARK_PRICE' });
    place.script.trade('BTCUSDT', 1, '48000');
    place.exchange.advance(afterS(2));
    expect(algoOf(place)?.status).toBe('NEW');
  });

  test('with a limit price rests there when triggered and finishes when that order is filled or cancelled', () => {
    const place = world();
    const { script, exchange, client } = place;
    client.algo({ ...STOP, type: 'STOP', side: 'BUY', triggerPrice: '50500', price: '50400' });
    script.trade('BTCUSDT', 1, '50500');
    exchange.advance(afterS(1));
    const [child] = exchange.openOrders('one', null);
    expect(child).toMatchObject({ type: 'LIMIT', originalType: 'STOP', price: 504_000, status: 'NEW' });
    expect(algoOf(place)?.status).toBe('TRIGGERED');
    client.send({ type: 'cancel-order', symbol: 'BTCUSDT', order: { id: child?.orderId ?? '', clientId: null } });
    expect(algoOf(place)?.status).toBe('FINISHED');
  });

  test('with price match takes its price from the order book when it triggers', () => {
    const { script, exchange, client } = world();
    client.algo({ ...STOP, type: 'STOP', side: 'BUY', triggerPrice: '50500', priceMatch: 'QUEUE_5' });
    script.trade('BTCUSDT', 1, '50500');
    exchange.advance(afterS(1));
    expect(exchange.openOrders('one', null)).toMatchObject([{ price: 504_995, priceMatch: 'QUEUE_5' }]);
  });

  test('needs margin only when it triggers, and is rejected with the reason when there is too little', () => {
    const place = world({ deposit: '10' });
    place.client.algo({ ...STOP, side: 'BUY', triggerPrice: '51000', quantity: '1' });
    place.script.trade('BTCUSDT', 1, '51000');
    place.exchange.advance(afterS(1));
    expect(algoOf(place)).toMatchObject({ status: 'REJECTED', rejectReason: 'Margin is insufficient.', orderId: null });
    expect(place.exchange.orders('one', EVERYTHING)).toEqual([]);
  });

  test('that is reduce-only is rejected when there is nothing to reduce', () => {
    const place = world();
    place.client.algo({ ...STOP, reduceOnly: true });
    place.script.trade('BTCUSDT', 1, '49000');
    place.exchange.advance(afterS(1));
    expect(algoOf(place)).toMatchObject({ status: 'REJECTED', rejectReason: 'ReduceOnly Order is rejected.' });
  });

  test('with price protection waits while the mark and last price are too far apart', () => {
    const place = world();
    place.client.algo({ ...STOP, priceProtect: true });
    place.script.trade('BTCUSDT', 1, '47000');
    place.exchange.advance(afterS(1));
    expect(algoOf(place)?.status).toBe('NEW');
    place.script.mark('BTCUSDT', 2, '48000');
    place.script.trade('BTCUSDT', 3, '47000');
    place.exchange.advance(afterS(3));
    expect(algoOf(place)?.status).toBe('FINISHED');
  });

  test('with a good-till date expires on that date', () => {
    const place = world();
    const limit = { ...STOP, type: 'STOP', price: '48900', timeInForce: 'GTD', goodTillDate: afterS(700) } as const;
    place.client.algo(limit);
    place.exchange.advance(afterS(699));
    expect(algoOf(place)?.status).toBe('NEW');
    place.exchange.advance(afterS(700));
    expect(algoOf(place)).toMatchObject({ status: 'EXPIRED', updatedAt: afterS(700) });
  });

  test('is cancelled alone or with its symbol, but not by cancelling ordinary orders', () => {
    const { client, exchange } = world();
    client.algo(STOP);
    client.algo({ ...STOP, clientAlgoId: 'second' });
    expect(codeOf(client.algo(STOP))).toBe(-4116);
    expect(codeOf(client.send({ type: 'cancel-algo', algo: NAMED }))).toBe(0);
    expect(codeOf(client.send({ type: 'cancel-algo', algo: NAMED }))).toBe(-2011);
    client.send({ type: 'cancel-all', symbol: 'BTCUSDT' });
    expect(exchange.openAlgos('one', 'BTCUSDT')).toHaveLength(1);
    const all = client.send({ type: 'cancel-all-algo', symbol: 'BTCUSDT' });
    expect(all.ok && all.value.canceled).toBe(1);
    expect(codeOf(exchange.algo('one', { id: '1', clientId: null }))).toBe(-2013);
  });
});

describe('the client id of the order that a conditional order becomes', () => {
  test('is generated when an open order already has the conditional order’s id', () => {
    const { script, exchange, client } = world();
    client.order({ symbol: 'BTCUSDT', side: 'BUY', quantity: '0.01', price: '45000', clientOrderId: 'stop' });
    client.algo(STOP);
    script.trade('BTCUSDT', 1, '49000');
    exchange.advance(afterS(1));
    const [, child] = exchange.orders('one', EVERYTHING);
    expect(child?.clientOrderId).toBe(`sim-${child?.orderId}`);
  });
});

describe('closePosition', () => {
  test('closes the whole position when it triggers', () => {
    const { script, exchange, client } = world({ isDualSide: true });
    client.order({ symbol: 'BTCUSDT', side: 'BUY', quantity: '0.01', positionSide: 'LONG' });
    client.algo({ ...STOP, positionSide: 'LONG', closePosition: true, quantity: null });
    client.order({ symbol: 'BTCUSDT', side: 'BUY', quantity: '0.02', positionSide: 'LONG' });
    script.trade('BTCUSDT', 1, '48000');
    exchange.advance(afterS(1));
    expect(client.position('BTCUSDT', 'LONG')?.quantity).toBe(0);
    expect(exchange.orders('one', EVERYTHING).at(-1)).toMatchObject({
      quantity: 30,
      executed: 30,
      closePosition: true,
    });
  });

  test('a closePosition stop closes the position beside a resting exit, which a stop with a quantity cannot', () => {
    const place = world({ isDualSide: true });
    const { script, exchange, client } = place;
    client.order({ symbol: 'BTCUSDT', side: 'BUY', quantity: '0.01', positionSide: 'LONG' });
    client.order({ symbol: 'BTCUSDT', side: 'SELL', quantity: '0.01', positionSide: 'LONG', price: '51000' });
    client.algo({ ...STOP, positionSide: 'LONG' });
    client.algo({
      ...STOP,
      positionSide: 'LONG',
      triggerPrice: '48900',
      closePosition: true,
      quantity: null,
      clientAlgoId: 'close',
    });
    script.trade('BTCUSDT', 1, '49000');
    exchange.advance(afterS(1));
    expect(algoOf(place)).toMatchObject({
      status: 'REJECTED',
      rejectReason: 'ReduceOnly Order Failed. Please check your existing position and open orders',
    });
    expect(client.position('BTCUSDT', 'LONG')?.quantity).toBe(10);
    script.trade('BTCUSDT', 2, '48900');
    exchange.advance(afterS(2));
    expect(client.position('BTCUSDT', 'LONG')?.quantity).toBe(0);
    expect(exchange.openOrders('one', null)).toEqual([]);
  });

  test('expires with the position, however that is closed', () => {
    const place = world();
    place.client.order({ symbol: 'BTCUSDT', side: 'BUY', quantity: '0.01' });
    place.client.algo({ ...STOP, closePosition: true, quantity: null });
    place.client.order({ symbol: 'BTCUSDT', side: 'SELL', quantity: '0.01' });
    expect(algoOf(place)?.status).toBe('EXPIRED');
  });

  test('waits when placed without a position, and expires if there still is none when it triggers', () => {
    const place = world();
    place.client.algo({ ...STOP, closePosition: true, quantity: null });
    expect(algoOf(place)?.status).toBe('NEW');
    place.script.trade('BTCUSDT', 1, '49000');
    place.exchange.advance(afterS(1));
    expect(algoOf(place)?.status).toBe('EXPIRED');
  });
});

describe('a trailing stop', () => {
  const TRAILING: AlgoText = { ...STOP, type: 'TRAILING_STOP_MARKET', triggerPrice: null, callbackRate: '1' };

  function prices(place: World, list: readonly string[]): void {
    const from = (place.exchange.now() - MARKET_START) / 1_000;
    for (const [index, price] of list.entries()) place.script.trade('BTCUSDT', from + index + 1, price);
    place.exchange.advance(afterS(from + list.length));
  }

  test('follows the best price and triggers one callback rate behind it', () => {
    const place = world();
    place.client.algo(TRAILING);
    prices(place, ['49600', '51000', '50490.1']);
    expect(algoOf(place)).toMatchObject({ status: 'NEW', isActivated: true });
    prices(place, ['50490']); // 51000 · 0.99
    expect(algoOf(place)?.status).toBe('FINISHED');
  });

  test('on the buy side follows the price down', () => {
    const place = world();
    place.client.algo({ ...TRAILING, side: 'BUY' });
    prices(place, ['49000', '49489.9']);
    expect(algoOf(place)?.status).toBe('NEW');
    prices(place, ['49490']); // 49000 · 1.01
    expect(algoOf(place)?.status).toBe('FINISHED');
  });

  test('does nothing until its activation price is reached, and then reports its activation', () => {
    const place = world();
    place.client.algo({ ...TRAILING, activatePrice: '52000' });
    prices(place, ['51999.9', '50000']);
    expect(algoOf(place)).toMatchObject({ status: 'NEW', isActivated: false });
    place.client.events.length = 0;
    prices(place, ['52000']);
    expect(place.client.events).toMatchObject([{ kind: 'algo', algo: { isActivated: true, status: 'NEW' } }]);
    prices(place, ['51480']);
    expect(algoOf(place)?.status).toBe('FINISHED');
  });
});
