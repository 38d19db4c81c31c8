import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lowerEdge, upperEdge } from '#base/equal-share.ts';
import { type Chance, chance } from '#base/prng.ts';
import { paramsOf, series, valuesOf } from '../../../tests/support/indicator-values.ts';
import { PLAIN_MARKETS, plainMarket, stillFrom } from '../../../tests/support/plain-markets.ts';
import { checkProperty } from '../../../tests/support/property.ts';
import { randomParams } from '../../../tests/support/random-bars.ts';
import { BAR_INPUTS } from './bar-input.ts';
import { followIndicator } from './follow-indicator.ts';
import { settlingOf } from './indicator.ts';
import { INDICATORS, indicatorOf } from './registry.ts';

const CASES = 4;
const BARS = 120;
const LENGTH_MAX = 12;
const HOUR_MS = 3_600_000;
const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 });

/** Runs a check in every market, with its own dice. */
function inEveryMarket(check: (dice: Chance, market: (typeof PLAIN_MARKETS)[number]) => void): void {
  checkProperty(
    fc.property(seeds, (seed) => {
      for (const market of PLAIN_MARKETS) check(chance(seed), market);
    }),
    CASES,
  );
}

/** They count bars, add up signs, or keep a direction once they have one: no quotient, so nothing that could be unknown. */
const TIED = new Set(['aroon', 'obv', 'psar', 'supertrend']);
/** A quotient of something that moves by so little differs by less, one of nothing by nothing by its whole size. */
const MOVE = 1e-11;
const MOVED_MAX = 0.01;

const priced = INDICATORS.filter((one) => one.inputs(paramsOf(one)).some((name) => name !== 'time'));

describe.each(INDICATORS.map((indicator) => [indicator.id, indicator] as const))(
  '%s in plain markets',
  (id, indicator) => {
    const outputs = Object.keys(indicator.outputs);

    it('is a number or unknown, and the same bar by bar as over columns', () => {
      inEveryMarket((dice, market) => {
        const params = randomParams(dice, indicator, LENGTH_MAX);
        const bars = plainMarket(dice, market, BARS);
        const columns = valuesOf(id, params, bars);
        const followed = followIndicator(indicator, params);
        const isRight = Array.from({ length: BARS }, (_, bar) => {
          const pushed = followed.push(Object.fromEntries(BAR_INPUTS.map((name) => [name, bars[name][bar] ?? 0])));
          return outputs.every((name, place) => {
            const value = pushed[place] ?? 0;
            return Object.is(value, columns[name]?.[bar]) && Math.abs(value) !== Number.POSITIVE_INFINITY;
          });
        });
        expect(isRight.indexOf(false), `${market}, the first wrong bar`).toBe(-1);
      });
    });
  },
);

describe.each(priced.filter(({ id }) => !TIED.has(id)).map((indicator) => [indicator.id, indicator] as const))(
  '%s where nothing moves',
  (id, indicator) => {
    const outputs = Object.keys(indicator.outputs);

    it('is unknown if a trace of movement could make it anything', () => {
      checkProperty(
        fc.property(seeds, (seed) => {
          const dice = chance(seed);
          const params = randomParams(dice, indicator, LENGTH_MAX);
          const bars = stillFrom(plainMarket(dice, dice.pick(['still', 'repeating']), BARS), 1);
          const traced = { ...bars };
          const trace = Array.from({ length: BARS }, () => 1 + (dice.next() - 0.5) * MOVE);
          for (const name of ['open', 'high', 'low', 'close', 'mark', 'index', 'btc_close'] as const)
            traced[name] = bars[name].map((value, bar) => value * (trace[bar] ?? 1));
          const [still, moved] = [valuesOf(id, params, bars), valuesOf(id, params, traced)];
          for (const name of outputs) {
            const [value, near] = [still[name]?.at(-1) ?? 0, moved[name]?.at(-1) ?? 0];
            if (!Number.isNaN(value))
              expect(Math.abs(value - near), `${name}: ${value}, ${near}`).toBeLessThan(MOVED_MAX);
          }
        }),
        CASES * 2,
      );
    });
  },
);

describe.each(priced.map((indicator) => [indicator.id, indicator] as const))(
  '%s where nothing moves',
  (id, indicator) => {
    const outputs = Object.keys(indicator.outputs);

    it('neither turns nor crosses once all bars that it remembers are the same', () => {
      checkProperty(
        fc.property(seeds, (seed) => {
          const dice = chance(seed);
          const params = randomParams(dice, indicator, LENGTH_MAX);
          const settling = settlingOf(indicator, params, HOUR_MS);
          const from = BARS + settling;
          const market = dice.pick(['walking', 'one tick', 'rising', 'falling'] as const);
          const bars = stillFrom(plainMarket(dice, market, from + 2 * settling + BARS), BARS);
          const values = valuesOf(id, params, bars);
          const lines = [
            ...outputs.map((name) => values[name] ?? NONE),
            ...[0, 20, 50, 80, 100, -20, -80, bars.close.at(-1) ?? 0].map((level) => bars.close.map(() => level)),
          ];
          for (const name of outputs) {
            const line = values[name] ?? NONE;
            expect(turnsIn(line, from), `${name} turns`).toBe(0);
            for (const other of lines) expect(crossingsIn(line, other, from), `${name} crosses`).toBe(0);
          }
        }),
        CASES,
      );
    });
  },
);

