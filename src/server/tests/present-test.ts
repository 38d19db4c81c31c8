import type { Selectable } from 'kysely';
import * as z from 'zod/mini';
import { SECOND_MS } from '#base/time.ts';
import type { gridAxis, testCondition, testDetail } from '#contract/tests/test-condition.ts';
import { testFigures, testFlag } from '#contract/tests/test-figures.ts';
import type { TestRow } from '#storage/tests/test-conditions.ts';
import type { PlannedAxis, PointFigures, TestedData, TestPlan } from '#storage/tests/test-plan.ts';
import type { TestWindowsTable } from '#storage/tests/test-tables.ts';
import { maybeTimeText, timeText } from '../http/text.ts';

type ConditionReply = z.output<typeof testCondition>;

/** What a test looks like at this moment. */
export interface TestMoment {
  readonly now: number;
  /** Unfinished tests of all users, in their order. */
  readonly unfinished: readonly string[];
}

/** A test as the API returns it. */
export function presentTest(row: TestRow, moment: TestMoment): ConditionReply {
  const { plan, best } = row;
  return {
    ...presentPlan(plan),
    conditionId: row.conditionId,
    name: row.name,
    strategyId: row.strategyId,
    strategyName: row.strategyName,
    strategyVersion: row.strategyVersion,
    state: row.state,
    phase: row.phase,
    pointsTotal: row.pointsTotal,
    pointsDone: row.pointsDone,
    progressPercent: progressOf(row),
    secondsLeft: secondsLeft(row, moment),
    testsAhead: testsAhead(row, moment),
    failure: row.failure === null ? null : { ...row.failure },
    best:
      best === null
        ? null
        : {
            botId: best.botId,
            symbols: [...best.symbols],
            returnPercent: String(best.figures['returnPercent']),
            maxDrawdownPercent: String(best.figures['maxDrawdownPercent']),
          },
    flags: z.parse(z.array(testFlag), row.summary?.flags ?? []),
    isStarred: row.isStarred,
    tags: [...row.tags],
    note: row.note,
    engineVersion: row.engineVersion,
    dataHash: row.dataHash,
    createdAt: timeText(row.createdAt),
    startedAt: maybeTimeText(row.startedAt),
    endedAt: maybeTimeText(row.endedAt),
  };
}

function presentPlan(plan: TestPlan) {
  return {
    kind: plan.kind,
    params: plan.params,
    symbols: [...plan.symbols],
    dateFrom: timeText(plan.from),
    dateTo: timeText(plan.to),
    wallet: plan.wallet,
    walletUsdt: plan.walletUsdt,
    costs: { ...plan.costs },
    fillPath: plan.fillPath,
    axes: plan.axes.map(presentAxis),
    sample: plan.sample === null ? null : { ...plan.sample },
    outOfSamplePercent: plan.outOfSamplePercent,
    walkForward: plan.walkForward === null ? null : { ...plan.walkForward },
    rankBy: plan.rankBy,
  };
}

/** An axis with its values as text. */
export function presentAxis({ path, values }: PlannedAxis): z.output<typeof gridAxis> {
  return { path, values: values.map(axisText) };
}

export function axisText(value: PlannedAxis['values'][number]): string | null {
  return value === null ? null : String(value);
}

const ALL_PERCENT = 100;

function progressOf({ state, runsDone, runsTotal }: TestRow): number {
  if (state === 'DONE') return ALL_PERCENT;
  return runsTotal === 0 ? 0 : Math.min(ALL_PERCENT - 1, Math.floor((ALL_PERCENT * runsDone) / runsTotal));
}

/** At the pace since it began. */
function secondsLeft({ state, startedAt, runsDone, runsTotal }: TestRow, { now }: TestMoment): number | null {
  if (state !== 'RUNNING' || startedAt === null || runsDone === 0) return null;
  const ms = ((now - startedAt.getTime()) / runsDone) * (runsTotal - runsDone);
  return Math.max(0, Math.ceil(ms / SECOND_MS));
}

function testsAhead({ state, conditionId }: TestRow, { unfinished }: TestMoment): number | null {
  if (state !== 'QUEUED') return null;
  return Math.max(0, unfinished.indexOf(conditionId));
}

/** The test with what only its own page shows. */
export function presentDetail(
  row: TestRow,
  windows: readonly Selectable<TestWindowsTable>[],
  moment: TestMoment,
): z.output<typeof testDetail> {
  return {
    ...presentTest(row, moment),
    data: row.data.map(presentData),
    trials: row.summary?.trials ?? null,
    pathsCompared: row.summary?.pathsCompared ?? (row.summary?.trials ? 1 : 0),
    windows: windows.map((window) => ({
      symbols: [...window.symbols],
      trainFrom: timeText(window.trainFrom),
      testFrom: timeText(window.testFrom),
      testTo: timeText(window.testTo),
      botId: window.botId,
      train: presentFigures(window.train),
      test: presentFigures(window.test),
    })),
  };
}

function presentData({ from, to, hash, ...data }: TestedData): z.output<typeof testDetail>['data'][number] {
  return { ...data, dateFrom: timeText(from), dateTo: timeText(to), dataHash: hash };
}

/** Stored figures are those of the contract. */
export function presentFigures(figures: PointFigures | null): z.output<typeof testFigures> | null {
  return figures === null ? null : z.parse(testFigures, figures);
}
