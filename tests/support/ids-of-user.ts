import { Client } from 'pg';

/** Ids as the server makes them, alone or inside a longer one: `cycle:q3k…` names the cycle of a bot. */
const ID = /[a-z2-7]{12}/g;

/** Every id in a text. */
export function idsIn(text: string): readonly string[] {
  return text.match(ID) ?? [];
}

/** The names of all columns of the database. @param ownerUrl - of the login that sees all tables */
export async function columnNames(ownerUrl: string): Promise<readonly string[]> {
  const client = new Client(ownerUrl);
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select distinct column_name as name from information_schema.columns where table_schema = 'public' order by 1`,
  );
  await client.end();
  return rows.map(({ name }) => name);
}

/** Every id in the rows of a user, whatever the table. @param ownerUrl - of the login that sees all rows */
export async function idsOfUser(ownerUrl: string, userId: string): Promise<ReadonlySet<string>> {
  const client = new Client(ownerUrl);
  await client.connect();
  try {
    const { rows: columns } = await client.query<{ place: string; name: string }>(
      `select format('%I', named.table_name) as place, format('%I', named.column_name) as name
         from information_schema.columns as named
         join information_schema.columns as owner using (table_schema, table_name)
        where owner.column_name = 'owner_id' and named.column_name like '%\\_id' and named.column_name <> 'owner_id'
          and named.data_type = 'text' and table_schema = 'public'`,
    );
    const ids: string[] = [];
    for (const { place, name } of columns) {
      const { rows } = await client.query<{ id: string }>(
        `select distinct ${name} as id from ${place} where owner_id = $1 and ${name} is not null`,
        [userId],
      );
      ids.push(...rows.flatMap(({ id }) => idsIn(id)));
    }
    return new Set(ids);
  } finally {
    await client.end();
  }
}
