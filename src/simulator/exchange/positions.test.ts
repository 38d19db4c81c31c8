import { Decimal } from 'decimal.js';
import { describe, expect, test } from 'vitest';
import { cashFrom, cashText } from '#base/decimal.ts';
import { type Cash, subtract } from '#base/exact.ts';
import { type Client, EVERYTHING, openClient } from '../../../tests/support/exchange-client.ts';
import { afterS, MARKET_START, type Script, writtenMarket } from '../../../tests/support/written-market.ts';
import type { Exchange } from './exchange.ts';
import { openExchange } from './open-exchange.ts';

const money = (amount: Cash): Decimal => new Decimal(amount).div(1e8);

function world(deposit = '100000') {
  const { market, script } = writtenMarket();
  script.trade('BTCUSDT', 0, '61000');
  script.trade('ETHUSDT', 0, '2000');
  script.trade('DOGEUSDT', 0, '0.2');
  const exchange = openExchange({ market, startAt: MARKET_START });
  return { script, exchange, client: openClient(exchange, { deposit }) };
}

interface Fill {
  readonly symbol: string;
  readonly side: 'BUY' | 'SELL';
  readonly price: string;
  readonly quantity: string;
}

/** Rests an order and sends a trade through it, for a fill at exactly its price. */
function fill(world: { script: Script; exchange: Exchange; client: Client }, order: Fill, through: string): void {
  const { script, exchange, client } = world;
  const second = (exchange.now() - MARKET_START) / 1_000 + 1;
  const reply = client.order(order);
  expect(reply.ok, JSON.stringify(reply)).toBe(true);
  script.trade(order.symbol, second, through);
  script.mark(order.symbol, second, order.price);
  exchange.advance(afterS(second));
}

describe('liquidation prices equal the worked examples of docs/domain.md', () => {
  test('example 3: an isolated long at leverage 20 that crosses a margin bracket', () => {
    const place = world();
    const { client } = place;
    client.send({ type: 'set-margin-type', symbol: 'BTCUSDT', marginType: 'ISOLATED' });
    const rows = [
      ['60000.0', '0.166', '59999.9', '57228.91566265', '498.00000000', '60000.00000000'],
      ['59700.0', '0.335', '59699.9', '57037.58146358', '1497.97500000', '59799.40119760'],
      ['59100.0', '0.676', '59099.9', '56668.68326339', '3495.55500000', '59397.70603229'],
      ['57900.0', '1.381', '57899.9', '55919.72764526', '7493.55000000', '58589.13213448'],
    ] as const;
    for (const [price, quantity, through, liquidation, margin, entry] of rows) {
      fill(place, { symbol: 'BTCUSDT', side: 'BUY', price, quantity }, through);
      const view = client.position('BTCUSDT');
      expect(cashText(view?.liquidationPrice ?? cashFrom('0'))).toBe(liquidation);
      expect(cashText(view?.isolatedWallet ?? cashFrom('0'))).toBe(margin);
      expect(cashText(view?.entryPrice ?? cashFrom('0'))).toBe(entry);
    }
  });

  test('example 2: a cross-margin short at leverage 5 on a wallet of 400', () => {
    const place = world('400');
    const { client, exchange } = place;
    client.send({ type: 'set-leverage', symbol: 'DOGEUSDT', leverage: 5 });
    const rows = [
      ['0.20000', '150', '2.85240464'],
      ['0.20400', '294', '1.09805925'],
      ['0.20880', '402', '0.67500982'],
      ['0.21456', '548', '0.49358122'],
      ['0.22148', '743', '0.39859296'],
      ['0.22977', '1003', '0.34430124'],
    ] as const;
    for (const [price, quantity, liquidation] of rows) {
      const through = new Decimal(price).plus('0.00001').toString();
      fill(place, { symbol: 'DOGEUSDT', side: 'SELL', price, quantity }, through);
      client.send({ type: 'transfer', amount: subtract(cashFrom('400'), exchange.account('one').walletBalance) });
      expect(cashText(client.position('DOGEUSDT')?.liquidationPrice ?? cashFrom('0'))).toBe(liquidation);
    }
  });
});

