import { expect, it } from 'vitest';
import { ticks } from '#base/exact.ts';
import { instantOf } from '#base/time.ts';
import type { RuntimeReads } from '#ports/runtime.ts';
import { knownCloses } from './known-closes.ts';

const [first, second, third] = [instantOf(3_600_000), instantOf(7_200_000), instantOf(10_800_000)];

it('a close is asked of the engine once, and again while there was none', async () => {
  const asked: unknown[] = [];
  let isThere = false;
  const closesAt: RuntimeReads['closesAt'] = async (wanted) => {
    asked.push(wanted);
    return new Map(
      wanted.map(({ symbol, times }) => [
        symbol,
        times.map((time) => (time === third && !isThere ? null : ticks(time / 3_600_000))),
      ]),
    );
  };
  const closes = knownCloses({ closesAt });
  expect(Object.fromEntries(await closes.at(['A', 'B'], [first, second]))).toEqual({ A: [1, 2], B: [1, 2] });
  expect(Object.fromEntries(await closes.at(['A'], [first, second, third]))).toEqual({ A: [1, 2, null] });
  isThere = true;
  expect(Object.fromEntries(await closes.at(['A'], [third, first]))).toEqual({ A: [3, 1] });
  expect(asked).toEqual([
    [
      { symbol: 'A', times: [first, second] },
      { symbol: 'B', times: [first, second] },
    ],
    [{ symbol: 'A', times: [third] }],
    [{ symbol: 'A', times: [third] }],
  ]);
});
