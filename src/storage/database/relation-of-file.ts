import { Client } from 'pg';

/** What a file of the database belongs to. */
export interface FileOwner {
  /** The table, or the table of the index. */
  readonly table: string;
  readonly kind: 'table' | 'index';
}

/** Finds out what files belong to. */
export interface FileOwners {
  /** Number of this database, as in the names of folders. */
  readonly database: number;
  /** Null for a file of no relation. */
  ownerOf(relation: number): Promise<FileOwner | null>;
  /** Builds all indexes of a table anew from its rows; meanwhile nobody else can use it. */
  rebuildIndexes(table: string): Promise<void>;
  close(): Promise<void>;
}

export async function openFileOwners(ownerUrl: string): Promise<FileOwners> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'botyard doctor' });
  client.on('error', () => {}); // The query that was under way reports it.
  await client.connect();
  const { rows } = await client.query<{ oid: number }>(
    'select oid::int from pg_database where datname = current_database()',
  );
  return {
    database: rows[0]?.oid ?? 0,
    async ownerOf(relation) {
      const found = await client.query<FileOwner>(OWNER, [relation]);
      return found.rows[0] ?? null;
    },
    async rebuildIndexes(table) {
      await client.query(`reindex table ${client.escapeIdentifier(table)}`);
    },
    close: () => client.end(),
  };
}

/** Long values of a table are in a table of their own, with an index of its own. */
const OWNER = `
  select case when c.relkind in ('i', 'I') then 'index' else 'table' end as kind,
         coalesce(b.relname, o.relname, c.relname)::text as "table"
    from pg_class c
    left join pg_index i on i.indexrelid = c.oid
    left join pg_class o on o.oid = i.indrelid
    left join pg_class b on b.reltoastrelid = coalesce(o.oid, c.oid)
   where c.oid = pg_filenode_relation(0, $1)`;
