import { ladderParams } from '#engine/model/ladder-params.ts';
import type { TestPlan } from '#storage/tests/test-plan.ts';
import { TEST_COSTS } from './test-costs.ts';

/** Of the plan: points, in jobs of 64, and windows of the walk-forward. */
export const POINTS = 512;
export const WINDOWS = 3;

/** Points on the account, so that several jobs are still to be done whenever the program is killed. */
export const TEST_PLAN: TestPlan = {
  kind: 'dca-bot',
  params: ladderParams.parse({ baseOrderSize: '100', safetyOrdersCount: 2, takeProfitPercent: '0.5' }),
  symbols: ['ETHUSDT'],
  from: Date.UTC(2025, 4, 6),
  to: Date.UTC(2025, 4, 12),
  wallet: 'each',
  walletUsdt: '10000',
  costs: TEST_COSTS,
  fillPath: 'nearest_first',
  axes: [
    { path: 'take_profit_percent', values: Array.from({ length: 64 }, (_, value) => (0.3 + value / 100).toFixed(2)) },
    { path: 'step_percent', values: Array.from({ length: 8 }, (_, value) => (0.4 + value / 10).toFixed(1)) },
  ],
  sample: null,
  outOfSamplePercent: null,
  walkForward: { trainDays: 1, testDays: 2 },
  rankBy: 'return',
};
