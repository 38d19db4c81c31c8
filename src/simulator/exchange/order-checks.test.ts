import { describe, expect, test } from 'vitest';
import {
  type AlgoText,
  type Client,
  codeOf,
  type OrderText,
  openClient,
} from '../../../tests/support/exchange-client.ts';
import { afterS, MARKET_START, writtenMarket } from '../../../tests/support/written-market.ts';
import type { Exchange } from './exchange.ts';
import { openExchange } from './open-exchange.ts';

interface World {
  readonly exchange: Exchange;
  readonly client: Client;
  readonly hedged: Client;
}

/** BTC last and mark 50000: limits between 47500 and 52500, market orders too. */
function world(): World {
  const { market, script } = writtenMarket();
  script.trade('BTCUSDT', 0, '50000');
  script.trade('DOGEUSDT', 0, '0.2');
  script.trade('ETHUSDT', 0, '2000');
  script.halt('ETHUSDT', 0);
  const exchange = openExchange({ market, startAt: MARKET_START });
  const hedged = openClient(exchange, { id: 'hedged', isDualSide: true });
  return { exchange, client: openClient(exchange, { deposit: '100000' }), hedged };
}

const LIMIT: OrderText = { symbol: 'BTCUSDT', side: 'BUY', quantity: '0.01', price: '49000' };
const MARKET: OrderText = { symbol: 'BTCUSDT', side: 'BUY', quantity: '0.01' };
const STOP: AlgoText = {
  symbol: 'BTCUSDT',
  side: 'SELL',
  type: 'STOP_MARKET',
  quantity: '0.01',
  triggerPrice: '49000',
};
const CLOSE: Partial<AlgoText> = { closePosition: true, quantity: null };
const SOON = afterS(600);

