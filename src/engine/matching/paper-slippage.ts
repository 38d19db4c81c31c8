import { type Rate, rate } from '#base/exact.ts';

/** Slippage of paper market fills: 5 basis points, as in backtests. */
export const PAPER_SLIPPAGE: Rate = rate(50_000);
