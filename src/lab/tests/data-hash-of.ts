import { createHash } from 'node:crypto';
import type { TestedData } from '#storage/tests/test-plan.ts';

/** SHA-256 of all that the symbols of a test rest on: candles, funding, terms. */
export function dataHashOf(data: readonly TestedData[]): string {
  return createHash('sha256').update(JSON.stringify(data)).digest('hex');
}
