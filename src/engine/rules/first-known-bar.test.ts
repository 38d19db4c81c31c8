import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CANDLE_LENGTH_MS, gridBegin } from '#base/candle-interval.ts';
import { chance } from '#base/prng.ts';
import { instantOf } from '#base/time.ts';
import { checkProperty } from '../../../tests/support/property.ts';
import { randomBars, randomParams } from '../../../tests/support/random-bars.ts';
import { settlingOf } from '../indicators/indicator.ts';
import { INDICATORS } from '../indicators/registry.ts';
import { newColumns } from '../model/window.ts';
import { compileValue } from './compile-value.ts';
import { indicatorComplaints } from './indicator-complaints.ts';
import { unknownValues } from './inspect-values.ts';
import { needsOf } from './needs.ts';
import { ruleSchema } from './read-rule.ts';
import { nothingKept, PLAIN_GRIDS } from './rule-bars.ts';

const CASES = 6;
const LENGTH_MAX = 12;
/** Over fewer bars an RSI may not change, and its stochastic is then unknown. */
const RANGED_BARS = 10;
const HOUR_MS = CANDLE_LENGTH_MS['1h'];
const MORE_BARS = 40;

/** Those of which rules know values. */
const KNOWN = INDICATORS.filter(({ id, isLevelArbitrary }) => {
  if (isLevelArbitrary === true || indicatorComplaints({ ind: id }).length > 0) return false;
  const rule = { timeframe: '1h', op: 'gt', a: { ind: id }, b: { const: '0' } };
  return unknownValues(ruleSchema.parse(rule)).length === 0;
});

it.each(KNOWN.map((indicator) => [indicator.id, indicator] as const))(
  'a rule knows %s from the bar on that completes its declared settling, neither earlier nor later',
  (ind, indicator) => {
    checkProperty(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (seed) => {
        const dice = chance(seed);
        const params = randomParams(dice, indicator, LENGTH_MAX, ind === 'stochrsi' ? RANGED_BARS : 1);
        const settling = settlingOf(indicator, params, HOUR_MS);
        const out = dice.pick(Object.keys(indicator.outputs));
        const length = settling + MORE_BARS;
        const columns = randomBars(dice, length, { barMs: HOUR_MS, mood: 'lively' });
        const end = instantOf(gridBegin('1h') + (dice.between(0, 500) + length) * HOUR_MS);
        const bars = { columns, grids: PLAIN_GRIDS, length, end, first: 0, kept: nothingKept(), memory: newColumns };
        const values = compileValue({ ...params, ind, out }, '1h', needsOf('1h')).valuesOf(new Map([['1h', bars]]));
        expect(values.findIndex((value) => !Number.isNaN(value))).toBe(settling - 1);
      }),
      CASES,
    );
  },
);