describe('an order is refused for the first failing check of the table', () => {
  test.each<[code: number, why: string, order: OrderText]>([
    [-1121, 'unknown symbol', { ...LIMIT, symbol: 'NONEUSDT' }],
    [-1102, 'no quantity', { ...MARKET, quantity: null }],
    [-1102, 'no date', { ...LIMIT, timeInForce: 'GTD' }],
    [-1106, 'a date for another time in force', { ...LIMIT, goodTillDate: afterS(700) }],
    [-1106, 'a price beside a price match', { ...LIMIT, priceMatch: 'QUEUE' }],
    [-1111, 'price too fine', { ...LIMIT, price: '49000.01' }],
    [-1111, 'quantity too fine, before the price that is too low', { ...LIMIT, quantity: '0.0101', price: '-1' }],
    [-4001, 'price below zero', { ...LIMIT, price: '-1' }],
    [-4013, 'price zero', { ...LIMIT, price: '0' }],
    [-4002, 'price above all', { ...LIMIT, price: '5000000.1' }],
    [-4002, 'price beyond all numbers', { ...LIMIT, price: '99999999999999999' }],
    [-4003, 'quantity zero', { ...LIMIT, quantity: '0' }],
    [-4003, 'quantity below zero', { ...LIMIT, quantity: '-0.01' }],
    [-4005, 'quantity above all', { ...LIMIT, quantity: '1000.001' }],
    [-4005, 'quantity above all of the market', { ...MARKET, quantity: '120.001' }],
    [-4164, 'less than 100', { ...LIMIT, quantity: '0.002' }],
    [-4164, 'less than 100 at the mark', { ...MARKET, quantity: '0.001' }],
    [-4016, 'too far above the mark', { ...LIMIT, price: '52500.1' }],
    [-4024, 'too far below the mark', { ...LIMIT, side: 'SELL', price: '47499.9' }],
    [-4015, 'client id with a space', { ...LIMIT, clientOrderId: 'a b' }],
    [-4015, 'client id too long', { ...LIMIT, clientOrderId: 'a'.repeat(37) }],
    [-4061, 'position side of the other mode', { ...LIMIT, positionSide: 'LONG' }],
    [-2022, 'nothing to reduce', { ...LIMIT, reduceOnly: true }],
    [-2019, 'too little margin', { ...LIMIT, quantity: '50' }],
    [-2027, 'more than can be counted', { ...LIMIT, side: 'SELL', quantity: '1000', price: '4000000' }],
    [-4140, 'a symbol that stands still', { symbol: 'ETHUSDT', side: 'BUY', quantity: '1', price: '1990' }],
    [-5021, 'all or nothing', { ...LIMIT, timeInForce: 'FOK' }],
    [-5022, 'post only that would take', { ...LIMIT, timeInForce: 'GTX', price: '50000.1' }],
    [-5037, 'unknown price match', { ...LIMIT, price: null, priceMatch: 'MIDDLE' }],
    [-5038, 'price match at market', { ...MARKET, type: 'MARKET', priceMatch: 'QUEUE' }],
    [-5040, 'a date that is not after ten minutes', { ...LIMIT, timeInForce: 'GTD', goodTillDate: SOON }],
    [0, 'a date that is', { ...LIMIT, timeInForce: 'GTD', goodTillDate: SOON + 1 }],
    [0, 'zeros behind the last decimal', { ...LIMIT, price: '49000.10000000', quantity: '0.0100' }],
    [0, 'a limit at the end of its range', { ...LIMIT, price: '52500' }],
    [0, 'a limit far below the mark', { ...LIMIT, price: '20000' }],
    [0, 'the mode’s own position side', { ...LIMIT, positionSide: 'BOTH' }],
  ])('%i: %s', (code, _why, order) => {
    const { exchange, client } = world();
    const before = JSON.stringify(exchange.snapshot());
    expect(codeOf(client.order(order))).toBe(code);
    if (code !== 0) expect(JSON.stringify(exchange.snapshot())).toBe(before);
  });

  test('the text of a price refusal names the bounds', () => {
    const { client } = world();
    const high = client.order({ ...LIMIT, price: '52500.1' });
    expect(high.ok || high.error.message).toBe("Limit price can't be higher than 52500.0.");
    const small = client.order({ ...LIMIT, quantity: '0.002' });
    expect(small.ok || small.error.message).toContain('must be no smaller than 100 (unless');
  });

  test('-4116: a client id in use by an open order; it is free again once that order has ended', () => {
    const { client } = world();
    const order = { ...LIMIT, clientOrderId: 'same' };
    expect(codeOf(client.order(order))).toBe(0);
    expect(codeOf(client.order(order))).toBe(-4116);
    client.send({ type: 'cancel-order', symbol: 'BTCUSDT', order: { id: null, clientId: 'same' } });
    expect(codeOf(client.order(order))).toBe(0);
  });

  test('-2025: the 201st open order of a symbol', () => {
    const { client } = world();
    for (let count = 0; count < 200; count += 1) expect(codeOf(client.order({ ...LIMIT, quantity: '0.003' }))).toBe(0);
    expect(codeOf(client.order(LIMIT))).toBe(-2025);
    expect(codeOf(client.order({ symbol: 'DOGEUSDT', side: 'BUY', quantity: '100', price: '0.19' }))).toBe(0);
  });

  test('-2027: position and orders exceed the maximum of the leverage', () => {
    const { client } = world();
    client.send({ type: 'set-leverage', symbol: 'BTCUSDT', leverage: 125 });
    expect(codeOf(client.order({ ...MARKET, quantity: '0.9' }))).toBe(0);
    expect(codeOf(client.order({ ...LIMIT, quantity: '0.2' }))).toBe(-2027);
    expect(codeOf(client.order({ ...LIMIT, side: 'SELL', price: '51000', quantity: '1.8' }))).toBe(0);
  });

  test('-4131: a market order when the best price is too far from the mark', () => {
    const { market, script } = writtenMarket();
    script.trade('BTCUSDT', 0, '50000');
    script.mark('BTCUSDT', 0, '47000');
    const client = openClient(openExchange({ market, startAt: MARKET_START }));
    expect(codeOf(client.order(MARKET))).toBe(-4131);
    expect(codeOf(client.order({ ...MARKET, side: 'SELL' }))).toBe(0);
  });
});

