import * as z from 'zod/mini';
import { count, decimalText, maybeDecimal } from '../fields.ts';

/** What makes a result doubtful or conditional. */
export const testFlag = z.enum([
  'MARK_FROM_LAST',
  'FUNDING_ASSUMED',
  'CONTRACT_ASSUMED',
  'BRACKETS_OF_TODAY',
  'FEW_RETURNS',
  'FEW_CYCLES',
  'LIQUIDATED',
  'OPEN_AT_END',
  'GAPS',
  'RULES_UNKNOWN',
  'ENTRY_BLOCKED',
  'STEP_SKIPPED',
  'NEVER_TRADED',
  'PATH_SENSITIVE',
  'PATH_NOT_PESSIMISTIC',
  'PERIOD_CLIPPED',
  'MANY_TRIALS',
]);

/**
 * What a run of a point comes to. Amounts in USDT; percentages and ratios as decimal strings, null where there is no such
 * value: ratios of the curve need 30 daily returns. Everything includes open positions, marked at the last close.
 */
export const testFigures = z.object({
  /** Net: closed and open results, equity at the end less the wallet at the start. */
  result: decimalText,
  /** The part of it that open positions have not realised at the end. */
  unrealized: decimalText,
  gross: decimalText,
  commission: decimalText,
  funding: decimalText,
  liquidationFee: decimalText,
  equityEnd: decimalText,
  /** Result in percent of the wallet. */
  returnPercent: decimalText,
  /** Margin of the full ladder at the first close, over all that may be open at once. */
  committedMargin: maybeDecimal,
  roiCommittedPercent: maybeDecimal,
  /** Holding the symbols from the first close to the last one, in equal parts. */
  marketChangePercent: decimalText,
  /** Deepest drawdown over the closes of all minutes. */
  maxDrawdown: decimalText,
  maxDrawdownPercent: decimalText,
  /** Lowest open result at a close, zero or less. */
  worstOpenLoss: decimalText,
  cycles: count,
  wins: count,
  winRatePercent: maybeDecimal,
  profitFactor: maybeDecimal,
  /** Mean result of a cycle. */
  expectancy: maybeDecimal,
  payoff: maybeDecimal,
  bestCycle: maybeDecimal,
  worstCycle: maybeDecimal,
  dailyReturns: count,
  /** Growth a year. */
  cagrPercent: maybeDecimal,
  sharpe: maybeDecimal,
  sortino: maybeDecimal,
  calmar: maybeDecimal,
  timeInMarketPercent: decimalText,
  fills: count,
  levelsFilledMax: count,
  /** Largest initial margin in use at once. */
  peakMargin: decimalText,
  liquidations: count,
  /** Share of the time in which a direction could open no cycle for want of margin or size. */
  timeBlockedPercent: decimalText,
});
