import { expect, it } from 'vitest';
import { CANDLE_LENGTH_MS } from '#base/candle-interval.ts';
import { later, MINUTE_MS } from '#base/time.ts';
import { indexOf, marketMinute } from '#engine/scan/market-minutes.ts';
import { checkCases } from '../../../tests/support/property.ts';
import { randomStore, STORED_SYMBOLS } from '../../../tests/support/random-store.ts';
import { openMarketHistory } from '../candle-files/history/open-market-history.ts';
import { storedMinute } from './stored-minute.ts';

const MINUTES = 1_500;
const LENGTHS = (['1m', '5m', '15m', '1h'] as const).map((timeframe) => CANDLE_LENGTH_MS[timeframe]);

it('a bar on paper is the bar of a backtest over the files: flat in short holes, unknown in long ones that nobody has confirmed', async () => {
  const seen = { known: 0, unknown: 0, flat: 0 };
  await checkCases(12, async (dice) => {
    const market = await randomStore(dice, { minutes: MINUTES, heldFrom: MINUTES, holes: [1, 3, 5, 6, 20, 70] });
    try {
      const symbols = new Map(STORED_SYMBOLS.map(({ symbol }) => [symbol, null] as const));
      const history = await openMarketHistory({ folder: market.folder, symbols, from: null, to: null });
      const read = { store: market.store, marks: { candle: () => null }, closed: () => later(market.to, -MINUTE_MS) };
      for (const length of LENGTHS) {
        const { symbol } = dice.pick(STORED_SYMBOLS);
        for (let end = Math.ceil(market.from / length) * length; end <= market.to; end += length) {
          const [from, to] = [later(market.from, end - length - market.from), later(market.from, end - market.from)];
          const last = later(to, -MINUTE_MS);
          const bar = storedMinute(read, last).bar(symbol, from, to);
          expect(bar).toEqual(marketMinute(history, indexOf(history, last)).bar(symbol, from, to));
          seen[bar === null ? 'unknown' : bar.volume === 0 && bar.high === bar.low ? 'flat' : 'known'] += 1;
        }
      }
    } finally {
      market.remove();
    }
  });
  expect(Math.min(seen.known, seen.unknown, seen.flat)).toBeGreaterThan(0);
});
