import { DAYS_PER_YEAR, dailyReturns } from '#engine/report/daily-returns.ts';
import { sampleDeviation } from '#engine/report/sharpe.ts';
import { closedMinutes } from '#engine/schedule/closed-days.ts';
import type { Db } from '#storage/database/database.ts';
import { comparedPoints, finishTest, type LabTest } from '#storage/tests/lab-rows.ts';
import type { TestSummary } from '#storage/tests/test-plan.ts';
import { testSpans } from '#storage/tests/test-spans.ts';
import { pointsOfCurve, ratioDecimal } from '../points/point-figures.ts';
import { momentsOf, probableSharpe, sharpeByLuck } from '../statistics/deflated-sharpe.ts';
import { rankCorrelation } from '../statistics/rank-correlation.ts';
import { type PathQuestion, pathSensitivity } from './path-sensitivity.ts';
import { plateauScores } from './plateau.ts';
import { rankValue } from './rank-value.ts';

type Compared = Awaited<ReturnType<typeof comparedPoints>>[number];

/** A test whose points are computed, and what it takes to judge them. */
export interface Finishing extends PathQuestion {
  readonly db: Db;
}

/** Compares the points of a test with one another, and stores what that shows. */
export async function judgeTest(finishing: Finishing): Promise<void> {
  const { db, test } = finishing;
  const points = await comparedPoints(db, test.conditionId);
  const ranked = points
    .filter(({ figures }) => figures !== null)
    .toSorted((one, other) => rankedBy(other) - rankedBy(one) || one.number - other.number);
  const { compared, sensitive } = await pathSensitivity(finishing, ranked);
  const plateaus = plateausOf(test, points);
  const summary: TestSummary = {
    flags: testFlags(test, { isPathSensitive: sensitive.has(ranked[0]?.botId ?? ''), computed: ranked.length }),
    pathsCompared: compared,
    trials: ranked.length === 0 ? null : await trialsOf(finishing, ranked),
  };
  await finishTest(db, test.conditionId, {
    summary,
    points: points.map(({ botId, flags }) => ({
      botId,
      plateau: plateaus.get(botId) ?? null,
      flags: sensitive.has(botId) ? [...new Set([...flags, 'PATH_SENSITIVE'])] : flags,
    })),
  });
}

function rankedBy({ rankValue: value }: Compared): number {
  return value ?? Number.NEGATIVE_INFINITY;
}

function plateausOf({ plan }: LabTest, points: readonly Compared[]): ReadonlyMap<string, number | null> {
  const bySymbols = Map.groupBy(points, ({ symbols }) => symbols.join());
  return new Map(
    [...bySymbols.values()].flatMap((group) => {
      const scores = plateauScores(
        plan.axes,
        group.map(({ point, rankValue: value }) => ({ places: point, value })),
      );
      return group.map(({ botId }, place) => [botId, scores[place] ?? null] as const);
    }),
  );
}

/** With so many points the best one may be luck, unless another part of the period says the same. */
const TRIALS_MANY = 20;

function testFlags(
  { plan, data }: LabTest,
  found: { readonly isPathSensitive: boolean; readonly computed: number },
): readonly string[] {
  const flags = ['MARK_FROM_LAST', 'BRACKETS_OF_TODAY'];
  if (data.some(({ minutesFundingAssumed }) => minutesFundingAssumed > 0)) flags.push('FUNDING_ASSUMED');
  if (data.some(({ terms }) => terms === 'assumed')) flags.push('CONTRACT_ASSUMED');
  if (data.some(({ minutesMissing }) => minutesMissing > 0)) flags.push('GAPS');
  if (data.some(({ from, to }) => from > plan.from || to < plan.to)) flags.push('PERIOD_CLIPPED');
  if (plan.fillPath !== 'pessimistic') flags.push('PATH_NOT_PESSIMISTIC');
  if (found.isPathSensitive) flags.push('PATH_SENSITIVE');
  if (found.computed > TRIALS_MANY && plan.outOfSamplePercent === null && plan.walkForward === null) {
    flags.push('MANY_TRIALS');
  }
  return flags;
}

async function trialsOf(
  finishing: Finishing,
  ranked: readonly Compared[],
): Promise<NonNullable<TestSummary['trials']>> {
  const bySharpe = ranked
    .flatMap((point) => {
      const sharpe = point.figures?.['sharpe'] ?? null;
      return sharpe === null ? [] : [{ point, sharpe: Number(sharpe) }];
    })
    .toSorted((one, other) => other.sharpe - one.sharpe);
  const [best] = bySharpe;
  const spread = sampleDeviation(bySharpe.map(({ sharpe }) => sharpe / Math.sqrt(DAYS_PER_YEAR)));
  const luck = spread === null ? null : sharpeByLuck(bySharpe.length, spread ** 2);
  return {
    count: ranked.length,
    sharpeBest: best === undefined ? null : ratioDecimal(best.sharpe),
    sharpeByLuck: luck === null ? null : ratioDecimal(luck * Math.sqrt(DAYS_PER_YEAR)),
    deflatedSharpe: best === undefined || luck === null ? null : await deflated(finishing, best.point, luck),
    rankCorrelation: ratioDecimal(rankCorrelation(pairsOf(finishing.test, ranked))),
  };
}

async function deflated(
  { test, groundOf }: Finishing,
  { curve, symbols }: Compared,
  luck: number,
): Promise<string | null> {
  if (curve === null) return null;
  const { history, span, task } = await groundOf(symbols);
  const numbers = new Float64Array(curve.buffer.slice(curve.byteOffset, curve.byteOffset + curve.byteLength));
  const { ranked } = testSpans(test.plan, span);
  const points = pointsOfCurve(numbers, {
    ...{ start: history.start, span: ranked, wallet: task.wallet },
    closed: closedMinutes(history, symbols),
  });
  const moments = momentsOf(dailyReturns(points));
  return moments === null ? null : ratioDecimal(probableSharpe(moments, luck));
}

/** What points are ranked by, in the ranked part and out of sample. */
function pairsOf({ plan }: LabTest, ranked: readonly Compared[]): readonly (readonly [number, number])[] {
  return ranked.flatMap(({ rankValue: inside, outOfSample }) => {
    const outside = rankValue(outOfSample, plan.rankBy);
    return inside === null || outside === null ? [] : [[inside, outside] as const];
  });
}
