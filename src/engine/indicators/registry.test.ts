import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chance } from '#base/prng.ts';
import { paramsOf, valuesOf } from '../../../tests/support/indicator-values.ts';
import { checkProperty } from '../../../tests/support/property.ts';
import { cutBars, randomBars, randomParams } from '../../../tests/support/random-bars.ts';
import { BAR_INPUTS, type BarInput } from './bar-input.ts';
import { followIndicator } from './follow-indicator.ts';
import { lookbackOf, offsetOf, settlingOf } from './indicator.ts';
import { INDICATORS } from './registry.ts';

const CASES = 6;
const BARS = 240;
const LENGTH_MAX = 20;
/** Over few bars an RSI may not change, and highs and lows may have no direction: what is computed from that is then unknown. */
const RANGED = new Set(['stochrsi', 'adx']);
const RANGED_BARS = 10;
const PRICES = ['open', 'high', 'low', 'close', 'mark', 'index', 'btc_close', 'average_price'] as const;
const VOLUMES = ['volume', 'taker_buy_volume'] as const;
const HOUR_MS = 3_600_000;
const LIVELY = { barMs: HOUR_MS, mood: 'lively' } as const;
const PAUSING = { barMs: HOUR_MS, mood: 'with pauses' } as const;

type Bars = Record<BarInput, Float64Array>;

/** Makes some inputs unknown here and there. */
function withHoles(bars: Bars, seed: number): Bars {
  const dice = chance(seed);
  for (let hole = 0; hole < 3; hole += 1) bars[dice.pick(BAR_INPUTS)][dice.between(0, BARS - 1)] = Number.NaN;
  return bars;
}

const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 });

