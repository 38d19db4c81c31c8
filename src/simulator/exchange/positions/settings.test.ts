import { describe, expect, test } from 'vitest';
import { cash } from '#base/exact.ts';
import { type Client, codeOf, openClient } from '../../../../tests/support/exchange-client.ts';
import { afterS, MARKET_START, writtenMarket } from '../../../../tests/support/written-market.ts';
import type { AccountCommand } from '../commands.ts';
import type { Exchange } from '../exchange.ts';
import { openExchange } from '../open-exchange.ts';

function world(): {
  readonly exchange: Exchange;
  readonly client: Client;
  readonly code: (command: AccountCommand) => number;
} {
  const { market, script } = writtenMarket();
  script.trade('BTCUSDT', 0, '50000');
  script.trade('ETHUSDT', 0, '2000');
  const exchange = openExchange({ market, startAt: MARKET_START });
  const client = openClient(exchange);
  return { exchange, client, code: (command) => codeOf(client.send(command)) };
}

const ORDER = { symbol: 'BTCUSDT', side: 'BUY', quantity: '0.01', price: '49000' } as const;
const MARKET = { symbol: 'BTCUSDT', side: 'BUY', quantity: '0.01' } as const;
const STOP = { symbol: 'BTCUSDT', side: 'SELL', type: 'STOP_MARKET', quantity: '0.01', triggerPrice: '48000' } as const;
const leverage = (times: number): AccountCommand => ({ type: 'set-leverage', symbol: 'BTCUSDT', leverage: times });
const ISOLATED: AccountCommand = { type: 'set-margin-type', symbol: 'BTCUSDT', marginType: 'ISOLATED' };
const HEDGED: AccountCommand = { type: 'set-position-mode', isDualSide: true };
const MULTI: AccountCommand = { type: 'set-multi-assets', isMultiAssets: true };

describe('leverage', () => {
  test('starts at 20, reports its maximum notional, and reports each change', () => {
    const { exchange, client } = world();
    const config = exchange.symbolConfig('one', 'BTCUSDT');
    expect(config).toEqual({ marginType: 'CROSSED', leverage: 20, maxNotional: 90_000_000 * 1e8 });
    const reply = client.send(leverage(100));
    expect(reply.ok && reply.value.leverage).toEqual({ leverage: 100, maxNotional: 600_000 * 1e8 });
    client.send(leverage(100));
    expect(client.events.filter(({ kind }) => kind === 'leverage')).toHaveLength(1);
  });

  test('is refused with -4028 outside the symbol’s range', () => {
    const { code } = world();
    expect([0, 126, 1.5].map((times) => code(leverage(times)))).toEqual([-4028, -4028, -4028]);
    expect([1, 125].map((times) => code(leverage(times)))).toEqual([0, 0]);
  });

  test('is refused with -2027 when position and orders exceed its maximum', () => {
    const { client, code } = world();
    client.order({ ...MARKET, quantity: '1.1' });
    expect([code(leverage(125)), code(leverage(100))]).toEqual([-2027, 0]);
  });

  test('is refused with -2028 when lowering it needs more margin than there is', () => {
    const { client, code } = world();
    client.order({ ...MARKET, quantity: '1' });
    expect([code(leverage(4)), code(leverage(6))]).toEqual([-2028, 0]);
  });

  test('cannot be lowered with an isolated position (-4161), but can be raised', () => {
    const { client, code } = world();
    client.send(ISOLATED);
    client.order(MARKET);
    expect([code(leverage(10)), code(leverage(30))]).toEqual([-4161, 0]);
  });
});

describe('margin type', () => {
  test('is refused with -4046 if unchanged, -4047 with open orders, -4048 with a position', () => {
    const { client, code } = world();
    expect(code({ type: 'set-margin-type', symbol: 'BTCUSDT', marginType: 'CROSSED' })).toBe(-4046);
    client.order(ORDER);
    expect(code(ISOLATED)).toBe(-4047);
    client.send({ type: 'cancel-all', symbol: 'BTCUSDT' });
    client.algo(STOP);
    expect(code(ISOLATED)).toBe(-4047);
    client.send({ type: 'cancel-all-algo', symbol: 'BTCUSDT' });
    client.order(MARKET);
    expect(code(ISOLATED)).toBe(-4048);
    client.order({ ...MARKET, side: 'SELL' });
    expect(code(ISOLATED)).toBe(0);
    expect(client.events.at(-1)).toMatchObject({
      reason: 'MARGIN_TYPE_CHANGE',
      positions: [{ marginType: 'ISOLATED' }],
    });
  });

  test('is refused with -4168 in multi-assets mode, which isolated symbols refuse with -4167', () => {
    const { code } = world();
    expect([code(MULTI), code(MULTI), code(ISOLATED)]).toEqual([0, -4171, -4168]);
    expect(code({ type: 'set-multi-assets', isMultiAssets: false })).toBe(0);
    expect([code(ISOLATED), code(MULTI)]).toEqual([0, -4167]);
  });
});

