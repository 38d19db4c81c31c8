import { rate } from '#base/exact.ts';

/** What a market fill of a backtest is worse by: 5 bps, as on a paper portfolio (docs/domain.md, section 6). */
export const SLIPPAGE = rate(50_000);
