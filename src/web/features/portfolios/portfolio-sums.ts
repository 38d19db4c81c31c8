import type { Portfolio } from '#web/api/portfolio-queries.ts';
import { type BridgeParts, sumBridgeParts } from '#web/ui/figures/bridge-terms.ts';
import { addDecimals } from '#web/ui/values/decimal-sum.ts';
import { sharePercent } from '#web/ui/values/distance.ts';

/** Figures of several portfolios of one execution; paper and live never share one. */
export interface PortfolioSums extends BridgeParts {
  readonly today: string;
  readonly days7: string;
  readonly days30: string;
  readonly initialMargin: string;
  readonly committed: string;
  readonly closedCycles: number;
  readonly openCycles: number;
  /** The portfolio furthest below its own peak; null when all are at their peak. */
  readonly deepest: Portfolio | null;
}

export function sumPortfolios(portfolios: readonly Portfolio[]): PortfolioSums {
  const total = (pick: (portfolio: Portfolio) => string) => addDecimals(portfolios.map(pick));
  const count = (pick: (portfolio: Portfolio) => number) => portfolios.reduce((sum, one) => sum + pick(one), 0);
  return {
    ...sumBridgeParts(portfolios),
    today: total((one) => one.resultToday),
    days7: total((one) => one.result7d),
    days30: total((one) => one.result30d),
    initialMargin: total((one) => one.initialMargin),
    committed: total((one) => one.committed),
    closedCycles: count((one) => one.closedCycles),
    openCycles: count((one) => one.openCycles),
    deepest: deepestOf(portfolios),
  };
}

function deepestOf(portfolios: readonly Portfolio[]): Portfolio | null {
  const depth = (portfolio: Portfolio) => -Number(portfolio.drawdownNowPercent);
  const below = portfolios.filter((one) => depth(one) > 0);
  return below.sort((a, b) => depth(b) - depth(a))[0] ?? null;
}

/**
 * Equity at the end of each of the last days, oldest first.
 * A portfolio younger than the others counts with its first wallet before it began, so that the sum shows no deposit.
 */
export function sumSparks(portfolios: readonly Portfolio[]): readonly string[] {
  const days = Math.max(0, ...portfolios.map((one) => one.spark.length));
  return Array.from({ length: days }, (_, index) =>
    addDecimals(portfolios.map((one) => one.spark[index - (days - one.spark.length)] ?? one.walletStart)),
  );
}

/** Committed share of the limit in percent with two decimals; null without a limit. */
export function limitUse({ limit, committed }: Portfolio): string | null {
  return limit === null ? null : sharePercent(committed, limit);
}

/** Whether a portfolio has no figures to show: it has not begun, or is not yet up to the present. */
export const hasNoFigures = (portfolio: Portfolio): boolean => portfolio.isBehind || hasNotBegun(portfolio);

/** Whether no bot has ever been in the portfolio: then it has an equity and no results, and zeros would be none either. */
export function hasNotBegun({ botsTotal, openCycles, closedCycles }: Portfolio): boolean {
  return botsTotal + openCycles + closedCycles === 0;
}
