import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { type BackOff, backOffMs } from '#base/back-off.ts';
import { AppError } from '#base/errors.ts';
import { CUT_OFF_SOON } from '../database/database.ts';
import { databaseInUse, holderName, type LockHolder, readLockHolder } from './lock-holder.ts';
import { ENGINE_LOCK, IS_ENGINE_LOCK } from './lock-key.ts';

/** Version of what the programs of one database agree on: the tables that they share and who writes what. */
const PROTOCOL = 1;

/** Times of the lock's connection, milliseconds. */
export interface LockPace {
  /** How often the holder shows that it is there. */
  readonly seenEveryMs: number;
  /** A statement without an answer for this long means that the connection is lost. */
  readonly answerMsMax: number;
}

const USUAL_PACE: LockPace = { seenEveryMs: 3_000, answerMsMax: 5_000 };
/** The last transaction of a predecessor may have to be waited for, until its server gives it up. */
const REGISTER_MS_MAX = 15_000;
const POLL_MS = 100;
/** After this long the user is shown what the start waits for; a holder that runs shows itself before. */
const SILENT_MS = 4_000;
/** A stop does not wait longer for a server that does not answer; the next program replaces the row. */
const RELEASE_MS_MAX = 1_000;
/** Longer than a server holds the session of a machine that is gone (see CUT_OFF_SOON). */
const WAIT_MS_MAX = 20_000;
const BACK_OFF: BackOff = { firstMs: 100, maxMs: 2_000, factor: 2 };

/** The program that wants to run the engine. */
export interface EngineProgram {
  readonly machine: string;
  readonly processId: number;
  readonly version: string;
}

export interface EngineLockOptions {
  /** Login that owns the tables, at the server itself: a pooler between would give the lock to several programs. */
  readonly ownerUrl: string;
  readonly program: EngineProgram;
  /** Ends the wait for a lock that another session holds. */
  readonly signal: AbortSignal;
  log(line: string): void;
  /** Called once when another program took over: this one must end. */
  replaced(error: AppError): void;
  readonly pace?: LockPace;
}

/** The lock that at most one program holds on a database. */
export interface EngineLock {
  /**
   * Puts this program into `members` in place of the one before, whose last transaction has ended then. The tables must exist.
   * @returns its id, with which the engine stores
   */
  register(): Promise<string>;
  /** Frees the lock. */
  release(): Promise<void>;
}

/**
 * Takes the engine's lock on a database, on a connection of its own, and keeps it until it is released: a lost connection
 * is opened again. Meanwhile `requireLock` refuses what the engine stores. A program that was killed loses the lock with its
 * session; one whose machine is gone, within seconds.
 * @throws AppError DATABASE_IN_USE, naming the program that holds the lock
 */
export async function takeEngineLock(options: EngineLockOptions): Promise<EngineLock> {
  const first = await connect(options);
  try {
    await waitForLock(first, options);
  } catch (error) {
    await first.end();
    throw error;
  }
  return keep(first, options);
}

function keep(first: Client, options: EngineLockOptions): EngineLock {
  const { seenEveryMs } = options.pace ?? USUAL_PACE;
  const stopping = new AbortController();
  const { signal } = stopping;
  let client = first;
  const memberId = randomUUID();
  let keeping: Promise<void> = Promise.resolve();

  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      const lost = await lostBecause(client, memberId, { seenEveryMs, signal });
      void client.end();
      if (signal.aborted) return;
      options.log(`The engine waits because the connection that holds its lock on the database was lost: ${lost}`);
      const again = await regain(options, memberId, signal);
      if (again === null) return;
      client = again;
      options.log('The engine holds its lock on the database again.');
    }
  };

  return {
    async register() {
      await replaceMember(client, memberId, options.program);
      keeping = run().catch((error: unknown) => {
        if (signal.aborted) return;
        if (!(error instanceof AppError)) throw error;
        options.replaced(error);
      });
      return memberId;
    },
    async release() {
      stopping.abort();
      const leave = async (): Promise<void> => {
        await keeping;
        await client.query('delete from members where member_id = $1', [memberId]).catch(() => {}); // Without tables, or lost.
        await client.end();
      };
      await Promise.race([leave(), sleep(RELEASE_MS_MAX, undefined, { ref: false })]);
    },
  };
}

async function connect({ ownerUrl, program, pace = USUAL_PACE }: EngineLockOptions): Promise<Client> {
  const client = new Client({
    connectionString: ownerUrl,
    application_name: `botyard engine, process ${program.processId} on ${program.machine}`,
    connectionTimeoutMillis: pace.answerMsMax,
    query_timeout: pace.answerMsMax,
    options: ['TimeZone=UTC', ...CUT_OFF_SOON].map((setting) => `-c ${setting}`).join(' '),
  });
  client.on('error', () => {}); // The next statement reports it.
  await client.connect();
  return client;
}

