import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../database.ts';

type Fragment = RawBuilder<unknown>;

interface Packed {
  /** Short values that are never null, without spaces or line breaks; only the last one may have spaces. */
  readonly columns: readonly Fragment[];
  readonly orderBy: Fragment;
}

/** Makes of the values of a packed row, as text, what is kept of it; the next row has the same array. */
type ReadRow<Row> = (values: readonly string[]) => Row;

/**
 * Rows of short values, packed by the database into one text: of a thousand rows, the driver's work on each (an object, a
 * date, a text per column) costs more than the query, and leaves as much to collect.
 */
export async function packedRows<Row>(
  tx: Tx,
  { from, ...packed }: Packed & { readonly from: Fragment },
  readRow: ReadRow<Row>,
): Promise<readonly Row[]> {
  const { rows } = await sql<{ packed: string | null }>`select ${packedText(packed)} as packed ${from}`.execute(tx);
  return unpacked(rows[0]?.packed ?? '', packed.columns.length, readRow);
}

/** The same text as an aggregate, beside others over the same rows; null over none. */
export function packedText({ columns, orderBy }: Packed): Fragment {
  return sql`string_agg(${packedLine(columns)}, chr(10) order by ${orderBy})`;
}

/** One row of a packed text. */
export function packedLine(columns: Packed['columns']): Fragment {
  return sql`concat_ws(' ', ${sql.join(columns)})`;
}

/** Reads packed rows one by one: what lives as long as all of them, the garbage collector copies. */
export function unpacked<Row>(text: string, columns: number, readRow: ReadRow<Row>): readonly Row[] {
  const rows: Row[] = [];
  const values = new Array<string>(columns);
  let begin = 0;
  while (begin < text.length) {
    for (let column = 0; column < columns; column += 1) {
      const end = text.indexOf(column < columns - 1 ? ' ' : '\n', begin);
      values[column] = text.slice(begin, end === -1 ? text.length : end);
      begin = end === -1 ? text.length : end + 1;
    }
    rows.push(readRow(values));
  }
  return rows;
}

/** A time as whole seconds since 1970, for a packed row. */
export function secondsOf(time: Fragment): Fragment {
  return sql`date_part('epoch', ${time})::bigint`;
}
