import { describe, expect, it } from 'vitest';
import { cashFrom } from '#base/decimal.ts';
import { instantOf } from '#base/time.ts';
import { drawdowns, equityAt } from './equity.ts';

/** The equity series of the domain document, section 5. */
const vector = ['1000', '1012', '1005', '1031', '998', '1007', '1040', '1026'].map((text, index) => ({
  at: instantOf(index * 1_000),
  equity: cashFrom(text),
}));

describe('an equity curve', () => {
  it('has the deepest drawdown of the domain vector, −33/1031', () => {
    const { max, maxAt, percents } = drawdowns(vector);
    expect(Number(max)).toBeCloseTo(-3.2007759457, 6);
    expect(maxAt).toBe(4_000);
    expect(percents[3]).toBe('0');
    expect(Number(percents[7])).toBeCloseTo((-14 / 1040) * 100, 6);
  });

  it('has no drawdown while it only rises', () => {
    expect(drawdowns(vector.slice(0, 2))).toEqual({ percents: ['0', '0'], max: '0', maxAt: null });
  });

  it('stands at its last point before the time asked for', () => {
    const before = cashFrom('900');
    expect(equityAt(vector, -1, before)).toBe(before);
    expect(equityAt(vector, 0, before)).toBe(cashFrom('1000'));
    expect(equityAt(vector, 2_500, before)).toBe(cashFrom('1005'));
    expect(equityAt(vector, 99_999, before)).toBe(cashFrom('1026'));
  });
});
