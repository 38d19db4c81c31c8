import { describe, expect, it } from 'vitest';
import { chance } from '#base/prng.ts';
import { ethOf, weekOf } from '../support/custom-week.ts';
import { weekUntil } from '../support/cut-short.ts';
import { openedMinutes } from '../support/opened-minutes.ts';
import { randomStrategy } from '../support/random-strategy.ts';
import { SEED_OF_RUN } from '../support/seed.ts';
import { jump, live, walk } from '../support/walk-history.ts';

const SEED = SEED_OF_RUN;
const STRATEGIES = 24;
/** Long enough for several blocks of every window. */
const MINUTES = 1_500;

const seeds = Array.from({ length: STRATEGIES }, (_unused, number) => SEED + number);
const opened: number[] = [];

describe(`random strategies of rules, seed ${SEED}`, () => {
  it.each(seeds)('leave the same records walked, jumped through and reopened, PROPERTY_SEED=%i', (seed) => {
    const dice = chance(seed);
    const week = weekUntil(weekOf(dice, randomStrategy(dice)), MINUTES);
    const { records } = live(week, walk);
    expect(live(week, jump).records).toEqual(records);
    expect(live({ ...week, isReopened: true }, jump).records).toEqual(records);
    expect(ethOf(week).columns.close.length).toBe(MINUTES);
    opened.push(openedMinutes(records).length);
  });

  it('open cycles often enough', () => {
    expect(opened.filter((count) => count > 2).length).toBeGreaterThan(STRATEGIES / 6);
  });
});
