import { describe, expect, it } from 'vitest';
import { cashFrom } from '#base/decimal.ts';
import { instantOf } from '#base/time.ts';
import { drawdownPercents } from './equity.ts';

/** The equity series of the domain document, section 5. */
const vector = ['1000', '1012', '1005', '1031', '998', '1007', '1040', '1026'].map((text, index) => ({
  at: instantOf(index * 1_000),
  equity: cashFrom(text),
}));

describe('the drawdown at each point of an equity curve', () => {
  it('a drawdown is measured from the highest equity so far, as in the series of the domain document', () => {
    const percents = drawdownPercents(vector);
    expect(percents[3]).toBe('0');
    expect(Number(percents[4])).toBeCloseTo(-3.2007759457, 6);
    expect(Number(percents[7])).toBeCloseTo((-14 / 1040) * 100, 6);
  });

  it('the drawdown is zero while equity only rises', () => {
    expect(drawdownPercents(vector.slice(0, 2))).toEqual(['0', '0']);
  });
});
