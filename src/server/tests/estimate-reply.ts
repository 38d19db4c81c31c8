import { MINUTE_MS } from '#base/time.ts';
import type { Reply } from '#contract/call.ts';
import { TESTS_MAX, TESTS_QUEUED_MAX } from '#contract/limits.ts';
import type { estimateTest } from '#contract/tests/test-condition.ts';
import type { PreparedTest } from '#storage/tests/asked-test.ts';
import type { TestCounts, TestRow } from '#storage/tests/test-conditions.ts';
import type { TestPlan } from '#storage/tests/test-plan.ts';
import { maybeTimeText } from '../http/text.ts';
import type { Services } from '../services.ts';
import type { CoveredSymbol } from './lab-services.ts';

const ALL_PERCENT = 100;

type Estimate = Reply<typeof estimateTest>;

/** What the caller has already. */
export interface HeldTests extends TestCounts {
  /** An identical test, which would be answered. */
  readonly reusable: TestRow | null;
}

/** What is known of a test before it is started. */
export async function estimateReply({ lab }: Services, test: PreparedTest, held: HeldTests): Promise<Estimate> {
  const { plan } = test;
  const wanted = (plan.to - plan.from) / MINUTE_MS;
  const [coverage, unfinished, speed] = await Promise.all([lab.coverage(plan), lab.unfinished(), lab.speed(test.pace)]);
  return {
    combinations: test.combinations,
    pointsTotal: test.pointsTotal,
    runs: test.runs,
    candles: test.candles,
    secondsExpected: Math.ceil(test.candles / (speed * lab.workers)),
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
    obstacles: held.reusable === null ? obstaclesOf(plan, coverage, held) : [],
    reusedConditionId: held.reusable?.conditionId ?? null,
  };
}

function obstaclesOf(
  { costs }: TestPlan,
  coverage: readonly CoveredSymbol[],
  counts: TestCounts,
): Estimate['obstacles'] {
  const candles = coverage.filter(({ source }) => source === null);
  const unfunded = coverage.filter(({ minutesWithoutFunding }) => minutesWithoutFunding > 0);
  const funding = costs.fundingRatePercent === null ? unfunded : [];
  const about = (code: 'CANDLES_MISSING' | 'FUNDING_MISSING', found: readonly CoveredSymbol[]) =>
    found.length === 0 ? [] : [{ code, symbols: found.map(({ symbol }) => symbol) }];
  const full = fullOf(counts);
  return [
    ...(full === null ? [] : [{ code: full, symbols: [] }]),
    ...about('CANDLES_MISSING', candles),
    ...about('FUNDING_MISSING', funding),
  ];
}

/** Which bound of the caller's tests is reached; null while another one may be created. */
export function fullOf({ tests, unfinished }: TestCounts): 'TESTS_FULL' | 'TESTS_QUEUED_FULL' | null {
  if (tests >= TESTS_MAX) return 'TESTS_FULL';
  return unfinished >= TESTS_QUEUED_MAX ? 'TESTS_QUEUED_FULL' : null;
}
