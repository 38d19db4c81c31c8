import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chance } from '#base/prng.ts';
import { checkProperty } from '../../../../tests/support/property.ts';
import { cutBars, randomBars, randomParams } from '../../../../tests/support/random-bars.ts';
import { settlingOf } from '../../indicators/indicator.ts';
import { INDICATORS } from '../../indicators/registry.ts';
import { indicatorInBlocks, settledIndicator } from './indicator-blocks.ts';
import { blocksIn } from './steady-values.ts';

const CASES = 6;
const BARS = 400;
const BLOCK = 64;
const HOUR_MS = 3_600_000;
const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 });

it.each(INDICATORS.map((indicator) => [indicator.id, indicator] as const))(
  'in blocks, in any order, %s has the bits of each block computed from its own past, around holes too',
  (_id, indicator) => {
    checkProperty(
      fc.property(seeds, (seed) => {
        const dice = chance(seed);
        const params = randomParams(dice, indicator, 12);
        const columns = randomBars(dice, BARS, { barMs: HOUR_MS, mood: 'with pauses' });
        const reads = indicator.inputs(params);
        for (let hole = dice.between(0, 2); hole > 0; hole -= 1)
          if (reads.length > 0) columns[dice.pick(reads)][dice.between(0, BARS - 1)] = Number.NaN;
        const settling = settlingOf(indicator, params, HOUR_MS);
        const asked = { indicator, params, out: dice.pick(Object.keys(indicator.outputs)), reads, settling };
        const ordered = [...blocksIn(BARS, dice.between(0, BLOCK - 1), BLOCK)];
        const keys = new Map(ordered.map((block) => [block, dice.next()] as const));
        const blocks = ordered.toSorted((one, other) => (keys.get(one) ?? 0) - (keys.get(other) ?? 0));
        const told = new Float64Array(BARS);
        const fill = indicatorInBlocks(asked, columns, BLOCK);
        for (const { from, to } of blocks) fill(from, to, told);
        for (const { from, to } of blocks) {
          const begin = Math.max(0, from - settling);
          const alone = settledIndicator(asked, cutBars(columns, begin, to), to - begin);
          expect(told.subarray(from, to)).toEqual(alone.subarray(from - begin));
        }
      }),
      CASES,
    );
  },
);
