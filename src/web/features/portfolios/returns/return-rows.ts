import type { Portfolio } from '#web/api/portfolio-queries.ts';
import type { DeletedReturn, PortfolioReturn, Returns } from '#web/api/returns-query.ts';
import { addDecimals } from '#web/ui/values/decimal-sum.ts';
import { sharePercent } from '#web/ui/values/distance.ts';
import { type Grown, sharedGrowth } from './shared-growth.ts';

/** What a capital has become, in the portfolio and by holding; in percent with two decimals. */
export interface ReturnFigures {
  readonly percent: string | null;
  readonly holding: string | null;
  /** The first less the second as they are shown, in percentage points. */
  readonly ahead: string | null;
}

export interface ReturnRow extends ReturnFigures {
  readonly portfolio: Portfolio;
  readonly item: PortfolioReturn;
}

/** The portfolios with their returns, as they hold now. */
export function returnRows(returns: Returns, portfolios: readonly Portfolio[]): readonly ReturnRow[] {
  const items = new Map(returns.items.map((item) => [item.portfolioId, item]));
  return portfolios.flatMap((portfolio) => {
    const item = items.get(portfolio.portfolioId);
    if (item === undefined) return [];
    const base = item.base.at(-1) ?? null;
    return [{ portfolio, item, ...figuresOf(base, base && portfolio.equity, item.holding.at(-1) ?? null) }];
  });
}

/** The portfolios of which both are known; only they are in a total. */
export function knownRows(rows: readonly ReturnRow[]): readonly ReturnRow[] {
  return rows.filter(({ percent, holding }) => percent !== null && holding !== null);
}

/** Whether both are known of a deleted portfolio. */
export function isKnown({ base, holding }: DeletedReturn): boolean {
  const last = base.findLastIndex((one) => one !== null);
  return last >= 0 && Number(base[last]) > 0 && holding[last] !== null;
}

/**
 * Of those portfolios of which both are known, merged: each counts from when it began until it was deleted, on both sides.
 */
export function totalReturn(rows: readonly ReturnRow[], deleted: readonly DeletedReturn[] = []): ReturnFigures {
  const [both, gone] = [knownRows(rows), deleted.filter(isKnown)];
  if (both.length + gone.length === 0) return figuresOf(null, null, null);
  return differenceOf(
    grownPercent([
      ...both.map(({ item, portfolio }) => ({ base: item.base, worth: worthNow(item, portfolio) })),
      ...gone.map(({ base, equity }) => ({ base, worth: equity })),
    ]),
    grownPercent([...both.map(({ item }) => item), ...gone].map(({ base, holding }) => ({ base, worth: holding }))),
  );
}

/** Equity at all times, the last one as it is now. */
function worthNow({ equity }: PortfolioReturn, portfolio: Portfolio): Grown['worth'] {
  return [...equity.slice(0, -1), portfolio.equity];
}

function grownPercent(grown: readonly Grown[]): string | null {
  const times = Math.max(...grown.map(({ base }) => base.length));
  const growth = sharedGrowth(times, grown).findLast((one) => one !== null);
  return growth === undefined ? null : ((growth - 1) * PERCENT).toFixed(2);
}

const PERCENT = 100;

function figuresOf(capital: string | null, equity: string | null, holding: string | null): ReturnFigures {
  const percent = gainPercent(capital, equity);
  const held = gainPercent(capital, holding);
  return differenceOf(percent, held);
}

function differenceOf(percent: string | null, holding: string | null): ReturnFigures {
  const ahead = percent === null || holding === null ? null : addDecimals([percent, negated(holding)]);
  return { percent, holding, ahead };
}

/** How much more, or less, a capital is worth. */
export function gainPercent(capital: string | null, worth: string | null): string | null {
  if (capital === null || worth === null) return null;
  return sharePercent(addDecimals([worth, negated(capital)]), capital);
}

function negated(value: string): string {
  return value.startsWith('-') ? value.slice(1) : `-${value}`;
}