async function tryLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ isOurs: boolean }>('select pg_try_advisory_lock($1) as "isOurs"', [
    ENGINE_LOCK,
  ]);
  return rows[0]?.isOurs === true;
}

/** A holder that shows itself while we wait is alive; the session of one that was killed or cut off ends. */
async function waitForLock(client: Client, { signal, log }: EngineLockOptions): Promise<void> {
  const begun = performance.now();
  let known: LockHolder | null = null;
  let isTold = false;
  while (!(await tryLock(client))) {
    const holder = await readLockHolder(client);
    if (holder !== null) {
      const waitedMs = performance.now() - begun;
      if (hasShownItself(known, holder) || waitedMs > WAIT_MS_MAX) throw databaseInUse(holder);
      if (!isTold && waitedMs > SILENT_MS) log(`Waiting for the lock of the engine, held by ${holderName(holder)}.`);
      isTold ||= waitedMs > SILENT_MS;
      if (known?.lockPid !== holder.lockPid || known.member === null) known = holder;
    }
    await sleep(POLL_MS, undefined, { signal });
  }
}

function hasShownItself(before: LockHolder | null, now: LockHolder): boolean {
  if (before === null || before.member === null || now.member === null) return false;
  return before.lockPid === now.lockPid && now.member.seenAt > before.member.seenAt;
}

async function replaceMember(client: Client, memberId: string, program: EngineProgram): Promise<void> {
  const { machine, processId, version } = program;
  const statement = {
    text: `
      with before as (delete from members)
      insert into members (member_id, machine, address, process_id, roles, protocol, version, lock_pid, started_at, seen_at)
      values ($1, $2, coalesce(host(inet_client_addr()), 'local socket'), $3, '{all}', $4, $5, pg_backend_pid(), now(), now())`,
    values: [memberId, machine, processId, PROTOCOL, version],
    query_timeout: REGISTER_MS_MAX, // The driver has it, its types do not.
  };
  await client.query(statement);
}

type Until = Pick<LockPace, 'seenEveryMs'> & { readonly signal: AbortSignal };

/** Shows this program until the connection is lost or the signal is given. @returns what was lost */
async function lostBecause(client: Client, memberId: string, until: Until): Promise<unknown> {
  const { seenEveryMs, signal } = until;
  const ended = new AbortController();
  client.once('end', () => ended.abort());
  for (;;) {
    await sleep(seenEveryMs, undefined, { signal: AbortSignal.any([signal, ended.signal]), ref: false }).catch(
      () => {},
    );
    if (signal.aborted) return null;
    try {
      await client.query('update members set seen_at = now() where member_id = $1', [memberId]);
    } catch (error) {
      return error;
    }
  }
}

/**
 * Opens the connection again and takes the lock; null once the signal is given.
 * @throws AppError DATABASE_TAKEN_OVER when another program has been registered meanwhile
 */
async function regain(options: EngineLockOptions, memberId: string, signal: AbortSignal): Promise<Client | null> {
  for (let failures = 1; !signal.aborted; failures++) {
    const client = await connect(options).catch(() => null);
    if (client !== null) {
      if (await isRegained(client, memberId)) return client;
      await client.end();
    }
    await sleep(backOffMs(BACK_OFF, failures), undefined, { signal, ref: false }).catch(() => {});
  }
  return null;
}

/** Our own session of before may still hold the lock, where the server has not noticed that its client is cut off. */
async function isRegained(client: Client, memberId: string): Promise<boolean> {
  try {
    const known = await client.query('select from members where member_id = $1', [memberId]);
    if (known.rowCount === 0) throw takenOver(await readLockHolder(client));
    if (!(await tryLock(client))) {
      await client.query(END_OWN_SESSION, [memberId]);
      return false;
    }
    const { rowCount } = await client.query(
      'update members set lock_pid = pg_backend_pid(), seen_at = now() where member_id = $1',
      [memberId],
    );
    if (rowCount === 0) throw takenOver(null);
    return true;
  } catch (error) {
    if (error instanceof AppError) throw error;
    return false; // Lost again: the next round opens another one.
  }
}

const END_OWN_SESSION = `
  select pg_terminate_backend(lock_pid) from members
   where member_id = $1 and lock_pid in (select pid from pg_locks where ${IS_ENGINE_LOCK})`;

function takenOver(holder: LockHolder | null): AppError {
  const other = holder === null ? 'which has ended since' : holderName(holder);
  return new AppError(
    'DATABASE_TAKEN_OVER',
    `Another Botyard took over this database while this one could not reach it: ${other}. This one ends; what it had not stored is decided again there.`,
  );
}
