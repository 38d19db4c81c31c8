import { expect, test } from 'vitest';
import { CASH_PER_USDT, steps } from '#base/exact.ts';
import { later, MINUTE_MS } from '#base/time.ts';
import { walkBook } from '#engine/matching/tape-fill.ts';
import { MARKET_START, simulatedMarket } from '../../../tests/support/simulated-market.ts';

const SYMBOLS = ['BTCUSDT', 'DOGEUSDT', 'KAVAUSDT'];
const LOOKS = 20;

/** By how many basis points a market order of a value is worse than the best price, on average over some instants. */
function slippage(symbol: string, value: number): number {
  const cashPerTickStep = market.symbols.get(symbol)?.instrument.cashPerTickStep ?? Number.NaN;
  let sum = 0;
  for (let look = 0; look < LOOKS; look += 1) {
    const asks = market.book(symbol, later(MARKET_START, look * 37 * MINUTE_MS))?.asks ?? [];
    const best = asks[0]?.price ?? Number.NaN;
    const quantity = steps(Math.round(value / ((best * cashPerTickStep) / CASH_PER_USDT)));
    const { taken, left } = walkBook(asks, { side: 'BUY', quantity, limit: null });
    expect(left).toBe(0);
    sum += taken.reduce((cost, level) => cost + level.price * level.quantity, 0) / quantity / best - 1;
  }
  return (sum / LOOKS) * 10_000;
}

const market = simulatedMarket(SYMBOLS);

test.each([
  ['BTCUSDT', 100_000, 0, 0.1],
  ['BTCUSDT', 10_000_000, 0.7, 3],
  ['DOGEUSDT', 1_000_000, 0.2, 2],
  ['DOGEUSDT', 10_000_000, 8, 25],
  ['KAVAUSDT', 100_000, 4, 16],
  ['KAVAUSDT', 1_000_000, 60, 250],
] as const)('a market order in %s of %i USDT slips by %d to %d basis points', (symbol, value, low, high) => {
  expect(slippage(symbol, value)).toBeGreaterThanOrEqual(low);
  expect(slippage(symbol, value)).toBeLessThan(high);
});
