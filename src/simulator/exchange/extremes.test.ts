import { expect, test } from 'vitest';
import { codeOf, EVERYTHING, openClient } from '../../../tests/support/exchange-client.ts';
import { afterS, MARKET_START, writtenMarket } from '../../../tests/support/written-market.ts';
import { openExchange } from './open-exchange.ts';

const LARGE = [
  ['BTCUSDT', '50000', '990', 25],
  ['ETHUSDT', '2000', '9000', 25],
  ['DOGEUSDT', '0.2', '49000000', 5],
] as const;

const times = (symbol: string, price: string, factor: number): string =>
  (Number(price) * factor).toFixed(symbol === 'DOGEUSDT' ? 5 : 1);

/** The largest allowed account, with the largest positions that its wallet supports. */
function richWorld(side: 'BUY' | 'SELL') {
  const { market, script } = writtenMarket(undefined, { levelQuantity: '5000000' });
  for (const [symbol, price] of LARGE) script.trade(symbol, 0, price);
  const exchange = openExchange({ market, startAt: MARKET_START });
  const client = openClient(exchange, { deposit: '20000000' });
  for (const [symbol, price, quantity, leverage] of LARGE) {
    client.send({ type: 'set-leverage', symbol, leverage });
    const opposite = side === 'BUY' ? 'SELL' : 'BUY';
    expect(codeOf(client.order({ symbol, side, quantity, price }))).toBe(0);
    script.trade(symbol, 1, times(symbol, price, side === 'BUY' ? 0.999 : 1.001), { taker: opposite });
    script.trade(symbol, 2, price);
  }
  exchange.advance(afterS(2));
  expect(exchange.positions('one', 'open', null)).toHaveLength(LARGE.length);
  return { script, exchange, client };
}

test.each([
  ['BUY', 100],
  ['BUY', 0.02],
  ['SELL', 100],
  ['SELL', 0.02],
] as const)('%s positions of the largest size outlive a shock of times %d: sums stay exact', (side, factor) => {
  const { script, exchange, client } = richWorld(side);
  for (const [symbol, price] of LARGE) {
    const shocked = times(symbol, price, factor);
    script.mark(symbol, 3, shocked);
    script.trade(symbol, 3, shocked);
  }
  exchange.advance(afterS(4));
  for (const { symbol, quantity } of exchange.positions('one', 'open', null)) {
    const closing = side === 'BUY' ? 'SELL' : 'BUY';
    client.order({ symbol, side: closing, quantity: String(Math.abs(quantity)), reduceOnly: true });
  }
  const { walletBalance } = exchange.account('one');
  const income = exchange.income('one', { ...EVERYTHING, incomeType: null });
  expect(income.reduce((total, row) => total + row.income, 0)).toBe(walletBalance);
  expect(walletBalance).toBeGreaterThanOrEqual(0);
  expect(exchange.account('one').available).toBeGreaterThanOrEqual(0);
});
