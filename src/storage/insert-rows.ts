import { type Selectable, sql } from 'kysely';
import type { Tx } from './database.ts';
import type { Tables } from './schema.ts';

/** Columns that the database numbers itself. */
type Numbered = 'createdSeq' | 'logId' | 'commandSeq';

/** A row as it is written: exact decimal text, dates, JSON documents as they are. */
export type NewRow<T extends keyof Tables> = Omit<Selectable<Tables[T]>, Numbered>;

/** Keep what is stored under the same key, or let the new row stand for it. */
export type OnConflict = 'keep' | 'replace';

/**
 * Writes many rows with one statement. Column names come from the rows' keys, which are those of the schema.
 * @param rows - all with the same keys, each key value at most once
 */
export async function insertRows<T extends keyof Tables>(
  tx: Tx,
  table: T,
  write: {
    readonly rows: readonly NewRow<T>[];
    readonly key: readonly (keyof NewRow<T> & string)[];
    readonly onConflict: OnConflict;
  },
): Promise<void> {
  const { rows, key, onConflict } = write;
  const first = rows[0];
  if (first === undefined) return;
  const columns = Object.keys(first);
  const replaced = columns.filter((column) => !key.some((part) => part === column));
  const action =
    onConflict === 'keep'
      ? sql`nothing`
      : sql`update set ${sql.join(replaced.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`))}`;
  const list = sql.join(columns.map((column) => sql.ref(column)));
  await sql`
    insert into ${sql.table(table)} (${list})
    select ${list} from ${rowsOf(table, rows)}
    on conflict (${sql.join(key.map((column) => sql.ref(column)))}) do ${action}`.execute(tx);
}

/** Rows as a table expression with the columns of a table; those that are left out are null. */
export function rowsOf<T extends keyof Tables>(table: T, rows: readonly Partial<NewRow<T>>[]) {
  return sql`json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows.map(inSnakeCase))}::json)`;
}

function inSnakeCase(row: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [snakeCase(name), value]));
}

const names = new Map<string, string>();

function snakeCase(name: string): string {
  const known = names.get(name);
  if (known !== undefined) return known;
  const made = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  names.set(name, made);
  return made;
}
