import { describe, expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { chance } from '#base/prng.ts';
import { instantOf } from '#base/time.ts';
import { extremesOf, volumesBefore } from './extremes.ts';

const SEED = 7;
const MINUTES = 1_500;
const dice = chance(SEED);
const column = (low: number, high: number): Int32Array =>
  Int32Array.from({ length: MINUTES }, () => dice.between(low, high));
const candles = {
  start: instantOf(0),
  open: column(50, 60),
  high: column(60, 900),
  low: column(1, 50),
  close: column(50, 60),
  volume: column(0, 2_000_000_000),
};

describe(`lowest and highest price of a stretch (seed ${SEED})`, () => {
  const extremes = extremesOf(candles);
  // Blocks are 256 minutes long: the edges of blocks are where a look-up could miss a minute or take one too many.
  const edges: [number, number][] = [
    [0, 0],
    [0, 255],
    [0, 256],
    [1, 255],
    [255, 256],
    [256, 511],
    [255, 512],
    [257, 1_279],
    [1_280, MINUTES - 1],
    [0, MINUTES - 1],
  ];
  const random = Array.from({ length: 60 }, (): [number, number] => {
    const from = dice.between(0, MINUTES - 1);
    return [from, dice.between(from, MINUTES - 1)];
  });

  it.each([...edges, ...random])('from minute %d to %d is what a walk finds', (from, to) => {
    expect(extremes(from, to)).toEqual({
      low: Math.min(...candles.low.slice(from, to + 1)),
      high: Math.max(...candles.high.slice(from, to + 1)),
    });
  });
});

it('volumes of weeks are summed beyond 32 bits', () => {
  const before = volumesBefore(candles);
  expect(before(0)).toBe(0);
  expect(before(1)).toBe(at(candles.volume, 0));
  expect(before(MINUTES)).toBe(candles.volume.reduce((total, volume) => total + volume, 0));
  expect(before(MINUTES)).toBeGreaterThan(2 ** 32);
});
