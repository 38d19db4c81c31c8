import { expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { chance } from '#base/prng.ts';
import { randomColumns } from '../support/columns.ts';
import { volumesBefore } from '../support/volumes-before.ts';

const MINUTES = 1_500;

it('volumes summed over weeks may exceed 32 bits', () => {
  const candles = randomColumns(chance(7), MINUTES, { volume: 2_000_000_000 });
  const before = volumesBefore(candles);
  expect(before(0)).toBe(0);
  expect(before(1)).toBe(at(candles.volume, 0));
  expect(before(MINUTES)).toBe(candles.volume.reduce((total, volume) => total + volume, 0));
  expect(before(MINUTES)).toBeGreaterThan(2 ** 32);
});
