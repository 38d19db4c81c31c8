import { Decimal } from 'decimal.js';
import { describe, expect, test } from 'vitest';
import { type Client, codeOf, EVERYTHING, openClient } from '../../../tests/support/exchange-client.ts';
import { afterS, MARKET_START, type Script, writtenMarket } from '../../../tests/support/written-market.ts';
import type { Exchange } from './exchange.ts';
import { openExchange } from './open-exchange.ts';

interface World {
  readonly script: Script;
  readonly exchange: Exchange;
  readonly client: Client;
}

/** BTC at 60000, ETH at 2000, marks as written. */
function world(deposit: string, isDualSide = false): World {
  const { market, script } = writtenMarket();
  script.trade('BTCUSDT', 0, '60000');
  script.trade('ETHUSDT', 0, '2000');
  const exchange = openExchange({ market, startAt: MARKET_START });
  return { script, exchange, client: openClient(exchange, { deposit, isDualSide }) };
}

const kindsOf = ({ events }: Client): string[] =>
  events.map((event) => {
    if (event.kind === 'order') return `${event.execution} ${event.order.clientOrderId.split('-')[0]}`;
    return event.kind === 'account' ? event.reason : event.kind;
  });

const usdt = (amount: number): number => new Decimal(amount).div(1e8).toNumber();

describe('liquidation of an isolated position', () => {
  /** Long 0.1 at 60000.1, 10 times: margin 600.001, liquidated at (600.001 − 6000.01) / (0.1 · (0.004 − 1)) = 54216.96…. */
  function longWorld(): World {
    const made = world('10000');
    made.client.send({ type: 'set-margin-type', symbol: 'BTCUSDT', marginType: 'ISOLATED' });
    made.client.send({ type: 'set-leverage', symbol: 'BTCUSDT', leverage: 10 });
    expect(codeOf(made.client.order({ symbol: 'BTCUSDT', side: 'BUY', quantity: '0.1' }))).toBe(0);
    return made;
  }

  test('happens at the first mark at or beyond its liquidation price and costs exactly its isolated margin', () => {
    const { script, exchange, client } = longWorld();
    client.order({ symbol: 'BTCUSDT', side: 'BUY', quantity: '0.1', price: '58000', clientOrderId: 'ladder' });
    client.order({ symbol: 'ETHUSDT', side: 'BUY', quantity: '0.1', price: '1900', clientOrderId: 'other' });
    const liquidation = client.position('BTCUSDT')?.liquidationPrice ?? 0;
    expect(usdt(liquidation)).toBeCloseTo((6000.01 - 600.001) / (0.1 * 0.996), 8);
    script.mark('BTCUSDT', 10, '54217');
    script.mark('BTCUSDT', 20, '54216.9');
    exchange.advance(afterS(19));
    expect(client.position('BTCUSDT')?.quantity).toBe(100);
    client.events.length = 0;
    exchange.advance(afterS(20));
    expect(client.position('BTCUSDT')?.quantity).toBe(0);
    // The account has lost the opening commission of 3.000005 and the isolated margin.
    expect(usdt(exchange.account('one').walletBalance)).toBe(10_000 - 3.000005 - 600.001);
    expect(kindsOf(client)).toEqual([
      'EXPIRED ladder',
      'NEW autoclose',
      'CALCULATED autoclose',
      'ORDER',
      'INSURANCE_CLEAR',
    ]);
    expect(exchange.openOrders('one', null).map(({ clientOrderId }) => clientOrderId)).toEqual(['other']);
    const income = exchange.income('one', { ...EVERYTHING, incomeType: 'INSURANCE_CLEAR' });
    expect(income).toMatchObject([{ symbol: 'BTCUSDT' }]);
  });

  test('sends one warning when maintenance margin reaches 80 % of the balance, and another only after it was safe again', () => {
    const { script, exchange, client } = longWorld();
    client.events.length = 0;
    // Balance 600.001 + 0.1 · (mark − 60000.1), maintenance 0.0004 · mark: 80 % of it at 54270.9….
    for (const [second, mark] of [
      [5, '54280'],
      [10, '54270'],
      [15, '54260'],
      [20, '55000'],
      [25, '54265'],
    ] as const) {
      script.mark('BTCUSDT', second, mark);
    }
    exchange.advance(afterS(9));
    expect(kindsOf(client)).toEqual([]);
    exchange.advance(afterS(19));
    expect(kindsOf(client)).toEqual(['margin-call']);
    exchange.advance(afterS(30));
    expect(kindsOf(client)).toEqual(['margin-call', 'margin-call']);
    expect(client.position('BTCUSDT')?.quantity).toBe(100);
  });

  test('is covered by the insurance fund when the mark jumps beyond the position’s margin', () => {
    const { script, exchange, client } = longWorld();
    script.mark('BTCUSDT', 1, '40000');
    exchange.advance(afterS(1));
    expect(usdt(exchange.account('one').walletBalance)).toBe(10_000 - 3.000005 - 600.001);
    const [cleared] = exchange.income('one', { ...EVERYTHING, incomeType: 'INSURANCE_CLEAR' });
    expect(usdt(cleared?.income ?? 0)).toBeCloseTo(2000.01 - 600.001, 8);
    expect(client.position('BTCUSDT')?.quantity).toBe(0);
  });
});

