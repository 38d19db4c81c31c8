import { describe, expect, it } from 'vitest';
import {
  jesseCandles,
  largestDifference,
  series,
  stockDays,
  stockSeries,
  taLibDays,
  valuesOf,
} from '../../../../tests/support/indicator-values.ts';

const taDays = taLibDays();
const stock = stockDays();
/** Stock.Indicators begins adx and psar in another way than TA-Lib: they agree once that has faded. */
describe('trends against published values', () => {
  it.each<[string, object, string, number, number, number]>([
    ['adx', { n: 14 }, 'adx', 27, 22.9993, 3],
    ['adx', { n: 14 }, 'plus_dm', 13, 10.28, 2],
    ['adx', { n: 14 }, 'minus_dm', 13, 12.995, 3],
  ])('%s %j: its %s has the value of TA-Lib at day %i', (id, params, output, bar, value, decimals) => {
    expect(series(id, params, taDays, output)[bar]).toBeCloseTo(value, decimals);
  });

  it.each<[string, object, string, string, string, number]>([
    ['adx', { n: 14 }, 'adx', 'adx', 'adx', 450],
    ['adx', { n: 14 }, 'plus_di', 'adx', 'pdi', 400],
    ['adx', { n: 14 }, 'minus_di', 'adx', 'mdi', 400],
    ['psar', { step: 0.02, max: 0.2 }, 'value', 'psar', 'sar', 251],
    ['ichimoku', {}, 'conversion', 'ichimoku', 'tenkanSen', 0],
    ['ichimoku', {}, 'base', 'ichimoku', 'kijunSen', 0],
    ['ichimoku', {}, 'span_a', 'ichimoku', 'senkouSpanA', 0],
    ['ichimoku', {}, 'span_b', 'ichimoku', 'senkouSpanB', 0],
  ])('%s %j: its %s equals %s.%s of Stock.Indicators from day %i on', (id, params, output, file, field, from) => {
    expect(largestDifference(series(id, params, stock, output), stockSeries(file, field), from)).toBeLessThan(1e-9);
  });

  it('aroon equals Stock.Indicators but where two extremes are equal: TA-Lib counts from the newer one', () => {
    for (const [output, field, input] of [
      ['up', 'aroonUp', stock.high],
      ['down', 'aroonDown', stock.low],
    ] as const) {
      const ours = series('aroon', { n: 25 }, stock, output);
      const theirs = stockSeries('aroon', field);
      const seen = (bar: number) => [...(input ?? [])].slice(Math.max(0, bar - 25), bar + 1);
      const extreme = (bar: number) => (output === 'up' ? Math.max(...seen(bar)) : Math.min(...seen(bar)));
      const differ = theirs.flatMap((value, bar) => (bar >= 25 && ours[bar] !== value ? [bar] : []));
      expect(differ.filter((bar) => seen(bar).filter((value) => value === extreme(bar)).length < 2)).toEqual([]);
      expect(differ.length).toBeLessThan(50);
    }
  });

  it('aroon of 14 candles ends with the values of jesse', () => {
    const candles = jesseCandles('test_candles_19');
    expect(series('aroon', { n: 14 }, candles, 'up').at(-1)).toBeCloseTo(64.29, 2);
    expect(series('aroon', { n: 14 }, candles, 'down').at(-1)).toBe(100);
    expect(series('aroon', { n: 14 }, candles, 'osc').at(-1)).toBeCloseTo(-35.71, 2);
    expect(series('adx', { n: 14 }, candles, 'plus_di').at(-1)).toBeCloseTo(10.8, 2);
    expect(series('adx', { n: 14 }, candles, 'minus_di').at(-1)).toBeCloseTo(45.3, 1);
  });

  it('highest and lowest count the present bar, of highs and lows or of another price', () => {
    const bars = {
      high: Float64Array.of(3, 5, 4, 2),
      low: Float64Array.of(1, 2, 3, 1),
      close: Float64Array.of(2, 3, 3, 2),
    };
    expect([...series('highest', { n: 2 }, bars)]).toEqual([Number.NaN, 5, 5, 4]);
    expect([...series('lowest', { n: 2 }, bars)]).toEqual([Number.NaN, 1, 2, 1]);
    expect([...series('highest', { n: 2, src: 'close' }, bars)]).toEqual([Number.NaN, 3, 3, 3]);
  });

  it.each([1, -1])(
    'psar and supertrend keep their direction where nothing moves, however long, after a way of %i',
    (way) => {
      // After a small step back, so that the extreme of the trend lies behind.
      const still = Float64Array.from({ length: 3_000 }, (_, bar) => 500 + way * (bar < 60 ? bar : 58));
      const bars = { high: still, low: still, close: still };
      expect(new Set(series('supertrend', { n: 5, k: 2 }, bars, 'direction').slice(20))).toEqual(new Set([way]));
      const sides = series('psar', {}, bars).map((stop, bar) => Math.sign((still[bar] ?? 0) - stop));
      expect(sides.slice(2)).not.toContain(-way);
    },
  );

  it('supertrend has no direction before prices have moved', () => {
    const price = Float64Array.from({ length: 40 }, (_, bar) => 100 - Math.max(0, bar - 30));
    const { value, direction } = valuesOf('supertrend', { n: 5, k: 2 }, { high: price, low: price, close: price });
    for (const output of [value, direction]) expect(output?.findIndex((one) => !Number.isNaN(one))).toBe(31);
  });

  it('adx begins with the first bars that have a direction, and is unknown before', () => {
    const price = Float64Array.from({ length: 60 }, (_, bar) => (bar < 30 ? 100 : 100 + bar));
    const values = valuesOf('adx', { n: 5 }, { high: price, low: price, close: price });
    expect(values['plus_di']?.findIndex((value) => !Number.isNaN(value))).toBe(30);
    expect(values['adx']?.findIndex((value) => !Number.isNaN(value))).toBe(34);
    expect(values['adx']?.[34]).toBe(100);
  });
});