describe('position and multi-assets modes', () => {
  test('refuse -4059 if unchanged, -4067 with open orders, -4068 with positions', () => {
    const { client, code } = world();
    expect(code({ type: 'set-position-mode', isDualSide: false })).toBe(-4059);
    client.order(ORDER);
    expect(code(HEDGED)).toBe(-4067);
    client.send({ type: 'cancel-all', symbol: 'BTCUSDT' });
    client.order(MARKET);
    expect(code(HEDGED)).toBe(-4068);
    client.order({ ...MARKET, side: 'SELL' });
    expect(code(HEDGED)).toBe(0);
  });

  test('refuse multi-assets mode with -4170 while orders are open', () => {
    const { client, code } = world();
    client.order(ORDER);
    expect(code(MULTI)).toBe(-4170);
  });
});

describe('the margin of an isolated position', () => {
  const change = (amount: string, direction: 'add' | 'reduce'): AccountCommand => ({
    type: 'change-position-margin',
    symbol: 'BTCUSDT',
    positionSide: null,
    amount,
    direction,
  });

  test('can be increased from free margin and reduced down to the initial margin', () => {
    const { exchange, client, code } = world();
    client.send(ISOLATED);
    client.order(MARKET);
    const before = client.position('BTCUSDT');
    expect(before?.isolatedWallet).toBe(2_500_005_000); // 500.001 / 20
    expect(code(change('100.5', 'add'))).toBe(0);
    const after = client.position('BTCUSDT');
    expect(after?.isolatedWallet).toBe(12_550_005_000);
    expect(after?.liquidationPrice ?? 0).toBeLessThan(before?.liquidationPrice ?? 0);
    expect(client.events.at(-1)).toMatchObject({ reason: 'MARGIN_TRANSFER', balance: { change: 0 } });
    expect(code(change('100.51', 'reduce'))).toBe(-4051);
    expect(code(change('100', 'reduce'))).toBe(0);
    expect(code(change('10000', 'add'))).toBe(-4051);
    expect(exchange.account('one').walletBalance).toBe(999_974_999_950);
  });

  test('is refused with -4051 without a position, -1111 for too many decimals, -1130 for zero', () => {
    const { client, code } = world();
    client.order(MARKET);
    expect(code(change('1', 'add'))).toBe(-4051);
    expect(code(change('0.000000001', 'add'))).toBe(-1111);
    expect(code(change('0', 'add'))).toBe(-1130);
  });
});

describe('transfers', () => {
  test('deposit any amount and withdraw free margin', () => {
    const { exchange, client, code } = world();
    expect(code({ type: 'transfer', amount: cash(5_000_000_000) })).toBe(0);
    expect(client.events.at(-1)).toMatchObject({ reason: 'DEPOSIT', balance: { change: 5_000_000_000 } });
    client.order({ ...ORDER, quantity: '1' });
    expect(code({ type: 'transfer', amount: cash(-760_000_000_001) })).toBe(-2019);
    expect(code({ type: 'transfer', amount: cash(-760_000_000_000) })).toBe(0);
    expect(exchange.account('one').available).toBe(0);
    expect(exchange.hasAccount('two')).toBe(false);
  });
});

describe('an isolated symbol', () => {
  test('cannot use open results of cross positions as margin', () => {
    const { market, script } = writtenMarket();
    script.trade('BTCUSDT', 0, '50000');
    script.trade('ETHUSDT', 0, '2000');
    script.mark('ETHUSDT', 1, '2200');
    const exchange = openExchange({ market, startAt: MARKET_START });
    const client = openClient(exchange, { deposit: '100' });
    client.send(ISOLATED);
    client.order({ symbol: 'ETHUSDT', side: 'BUY', quantity: '0.9' });
    exchange.advance(afterS(1));
    expect(exchange.account('one').available).toBeGreaterThan(15_000_000_000);
    expect(codeOf(client.order({ ...ORDER, quantity: '0.06' }))).toBe(-2019);
    expect(codeOf(client.order({ ...ORDER, quantity: '0.04' }))).toBe(0);
  });

  test('expires a resting order whose margin has been lost meanwhile', () => {
    const { market, script } = writtenMarket();
    script.trade('BTCUSDT', 0, '50000');
    script.trade('ETHUSDT', 0, '2000');
    const exchange = openExchange({ market, startAt: MARKET_START });
    const client = openClient(exchange, { deposit: '100' });
    client.send(ISOLATED);
    client.order({ ...ORDER, quantity: '0.03' });
    client.order({ symbol: 'ETHUSDT', side: 'BUY', quantity: '0.2' });
    script.trade('ETHUSDT', 1, '1800');
    exchange.advance(afterS(1));
    client.order({ symbol: 'ETHUSDT', side: 'SELL', quantity: '0.2', reduceOnly: true });
    script.trade('BTCUSDT', 2, '48999.9');
    exchange.advance(afterS(2));
    expect(exchange.openOrders('one', null)).toEqual([]);
    expect(client.position('BTCUSDT')?.quantity).toBe(0);
    expect(client.events.at(-1)).toMatchObject({ execution: 'EXPIRED', order: { symbol: 'BTCUSDT' } });
  });
});