describe('liquidation of a position above the lowest tier', () => {
  const [QUANTITY, ENTRY, MARK] = [25_000_000, '0.20001', '0.1659'] as const;
  /** DOGE worth five million at five times: tier 6, from 1.6 to 8 million, keeps 5 % less 51,670. */
  function dogeWorld(marginType: 'ISOLATED' | 'CROSSED') {
    const { market, script } = writtenMarket(['DOGEUSDT'], { levelQuantity: '30000000' });
    script.trade('DOGEUSDT', 0, '0.2');
    const exchange = openExchange({ market, startAt: MARKET_START });
    const client = openClient(exchange, { deposit: marginType === 'CROSSED' ? '1010000' : '2000000' });
    client.send({ type: 'set-leverage', symbol: 'DOGEUSDT', leverage: 5 });
    if (marginType === 'ISOLATED') client.send({ type: 'set-margin-type', symbol: 'DOGEUSDT', marginType });
    expect(codeOf(client.order({ symbol: 'DOGEUSDT', side: 'BUY', quantity: String(QUANTITY) }))).toBe(0);
    const held = () => client.position('DOGEUSDT')?.quantity;
    return { script, exchange, client, held };
  }
  // What stays is worth less than the floor of 1.6 million by at most one coin.
  const kept = new Decimal(1_600_000).div(MARK).floor().toNumber();
  const taken = QUANTITY - kept;
  const fee = new Decimal(taken).times(MARK).times('0.0125');
  const loss = new Decimal(taken).times(new Decimal(MARK).minus(ENTRY));

  test('takes over what lies above the floor of its tier, and the rest keeps the margin less its loss and the fee', () => {
    const { script, exchange, client, held } = dogeWorld('ISOLATED');
    client.events.length = 0;
    script.mark('DOGEUSDT', 5, '0.1663'); // The margin of 1,000,050 suffices down to 3,948,530 / (0.95 · 25,000,000).
    script.mark('DOGEUSDT', 10, MARK);
    exchange.advance(afterS(9));
    expect(held()).toBe(QUANTITY);
    exchange.advance(afterS(60));
    expect(held()).toBe(kept);
    expect(kindsOf(client)).toEqual([
      'margin-call',
      'NEW autoclose',
      'CALCULATED autoclose',
      'ORDER',
      'INSURANCE_CLEAR',
    ]);
    const isolated = client.position('DOGEUSDT')?.isolatedWallet ?? 0;
    expect(usdt(isolated)).toBeCloseTo(new Decimal('1000050').plus(loss).minus(fee).toNumber(), 6);
    expect(exchange.insuranceFund().balance).toBe(BigInt(fee.times(1e8).round().toFixed()));
    script.mark('DOGEUSDT', 70, '0.15');
    exchange.advance(afterS(70));
    expect(held()).toBe(0); // It has lost its margin, so nothing is left to reduce it step by step.
    expect(exchange.insuranceFund().balance).toBeLessThan(0n);
  });

  test('takes the next step a second later when the fee uses up the margin that the rest needs', () => {
    const { script, exchange, client, held } = dogeWorld('ISOLATED');
    script.mark('DOGEUSDT', 10, '0.162');
    exchange.advance(afterS(10));
    const first = held() ?? 0;
    expect(first).toBe(new Decimal(1_600_000).div('0.162').floor().toNumber());
    const { isolatedWallet, unrealized, maintenanceMargin } = client.position('DOGEUSDT') ?? expect.fail('it is held');
    expect(isolatedWallet + unrealized).toBeLessThan(maintenanceMargin);
    exchange.advance(afterS(11));
    expect(held()).toBeLessThan(first);
    const orders = exchange.orders('one', { ...EVERYTHING, symbol: 'DOGEUSDT' });
    const steps = orders.filter(({ type }) => type === 'LIQUIDATION').map(({ createdAt }) => createdAt);
    expect(steps).toEqual([afterS(10), afterS(11)]);
  });

  test('does the same in cross margin, one step a second until the rest is safe', () => {
    const { script, exchange, client, held } = dogeWorld('CROSSED');
    client.events.length = 0;
    script.mark('DOGEUSDT', 10, MARK);
    exchange.advance(afterS(10));
    expect(held()).toBe(kept);
    const wallet = exchange.account('one').walletBalance;
    const opening = new Decimal(QUANTITY).times(ENTRY).times('0.0005');
    expect(usdt(wallet)).toBeCloseTo(new Decimal('1010000').minus(opening).plus(loss).minus(fee).toNumber(), 6);
    exchange.advance(afterS(60));
    expect(held()).toBe(kept);
    expect(kindsOf(client)).toEqual(['NEW autoclose', 'CALCULATED autoclose', 'ORDER', 'INSURANCE_CLEAR']);
    const orders = exchange.orders('one', { ...EVERYTHING, symbol: 'DOGEUSDT' });
    expect(orders.filter(({ type }) => type === 'LIQUIDATION')).toMatchObject([{ executed: taken, status: 'FILLED' }]);
  });
});

