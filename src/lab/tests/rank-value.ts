import type { PointFigures, TestRanking } from '#storage/tests/test-plan.ts';

const FIGURE: Readonly<Record<TestRanking, string>> = {
  roi_committed: 'roiCommittedPercent',
  return: 'returnPercent',
  result: 'result',
  sharpe: 'sharpe',
  sortino: 'sortino',
  calmar: 'calmar',
  profit_factor: 'profitFactor',
};

/** The figure by which a test ranks its points; null where a point has none. */
export function rankValue(figures: PointFigures | null, rankBy: TestRanking): number | null {
  const value = figures?.[FIGURE[rankBy]] ?? null;
  return value === null ? null : Number(value);
}
