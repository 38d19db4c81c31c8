import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { instantOf } from '#base/time.ts';
import type { SymbolHistory } from '#engine/model/history.ts';
import { skipIndexOf } from '#engine/scan/skip-index.ts';
import { dataHash } from './data-hash.ts';
import { shareHistory } from './sweep/shared-history.ts';

function historyOf(close: readonly number[], changes: Partial<SymbolHistory> = {}): SymbolHistory {
  const column = Int32Array.from(close);
  const columns = { start: instantOf(0), open: column, high: column, low: column, close: column, volume: column };
  const funding = { minute: Int32Array.of(1), rate: Int32Array.of(100) };
  return { columns, index: skipIndexOf(columns), funding, frozen: [], ...changes };
}

it('equal data has an equal data hash, and any change of a candle, rate or gap changes it', () => {
  const data = historyOf([5, 6, 7]);
  const others = [
    historyOf([5, 6, 8]),
    historyOf([5, 6]),
    historyOf([5, 6, 7], { funding: { minute: Int32Array.of(1), rate: Int32Array.of(101) } }),
    historyOf([5, 6, 7], { frozen: [{ from: 1, to: 2 }] }),
  ];
  expect(dataHash(historyOf([5, 6, 7]))).toBe(dataHash(data));
  expect(dataHash(shareHistory(data))).toBe(dataHash(data));
  expect(new Set([data, ...others].map(dataHash)).size).toBe(5);
});

it('the data hash is the SHA-256 of a header line followed by the columns', () => {
  const data = historyOf([5, 6, 7]);
  const facts = '{"start":0,"minutes":3,"settlements":1,"frozen":[]}';
  const numbers = [...Array(5).fill([5, 6, 7]), [1], [100]].flat();
  const bytes = Buffer.alloc(numbers.length * 4);
  for (const field of numbers.keys()) bytes.writeInt32LE(at(numbers, field), field * 4);
  expect(dataHash(data)).toBe(createHash('sha256').update(facts).update(bytes).digest('hex'));
});
