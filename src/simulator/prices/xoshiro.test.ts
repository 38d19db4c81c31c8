import { expect, test } from 'vitest';
import { xoshiro } from './xoshiro.ts';

test('the random sequence is that of xoshiro128**', () => {
  const draw = xoshiro([1, 2, 3, 4]);
  // Output of the authors' C code for this state.
  expect(Array.from({ length: 10 }, draw)).toEqual([
    11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804,
  ]);
});
