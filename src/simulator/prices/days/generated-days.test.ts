import { describe, expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { DAY_MINUTES } from '#base/time.ts';
import { instrumentOf, singleTier } from '../../../../tests/support/worked-examples.ts';
import type { CandleDay } from './day.ts';
import { factorDays, generatedDays } from './generated-days.ts';

const FIRST = 20_000;
const settings = { tick: '0.01', step: '0.01', notionalMin: '5', brackets: singleTier('0.005') };

interface Wanted {
  readonly seed?: number;
  readonly dayVolume?: number;
  readonly startTicks?: number;
}

function openDays(symbol: string, { seed = 1, dayVolume = 1e7, startTicks = 250_000 }: Wanted = {}) {
  const instrument = instrumentOf({ symbol, ...settings });
  const factor = factorDays(seed, FIRST);
  return generatedDays({ instrument, startTicks, dayVolume }, { seed, first: FIRST, factor });
}

const COLUMNS = ['open', 'high', 'low', 'close', 'volume', 'takerBuyVolume', 'trades'] as const;

/** Describes what is wrong with a minute; null when nothing is. */
function complaint(day: CandleDay, minute: number): string | null {
  const [open, high, low, close, volume, bought, trades] = COLUMNS.map((name) => at(day[name], minute));
  if (open === undefined || high === undefined || low === undefined || close === undefined) return 'no prices';
  if (low < 1 || low > Math.min(open, close) || high < Math.max(open, close)) return 'prices outside of the candle';
  if (volume === undefined || bought === undefined || trades === undefined) return 'no volumes';
  if (volume < 0 || !Number.isSafeInteger(volume) || bought < 0 || bought > volume) return 'volumes';
  if (high > low && volume < 4) return 'moved without lots for its corners';
  return trades > volume || trades < Math.min(volume, 9) ? 'trades' : null;
}

describe('the days of a generated coin', () => {
  it('are the same whether read first or after many others', () => {
    const [forwards, backwards] = [openDays('ETHUSDT'), openDays('ETHUSDT')];
    const late = backwards(FIRST + 70);
    for (let day = FIRST; day < FIRST + 70; day += 1) forwards(day);
    expect(forwards(FIRST + 70)).toEqual(late);
    for (const day of [FIRST + 69, FIRST + 30, FIRST, FIRST + 3]) expect(backwards(day)).toEqual(forwards(day));
  });

  it('are continuous: each minute opens at the previous close, across midnight too', () => {
    const day = openDays('ETHUSDT');
    let before = 250_000;
    let gaps = 0;
    for (let number = FIRST; number < FIRST + 10; number += 1) {
      const { open, close } = day(number);
      for (let minute = 0; minute < DAY_MINUTES; minute += 1) {
        if (at(open, minute) !== before) gaps += 1;
        before = at(close, minute);
      }
    }
    expect(gaps).toBe(0);
  });

  it.each([
    ['of much volume', { dayVolume: 1e10 }],
    ['of hardly any', { dayVolume: 300 }],
    ['of few ticks', { startTicks: 12 }],
  ])('are valid candles of a coin %s', (_what, wanted) => {
    const day = openDays('DOGEUSDT', wanted);
    const found = [0, 1, 2, 3].flatMap((number) =>
      Array.from({ length: DAY_MINUTES }, (_, minute) => complaint(day(FIRST + number), minute)),
    );
    expect(found.filter((text) => text !== null)).toEqual([]);
  });

  it('have about the requested mean volume', () => {
    const day = openDays('DOGEUSDT', { dayVolume: 1e8 });
    let quote = 0;
    for (let number = 0; number < 20; number += 1) {
      const { volume, close } = day(FIRST + number);
      for (let minute = 0; minute < DAY_MINUTES; minute += 1) quote += at(volume, minute) * at(close, minute) * 1e-4;
    }
    expect(quote / 20 / 1e8).toBeGreaterThan(0.8);
    expect(quote / 20 / 1e8).toBeLessThan(1.25);
  });

  it('differ by seed and by symbol', () => {
    const closes = [openDays('ETHUSDT'), openDays('ETHUSDT', { seed: 2 }), openDays('ETCUSDT')].map((day) =>
      day(FIRST).close.join(),
    );
    expect(new Set(closes).size).toBe(3);
  });

  it('do not exist before the first day', () => {
    expect(() => openDays('ETHUSDT')(FIRST - 1)).toThrow('is one that the market has');
  });
});
