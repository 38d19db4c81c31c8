import type { CycleRow, NetCycleRow } from '#storage/cycles/cycles.ts';
import type { CycleSort } from '#storage/cycles/sorted-cycles.ts';
import type { NetCycleFilter, PageOf, RowPage } from '#storage/tests/report-question.ts';
import type { TradeRow } from '#storage/trades.ts';
import type { MadeReport } from './kept-reports.ts';
import { cycleRows, netCycleRows, tradeRows } from './report-rows.ts';

/** Cycles of a report, open ones first, then newest first, or by a column. */
export function pageOfCycles(
  made: MadeReport,
  { symbol, sort, ...page }: RowPage & { readonly symbol?: string | undefined; readonly sort: CycleSort | null },
): PageOf<CycleRow> {
  const rows = cycleRows(made).filter((row) => symbol === undefined || row.symbol === symbol);
  return pageFrom(sort === null ? rows.toSorted(newestFirst) : rows.toSorted(sortedBy(sort, made.report.end)), page);
}

/** Net cycles, newest first. */
export function pageOfNetCycles(made: MadeReport, filter: NetCycleFilter): PageOf<NetCycleRow> {
  const { symbol, from, to, resultFrom, resultTo } = filter;
  const isWanted = (row: NetCycleRow): boolean =>
    (symbol === undefined || row.symbol === symbol) &&
    (from === undefined || (row.endAt !== null && row.endAt.getTime() >= from)) &&
    (to === undefined || (row.endAt !== null && row.endAt.getTime() < to)) &&
    (resultFrom === undefined || Number(row.result) >= Number(resultFrom)) &&
    (resultTo === undefined || Number(row.result) <= Number(resultTo));
  const rows = netCycleRows(made).filter(isWanted);
  return pageFrom(
    rows.toSorted((one, other) => other.beginAt.getTime() - one.beginAt.getTime()),
    filter,
  );
}

/** Fills, oldest first. */
export function pageOfTrades(
  made: MadeReport,
  { symbol, ...page }: RowPage & { readonly symbol?: string | undefined },
): PageOf<TradeRow> {
  return pageFrom(
    tradeRows(made).filter((row) => symbol === undefined || row.symbol === symbol),
    page,
  );
}

function pageFrom<Row>(rows: readonly Row[], { offset, limit }: RowPage): PageOf<Row> {
  return { rows: rows.slice(offset, offset + limit), total: rows.length };
}

function newestFirst(one: CycleRow, other: CycleRow): number {
  const [a, b] = [one.endAt?.getTime() ?? Number.POSITIVE_INFINITY, other.endAt?.getTime() ?? Number.POSITIVE_INFINITY];
  return a === b ? other.openedAt.getTime() - one.openedAt.getTime() : b > a ? 1 : -1;
}

function sortedBy({ key, isDescending }: CycleSort, end: number): (one: CycleRow, other: CycleRow) => number {
  const columnOf = (row: CycleRow): number | string => {
    switch (key) {
      case 'symbol':
        return row.symbol;
      case 'bot':
        return row.botId;
      case 'seq':
        return row.seq;
      case 'opened':
        return row.openedAt.getTime();
      case 'lasted':
        return (row.endAt?.getTime() ?? end) - row.openedAt.getTime();
      case 'steps':
        return row.levelsFilled;
      case 'result':
        return Number(row.result);
    }
  };
  const sign = isDescending ? -1 : 1;
  return (one, other) => {
    const [a, b] = [columnOf(one), columnOf(other)];
    return a === b ? newestFirst(one, other) : sign * (a < b ? -1 : 1);
  };
}