describe.each(INDICATORS.map((indicator) => [indicator.id, indicator] as const))('%s', (id, indicator) => {
  const outputs = Object.keys(indicator.outputs);

  it('pushed bar by bar equals the columns to the last bit, holes included', () => {
    checkProperty(
      fc.property(seeds, (seed) => {
        const dice = chance(seed);
        const params = randomParams(dice, indicator, LENGTH_MAX);
        const bars = withHoles(randomBars(dice, BARS, PAUSING), seed);
        const columns = valuesOf(id, params, bars);
        const followed = followIndicator(indicator, params);
        for (let bar = 0; bar < BARS; bar += 1) {
          const told = followed.push(Object.fromEntries(BAR_INPUTS.map((name) => [name, bars[name][bar] ?? 0])));
          expect([...told]).toEqual(outputs.map((name) => columns[name]?.[bar]));
        }
      }),
      CASES,
    );
  });

  it('does not change at a bar when the bars after it are cut off or replaced', () => {
    checkProperty(
      fc.property(seeds, (seed) => {
        const dice = chance(seed);
        const params = randomParams(dice, indicator, LENGTH_MAX);
        const bars = randomBars(dice, BARS, PAUSING);
        const cut = dice.between(1, BARS - 1);
        const past = valuesOf(id, params, cutBars(bars, 0, cut));
        const other = randomBars(dice, BARS, PAUSING);
        for (const name of BAR_INPUTS) other[name].set(bars[name].subarray(0, cut));
        const whole = valuesOf(id, params, bars);
        const replaced = valuesOf(id, params, other);
        for (const name of outputs) {
          expect(whole[name]?.slice(0, cut)).toEqual(past[name]);
          expect(replaced[name]?.slice(0, cut)).toEqual(past[name]);
        }
      }),
      CASES,
    );
  });

  it('has no value before its lookback, and one from there on', () => {
    checkProperty(
      fc.property(seeds, (seed) => {
        const dice = chance(seed);
        const params = randomParams(dice, indicator, LENGTH_MAX, RANGED.has(id) ? RANGED_BARS : 1);
        const values = valuesOf(id, params, randomBars(dice, BARS, LIVELY));
        for (const name of outputs) {
          const lookback = lookbackOf(indicator, params, name);
          expect(values[name]?.findIndex((value) => !Number.isNaN(value))).toBe(lookback);
        }
      }),
      CASES,
    );
  });

  it('is measured in what it declares: other units of prices and volumes change it by their size, or not at all', () => {
    checkProperty(
      fc.property(seeds, (seed) => {
        const dice = chance(seed);
        const params = randomParams(dice, indicator, LENGTH_MAX);
        const bars = randomBars(dice, BARS, PAUSING);
        // Powers of two, which change no digit.
        const sizes = { price: 2 ** dice.between(-12, 12), volume: 2 ** dice.between(-12, 12), number: 1 };
        const scaled = { ...bars };
        for (const name of PRICES) scaled[name] = bars[name].map((value) => value * sizes.price);
        for (const name of VOLUMES) scaled[name] = bars[name].map((value) => value * sizes.volume);
        const [values, others] = [valuesOf(id, params, bars), valuesOf(id, params, scaled)];
        for (const name of outputs) {
          const size = sizes[indicator.unit?.(params, name) ?? 'number'];
          expect(others[name], name).toEqual(values[name]?.map((value) => value * size));
        }
      }),
      CASES,
    );
  });

  it('is changed by at most 1e-6 of its size by a past longer than its settling, at its defaults and any other parameters', () => {
    checkProperty(
      fc.property(seeds, (seed) => {
        const dice = chance(seed);
        const params = dice.pick([paramsOf(indicator), randomParams(dice, indicator, dice.pick([6, 60]))]);
        const offset = offsetOf(params);
        const settling = Math.max(1, settlingOf(indicator, params, HOUR_MS));
        const bars = randomBars(dice, 2 * settling + 1, LIVELY);
        const long = valuesOf(id, params, bars);
        const short = valuesOf(id, params, cutBars(bars, settling));
        for (const name of outputs) {
          const [long1, long0] = [long[name]?.at(-1) ?? 0, long[outputs[0] ?? '']?.[settling + offset] ?? 0];
          const [short1, short0] = [short[name]?.at(-1) ?? 0, short[outputs[0] ?? '']?.[offset] ?? 0];
          // A level that counts from the first bar settles but for that count.
          const [a, b] = indicator.isLevelArbitrary === true ? [long1 - long0, short1 - short0] : [long1, short1];
          if (Number.isNaN(a) && Number.isNaN(b)) continue; // A quotient of nothing, however long the past.
          expect(Math.abs(a - b), `${name}: ${a} and ${b}`).toBeLessThanOrEqual(
            1e-6 * Math.max(Math.abs(a), Math.abs(b)),
          );
        }
      }),
      CASES,
    );
  });
});

/** More than are computed before a hole is looked for. */
const MANY_BARS = 3_000;
const LONG_CASES = 3;

describe.each(INDICATORS.filter(({ carriesUnknown }) => carriesUnknown === true).map((one) => [one.id, one] as const))(
  '%s, whose values carry the unknown on',
  (id, indicator) => {
    const names = indicator.inputs(paramsOf(indicator));

    it.each(names)('begins anew behind an unknown %s at any bar', (input) => {
      checkProperty(
        fc.property(seeds, (seed) => {
          const dice = chance(seed);
          const bars = randomBars(dice, MANY_BARS, LIVELY);
          for (const most of [30, 1_100, MANY_BARS - 1]) bars[input][dice.between(1, most)] = Number.NaN;
          const columns = valuesOf(id, {}, bars);
          const followed = followIndicator(indicator, paramsOf(indicator));
          for (let bar = 0; bar < MANY_BARS; bar += 1) {
            const [told] = followed.push(Object.fromEntries(names.map((name) => [name, bars[name][bar] ?? 0])));
            if (!Object.is(told, columns['value']?.[bar])) expect([bar, columns['value']?.[bar]]).toEqual([bar, told]);
          }
        }),
        LONG_CASES,
      );
    });
  },
);
