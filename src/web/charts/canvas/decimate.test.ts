import { describe, expect, it } from 'vitest';
import { decimate } from './decimate.ts';

const curve = Array.from({ length: 20_000 }, (_, index) => ({ at: index, value: Math.sin(index / 700) * 100 }));
const spiked = curve.map((point) => (point.at === 7_777 ? { at: 7_777, value: -5_000 } : point));

describe('thinning out a curve', () => {
  it('a short curve is not changed', () => {
    expect(decimate(curve.slice(0, 1_500), (point) => point.value)).toHaveLength(1_500);
  });

  it('a curve has at most the allowed points, first and last included', () => {
    const drawn = decimate(spiked, (point) => point.value);
    expect(drawn.length).toBeLessThanOrEqual(1_500);
    expect(drawn.length).toBeGreaterThan(1_000);
    expect([drawn[0]?.at, drawn.at(-1)?.at]).toEqual([0, 19_999]);
  });

  it('a single extreme among 20,000 points survives, in order of time', () => {
    const drawn = decimate(spiked, (point) => point.value);
    expect(drawn.map((point) => point.value)).toContain(-5_000);
    const times = drawn.map((point) => point.at);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });
});
