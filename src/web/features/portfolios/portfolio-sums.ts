import type { DeletedPortfolios, Portfolio } from '#web/api/portfolio-queries.ts';
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

/** @param deleted - deleted portfolios of the same execution, whose results are in the sums and whose capital has left */
export function sumPortfolios(
  portfolios: readonly Portfolio[],
  deleted: DeletedPortfolios | null = null,
): PortfolioSums {
  const gone = deleted === null ? [] : [{ ...NOTHING_HELD, ...deleted }];
  const total = (pick: (portfolio: Totalled) => string) => addDecimals([...portfolios, ...gone].map(pick));
  const count = (pick: (portfolio: Portfolio) => number) => portfolios.reduce((sum, one) => sum + pick(one), 0);
  return {
    ...sumBridgeParts([...portfolios, ...gone]),
    today: total((one) => one.resultToday),
    days7: total((one) => one.result7d),
    days30: total((one) => one.result30d),
    initialMargin: total((one) => one.initialMargin),
    committed: total((one) => one.committed),
    closedCycles: count((one) => one.closedCycles) + (deleted?.closedCycles ?? 0),
    openCycles: count((one) => one.openCycles),
    deepest: deepestOf(portfolios),
  };
}

const NOTHING_HELD = {
  ...{ equity: '0', unrealized: '0', openRealized: '0', openCosts: '0', initialMargin: '0', committed: '0' },
} as const;

type Totalled = Pick<Portfolio, 'resultToday' | 'result7d' | 'result30d' | 'initialMargin' | 'committed'>;

function deepestOf(portfolios: readonly Portfolio[]): Portfolio | null {
  const depth = (portfolio: Portfolio) => -Number(portfolio.drawdownNowPercent);
  const below = portfolios.filter((one) => depth(one) > 0);
  return below.sort((a, b) => depth(b) - depth(a))[0] ?? null;
}

/**
 * Equity at the end of each of the last days, oldest first.
 * A portfolio younger than the others counts with its first wallet before it began, so that the sum shows no deposit; deleted
 * portfolios count with their results until they were deleted, so that it shows no withdrawal.
 */
export function sumSparks(
  portfolios: readonly Portfolio[],
  deleted: DeletedPortfolios | null = null,
): readonly string[] {
  const sparks = portfolios.map((one) => ({ values: one.spark, before: one.walletStart }));
  if (deleted !== null) sparks.push({ values: deleted.spark, before: deleted.spark[0] ?? '0' });
  const days = Math.max(0, ...sparks.map(({ values }) => values.length));
  return Array.from({ length: days }, (_, index) =>
    addDecimals(sparks.map(({ values, before }) => values[index - (days - values.length)] ?? before)),
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

/** Whether a portfolio has an equity of its own: live ones share the wallet of the exchange account. */
export const hasEquity = ({ isBehind, execution }: Portfolio): boolean => !isBehind && execution !== 'live';
