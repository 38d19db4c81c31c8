import { at } from '#base/assert.ts';
import { cashFrom } from '#base/decimal.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import type { LabTest } from '#storage/tests/lab-rows.ts';
import type { PointFigures } from '#storage/tests/test-plan.ts';
import { testSpans } from '#storage/tests/test-spans.ts';
import { type GridIndexes, paramsOfSet } from '../plan/test-points.ts';
import type { PointPool } from '../points/point-pool.ts';
import type { TestGround } from './test-ground.ts';

/** A point with its figures by the way that the test takes inside minutes. */
export interface PathPoint {
  readonly botId: string;
  readonly symbols: readonly string[];
  readonly point: GridIndexes;
  readonly figures: PointFigures | null;
}

export interface PathQuestion {
  readonly test: LabTest;
  readonly groundOf: (symbols: readonly string[]) => Promise<TestGround>;
  readonly pool: PointPool;
  readonly signal: AbortSignal;
}

/** Which points would have come to another result if minutes had gone the other way, and of how many that is known. */
export interface PathSensitivity {
  readonly compared: number;
  readonly sensitive: ReadonlySet<string>;
}

/** Only the account runs other ways, at some ten million candles a second: this many cost a test a few seconds at most. */
const CANDLES_MAX = 30_000_000;
/** Points of one task, so that workers share them. */
const POINTS_AT_ONCE = 8;

/** @param ranked - the points that were computed, the best first: as many of them are compared as cost little, one at the least */
export async function pathSensitivity(question: PathQuestion, ranked: readonly PathPoint[]): Promise<PathSensitivity> {
  const compared = await affordable(question, ranked);
  const bySymbols = Map.groupBy(compared, ({ symbols }) => symbols.join());
  const found: string[] = [];
  for (const points of bySymbols.values()) found.push(...(await sensitiveOf(question, points)));
  return { compared: compared.length, sensitive: new Set(found) };
}

async function affordable({ test, groundOf }: PathQuestion, ranked: readonly PathPoint[]) {
  const candles: number[] = [];
  for (const { symbols } of ranked) {
    const { ranked: span } = testSpans(test.plan, (await groundOf(symbols)).span);
    candles.push((span.to - span.from) * symbols.length);
  }
  return ranked.slice(0, affordableOf(candles));
}

/** How many of the first points are compared. @param candles - that each passes, the best point first */
export function affordableOf(candles: readonly number[]): number {
  let sum = 0;
  const tooMany = candles.findIndex((each) => {
    sum += each;
    return sum > CANDLES_MAX;
  });
  return tooMany === -1 ? candles.length : Math.max(1, tooMany);
}

async function sensitiveOf(question: PathQuestion, points: readonly PathPoint[]): Promise<readonly string[]> {
  const parts: Promise<readonly string[]>[] = [];
  for (let from = 0; from < points.length; from += POINTS_AT_ONCE) {
    parts.push(sensitiveAmong(question, points.slice(from, from + POINTS_AT_ONCE)));
  }
  return (await Promise.all(parts)).flat();
}

async function sensitiveAmong(
  { test, groundOf, pool, signal }: PathQuestion,
  points: readonly PathPoint[],
): Promise<readonly string[]> {
  const ground = await groundOf(at(points, 0).symbols);
  const sets = points.map(({ point }) => setOf(test, point));
  const { ranked } = testSpans(test.plan, ground.span);
  const isPessimistic = test.plan.fillPath === 'pessimistic';
  const costs = { ...ground.task.costs, path: isPessimistic ? ('optimistic' as const) : ('pessimistic' as const) };
  const runs = await pool.run({ ...ground.task, costs, sets, spans: [ranked] }, signal);
  return points.flatMap(({ botId, figures }, index) => {
    const run = at(at(runs, index), 0);
    if (run.type === 'refused' || figures === null) return [];
    const own = cashFrom(String(figures['equityEnd'])) - ground.task.wallet;
    const other = run.figures.equityEnd - ground.task.wallet;
    return (isPessimistic ? arePathsApart(own, other) : arePathsApart(other, own)) ? [botId] : [];
  });
}

function setOf({ plan }: LabTest, point: GridIndexes): BotParams {
  const params = paramsOfSet(plan, point);
  return params.ok ? params.value : plan.params; // A point that was computed has parameters.
}

/** By how much the results of the two ways may differ, as a share of the pessimistic one. */
const PATHS_APART_MAX = 0.2;

/** Whether two results differ by more than a fifth of the first (docs/domain.md, section 6). */
export function arePathsApart(pessimistic: number, optimistic: number): boolean {
  return Math.abs(optimistic - pessimistic) > PATHS_APART_MAX * Math.abs(pessimistic);
}
