import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AppError } from '#base/errors.ts';
import { startTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { type FaultProxy, openFaultProxy } from '../../../tests/support/fault-proxy.ts';
import { until } from '../../../tests/support/until.ts';
import { type Database, openEngineDatabase } from '../database/database.ts';
import { storeBatches } from '../recorder/recorder.ts';
import { type EngineLock, takeEngineLock } from './engine-lock.ts';
import { holderName, readLockHolder } from './lock-holder.ts';
import { LockLost } from './lock-lost.ts';
import { requireLock } from './require-lock.ts';

const FIRST = { machine: 'alpha', processId: 11, version: '1.0.0' };
const PACE = { seenEveryMs: 200, answerMsMax: 1_500 };
const SECOND = { machine: 'beta', processId: 22, version: '1.0.1' };

let urls: TestDatabase;
let owner: Client;
let engine: Database;
/** The way of the first program's lock to the database. */
let proxy: FaultProxy;
let first: EngineLock;
let firstId: string;
let lines: string[];
let replaced: AppError[];
const locks: EngineLock[] = [];

beforeAll(async () => {
  urls = await startTestDatabase();
  owner = new Client(urls.ownerUrl);
  await owner.connect();
  engine = openEngineDatabase({ url: urls.engineUrl, poolMax: 3, applicationName: 'test' });
});
afterAll(async () => {
  await Promise.all([owner.end(), engine.close()]);
  await urls.close();
});

beforeEach(async () => {
  [lines, replaced] = [[], []];
  const url = new URL(urls.ownerUrl);
  proxy = await openFaultProxy(Number(url.port));
  url.port = String(proxy.port);
  first = await take(FIRST, url.href);
  firstId = await first.register();
});
afterEach(async () => {
  for (const lock of locks.splice(0)) await lock.release();
  await proxy.close();
});

async function take(program: typeof FIRST, ownerUrl = urls.ownerUrl): Promise<EngineLock> {
  const { signal } = new AbortController();
  const log = (line: string): void => void lines.push(line);
  const lock = await takeEngineLock({
    ...{ ownerUrl, program, signal, log, pace: PACE },
    replaced: (error) => replaced.push(error),
  });
  locks.push(lock);
  return lock;
}

/** Stores the clock as the engine of a program does. */
function store(memberId: string): Promise<void> {
  return storeBatches(engine, { batches: [], commands: [], clock: null, instruments: new Map(), memberId });
}

/** The first program's connection ends and cannot be opened again until the proxy lets it. */
async function cutOff(): Promise<void> {
  proxy.set({ kind: 'drop' });
  await owner.query('select pg_terminate_backend(lock_pid) from members where member_id = $1', [firstId]);
  await until(async () => (await readLockHolder(owner)) === null, 'the server ends the session');
}

describe('while the engine of a program holds its lock', () => {
  it('a second program on its database is refused with a sentence that names its machine, address, process and start', async () => {
    const { rows } = await owner.query<{ started: Date }>('select started_at as started from members');
    const started = rows[0]?.started.toISOString();
    await expect(take(SECOND)).rejects.toMatchObject({
      code: 'DATABASE_IN_USE',
      message: `Another Botyard already runs on this database: machine alpha (127.0.0.1, process 11, version 1.0.0), started ${started}. Stop it first, or set DATABASE_URL to another database.`,
    });
    await store(firstId);
  });

  it('a second program that is told to stop ends its wait', async () => {
    const rest = { ownerUrl: urls.ownerUrl, program: SECOND, log: () => {}, replaced: () => {} };
    const taking = takeEngineLock({ ...rest, signal: AbortSignal.abort() });
    await expect(taking).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('only it can store what an engine decides', async () => {
    await store(firstId);
    await expect(store('another program')).rejects.toThrow(LockLost);
  });

  it('before its tables exist the holder of the lock is named by its connection', async () => {
    await owner.query('begin; alter table members rename to renamed');
    const holder = await readLockHolder(owner);
    await owner.query('rollback');
    expect(holder && holderName(holder)).toMatch(
      /^botyard engine, process 11 on alpha \(127\.0\.0\.1\), connected 2\d{3}-.*Z$/,
    );
  });
});

describe('a program whose connection with the lock is lost', () => {
  it('stores nothing until it holds the lock again', async () => {
    await cutOff();
    await expect(store(firstId)).rejects.toThrow(LockLost);
    proxy.set({ kind: 'none' });
    await until(() => lines.includes('The engine holds its lock on the database again.'), 'the lock is held again');
    await store(firstId);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^The engine waits because the connection that holds its lock on the database was lost: /);
    expect(replaced).toEqual([]);
  });

  it('notices that the connection is silent, and holds the lock again although the server kept the session', async () => {
    proxy.set({ kind: 'partition' });
    await until(() => lines.length === 1, 'the silence is noticed');
    proxy.set({ kind: 'none' });
    await until(() => lines.includes('The engine holds its lock on the database again.'), 'the lock is held again');
    await store(firstId);
  });

  it('ends with a sentence that names the program that took over', async () => {
    await cutOff();
    const second = await take(SECOND);
    const secondId = await second.register();
    await expect(store(firstId)).rejects.toThrow(LockLost);
    await store(secondId);
    proxy.set({ kind: 'none' });
    await until(() => replaced.length > 0, 'the first program is told to end');
    expect(replaced).toEqual([expect.objectContaining({ code: 'DATABASE_TAKEN_OVER' })]);
    expect(replaced[0]?.message).toMatch(/: machine beta \(127\.0\.0\.1, process 22, version 1\.0\.1\), started /);
    await expect(store(firstId)).rejects.toThrow(LockLost);
  });

  it('ends also when the program that took over has ended since', async () => {
    await cutOff();
    const second = await take(SECOND);
    await second.register();
    await second.release();
    proxy.set({ kind: 'none' });
    await until(() => replaced.length > 0, 'the first program is told to end');
    expect(replaced[0]?.message).toMatch(/which has ended since/);
    await expect(store(firstId)).rejects.toThrow(LockLost);
  });

  it('goes on when another program took the lock and ended before it was registered', async () => {
    await cutOff();
    const second = await take(SECOND);
    await second.release();
    proxy.set({ kind: 'none' });
    await until(() => lines.includes('The engine holds its lock on the database again.'), 'the lock is held again');
    await store(firstId);
  });

  it('is replaced only after what it was storing is committed', async () => {
    const stored: string[] = [];
    const holding = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const storing = engine.db
      .transaction()
      .execute(async (tx) => {
        await requireLock(tx, firstId);
        begun.resolve();
        await holding.promise;
      })
      .then(() => stored.push('first'));
    await begun.promise;
    await cutOff();
    const second = await take(SECOND);
    const registering = second.register().then(() => stored.push('second'));
    const waits = `select from pg_stat_activity where application_name like '%22 on beta' and wait_event_type = 'Lock'`;
    await until(async () => (await owner.query(waits)).rowCount === 1, 'the second program waits');
    holding.resolve();
    await Promise.all([storing, registering]);
    expect(stored).toEqual(['first', 'second']);
  });
});

it('a program that was killed does not keep the next one from its database', async () => {
  proxy.set({ kind: 'drop' });
  const killed = { pid: (await readLockHolder(owner))?.lockPid };
  await owner.query('select pg_terminate_backend($1)', [killed.pid]); // As the system ends the connections of a killed process.
  const second = await take(SECOND);
  await second.register();
  const { rows } = await owner.query('select machine from members');
  expect(rows).toEqual([{ machine: 'beta' }]);
  expect(lines.filter((line) => line.startsWith('Waiting'))).toEqual([]);
});
