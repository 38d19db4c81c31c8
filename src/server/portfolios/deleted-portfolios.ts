import type * as z from 'zod/mini';
import { cashFrom, cashText } from '#base/decimal.ts';
import { add, type Cash, cash, subtract, sum, ZERO_CASH } from '#base/exact.ts';
import { type Instant, instantOf } from '#base/time.ts';
import type { deletedPortfolios } from '#contract/portfolio.ts';
import type { Tx } from '#storage/database/database.ts';
import { type DeletedPortfolioRow, listDeletedPortfolios } from '#storage/portfolios.ts';
import { equityCurves, equityLives } from '#storage/roll-ups/equity.ts';
import { type ResultSums, sumResults, totalResults } from '#storage/roll-ups/results.ts';
import { lastDays } from '../http/period.ts';
import { type Capital, NO_CAPITAL, paidInAt, readCapitals } from './capital.ts';
import { sparkEnds } from './present-portfolio.ts';

export type DeletedReply = z.output<typeof deletedPortfolios>;

/** Reads the sums of the owner's deleted portfolios, one answer for each execution that has some. */
export async function readDeleted(tx: Tx, ownerId: string, now: Instant): Promise<readonly DeletedReply[]> {
  const rows = await listDeletedPortfolios(tx, ownerId);
  if (rows.length === 0) return [];
  const ids = rows.map(({ portfolioId }) => portfolioId);
  const over = (days: number) => sumResults(tx, ownerId, { by: 'portfolio', ids, period: lastDays(now, days) });
  const [total, today, week, month] = await Promise.all([
    totalResults(tx, ownerId, { by: 'portfolio', ids }),
    over(1),
    over(7),
    over(30),
  ]);
  const sparks = await readSparks(tx, ownerId, { rows, total, now });
  return [...Map.groupBy(rows, ({ execution }) => execution)].map(([execution, group]) => {
    const resultOf = (sums: Sums): string => cashText(sum(group.map((row) => resultIn(sums, row))));
    const start = sum(group.map(({ walletStart }) => cashFrom(walletStart)));
    const result = sum(group.map((row) => resultIn(total, row)));
    return {
      execution,
      portfolios: group.length,
      closedCycles: group.reduce((count, { portfolioId }) => count + (total.get(portfolioId)?.cycles ?? 0), 0),
      walletStart: cashText(start),
      transfers: cashText(cash(-add(start, result))),
      resultAll: cashText(result),
      resultToday: resultOf(today),
      result7d: resultOf(week),
      result30d: resultOf(month),
      spark: addUp(group.flatMap(({ portfolioId }) => sparks.get(portfolioId) ?? [])).map(cashText),
    };
  });
}

type Sums = ReadonlyMap<string, ResultSums>;
/** The first end of a day of a spark, and its values from there on. */
interface DeletedSpark {
  readonly from: number;
  readonly values: readonly Cash[];
}

function resultIn(sums: Sums, { portfolioId }: DeletedPortfolioRow): Cash {
  return cashFrom(sums.get(portfolioId)?.result ?? '0');
}

/** By portfolio; those that were deleted before the first of the days, or never ran over a full hour, are missing. */
async function readSparks(
  tx: Tx,
  ownerId: string,
  { rows, total, now }: { readonly rows: readonly DeletedPortfolioRow[]; readonly total: Sums; readonly now: Instant },
): Promise<ReadonlyMap<string, DeletedSpark>> {
  const ends = sparkEnds(now);
  const lives = await equityLives(
    tx,
    ownerId,
    rows.map(({ portfolioId }) => portfolioId),
  );
  const shown = rows.flatMap((row) => {
    const firstAt = lives.get(row.portfolioId)?.firstAt;
    const from = ends.findIndex((end) => firstAt !== undefined && end > firstAt);
    const deletedAt = instantOf(row.deletedAt.getTime());
    return from < 0 || (ends[from] ?? deletedAt) >= deletedAt ? [] : [{ row, firstAt, from, deletedAt }];
  });
  const capitals = await readCapitals(
    tx,
    ownerId,
    shown.map(({ row, firstAt }) => ({ ...row, firstAt, paidIn: paidInOf(row, total) })),
  );
  const curves = await equityCurves(
    tx,
    ownerId,
    shown.map(({ row, from }) => ({ portfolioId: row.portfolioId, times: ends.slice(from) })),
  );
  return new Map(
    shown.map(({ row, from, deletedAt }) => {
      const capital: Capital = capitals.get(row.portfolioId) ?? NO_CAPITAL;
      const gained = curves.get(row.portfolioId);
      const values = ends.slice(from).map((end) => {
        if (end >= deletedAt) return ZERO_CASH;
        return subtract(add(paidInAt(capital, end), gained?.get(end) ?? ZERO_CASH), cashFrom(row.wallet));
      });
      return [row.portfolioId, { from, values: [...values, ZERO_CASH] }];
    }),
  );
}

/** What was paid into a deleted portfolio: its last wallet less everything that it realised. */
function paidInOf(row: DeletedPortfolioRow, total: Sums): Cash {
  return subtract(cashFrom(row.wallet), resultIn(total, row));
}

/** The sums from the earliest beginning on; one that begins later counts with its first value before. */
function addUp(sparks: readonly DeletedSpark[]): readonly Cash[] {
  const first = Math.min(...sparks.map(({ from }) => from));
  const longest = Math.max(0, ...sparks.map(({ values }) => values.length));
  return Array.from({ length: longest }, (_unused, index) =>
    sum(sparks.map(({ from, values }) => values[Math.max(0, first + index - from)] ?? ZERO_CASH)),
  );
}
