import type { MarketHistory } from '#engine/model/history.ts';
import type { RunStatistics } from '#engine/report/metrics.ts';
import type { Gathered, GatheredState } from './gather-records.ts';

/**
 * What makes a result doubtful: fewer than 30 daily returns or ended cycles, a liquidation, a position that is still
 * open, or a hole of more than five minutes in the candles.
 */
export type ReportFlag = 'FEW_RETURNS' | 'FEW_CYCLES' | 'LIQUIDATED' | 'OPEN_AT_END' | 'GAPS';

const CYCLES_ENOUGH = 30;
const GAP_MINUTES_MAX = 5;

interface Judged {
  readonly gathered: Pick<Gathered, 'cycles' | 'results'>;
  readonly statistics: Pick<RunStatistics, 'flags'>;
  readonly standing: GatheredState;
  readonly history: Pick<MarketHistory, 'symbols'>;
}

export function reportFlags({ gathered, statistics, standing, history }: Judged): readonly ReportFlag[] {
  const flags: ReportFlag[] = [...statistics.flags];
  if (gathered.results.length < CYCLES_ENOUGH) flags.push('FEW_CYCLES');
  if (gathered.cycles.some(({ cycle }) => cycle.state === 'LIQUIDATED')) flags.push('LIQUIDATED');
  if (standing.atoms.some(({ position }) => position.quantity > 0)) flags.push('OPEN_AT_END');
  if (standing.atoms.some(({ symbol }) => hasGap(history, symbol))) flags.push('GAPS');
  return flags;
}

function hasGap({ symbols }: Pick<MarketHistory, 'symbols'>, symbol: string): boolean {
  return symbols.get(symbol)?.frozen.some(({ from, to }) => to - from > GAP_MINUTES_MAX) ?? false;
}