describe('orders of an account in hedge mode', () => {
  test.each<[code: number, why: string, order: Partial<OrderText>]>([
    [-1106, 'reduceOnly says what the sides say', { positionSide: 'LONG', reduceOnly: false }],
    [-4061, 'no position side', {}],
    [-4061, 'the other mode’s side', { positionSide: 'BOTH' }],
    [-2022, 'nothing to close', { positionSide: 'SHORT' }],
    [0, 'opens', { positionSide: 'LONG' }],
  ])('%i: %s', (code, _why, order) => {
    expect(codeOf(world().hedged.order({ ...LIMIT, ...order }))).toBe(code);
  });

  test('an order in hedge mode closes no more than the position, at market or at a limit', () => {
    const { hedged } = world();
    hedged.order({ ...MARKET, positionSide: 'LONG' });
    const exit: OrderText = { ...LIMIT, side: 'SELL', positionSide: 'LONG', price: '51000' };
    expect(codeOf(hedged.order({ ...exit, quantity: '0.011' }))).toBe(-2022);
    expect(codeOf(hedged.order({ ...exit, price: null, quantity: '0.011' }))).toBe(-2022);
    const placed = hedged.order(exit);
    expect(placed.ok && placed.value.order).toMatchObject({ reduceOnly: true });
  });

  test('an order in hedge mode below the minimum notional is refused unless it closes the whole position', () => {
    const { hedged, exchange } = world();
    hedged.order({ ...MARKET, positionSide: 'LONG' });
    const close = (quantity: string, changes: Partial<OrderText> = {}) =>
      codeOf(hedged.order({ ...MARKET, side: 'SELL', positionSide: 'LONG', quantity, ...changes }));
    expect(close('0.001')).toBe(-4164);
    expect(close('0.001', { price: '51000' })).toBe(-4164);
    expect(close('0.009')).toBe(0);
    expect(close('0.001')).toBe(0);
    expect(exchange.positions('hedged', 'open', null)).toEqual([]);
  });

  test('orders in hedge mode close together no more than the position: at market, at a limit or amended', () => {
    const { hedged, exchange } = world();
    hedged.order({ ...MARKET, positionSide: 'LONG' });
    const atMarket: OrderText = { ...MARKET, side: 'SELL', positionSide: 'LONG' };
    const exit: OrderText = { ...atMarket, price: '51000', quantity: '0.006', clientOrderId: 'exit' };
    expect(codeOf(hedged.order(exit))).toBe(0);
    for (const close of [atMarket, { ...exit, clientOrderId: null }]) {
      expect(codeOf(hedged.order({ ...close, quantity: '0.005' }))).toBe(-4118);
      expect(codeOf(hedged.order({ ...close, quantity: '0.002' }))).toBe(0);
    }
    const named = { type: 'modify-order', symbol: 'BTCUSDT', order: { id: null, clientId: 'exit' } } as const;
    const amended = (quantity: string) => hedged.send({ ...named, side: 'SELL', price: '51000', quantity });
    expect(codeOf(amended('0.007'))).toBe(-4118);
    expect(codeOf(amended('0.005'))).toBe(0);
    hedged.send({ type: 'cancel-all', symbol: 'BTCUSDT' });
    expect(codeOf(hedged.order({ ...atMarket, quantity: '0.008' }))).toBe(0);
    expect(exchange.positions('hedged', 'open', null)).toEqual([]);
  });
});

describe('reduce-only orders', () => {
  test('in one-way mode a market order takes precedence over resting ones, which end with the position', () => {
    const { client, exchange } = world();
    client.order(MARKET);
    const exit: OrderText = { ...LIMIT, side: 'SELL', price: '51000', reduceOnly: true, clientOrderId: 'exit' };
    expect(codeOf(client.order(exit))).toBe(0);
    expect(codeOf(client.order({ ...exit, clientOrderId: null }))).toBe(-4118);
    expect(codeOf(client.order({ ...MARKET, side: 'SELL', reduceOnly: true }))).toBe(0);
    expect(exchange.order('one', 'BTCUSDT', { id: null, clientId: 'exit' })).toMatchObject({
      value: { status: 'EXPIRED', expiryReason: '4' },
    });
  });

  test('fill no more than the position and may be below the minimum notional', () => {
    const { client } = world();
    client.order({ ...MARKET, quantity: '0.005' });
    const sale = client.order({ ...MARKET, side: 'SELL', quantity: '0.01', reduceOnly: true });
    expect(sale.ok && sale.value.order).toMatchObject({ status: 'EXPIRED', executed: 5, expiryReason: '4' });
    expect(client.position('BTCUSDT')?.quantity).toBe(0);
    client.order({ ...MARKET, quantity: '0.005' });
    expect(codeOf(client.order({ ...LIMIT, side: 'SELL', price: '51000', quantity: '0.001', reduceOnly: true }))).toBe(
      0,
    );
    expect(codeOf(client.order({ ...LIMIT, reduceOnly: true }))).toBe(-2022);
  });
});