describe('the available balance of an account', () => {
  test('is the cross wallet plus open results, less the margin of positions and of the worse side of open orders', () => {
    const place = world();
    const { client, exchange, script } = place;
    client.send({ type: 'set-leverage', symbol: 'BTCUSDT', leverage: 10 });
    fill(place, { symbol: 'BTCUSDT', side: 'BUY', price: '60000', quantity: '0.5' }, '59999.9');
    fill(place, { symbol: 'ETHUSDT', side: 'SELL', price: '2010', quantity: '4' }, '2010.01');
    client.order({ symbol: 'BTCUSDT', side: 'BUY', price: '59000', quantity: '0.2' });
    client.order({ symbol: 'BTCUSDT', side: 'SELL', price: '62000', quantity: '0.9' });
    client.order({ symbol: 'BTCUSDT', side: 'SELL', price: '61500', quantity: '0.1', reduceOnly: true });
    script.mark('BTCUSDT', 3, '60600');
    script.mark('ETHUSDT', 3, '2030');
    exchange.advance(afterS(3));
    const account = exchange.account('one');
    const fees = new Decimal('60000').times('0.5').plus(new Decimal('2010').times(4)).times('0.0002');
    expect(money(account.walletBalance)).toEqual(new Decimal(100_000).minus(fees));
    const unrealized = new Decimal('600').times('0.5').minus(new Decimal('20').times(4));
    expect(money(account.unrealized)).toEqual(unrealized);
    const btc = new Decimal('60600').times('0.5');
    const positions = btc.div(10).plus(new Decimal('2030').times(4).div(20));
    expect(money(account.positionInitialMargin)).toEqual(positions);
    // Buying 0.2 would enlarge the position, selling 0.9 would reverse it: the worse value is 30300 + 11800.
    const worse = Decimal.max(btc.plus('11800'), new Decimal('55800').minus(btc));
    const orders = worse.div(10).minus(btc.div(10));
    expect(money(account.openOrderInitialMargin)).toEqual(orders);
    const available = new Decimal(100_000).minus(fees).plus(unrealized).minus(positions).minus(orders);
    expect(money(account.available)).toEqual(available);
    // 30300 is in the first bracket of BTC, 8120 in the first bracket of ETH.
    const maintenance = btc.times('0.004').plus(new Decimal('8120').times('0.004'));
    expect(money(account.maintenanceMargin)).toEqual(maintenance);
    expect(client.position('BTCUSDT')).toMatchObject({
      bidNotional: 1_180_000_000_000,
      askNotional: 5_580_000_000_000,
    });
  });

  test('counts both sides of a symbol in hedge mode', () => {
    const { market, script } = writtenMarket();
    script.trade('ETHUSDT', 0, '2000');
    const exchange = openExchange({ market, startAt: MARKET_START });
    const client = openClient(exchange, { isDualSide: true });
    client.order({ symbol: 'ETHUSDT', side: 'BUY', positionSide: 'LONG', price: '1990', quantity: '1' });
    client.order({ symbol: 'ETHUSDT', side: 'SELL', positionSide: 'SHORT', price: '2010', quantity: '2' });
    expect(money(exchange.account('one').available)).toEqual(new Decimal(10_000).minus(99.5).minus(201));
    expect(exchange.positions('one', 'open', null).map(({ positionSide }) => positionSide)).toEqual(['LONG', 'SHORT']);
  });
});

describe('realised results', () => {
  test('are computed against the average entry, in parts that add up to the whole', () => {
    const place = world();
    const { client, exchange } = place;
    fill(place, { symbol: 'ETHUSDT', side: 'BUY', price: '1999.99', quantity: '1' }, '1999.98');
    fill(place, { symbol: 'ETHUSDT', side: 'BUY', price: '1990.03', quantity: '0.7' }, '1990.02');
    const cost = new Decimal('1999.99').plus(new Decimal('1990.03').times('0.7'));
    const fees = cost.times('0.0002');
    const before = client.position('ETHUSDT');
    expect(cashText(before?.entryPrice ?? cashFrom('0'))).toBe(cost.div('1.7').toFixed(8));
    expect(cashText(before?.breakEvenPrice ?? cashFrom('0'))).toBe(cost.plus(fees).div('1.7').toFixed(8));
    for (const [price, quantity] of [
      ['2001', '0.3'],
      ['2002', '0.6'],
      ['2003', '0.8'],
    ] as const) {
      const through = new Decimal(price).plus('0.01').toString();
      fill(place, { symbol: 'ETHUSDT', side: 'SELL', price, quantity }, through);
    }
    expect(client.position('ETHUSDT')?.quantity).toBe(0);
    const proceeds = new Decimal('2001')
      .times('0.3')
      .plus(new Decimal('2002').times('0.6'))
      .plus(new Decimal('2003').times('0.8'));
    const realized = exchange.trades('one', EVERYTHING).reduce((total, trade) => total + trade.realized, 0);
    expect(new Decimal(realized).div(1e8)).toEqual(proceeds.minus(cost));
    const commission = fees.plus(proceeds.times('0.0002'));
    expect(money(exchange.account('one').walletBalance)).toEqual(
      new Decimal(100_000).plus(proceeds).minus(cost).minus(commission),
    );
  });

  test('of an order that reverses a position come from the closing part alone', () => {
    const place = world();
    const { client, exchange } = place;
    fill(place, { symbol: 'ETHUSDT', side: 'BUY', price: '1999', quantity: '1' }, '1998.99');
    fill(place, { symbol: 'ETHUSDT', side: 'SELL', price: '2009', quantity: '3' }, '2009.01');
    expect(client.position('ETHUSDT')).toMatchObject({ quantity: -2_000, cost: 401_800_000_000, realized: 0 });
    expect(exchange.trades('one', EVERYTHING).at(-1)?.realized).toBe(1_000_000_000);
  });
});
