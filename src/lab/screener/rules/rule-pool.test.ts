import { afterAll, expect, it } from 'vitest';
import { instantOf } from '#base/time.ts';
import { customParams } from '#engine/bots/custom/custom-params.ts';
import { ruleStrategy } from '#engine/bots/registry.ts';
import { recordedInstruments } from '#market/recording/recorded-instruments.ts';
import type { RuleFinding } from '#ports/screener/rule-screens.ts';
import { RulePool } from './rule-pool.ts';

const pool = new RulePool(1);
afterAll(() => pool.close());

const task = {
  request: {
    kind: ruleStrategy.kind,
    params: customParams.parse({
      timeframe: '1m',
      sizing: { type: 'fixed_notional', value: '100' },
      buy: { enter: { op: 'gt', a: { price: 'close' }, b: { const: '1' } } },
    }),
    days: 1,
  },
  ...{
    folder: '/nowhere',
    contracts: [...recordedInstruments().values()].map((instrument) => ({ instrument, fundingHours: 8 })),
    tails: new Map(),
  },
  now: instantOf(Date.UTC(2025, 4, 1)),
};

it('a task that is cancelled fails with a code, and the next one gets new threads and tells every symbol once', async () => {
  const cancelled = expect(pool.run(task, () => {})).rejects.toMatchObject({ code: 'RULES_NOT_JUDGED' });
  await pool.close();
  await cancelled;
  const found: RuleFinding[] = [];
  await pool.run(task, (judged) => found.push(...judged));
  expect(found.map(({ symbol }) => symbol).sort()).toEqual(
    task.contracts.map(({ instrument }) => instrument.symbol).sort(),
  );
  expect(found.every(({ missing, pastAt }) => missing === 'NOT_STORED' && pastAt === null)).toBe(true);
});
