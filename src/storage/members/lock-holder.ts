import type { Client } from 'pg';
import { AppError } from '#base/errors.ts';
import { IS_ENGINE_LOCK } from './lock-key.ts';

/** The session that holds the engine's lock, and the program behind it. */
export interface LockHolder {
  /** Process id of the session at the database server. */
  readonly lockPid: number;
  /** As its connection names itself; empty when this login may not see it. */
  readonly applicationName: string;
  /** Address as the database server sees it; null for a connection without one, as of a local socket. */
  readonly address: string | null;
  readonly connectedAt: Date | null;
  /** Its row in `members`; null while it starts. */
  readonly member: MemberRow | null;
}

interface MemberRow {
  readonly machine: string;
  readonly address: string;
  readonly processId: number;
  readonly version: string;
  readonly startedAt: Date;
  readonly seenAt: Date;
}

/** Reads which session holds the engine's lock; null when none does. */
export async function readLockHolder(client: Client): Promise<LockHolder | null> {
  const { rows } = await client.query<Omit<LockHolder, 'member'>>(HOLDER);
  const [holder] = rows;
  if (holder === undefined) return null;
  const found = await client.query<{ isThere: boolean }>(`select to_regclass('members') is not null as "isThere"`);
  if (found.rows[0]?.isThere !== true) return { ...holder, member: null };
  const members = await client.query<MemberRow>(MEMBER, [holder.lockPid]);
  return { ...holder, member: members.rows[0] ?? null };
}

const HOLDER = `
  select pid as "lockPid", coalesce(session.application_name, '') as "applicationName",
         host(session.client_addr) as address, session.backend_start as "connectedAt"
    from (select pid from pg_locks where ${IS_ENGINE_LOCK}) as lock
    left join pg_stat_activity as session using (pid)`;

const MEMBER = `
  select machine, address, process_id as "processId", version, started_at as "startedAt", seen_at as "seenAt"
    from members where lock_pid = $1`;

/** Names the program behind the lock: "machine alpha (10.0.0.7, process 4711, version 1.2.0), started 2026-01-31T12:00:00.000Z". */
export function holderName({ applicationName, address, connectedAt, member }: LockHolder): string {
  if (member !== null) {
    const { machine, processId, version, startedAt } = member;
    return `machine ${machine} (${member.address}, process ${processId}, version ${version}), started ${startedAt.toISOString()}`;
  }
  const since = connectedAt === null ? '' : `, connected ${connectedAt.toISOString()}`;
  return `${applicationName || 'a session of another login'} (${address ?? 'local socket'})${since}`;
}

/** Another engine holds the lock. */
export function databaseInUse(holder: LockHolder): AppError {
  return new AppError(
    'DATABASE_IN_USE',
    `Another Botyard already runs on this database: ${holderName(holder)}. Stop it first, or set DATABASE_URL to another database.`,
  );
}
