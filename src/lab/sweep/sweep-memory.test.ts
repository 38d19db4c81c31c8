import { describe, expect, it } from 'vitest';
import { newSweepMemory, takeBatch } from './sweep-memory.ts';

/** The batches that workers take in turn, as sizes; every set must be in exactly one of them. */
function batchSizes(sets: number, workers: number): readonly number[] {
  const memory = newSweepMemory({ sets, figures: 1, workers });
  const sizes: number[] = [];
  let next = 0;
  for (let batch = takeBatch(memory, { sets, workers }); batch !== null; batch = takeBatch(memory, { sets, workers })) {
    expect(batch.from).toBe(next);
    next = batch.to;
    sizes.push(batch.to - batch.from);
  }
  expect(next).toBe(sets);
  return sizes;
}

describe('taking a batch of sets', () => {
  it('starts with large batches and ends with smaller ones, of at least 16 sets but for the last', () => {
    expect(batchSizes(384, 2)).toEqual([64, 64, 64, 64, 48, 30, 19, 16, 15]);
    expect(
      batchSizes(10_000, 8)
        .slice(0, -1)
        .every((size) => size >= 16 && size <= 64),
    ).toBe(true);
  });

  it('leaves no worker idle when there are as many sets as workers', () => {
    for (const workers of [1, 2, 8, 64]) {
      for (const sets of [workers, workers + 1, 2 * workers, 20 * workers]) {
        expect(batchSizes(sets, workers).length, `${sets} sets on ${workers}`).toBeGreaterThanOrEqual(
          Math.ceil(sets / Math.ceil(sets / workers)),
        );
      }
    }
  });
});
