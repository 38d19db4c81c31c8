import { expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { chance } from '#base/prng.ts';
import { SEED_OF_RUN } from '../../../../tests/support/seed.ts';
import { drawsOf, STREAM } from '../days/draws.ts';
import { printColumns } from './print-columns.ts';
import { drawSides } from './print-sides.ts';

const CASES = 2_000;
const PRINTS_MAX = 63;

/** Draws of few values, so that many scores are equal. */
function coarseDraws(part: number) {
  const draws = drawsOf({ seed: SEED_OF_RUN, symbol: 'X', stream: STREAM.prints, part });
  return { ...draws, uniform: () => Math.floor(draws.uniform() * 4) / 4 };
}

/** The same by sorting all scores. */
function boughtBySorting(volume: number, prices: readonly number[], lots: readonly number[], part: number): number[] {
  const { uniform } = coarseDraws(part);
  const noise = (Math.max(...prices) - Math.min(...prices) + 1) / Math.sqrt(prices.length);
  const scores = prices.map((price, index) => price - (prices[index - 1] ?? price) + noise * uniform());
  const order = [...scores.keys()].sort((one, other) => at(scores, other) - at(scores, one) || one - other);
  const bought = prices.map(() => 0);
  let left = volume;
  for (const index of order) {
    bought[index] = Math.min(left, at(lots, index));
    left -= at(bought, index);
  }
  return bought;
}

it('takers buy the prints of the best scores, of equal ones the earliest, exactly up to their volume', () => {
  const dice = chance(SEED_OF_RUN);
  for (let part = 0; part < CASES; part += 1) {
    const columns = printColumns(dice.between(1, PRINTS_MAX));
    const range = dice.pick([0, 1, 30]); // Flat candles have equal scores throughout.
    const [prices, lots] = [
      columns.prices.map(() => dice.between(0, range)),
      columns.lots.map(() => dice.between(1, 9)),
    ];
    columns.prices.set(prices);
    columns.lots.set(lots);
    const all = lots.reduce((sum, lot) => sum + lot, 0);
    const volume = dice.pick([0, all, dice.between(0, all)]);
    drawSides(volume, columns, coarseDraws(part));
    expect([...columns.bought], `case ${part}, seed ${SEED_OF_RUN}`).toEqual(
      boughtBySorting(volume, [...prices], [...lots], part),
    );
  }
});
