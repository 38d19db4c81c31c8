import { closeOf } from '#engine/scan/bar-table.ts';
import type { MarketPast } from '#ports/market-past.ts';
import type { TrialFlag } from '#ports/strategy-trials.ts';
import type { BotReport } from '../report/bot-report.ts';
import type { RuleSheet } from './rule-sheet.ts';

/** Those of a report that a trial tells; the others are about figures that it does not have, or stand beside its triggers. */
const TOLD = [
  'FEW_CYCLES',
  'LIQUIDATED',
  'OPEN_AT_END',
  'GAPS',
  'STEP_SKIPPED',
] as const satisfies readonly TrialFlag[];

interface Judged {
  readonly report: Pick<BotReport, 'flags'>;
  readonly sheets: readonly RuleSheet[];
  readonly past: Pick<MarketPast, 'unsettled'>;
  /** Whether less is stored than was asked for. */
  readonly isShort: boolean;
}

/** What makes the figures of a trial doubtful. */
export function trialFlags({ report, sheets, past, isShort }: Judged): readonly TrialFlag[] {
  return [
    ...(isShort ? (['SHORT_PAST'] as const) : []),
    ...(sheets.some(isWarmingUp) ? (['WARMING_UP'] as const) : []),
    ...TOLD.filter((flag) => report.flags.includes(flag)),
    ...(past.unsettled.length > 0 ? (['FUNDING_ASSUMED'] as const) : []),
  ];
}

/** A rule that does not know its values at the first close of the trial. */
function isWarmingUp({ knownSince, timeframe, span }: RuleSheet): boolean {
  return span.to > span.from && knownSince !== closeOf(timeframe, span.from);
}