/** Above, below, or equal but for rounding; unknown beside what is. */
function sideOf(a = Number.NaN, b = Number.NaN): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number.NaN;
  return a > upperEdge(b) ? 1 : a < lowerEdge(b) ? -1 : 0;
}

/** How often a line moves the other way than before. */
function turnsIn(line: Float64Array, from: number): number {
  let [turns, way] = [0, 0];
  for (let bar = from; bar < line.length; bar += 1) {
    const step = sideOf(line[bar], line[bar - 1]);
    if (step * way < 0) turns += 1;
    if (Math.abs(step) === 1) way = step;
  }
  return turns;
}

/** The number of times a line crosses another, counting from equal or unknown values too. */
function crossingsIn(line: Float64Array, other: Float64Array, from: number): number {
  let crossings = 0;
  for (let bar = from; bar < line.length; bar += 1) {
    const [before, now] = [sideOf(line[bar - 1], other[bar - 1]), sideOf(line[bar], other[bar])];
    if (Math.abs(now) === 1 && now !== before) crossings += 1;
  }
  return crossings;
}

const NONE = new Float64Array(0);

/** The largest distance of two lines; Infinity where only one of them is known. */
function largestDistance(one: Float64Array, other: Float64Array): number {
  const distances = one.map((value, bar) => {
    const beside = other[bar] ?? Number.NaN;
    if (Number.isNaN(value) && Number.isNaN(beside)) return 0;
    const distance = Math.abs(value - beside);
    return Number.isNaN(distance) ? Number.POSITIVE_INFINITY : distance;
  });
  return Math.max(...distances);
}

/** The ends of what an output can be. */
const BOUNDS: readonly (readonly [id: string, outputs: readonly string[], low: number, high: number])[] = [
  ['rsi', ['value'], 0, 100],
  ['stoch', ['k', 'd'], 0, 100],
  ['stochrsi', ['k', 'd'], 0, 100],
  ['mfi', ['value'], 0, 100],
  ['willr', ['value'], -100, 0],
  ['aroon', ['up', 'down'], 0, 100],
  ['aroon', ['osc'], -100, 100],
  ['adx', ['adx', 'plus_di', 'minus_di'], 0, 100],
  ['cmf', ['value'], -1, 1],
  ['taker_buy_ratio', ['value'], 0, 1],
  ['btc_corr', ['value'], -1, 1],
  ['drawdown_from_high', ['value'], 0, 100],
  ['atr', ['value'], 0, Number.POSITIVE_INFINITY],
  ['stddev', ['value'], 0, Number.POSITIVE_INFINITY],
];

/** Rounding of sums that end at the same bound. */
const ROUNDING = 1e-9;

describe('identities in plain markets', () => {
  it.each(BOUNDS)('%s %j lies between %d and %d', (id, outputs, low, high) => {
    inEveryMarket((dice, market) => {
      const indicator = indicatorOf(id);
      const params = indicator === null ? {} : randomParams(dice, indicator, LENGTH_MAX);
      const values = valuesOf(id, params, plainMarket(dice, market, BARS));
      const beyond = (value: number) => value < low - ROUNDING || value > high + ROUNDING;
      for (const name of outputs) expect((values[name] ?? NONE).filter(beyond), name).toHaveLength(0);
    });
  });

  it.each(['bbands', 'keltner', 'donchian'])(
    'the upper line of %s is not below the middle, nor that below the lower one',
    (id) => {
      inEveryMarket((dice, market) => {
        const indicator = indicatorOf(id);
        const params = indicator === null ? {} : randomParams(dice, indicator, LENGTH_MAX);
        const { upper, mid, lower } = valuesOf(id, params, plainMarket(dice, market, BARS));
        const isTurned = Array.from(mid ?? NONE, (middle, bar) => {
          return sideOf(upper?.[bar], middle) === -1 || sideOf(middle, lower?.[bar]) === -1;
        });
        expect(isTurned).not.toContain(true);
      });
    },
  );

  it('Williams %R is the raw %K less 100 at every bar, and unknown where that is', () => {
    inEveryMarket((dice, market) => {
      const n = dice.between(1, LENGTH_MAX);
      const bars = plainMarket(dice, market, BARS);
      const [k, r] = [series('stoch', { k: n, s: 1, d: 1 }, bars, 'k'), series('willr', { n }, bars)];
      const below = k.map((value) => value - 100);
      expect(largestDistance(below, r)).toBeLessThan(ROUNDING);
    });
  });

  it('the histogram of macd is its line less its signal, and natr is the atr in percent of the close', () => {
    inEveryMarket((dice, market) => {
      const bars = plainMarket(dice, market, BARS);
      const { line = NONE, signal = NONE, hist = NONE } = valuesOf('macd', {}, bars);
      const [atr, natr] = [series('atr', {}, bars), series('natr', {}, bars)];
      const apart = line.map((value, bar) => value - (signal[bar] ?? 0));
      const share = atr.map((range, bar) => (100 * range) / (bars.close[bar] ?? 0));
      expect(largestDistance(apart, hist)).toBeLessThan(ROUNDING);
      expect(largestDistance(share, natr)).toBeLessThan(ROUNDING);
    });
  });
});
