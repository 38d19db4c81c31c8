import { describe, expect, it } from 'vitest';
import { stepUses } from './step-uses.ts';

const ended = (value: string, cycles: number, wins: number, result: string) => ({ value, cycles, wins, result });

describe('how often steps are reached', () => {
  it('counts every step up to the last filled one, of the cycles whose ladder has it', () => {
    const uses = stepUses([
      ended('0/2', 5, 5, '5.00000000'),
      ended('2/2', 2, 1, '-1.50000000'),
      ended('1/4', 1, 1, '2.00000001'),
      ended('4/4', 1, 0, '-8.00000000'),
    ]);
    expect(uses.map(({ step, had, reached, reachedPercent }) => [step, had, reached, reachedPercent])).toEqual([
      [0, 9, 9, '100.00'],
      [1, 9, 4, '44.44'],
      [2, 9, 3, '33.33'],
      [3, 2, 1, '50.00'],
      [4, 2, 1, '50.00'],
    ]);
    expect(uses.map(({ cycles, wins, result }) => [cycles, wins, result])).toEqual([
      [5, 5, '5.00000000'],
      [1, 1, '2.00000001'],
      [2, 1, '-1.50000000'],
      [0, 0, '0.00000000'],
      [1, 0, '-8.00000000'],
    ]);
  });

  it('is empty before a cycle has ended, also where an entry was cancelled', () => {
    expect(stepUses([])).toEqual([]);
    expect(stepUses([ended('0/2', 0, 0, '0.00000000')])).toEqual([]);
  });
});
