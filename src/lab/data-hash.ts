import { createHash } from 'node:crypto';
import type { SymbolHistory } from '#engine/model/history.ts';

/**
 * SHA-256 in hexadecimal digits of all that a run takes from the past of a symbol: its candles, its funding and its
 * frozen minutes. The same minutes have the same hash, wherever they were stored.
 */
export function dataHash({ columns, funding, frozen }: SymbolHistory): string {
  const { start, open, high, low, close, volume } = columns;
  const hash = createHash('sha256');
  hash.update(JSON.stringify({ start, minutes: close.length, settlements: funding.minute.length, frozen }));
  for (const column of [open, high, low, close, volume, funding.minute, funding.rate]) {
    hash.update(new Uint8Array(column.buffer, column.byteOffset, column.byteLength));
  }
  return hash.digest('hex');
}
