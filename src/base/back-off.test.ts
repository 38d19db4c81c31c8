import { describe, expect, it } from 'vitest';
import { backOffMs } from './back-off.ts';

describe('the back-off', () => {
  it.each([
    [1, 1_000],
    [2, 1_500],
    [3, 2_250],
    [4, 3_375],
    [11, 57_665],
    [12, 60_000],
    [5_000, 60_000],
  ])('after failure %i is %i ms: it starts at 1 s, grows by half and never exceeds a minute', (failures, expected) => {
    expect(backOffMs({ firstMs: 1_000, maxMs: 60_000, factor: 1.5 }, failures)).toBe(expected);
  });
});
