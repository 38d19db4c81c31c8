import { searchedText } from '#base/typed/typed-text.ts';
import type { Received } from '#contract/call.ts';
import { columnNameOf, type getFutures, type ScreenerColumnKey } from '#contract/screener/get-futures.ts';
import { type Cell, filterValuesOf } from './cell.ts';
import type { ScreenedRow } from './screened-row.ts';

type Asked = Received<typeof getFutures>['body'];
export type Filter = Asked['filters'][number];

/** How many rows one filter left of those that the filters before it had left. */
export interface FunnelStep {
  readonly column: string;
  readonly left: number;
  readonly removed: number;
  /** Of those removed: rows without a value. */
  readonly unknown: number;
  /** How many of all rows this filter alone would leave. */
  readonly alone: number;
}

export interface ScreenedRows<Row> {
  readonly rows: readonly Row[];
  readonly funnel: readonly FunnelStep[];
}

/** The rows that contain what was searched for and pass all filters, in the order asked for, and what each filter took out. */
export function screenRows<Row extends ScreenedRow>(
  all: readonly Row[],
  { filters, sort, search }: Asked,
): ScreenedRows<Row> {
  const found = sorted(
    all.filter((row) => contains(row, search)),
    sort,
  );
  let rows: readonly Row[] = found;
  const funnel = filters.map((filter) => {
    const before = rows;
    rows = passing(before, filter);
    const unknown = before.filter((row) => !passes(row, filter) && row.cells[filter.column].shown === null).length;
    return {
      ...{ column: columnNameOf(filter.column), left: rows.length, removed: before.length - rows.length, unknown },
      alone: passing(found, filter).length,
    };
  });
  return { rows, funnel };
}

function contains({ contract: { listing } }: ScreenedRow, search: string): boolean {
  const needle = searchedText(search);
  const { symbol, baseAsset } = listing.instrument;
  return [symbol, baseAsset, listing.sector].some((text) => searchedText(text).includes(needle));
}

function passing<Row extends ScreenedRow>(rows: readonly Row[], filter: Filter): readonly Row[] {
  const passed = rows.filter((row) => passes(row, filter));
  const { mostOfEach, column } = filter;
  if (mostOfEach === undefined) return passed;
  const seen = new Map<Cell['order'], number>();
  return passed.filter(({ cells }) => {
    const value = cells[column].order;
    const count = (seen.get(value) ?? 0) + 1;
    seen.set(value, count);
    return value === null || count <= mostOfEach; // What is in no known group is not like the others.
  });
}

function passes({ cells }: ScreenedRow, { column, min, max, anyOf, noneOf }: Filter): boolean {
  const { order } = cells[column];
  if (order === null) return min === undefined && max === undefined && anyOf === undefined;
  if (min !== undefined && !(Number(order) >= Number(min))) return false;
  if (max !== undefined && !(Number(order) <= Number(max))) return false;
  const values = filterValuesOf(cells[column]);
  if (anyOf !== undefined && !values.some((value) => anyOf.includes(value))) return false;
  return noneOf === undefined || !values.some((value) => noneOf.includes(value));
}

/** Rows without a value come last either way; equal ones by symbol. */
function sorted<Row extends ScreenedRow>(rows: readonly Row[], sort: Asked['sort']): readonly Row[] {
  const symbolOf = ({ contract }: ScreenedRow) => contract.listing.instrument.symbol;
  return rows.toSorted((one, other) => {
    for (const { column, isDescending } of sort) {
      const [a, b] =
        column === 'futures_ticker' ? [symbolOf(one), symbolOf(other)] : [orderOf(one, column), orderOf(other, column)];
      if (a === b) continue;
      if (a === null) return 1;
      if (b === null) return -1;
      return (a < b ? -1 : 1) * (isDescending ? -1 : 1);
    }
    return symbolOf(one) < symbolOf(other) ? -1 : 1;
  });
}

function orderOf({ cells }: ScreenedRow, column: ScreenerColumnKey): Cell['order'] {
  return cells[column].order;
}
