import { expect, it } from 'vitest';
import { chance } from '#base/prng.ts';
import { addDecimals } from '#web/ui/values/decimal-sum.ts';
import { SEED_OF_RUN } from '../../../../../tests/support/seed.ts';
import { resultSpans, spanLengths } from './result-spans.ts';

const day = (text: string, result: string, cycles = 1) => ({ day: text, result, cycles });

it('a week begins on Monday and a month on its first day, the latest span first', () => {
  // 2025-06-01 is a Sunday.
  const days = [day('2025-05-26', '1'), day('2025-06-01', '2', 3), day('2025-06-02', '-0.5'), day('2025-12-31', '4')];
  expect(resultSpans(days, 'week')).toEqual([
    { first: '2025-12-29', result: '4.00000000', cycles: 1 },
    { first: '2025-06-02', result: '-0.50000000', cycles: 1 },
    { first: '2025-05-26', result: '3.00000000', cycles: 4 },
  ]);
  expect(resultSpans(days, 'month').map(({ first, result }) => [first, result])).toEqual([
    ['2025-12-01', '4.00000000'],
    ['2025-06-01', '1.50000000'],
    ['2025-05-01', '1.00000000'],
  ]);
});

it(`days, weeks and months of the same results add up to the same total, to the last digit (seed ${SEED_OF_RUN})`, () => {
  const dice = chance(SEED_OF_RUN);
  const days = Array.from({ length: 400 }, (_unused, index) =>
    day(new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10), (dice.next() * 200 - 100).toFixed(8)),
  );
  const total = addDecimals(days.map(({ result }) => result));
  for (const length of spanLengths) {
    expect(addDecimals(resultSpans(days, length).map(({ result }) => result)), length).toBe(total);
  }
});
