import { Decimal } from 'decimal.js';
import { describe, expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { cashFrom, cashText } from '#base/decimal.ts';
import { add, type Cash, cash, ZERO_CASH } from '#base/exact.ts';
import { chance } from '#base/prng.ts';
import { HOUR_MS, type Instant, instantOf } from '#base/time.ts';
import { type EquitySpan, extendSpan } from '#storage/roll-ups/equity-span.ts';
import { SEED_OF_RUN } from '../../../tests/support/seed.ts';
import { type CurvePart, deepestFall, pointPart } from './deepest-fall.ts';

interface Hour {
  readonly at: Instant;
  readonly gained: Cash;
}

const SEED = SEED_OF_RUN;
const hourOf = (gained: Cash, index: number): Hour => ({ at: instantOf(index * HOUR_MS), gained });
const points = (hours: readonly Hour[]): CurvePart[] => hours.map((hour) => pointPart(hour.at, hour.gained));

function spanOf(hours: readonly Hour[]): CurvePart {
  const span = hours.reduce<EquitySpan | null>((before, hour) => extendSpan(before, hour.at, hour.gained), null);
  if (span === null) throw new Error('a span holds hours');
  return span;
}

/** Steps in whole cents, so that peaks and falls often repeat. */
function randomHours(dice: ReturnType<typeof chance>): readonly Hour[] {
  let gained = ZERO_CASH;
  return Array.from({ length: dice.between(1, 60) }, (_, index) => {
    gained = add(gained, cash(dice.between(-30, 31) * dice.pick([1_000_000, 1_000_000, 100_000_000])));
    return hourOf(gained, index);
  });
}

/** The deepest drawdown by looking at every pair of points, in decimals. */
function plainPercent(hours: readonly Hour[], paidIn: Cash): string {
  const equities = hours.map(({ gained }) => new Decimal(cashText(add(paidIn, gained))));
  let deepest = new Decimal(0);
  for (const [index, peak] of equities.entries()) {
    if (peak.lte(0)) continue;
    for (const equity of equities.slice(index)) deepest = Decimal.min(deepest, equity.minus(peak).div(peak));
  }
  return deepest.times(100).toDecimalPlaces(6, Decimal.ROUND_HALF_UP).toString();
}

describe('the deepest drawdown of a curve', () => {
  it('the deepest drawdown is −33/1031 in the series of the domain document, section 5', () => {
    const series = ['1000', '1012', '1005', '1031', '998', '1007', '1040', '1026'].map((text, index) =>
      hourOf(cashFrom(text), index),
    );
    const fall = deepestFall(points(series), ZERO_CASH);
    expect(fall).toMatchObject({ percent: '-3.200776', at: 4 * HOUR_MS });
    expect((fall.depth * 100).toFixed(10)).toBe('3.2007759457');
  });

  it('a curve that only rises has no drawdown', () => {
    const series = [hourOf(cashFrom('1'), 0), hourOf(cashFrom('2'), 1)];
    expect(deepestFall(points(series), ZERO_CASH)).toEqual({ percent: '0', depth: 0, at: null });
  });

  it(`the deepest drawdown is the same from days, a whole life and single hours, whatever was paid in (seed ${SEED})`, () => {
    const dice = chance(SEED);
    for (let round = 0; round < 400; round += 1) {
      const hours = randomHours(dice);
      const low = Math.min(...hours.map(({ gained }) => gained));
      const cut = dice.between(0, hours.length - 1);
      const [before, after] = [hours.slice(0, cut), hours.slice(cut)];
      for (const spare of [1, 500_000_000, 1_000_000_000_000]) {
        const paidIn = cash(spare - low); // Equity stays above zero.
        const plain = plainPercent(hours, paidIn);
        const single = deepestFall(points(hours), paidIn);
        const whole = deepestFall([spanOf(hours)], paidIn);
        const parts = deepestFall([...(cut === 0 ? [] : [spanOf(before)]), spanOf(after)], paidIn);
        const mixed = deepestFall([...points(before), spanOf(after)], paidIn);
        expect([single.percent, whole.percent, parts.percent, mixed.percent]).toEqual([plain, plain, plain, plain]);
        expect([whole.depth, parts.depth, mixed.depth]).toEqual([single.depth, single.depth, single.depth]);
      }
    }
  });

  it('a span of equity keeps only the falls that are deeper than every one before', () => {
    const span = spanOf([100, 90, 110, 105, 120, 100, 95, 130, 110].map((value, index) => hourOf(cash(value), index)));
    expect(span.falls.map(({ peak, trough }) => [peak, trough])).toEqual([
      [100, 90],
      [120, 95],
    ]);
    expect(at(span.falls, 1).at).toBe(6 * HOUR_MS);
  });
});
