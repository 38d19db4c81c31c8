import { RETURNS_ENOUGH } from '#engine/report/daily-returns.ts';
import type { PointFigures } from '#storage/tests/test-plan.ts';
import { CYCLES_ENOUGH } from '../report/report-flags.ts';
import type { PointRun } from './point-task.ts';

/** What makes the result of one point doubtful. */
export function pointFlags(
  { figures, hasUnknownRules }: Pick<Extract<PointRun, { type: 'run' }>, 'figures' | 'hasUnknownRules'>,
  { dailyReturns }: PointFigures,
): readonly string[] {
  const flags: string[] = [];
  if (Number(dailyReturns) < RETURNS_ENOUGH) flags.push('FEW_RETURNS');
  if (figures.cycles < CYCLES_ENOUGH) flags.push('FEW_CYCLES');
  if (figures.liquidations > 0) flags.push('LIQUIDATED');
  if (figures.unrealized !== 0) flags.push('OPEN_AT_END');
  if (hasUnknownRules) flags.push('RULES_UNKNOWN');
  if (figures.minutesBlocked > 0) flags.push('ENTRY_BLOCKED');
  if (figures.fills === 0) flags.push('NEVER_TRADED');
  return flags;
}
