import { expect, it } from 'vitest';
import { englishText } from '../../../../../tests/support/draw.tsx';
import { freshDraft, missingIn, type TestDraft } from './test-draft.ts';
import type { TestSource } from './test-sources.ts';

const source = { id: 'a', label: 'A', name: 'A', symbols: [], params: {}, version: null } as unknown as TestSource; // Only its presence counts.
const days = { from: '2025-05-04', to: '2025-05-05' };
const complete: TestDraft = { ...freshDraft, symbols: ['ETHUSDT'] };
const DOUBTFUL = 'This is not clearly one number. Write it like 1,234.5.';

it.each([
  [{}, null],
  [{ walletUsdt: '1,5' }, DOUBTFUL],
  [{ slippagePercent: '0,05' }, DOUBTFUL],
  [{ makerFeePercent: '-' }, DOUBTFUL],
  [{ sampleSize: '10k' }, DOUBTFUL],
  [{ outOfSamplePercent: '12.5' }, 'Enter a whole number.'],
  [{ trainDays: '1.5', testDays: '1' }, 'Enter a whole number.'],
] as const)('a test with the typed numbers %j can be sent, or is refused with: %s', (patch, expected) => {
  expect(missingIn({ ...complete, ...patch }, source, days, englishText)).toBe(expected);
});
