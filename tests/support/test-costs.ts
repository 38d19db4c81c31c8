import type { TestCosts } from '#storage/tests/test-plan.ts';

/** The costs that a new test has unless its user changes them. */
export const TEST_COSTS = {
  makerFeePercent: null,
  takerFeePercent: null,
  slippagePercent: '0.05',
  spreadPercent: '0',
  volumeCapPercent: '10',
  fundingRatePercent: null,
  brackets: 'contract',
} as const satisfies TestCosts;
