import type { MarketHistory, Stretch } from '#engine/model/history.ts';
import type { RunStatistics } from '#engine/report/metrics.ts';
import { doubtfulMinutes } from '#engine/schedule/minute-holes.ts';
import type { Gathered, GatheredState } from './gather-records.ts';
import type { BotHalt, HaltReason } from './halts.ts';

/**
 * What makes a result doubtful: fewer than 30 daily returns or ended cycles, a liquidation, a position that is still
 * open, or that the bot was held back: by candles that are missing for more than five minutes in a row or for more than a
 * hundredth of the minutes, by history that its rules read and that is not stored, by an entry that
 * was blocked, by a step that was left out, or in that a direction never traded. That it waited for another of its own
 * cycles to end is its plan and no flag.
 */
export type ReportFlag =
  | 'FEW_RETURNS'
  | 'FEW_CYCLES'
  | 'LIQUIDATED'
  | 'OPEN_AT_END'
  | 'GAPS'
  | 'RULES_UNKNOWN'
  | 'ENTRY_BLOCKED'
  | 'STEP_SKIPPED'
  | 'NEVER_TRADED';

/** Fewer ended cycles may be luck. */
export const CYCLES_ENOUGH = 30;

interface Judged {
  readonly gathered: Pick<Gathered, 'cycles' | 'results'>;
  readonly statistics: Pick<RunStatistics, 'flags'>;
  readonly state: GatheredState;
  readonly halts: readonly BotHalt[];
  readonly history: MarketHistory;
  /** The minutes of the run. */
  readonly span: Stretch;
}

export function reportFlags({ gathered, statistics, state, halts, history, span }: Judged): readonly ReportFlag[] {
  const flags: ReportFlag[] = [...statistics.flags];
  const reasons = new Set(halts.map(({ reason }) => reason));
  if (gathered.results.length < CYCLES_ENOUGH) flags.push('FEW_CYCLES');
  if (gathered.cycles.some(({ cycle }) => cycle.state === 'LIQUIDATED')) flags.push('LIQUIDATED');
  if (state.atoms.some(({ position }) => position.quantity > 0)) flags.push('OPEN_AT_END');
  if (reasons.has('CANDLES_MISSING') || isFilledIn(state, history, span)) flags.push('GAPS');
  if (halts.some(({ reason }) => isBlock(reason))) flags.push('ENTRY_BLOCKED');
  if (reasons.has('STEP_SKIPPED')) flags.push('STEP_SKIPPED');
  if (reasons.has('NEVER_TRADED')) flags.push('NEVER_TRADED');
  return flags;
}

/** Whether more than a small share of the minutes of a symbol is filled in. */
function isFilledIn({ atoms }: GatheredState, { symbols }: MarketHistory, span: Stretch): boolean {
  return atoms.some(({ symbol }) => {
    const stored = symbols.get(symbol);
    return stored !== undefined && doubtfulMinutes(stored, span) > 0;
  });
}

const BLOCKS: ReadonlySet<HaltReason> = new Set(['PORTFOLIO_LIMIT_EXCEEDED', 'INSUFFICIENT_MARGIN', 'LADDER_REFUSED']);

/** Whether an entry was refused; waiting for another cycle of the bot is not a refusal. */
export function isBlock(reason: HaltReason): boolean {
  return BLOCKS.has(reason);
}
