import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../database.ts';

type Fragment = RawBuilder<unknown>;

interface Packed {
  /** Short values that are never null, without spaces or line breaks; only the last one may have spaces. */
  readonly columns: readonly Fragment[];
  readonly orderBy: Fragment;
}

/**
 * Rows of short values, packed by the database into one text: of a thousand rows, the driver's work on each (an object, a
 * date, a text per column) costs more than the query, and leaves as much to collect.
 * @returns the values of each row as text
 */
export async function packedRows(
  tx: Tx,
  { from, ...packed }: Packed & { readonly from: Fragment },
): Promise<readonly (readonly string[])[]> {
  const { rows } = await sql<{ packed: string | null }>`select ${packedText(packed)} as packed ${from}`.execute(tx);
  return unpacked(rows[0]?.packed ?? '', packed.columns.length);
}

/** The same text as an aggregate, beside others over the same rows; null over none. */
export function packedText({ columns, orderBy }: Packed): Fragment {
  return sql`string_agg(concat_ws(' ', ${sql.join(columns)}), chr(10) order by ${orderBy})`;
}

/** The values of each packed row, as text. */
export function unpacked(text: string, columns: number): readonly (readonly string[])[] {
  return text === '' ? [] : text.split('\n').map((row) => valuesOf(row, columns));
}

function valuesOf(row: string, count: number): readonly string[] {
  const values: string[] = [];
  let begin = 0;
  while (values.length < count - 1) {
    const end = row.indexOf(' ', begin);
    values.push(row.slice(begin, end));
    begin = end + 1;
  }
  values.push(row.slice(begin));
  return values;
}

/** A time as whole seconds since 1970, for a packed row. */
export function secondsOf(time: Fragment): Fragment {
  return sql`date_part('epoch', ${time})::bigint`;
}
