import { describe, expect, it } from 'vitest';
import { loadedCheckpoints, storedCheckpoints } from './checkpoints.ts';
import { type DayBegins, dayChain, dayWalk } from './day-chain.ts';

/** Days whose value is the sum of all numbers before them, and a count of computed days. */
function sums(begins: DayBegins) {
  let made = 0;
  const day = dayChain({
    first: 10,
    start: { sum: 0, third: 1 / 3 },
    kept: 4,
    begins,
    run: (number, { sum, third }: { sum: number; third: number }) => {
      made += 1;
      return { day: `${number}: ${sum}`, end: { sum: sum + number, third: third * 0.99 } };
    },
  });
  return { day, made: () => made };
}

describe('a chain of days', () => {
  it('walks to a day once and recomputes an old day from its initial state', () => {
    const chain = sums(new Map());
    expect(chain.day(110)).toBe(`110: ${(109 * 110 - 9 * 10) / 2}`);
    expect(chain.made()).toBe(101);
    expect(chain.day(12)).toBe('12: 21');
    expect(chain.day(110)).toBe('110: 5950');
    expect(chain.made()).toBe(102);
  });

  it('resumes from stored checkpoints: all of the newest days and every 32nd of the older ones', () => {
    const begins: DayBegins = new Map();
    const before = sums(begins);
    before.day(1_000);
    const text = JSON.stringify(storedCheckpoints(new Map([['sums', begins]])));
    const stored = loadedCheckpoints(JSON.parse(text)).get('sums') ?? new Map();
    expect(stored.size).toBe(64 + 30 - 1);
    const again = sums(stored);
    for (const day of [1_000, 999, 950, 1_001]) expect(again.day(day)).toBe(before.day(day));
    expect(again.made()).toBe(4);
    expect(again.day(500)).toBe(before.day(500));
    expect(again.made()).toBeLessThanOrEqual(4 + 32);
    expect(stored.get(1_001)).toEqual(begins.get(1_001));
  });

  it('refuses a day before the first, and a checkpoint of another shape', () => {
    expect(() => sums(new Map()).day(9)).toThrow('is one that the market has');
    expect(() => sums(new Map([[11, [1]]])).day(11)).toThrow('begins with sum, third');
  });
});

describe('chains of days that advance together', () => {
  it('compute each new day once for all chains and return to old days without a walk', () => {
    const [one, other]: DayBegins[] = [new Map(), new Map([[14, [1]]])];
    const made: number[] = [];
    const walk = dayWalk(10, [one ?? new Map(), other ?? new Map()], (day) => made.push(day));
    walk(12);
    expect(made).toEqual([10, 11]);
    one?.set(14, [1]);
    walk(16);
    walk(13);
    expect(made).toEqual([10, 11, 14, 15]);
  });
});
