import { describe, expect, it } from 'vitest';
import { instantOf } from '#base/time.ts';
import { demoPercent } from './demo-percent.ts';

const span = { begin: instantOf(1_000), present: instantOf(2_000) };
const percent = (...minutes: readonly number[]) => demoPercent(minutes.map(instantOf), span);

describe('the progress of the demo', () => {
  it('moves as soon as the first portfolio does, and reaches its end with the last one', () => {
    expect([percent(1_000, 1_000), percent(1_020, 1_000), percent(2_000, 1_000), percent(2_000, 2_000)]).toEqual([
      0, 1, 50, 100,
    ]);
  });

  it('stays between 0 and 100 where a portfolio lies outside the span', () => {
    expect([percent(900), percent(2_500)]).toEqual([0, 100]);
  });
});