describe('liquidation in cross margin', () => {
  test('cancels all orders, then closes all positions and charges the fee on their value', () => {
    const { script, exchange, client } = world('1000');
    client.send({ type: 'set-leverage', symbol: 'BTCUSDT', leverage: 20 });
    client.order({ symbol: 'BTCUSDT', side: 'BUY', quantity: '0.2' });
    client.order({ symbol: 'ETHUSDT', side: 'SELL', quantity: '1' });
    client.order({ symbol: 'ETHUSDT', side: 'BUY', quantity: '0.1', price: '1900', clientOrderId: 'resting' });
    client.algo({ symbol: 'BTCUSDT', side: 'SELL', type: 'STOP_MARKET', closePosition: true, triggerPrice: '50000' });
    client.events.length = 0;
    script.mark('BTCUSDT', 5, '55290');
    exchange.advance(afterS(5));
    expect(exchange.positions('one', 'open', null)).toEqual([]);
    expect(exchange.openOrders('one', null)).toEqual([]);
    expect(exchange.openAlgos('one', null)).toEqual([]);
    expect(kindsOf(client).slice(0, 3)).toEqual(['EXPIRED resting', 'algo', 'NEW autoclose']);
    // What is left goes towards the fee of 1.25 % on 11058; the wallet ends at zero, never below.
    expect(exchange.account('one').walletBalance).toBe(0);
    expect(exchange.trades('one', EVERYTHING).at(-1)).toMatchObject({ symbol: 'ETHUSDT', side: 'BUY', commission: 0 });
  });

  test('leaves the account what remains after the fee', () => {
    const { exchange, client } = world('10000');
    client.order({ symbol: 'BTCUSDT', side: 'BUY', quantity: '0.2' });
    expect(codeOf(client.send({ type: 'liquidate', symbol: 'BTCUSDT', positionSide: 'BOTH' }))).toBe(0);
    const fee = new Decimal('0.2').times('60000').times('0.0125');
    const opening = new Decimal('0.2').times('60000.1').times('0.0005').plus('0.02');
    expect(usdt(exchange.account('one').walletBalance)).toBe(new Decimal(10_000).minus(fee).minus(opening).toNumber());
    expect(codeOf(client.send({ type: 'liquidate', symbol: 'BTCUSDT', positionSide: 'BOTH' }))).toBe(-2022);
  });

  test('uses one price for both sides of a symbol, and the insurance fund covers the deficit', () => {
    const { script, exchange, client } = world('1000', true);
    client.order({ symbol: 'BTCUSDT', side: 'BUY', positionSide: 'LONG', quantity: '0.25' });
    client.order({ symbol: 'BTCUSDT', side: 'SELL', positionSide: 'SHORT', quantity: '0.05' });
    const [long, short] = exchange.positions('one', 'open', null);
    expect(long?.liquidationPrice).toBe(short?.liquidationPrice);
    const wallet = new Decimal(exchange.account('one').walletBalance).div(1e8);
    const costs = new Decimal('0.25').times('60000.1').minus(new Decimal('0.05').times('59999.9'));
    const expected = wallet.minus(costs).div(new Decimal('0.3').times('0.004').minus('0.2'));
    expect(new Decimal(long?.liquidationPrice ?? 0).div(1e8).toFixed(8)).toBe(expected.toFixed(8));
    script.mark('BTCUSDT', 1, '30000');
    exchange.advance(afterS(1));
    expect(exchange.positions('one', 'open', null)).toEqual([]);
    expect(exchange.account('one').walletBalance).toBe(0);
  });
});

