import { describe, expect, it } from 'vitest';
import { distancePercent, sharePercent } from './distance.ts';

describe('distancePercent', () => {
  it.each([
    ['2000.00', '1980.00', '-1.00'],
    ['668.06', '684.05', '2.39'],
    ['668.06', '612.08', '-8.38'],
    ['0.00001234', '0.00001250', '1.30'],
    ['100', '100', '0.00'],
  ])('from %s to %s is %s %%', (from, to, percent) => {
    expect(distancePercent(from, to)).toBe(percent);
  });

  it('there is no distance without both prices or from zero', () => {
    expect([distancePercent(null, '1'), distancePercent('1', null), distancePercent('0', '1')]).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe('sharePercent', () => {
  it('the share of a limit that is used is a percentage', () => {
    expect(sharePercent('1825', '2500')).toBe('73.00');
    expect(sharePercent('1', '0')).toBeNull();
  });
});
