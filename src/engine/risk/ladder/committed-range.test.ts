import { expect, it } from 'vitest';
import { ticks } from '#base/exact.ts';
import { chance } from '#base/prng.ts';
import { DOGE, ETH } from '../../../../tests/support/market.ts';
import { randomLadder } from '../../../../tests/support/random-week.ts';
import { SEED_OF_RUN } from '../../../../tests/support/seed.ts';
import { bitcoin, paramsOf } from '../../../../tests/support/worked-examples.ts';
import { committedRange } from './committed-range.ts';
import { committedMargin } from './filled-ladder.ts';
import { ladderOf } from './ladder.ts';

const CASES = 400;
const SEED = SEED_OF_RUN;

it(`the bounds of committed margin over a price range hold at every price in it, seed ${SEED}`, () => {
  const dice = chance(SEED);
  let [bounded, tight] = [0, 0];
  for (let number = 0; number < CASES; number += 1) {
    const ladder = ladderOf(paramsOf(randomLadder(dice, 'cross')));
    const instrument = dice.pick([ETH, DOGE, bitcoin]);
    const side = { ladder, instrument, direction: dice.pick(['buy', 'sell'] as const) };
    const low = dice.pick([1, 50, 3_000, 200_000, 700_000]) + dice.between(0, 50);
    const high = low + dice.pick([0, 1, 20, Math.floor(low / 100), low]);
    const range = committedRange(side, { low: ticks(low), high: ticks(high) });
    if (range === null) continue;
    bounded += 1;
    for (let price = 0; price < 10; price += 1) {
      const margin = committedMargin(side, ticks(dice.pick([low, high, dice.between(low, high)])));
      expect(margin).toBeGreaterThanOrEqual(range.least);
      expect(margin).toBeLessThanOrEqual(range.most);
    }
    if (low === high) expect(range.least).toBe(range.most);
    else if (range.most - range.least < range.most / 10) tight += 1;
  }
  expect(bounded).toBeGreaterThan(CASES / 2);
  expect(tight).toBeGreaterThan(CASES / 10);
});
