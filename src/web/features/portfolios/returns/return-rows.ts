import type { Portfolio } from '#web/api/portfolio-queries.ts';
import type { PortfolioReturn, Returns } from '#web/api/returns-query.ts';
import { addDecimals } from '#web/ui/values/decimal-sum.ts';
import { sharePercent } from '#web/ui/values/distance.ts';

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
    const { capital } = item;
    return [{ portfolio, item, ...figuresOf(capital, capital && portfolio.equity, item.holding.at(-1) ?? null) }];
  });
}

/** Of those portfolios of which both are known, together: both sides begin with the same capital. */
export function totalReturn(rows: readonly ReturnRow[]): ReturnFigures {
  const both = rows.filter(({ percent, holding }) => percent !== null && holding !== null);
  if (both.length === 0) return figuresOf(null, null, null);
  const total = (pick: (row: ReturnRow) => string | null | undefined) =>
    addDecimals(both.map((row) => pick(row) ?? '0'));
  return figuresOf(
    total(({ item }) => item.capital),
    total(({ portfolio }) => portfolio.equity),
    total(({ item }) => item.holding.at(-1)),
  );
}

function figuresOf(capital: string | null, equity: string | null, holding: string | null): ReturnFigures {
  const percent = gainPercent(capital, equity);
  const held = gainPercent(capital, holding);
  const ahead = percent === null || held === null ? null : addDecimals([percent, negated(held)]);
  return { percent, holding: held, ahead };
}

/** How much more, or less, a capital is worth. */
export function gainPercent(capital: string | null, worth: string | null): string | null {
  if (capital === null || worth === null) return null;
  return sharePercent(addDecimals([worth, negated(capital)]), capital);
}

function negated(value: string): string {
  return value.startsWith('-') ? value.slice(1) : `-${value}`;
}
