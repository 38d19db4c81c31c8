import { cashFrom, rateFromPercent } from '#base/decimal.ts';
import { AppError } from '#base/errors.ts';
import { rate } from '#base/exact.ts';
import { instantOf } from '#base/time.ts';
import { longestWarmUpMs } from '#engine/bots/warm-up.ts';
import type { TestedData, TestPlan } from '#storage/tests/test-plan.ts';
import { paramsOfSet, testSets } from '../plan/test-points.ts';
import type { PointCosts, PointTask } from '../points/point-task.ts';
import type { LabMarket, LoadedMarket } from './lab-market.ts';
import { USUAL_CAP_PERCENT } from './prepare-test.ts';

/** What the runs of some symbols of a test have in common. */
export interface TestGround extends LoadedMarket {
  /** All of a task but the sets and the spans. */
  readonly task: Omit<PointTask, 'sets' | 'spans'>;
}

/** @throws AppError as a `LabMarket` does */
export async function loadGround(market: LabMarket, plan: TestPlan, symbols: readonly string[]): Promise<TestGround> {
  const loaded = await market.load({
    symbols,
    from: instantOf(plan.from),
    to: instantOf(plan.to),
    warmUpMs: testWarmUpMs(plan),
    costs: plan.costs,
  });
  const { history, instruments } = loaded;
  const wallet = cashFrom(plan.walletUsdt);
  return { ...loaded, task: { history, instruments, symbols, kind: plan.kind, wallet, costs: pointCosts(plan) } };
}

/** How much of the past the rules of a test read before its first close: those of the set that reads most. */
function testWarmUpMs(plan: TestPlan): number {
  const sets = testSets(plan).flatMap((places) => {
    const params = paramsOfSet(plan, places);
    return params.ok ? [params.value] : [];
  });
  return longestWarmUpMs(plan.kind, sets);
}

/** A fill at market loses half of the spread besides the slippage. */
export function pointCosts({ costs, fillPath }: Pick<TestPlan, 'costs' | 'fillPath'>): PointCosts {
  const [slippage, spread] = [rateFromPercent(costs.slippagePercent), rateFromPercent(costs.spreadPercent)];
  const isUsual = Number(costs.volumeCapPercent) === USUAL_CAP_PERCENT;
  return {
    slippage: rate(slippage + Math.ceil(spread / 2)),
    volumeCap: isUsual ? null : rateFromPercent(costs.volumeCapPercent),
    path: fillPath,
  };
}

/** @throws AppError TEST_DATA_CHANGED when candles or funding are no longer those that the test was planned on */
export function refuseOtherData({ data }: Pick<LoadedMarket, 'data'>, planned: readonly TestedData[]): void {
  const changed = data.find(({ symbol, hash }) => planned.find((one) => one.symbol === symbol)?.hash !== hash);
  if (changed === undefined) return;
  throw new AppError('TEST_DATA_CHANGED', `The candles or the funding of ${changed.symbol} have changed meanwhile.`);
}
