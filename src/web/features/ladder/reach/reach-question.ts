import { cashText } from '#base/decimal.ts';
import { subtract } from '#base/exact.ts';
import type { ReachBody } from '#web/moves/price-move-queries.ts';
import type { DraftSide, LadderCheck } from '../form/ladder-check.ts';

const DEVIATION_PERCENT_MAX = 1_000;

/** What is asked about one side of a ladder; null while it has no step, or no take profit to come back to. */
export function reachQuestion(
  symbol: string,
  { params }: Pick<LadderCheck, 'params'>,
  side: DraftSide,
): ReachBody | null {
  const { rows, direction } = side;
  const [base, ...steps] = rows;
  if (params === null || params.takeProfitPercent === null || base === undefined || steps.length === 0) return null;
  const levels = steps.flatMap((row, index) => {
    const before = rows[index] ?? base;
    const { deviationPercent, reboundPercent } = row;
    if (reboundPercent === null || Number(deviationPercent) > DEVIATION_PERCENT_MAX) return [];
    return [{ deviationPercent, reboundPercent, margin: cashText(subtract(row.initialMargin, before.initialMargin)) }];
  });
  const reboundPercent = params.takeProfitPercent;
  return { symbol, direction, reboundPercent, baseMargin: cashText(base.initialMargin), levels };
}
