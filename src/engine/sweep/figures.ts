/**
 * The figures of one sweep run, in the order of its row. Money is an exact count of 1e-8 USDT. What is still open when the
 * run ends counts in `fills`, the sums of money and the equity, not in `cycles`, `wins`, `bestCycle` and `worstCycle`.
 */
export const figureNames = [
  /** Cycles that held a position and are flat again. */
  'cycles',
  /** Those of them with a result above zero: gross + funding − commission − liquidation fee. */
  'wins',
  /** Fills, those by force included. */
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
  /** Positions closed by force. */
  'liquidations',
  /** Best result of a cycle, cash; means nothing while `cycles` is zero, where documents have null. */
  'bestCycle',
  /** Worst result of a cycle, cash; means nothing while `cycles` is zero. */
  'worstCycle',
  /** Minutes at whose close a direction could open no cycle: margin, limit or size refused it; both directions together. */
  'minutesBlocked',
  /** Those of them that last to the end without a break: of the direction that was blocked first. */
  'minutesBlockedAtEnd',
] as const;

export type FigureName = (typeof figureNames)[number];

/** How many figures a run has: the length of its row. */
export const FIGURES: number = figureNames.length;

/** The figures of the run whose row begins at `offset`, by name. */
export function figuresAt(rows: Float64Array, offset: number): Record<FigureName, number> {
  const entries = figureNames.map((name, index) => [name, rows[offset + index] ?? Number.NaN] as const);
  return Object.fromEntries(entries) as Record<FigureName, number>; // Every name has its entry.
}
