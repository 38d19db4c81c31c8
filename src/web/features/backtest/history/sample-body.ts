import { paperLadder } from '#engine/bots/registry.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import type { TestPeriod } from '../draft/period.ts';
import type { TestBody } from '../test-queries.ts';

/** The last part of the sample that is kept apart, and its windows: enough to fill each part of a result. */
const CHECKS = { outOfSamplePercent: 25, walkForward: { trainDays: 7, testDays: 3 } } as const;

/** A small grid of a ladder: thirty points, computed in a few seconds. */
export function sampleBody({
  params,
  period,
}: {
  readonly params: BotParams;
  readonly period: TestPeriod;
}): Omit<TestBody, 'symbols'> {
  return {
    kind: paperLadder.kind,
    params,
    dateFrom: period.from,
    dateTo: period.to,
    axes: [
      { path: 'take_profit_percent', range: { from: '0.4', to: '1.4', step: '0.2' } },
      { path: 'step_percent', range: { from: '0.4', to: '1.2', step: '0.2' } },
    ],
    // Settlements that are not stored would stop it.
    costs: { fundingRatePercent: '0.01' },
    ...CHECKS,
  };
}