describe('funding', () => {
  test('is −quantity · mark · rate at its instant, from the cross wallet or the isolated margin', () => {
    const { script, exchange, client } = world('10000');
    script.funding('BTCUSDT', 60, '0.0001');
    script.funding('ETHUSDT', 60, '-0.0002');
    script.mark('BTCUSDT', 30, '60100');
    client.send({ type: 'set-margin-type', symbol: 'ETHUSDT', marginType: 'ISOLATED' });
    client.order({ symbol: 'BTCUSDT', side: 'SELL', quantity: '0.1' });
    client.order({ symbol: 'ETHUSDT', side: 'SELL', quantity: '1' });
    client.events.length = 0;
    const isolated = client.position('ETHUSDT')?.isolatedWallet ?? 0;
    exchange.advance(afterS(59));
    expect(client.events).toEqual([]);
    exchange.advance(afterS(60));
    expect(client.events).toMatchObject([
      { reason: 'FUNDING_FEE', positions: [], balance: { change: 60_100_000 }, time: afterS(60) },
      { reason: 'FUNDING_FEE', positions: [{ symbol: 'ETHUSDT' }], balance: { change: -40_000_000 } },
    ]);
    expect(client.position('ETHUSDT')?.isolatedWallet).toBe(isolated - 40_000_000);
    const rows = exchange.income('one', { ...EVERYTHING, incomeType: 'FUNDING_FEE' });
    expect(rows.map(({ symbol, income }) => [symbol, income])).toEqual([
      ['BTCUSDT', 60_100_000],
      ['ETHUSDT', -40_000_000],
    ]);
  });

  test('can be settled out of schedule at the current premium', () => {
    const { exchange, client } = world('10000');
    client.order({ symbol: 'BTCUSDT', side: 'BUY', quantity: '0.1' });
    expect(codeOf(exchange.execute({ type: 'settle-funding', symbol: 'BTCUSDT' }))).toBe(0);
    expect(exchange.income('one', { ...EVERYTHING, incomeType: 'FUNDING_FEE' })).toMatchObject([
      { income: -60_000_000 },
    ]);
    expect(codeOf(exchange.execute({ type: 'settle-funding', symbol: 'NONEUSDT' }))).toBe(-1121);
  });
});
