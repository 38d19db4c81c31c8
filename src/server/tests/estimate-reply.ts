import { MINUTE_MS } from '#base/time.ts';
import type { Reply } from '#contract/call.ts';
import type { estimateTest } from '#contract/tests/test-condition.ts';
import type { PreparedTest } from '#storage/tests/asked-test.ts';
import type { TestRow } from '#storage/tests/test-conditions.ts';
import { maybeTimeText } from '../http/text.ts';
import type { Services } from '../services.ts';

const ALL_PERCENT = 100;

/** What is known of a test before it is started. */
export async function estimateReply(
  { lab }: Services,
  test: PreparedTest,
  reusable: TestRow | null,
): Promise<Reply<typeof estimateTest>> {
  const { plan } = test;
  const wanted = (plan.to - plan.from) / MINUTE_MS;
  const [coverage, unfinished] = await Promise.all([lab.coverage(plan), lab.unfinished()]);
  return {
    combinations: test.combinations,
    pointsTotal: test.pointsTotal,
    runs: test.runs,
    candles: test.candles,
    secondsExpected: Math.ceil(test.candles / (lab.speed(test.isSwept) * lab.workers)),
    workers: lab.workers,
    testsAhead: unfinished.length,
    coverage: coverage.map(({ symbol, source, minutesStored, from, to, minutesWithoutFunding }) => ({
      symbol,
      source,
      minutesWanted: wanted,
      minutesStored,
      coveredPercent: Math.floor((ALL_PERCENT * minutesStored) / wanted),
      dateFrom: maybeTimeText(from),
      dateTo: maybeTimeText(to),
      minutesWithoutFunding,
    })),
    reusedConditionId: reusable?.conditionId ?? null,
  };
}