describe('a conditional order is refused', () => {
  test.each<[code: number, why: string, algo: Partial<AlgoText>]>([
    [-1121, 'unknown symbol', { symbol: 'NONEUSDT' }],
    [-1102, 'no quantity', { quantity: null }],
    [-1111, 'trigger too fine', { triggerPrice: '49000.01' }],
    [-4006, 'trigger zero', { triggerPrice: '0' }],
    [-4007, 'trigger above all', { triggerPrice: '5000000.1' }],
    [-4005, 'quantity above all of the market', { quantity: '120.001' }],
    [-4164, 'less than 100', { quantity: '0.002' }],
    [-4210, 'trigger far above the mark', { side: 'BUY', triggerPrice: '500000.1' }],
    [-4211, 'trigger far below the mark', { quantity: '1', triggerPrice: '499.9' }],
    [-4183, 'limit far above its trigger', { type: 'STOP', side: 'BUY', triggerPrice: '51000', price: '53550.1' }],
    [-4184, 'limit far below its trigger', { type: 'STOP', price: '46549.9' }],
    [-4015, 'client id with a space', { clientAlgoId: 'a b' }],
    [-4061, 'position side of the other mode', { positionSide: 'LONG' }],
    [-4137, 'a quantity beside closePosition', { closePosition: true }],
    [-4138, 'reduceOnly beside closePosition', { ...CLOSE, reduceOnly: true }],
    [-4136, 'closePosition of a limit', { ...CLOSE, type: 'STOP', price: '48900' }],
    [-2021, 'a stop above the price', { triggerPrice: '50000' }],
    [-2021, 'a take-profit below the price', { type: 'TAKE_PROFIT_MARKET', triggerPrice: '49999.9' }],
    [-2021, 'a buy stop below the price', { side: 'BUY', triggerPrice: '50000' }],
    [-2007, 'callback too large', { type: 'TRAILING_STOP_MARKET', triggerPrice: null, callbackRate: '20.1' }],
    [-2007, 'callback too fine', { type: 'TRAILING_STOP_MARKET', triggerPrice: null, callbackRate: '0.15' }],
    [-2007, 'no callback', { type: 'TRAILING_STOP_MARKET', triggerPrice: null }],
    [
      -4135,
      'activation that is behind the price',
      { type: 'TRAILING_STOP_MARKET', triggerPrice: null, callbackRate: '1', activatePrice: '49999' },
    ],
    [-4140, 'a symbol that stands still', { symbol: 'ETHUSDT', quantity: '1', triggerPrice: '1900' }],
    [-5037, 'unknown price match', { type: 'STOP', priceMatch: 'MIDDLE' }],
    [-5038, 'price match at market', { priceMatch: 'QUEUE' }],
    [0, 'without margin, which is asked for when it fires', { quantity: '100' }],
    [0, 'a trigger a fifth of the mark', { triggerPrice: '10000' }],
    [0, 'closing without a position', { ...CLOSE }],
  ])('%i: %s', (code, _why, algo) => {
    const { exchange, client } = world();
    const before = JSON.stringify(exchange.snapshot());
    expect(codeOf(client.algo({ ...STOP, ...algo }))).toBe(code);
    if (code !== 0) expect(JSON.stringify(exchange.snapshot())).toBe(before);
  });

  test('-4045: the 201st open conditional order over all symbols', () => {
    const { client } = world();
    for (let count = 0; count < 200; count += 1) expect(codeOf(client.algo(STOP))).toBe(0);
    expect(codeOf(client.algo({ ...STOP, symbol: 'DOGEUSDT', quantity: '100', triggerPrice: '0.19' }))).toBe(-4045);
  });

  test.each(['STOP_MARKET', 'TAKE_PROFIT_MARKET'] as const)(
    '-4130: a second open %s with closePosition of the same direction; every other one may wait beside it',
    (type) => {
      const { client, hedged } = world();
      const isStop = type === 'STOP_MARKET';
      const prices = { SELL: isStop ? '49000' : '51000', BUY: isStop ? '51000' : '49000' } as const;
      const close = (positionSide: 'LONG' | 'SHORT' | null, changes: Partial<AlgoText> = {}): AlgoText => {
        const side = positionSide === 'SHORT' ? 'BUY' : 'SELL';
        return { ...STOP, ...CLOSE, type, side, triggerPrice: prices[side], positionSide, ...changes };
      };
      expect(codeOf(hedged.algo(close('LONG', { clientAlgoId: 'first' })))).toBe(0);
      expect(codeOf(hedged.algo(close('LONG', { workingType: 'MARK_PRICE', priceProtect: true })))).toBe(-4130);
      const other = isStop ? ('TAKE_PROFIT_MARKET' as const) : ('STOP_MARKET' as const);
      for (const beside of [
        close('SHORT'),
        close('LONG', { type: other, triggerPrice: isStop ? '51000' : '49000' }),
        close('LONG', { closePosition: null, quantity: '0.01' }),
        close('LONG', { symbol: 'DOGEUSDT', triggerPrice: isStop ? '0.19' : '0.21' }),
      ]) {
        expect(codeOf(hedged.algo(beside))).toBe(0);
      }
      hedged.send({ type: 'cancel-algo', algo: { id: null, clientId: 'first' } });
      expect(codeOf(hedged.algo(close('LONG')))).toBe(0);
      expect(codeOf(client.algo(close(null)))).toBe(0);
      expect(codeOf(client.algo(close(null)))).toBe(-4130);
      expect(codeOf(client.algo(close(null, { side: 'BUY', triggerPrice: prices.BUY })))).toBe(0);
    },
  );

  test('-2022: a closing order in hedge mode that would open a position', () => {
    const { hedged } = world();
    const open: AlgoText = { ...STOP, ...CLOSE, side: 'BUY', positionSide: 'LONG', triggerPrice: '51000' };
    expect(codeOf(hedged.algo(open))).toBe(-2022);
    expect(codeOf(hedged.algo({ ...STOP, ...CLOSE, positionSide: 'LONG' }))).toBe(0);
    expect(codeOf(hedged.algo({ ...STOP, positionSide: 'LONG', reduceOnly: true }))).toBe(-1106);
  });
});
