/**
 * The figures of one sweep run, in the order of its row. Money is an exact count of 1e-8 USDT. A cycle still open when
 * the run ends counts in `fills`, the money sums and the equity, not in the figures of ended cycles.
 */
export const figureNames = [
  /** Cycles that held a position and are flat again. */
  'cycles',
  /** Those of them with a result above zero: gross + funding − commission − liquidation fee. */
  'wins',
  /** Fills, liquidations included. */
  'fills',
  /** Gross result of everything closed, cash. */
  'gross',
  /** Commissions paid, cash. */
  'commission',
  /** Funding received, negative when paid, cash. */
  'funding',
  /** Liquidation fees paid, cash. */
  'liquidationFee',
  /** Open result at the last close, cash. */
  'unrealized',
  /** Wallet and open result at the last close, cash. */
  'equityEnd',
  /** Deepest fall of equity from its peak, cash: over the wallet at the start and the closes of all minutes. */
  'maxDrawdown',
  /** The largest (peak − equity) / peak, a plain ratio in float64: 0.25 is a quarter of the peak. */
  'maxDrawdownShare',
  /** Lowest open result at a minute's close, zero or less, cash. */
  'worstOpenLoss',
  /** Largest initial margin in use at once, cash. */
  'peakMargin',
  /** Most safety orders that one cycle filled, whole or in part when they were cancelled. */
  'levelsFilledMax',
  /** Minutes at whose close something was held. */
  'minutesInPosition',
  /** Liquidated positions. */
  'liquidations',
  /** Best result of a cycle, cash; meaningless when `cycles` is zero (null in documents). */
  'bestCycle',
  /** Worst result of a cycle, cash; meaningless when `cycles` is zero (null in documents). */
  'worstCycle',
  /** Minutes at whose close margin, limit or size kept a direction from opening a cycle; both directions added up. */
  'minutesBlocked',
  /** Blocked minutes at the end without a break, for the direction that was blocked first. */
  'minutesBlockedAtEnd',
  /** Cycles with a result below zero. */
  'losses',
  /** Sums of the results above zero, and of those below, cash. */
  'won',
  'lost',
] as const;

export type FigureName = (typeof figureNames)[number];

/** How many figures a run has: the length of its row. */
export const FIGURES: number = figureNames.length;

/** The figures of the run whose row begins at `offset`, by name. */
export function figuresAt(rows: Float64Array, offset: number): Record<FigureName, number> {
  const entries = figureNames.map((name, index) => [name, rows[offset + index] ?? Number.NaN] as const);
  return Object.fromEntries(entries) as Record<FigureName, number>; // Every name has its entry.
}
