import { Client } from 'pg';

/** A row of the audit trail as it is stored. */
export interface AuditRow {
  /** Counts from 1. */
  readonly seq: number;
  /** Wall time, ISO with microseconds, exactly as it was hashed. */
  readonly at: string;
  readonly event: string;
  readonly ownerId: string | null;
  readonly address: string | null;
  /** JSON, exactly as it was hashed. */
  readonly details: string;
  readonly previousHash: string;
  readonly hash: string;
}

/** A row with the email of the user concerned, where there is still one. */
export interface ShownRow extends AuditRow {
  readonly email: string | null;
}

/** The trail as of one moment. */
export interface AuditReading {
  /** Number and hash of the row that was added last; null before the first. */
  readonly head: { readonly seq: number; readonly hash: string } | null;
  /** Batches of rows, oldest first. To be read once. */
  readonly rows: AsyncGenerator<readonly ShownRow[]>;
}

/** Which rows: null for those of all users, and of all times. */
export interface AuditWanted {
  /** Spellings of one email. */
  readonly emails: readonly string[] | null;
  readonly since: Date | null;
}

const BATCH_ROWS = 1_000;

/**
 * Reads the audit trail in one transaction, while others go on writing.
 * @param ownerUrl - login that owns the tables
 * @param work - reads it; null when this database has no audit trail yet
 */
export async function readAudit<T>(
  ownerUrl: string,
  wanted: AuditWanted,
  work: (reading: AuditReading | null) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'botyard audit' });
  client.on('error', () => {}); // The query that was under way reports it.
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read, read only');
    const { rows } = await client.query<{ isThere: boolean }>(
      `select to_regclass('public.audit_trail') is not null as "isThere"`,
    );
    return await work(rows[0]?.isThere === true ? await openReading(client, wanted) : null);
  } finally {
    await client.end();
  }
}

async function openReading(client: Client, { emails, since }: AuditWanted): Promise<AuditReading> {
  const head = await client.query<{ seq: string; hash: string }>('select seq, hash from audit_head');
  const [last] = head.rows;
  return {
    head: last === undefined ? null : { seq: Number(last.seq), hash: last.hash },
    rows: batches(client, [emails, since]),
  };
}

async function* batches(client: Client, wanted: readonly unknown[]): AsyncGenerator<readonly ShownRow[]> {
  await client.query(`declare audited no scroll cursor for ${ROWS}`, [...wanted]);
  for (;;) {
    const { rows } = await client.query<ShownRow & { readonly seq: string }>(`fetch ${BATCH_ROWS} from audited`);
    if (rows.length === 0) return;
    yield rows.map((row) => ({ ...row, seq: Number(row.seq) }));
  }
}

const ROWS = `
  select seq, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, event, owner_id as "ownerId",
         address, details, previous_hash as "previousHash", hash,
         (select email from users where user_id = owner_id) as email
    from audit_trail
   where ($1::text[] is null or owner_id in (select user_id from users where email = any($1)))
     and ($2::timestamptz is null or at >= $2)
   order by seq`;
