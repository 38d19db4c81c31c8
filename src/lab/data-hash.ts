import { createHash } from 'node:crypto';
import type { SymbolHistory } from '#engine/model/history.ts';

/**
 * SHA-256 in hexadecimal digits of all that a run takes from the past of a symbol: its candles, its funding, its frozen
 * minutes and those that are not stored. The same minutes have the same hash, wherever they were stored.
 */
export function dataHash({ columns, funding, frozen, unstored = [] }: SymbolHistory): string {
  const { start, open, high, low, close, volume } = columns;
  const hash = createHash('sha256');
  const minutes = { start, minutes: close.length, settlements: funding.minute.length, frozen };
  hash.update(JSON.stringify(unstored.length === 0 ? minutes : { ...minutes, unstored }));
  for (const column of [open, high, low, close, volume, funding.minute, funding.rate]) {
    hash.update(new Uint8Array(column.buffer, column.byteOffset, column.byteLength));
  }
  return hash.digest('hex');
}
