import { describe, expect, it } from 'vitest';
import { seedOfRun } from '../support/commit-seed.ts';
import { SEED_OF_RUN } from '../support/seed.ts';

describe('the seed of random tests', () => {
  it('is the same for every run of a commit, and below 2 ** 31', () => {
    expect(seedOfRun('')).toBe(seedOfRun(''));
    expect(seedOfRun('')).toMatch(/^\d{1,9}$/);
    expect(Number.isInteger(SEED_OF_RUN)).toBe(true);
  });

  it('is the given one, or another at every run when asked for', () => {
    expect(seedOfRun('7300000')).toBe('7300000');
    expect(new Set(Array.from({ length: 20 }, () => seedOfRun('fresh'))).size).toBeGreaterThan(15);
    expect(() => seedOfRun('2147483648')).toThrow('PROPERTY_SEED cannot be "2147483648"');
    expect(() => seedOfRun('x')).toThrow('PROPERTY_SEED cannot be "x"');
  });
});
