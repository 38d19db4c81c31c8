import { expect, it } from 'vitest';
import { customParams } from '#engine/bots/custom/custom-params.ts';
import { ruleStrategy } from '#engine/bots/registry.ts';
import { warmUpMs } from '#engine/bots/warm-up.ts';
import type { TestPlan } from '#storage/tests/test-plan.ts';
import { TEST_COSTS } from '../../../tests/support/test-costs.ts';
import { loadGround } from './test-ground.ts';

const { kind } = ruleStrategy;
const strategyOf = (n: number) =>
  customParams.parse({
    timeframe: '15m',
    sizing: { type: 'fixed_notional', value: '500' },
    buy: { enter: { op: 'gt', a: { price: 'close' }, b: { ind: 'ema', n } } },
  });
const PLAN: TestPlan = {
  ...{ kind, params: strategyOf(5), symbols: ['ETHUSDT'], from: 0, to: 60_000, wallet: 'each', walletUsdt: '10000' },
  ...{ fillPath: 'pessimistic', sample: null, outOfSamplePercent: null, walkForward: null, rankBy: 'return' },
  axes: [{ path: 'buy.enter.b.n', values: [5, 200, 20] }],
  costs: TEST_COSTS,
};

it('a test loads the history before its first minute that the longest rules of its grid read', async () => {
  const asked: number[] = [];
  const market = {
    load: (query: { readonly warmUpMs: number }) => {
      asked.push(query.warmUpMs);
      return Promise.reject(new Error('nothing is stored'));
    },
    coverage: () => Promise.resolve([]),
  };
  await expect(loadGround(market, PLAN, ['ETHUSDT'])).rejects.toThrow('nothing is stored');
  expect(asked).toEqual([warmUpMs({ kind, params: strategyOf(200) })]);
  expect(asked[0]).toBeGreaterThan(2 * warmUpMs({ kind, params: strategyOf(5) }));
});
