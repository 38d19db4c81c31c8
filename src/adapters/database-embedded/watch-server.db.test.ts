import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { assert } from '#base/assert.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { signal } from './kill-server.ts';
import { livePostmaster, serverProcesses } from './postmaster.ts';

/** Goals on a quiet machine; the limit of the tests leaves room for a busy one. */
const BACK_MS = 10_000;
/** A database that only lets connections wait is given half a minute first. */
const BACK_MS_SILENT = 30_000 + BACK_MS;
const BACK_MS_BUSY = 120_000;

let dataDir: string;
let cluster: string;
let server: EmbeddedPostgres;
const lines: string[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'botyard-watch-'));
  cluster = path.join(dataDir, 'postgres');
  server = await startEmbeddedPostgres({ dataDir, log: () => {} });
  server.watch((line) => lines.push(line));
  await query('create table kept as select generate_series(1, 1000) as number');
});

afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function query<T extends object>(text: string): Promise<T[]> {
  const client = new Client({ connectionString: server.url, connectionTimeoutMillis: 1_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Lets every new connection wait, because it cannot look up its role, until it is released. */
async function holdConnections(): Promise<() => Promise<void>> {
  const secret = readFileSync(path.join(dataDir, 'secrets', 'database-secret'), 'utf8');
  const url = new URL(server.url);
  url.username = 'postgres';
  url.password = createHmac('sha256', secret).update('postgres').digest('hex');
  const client = new Client({ connectionString: url.href });
  client.on('error', () => {});
  await client.connect();
  await client.query('begin; lock table pg_authid in access exclusive mode');
  return () => client.end().catch(() => {}); // The server may have ended it.
}

function postmaster(): number {
  const live = livePostmaster(cluster);
  assert(live !== null, 'a server is running');
  return live.pid;
}

/** Waits until another process answers at the same url, with every committed row, and prints how long that took. */
async function backAfter(formerPid: number, goalMs = BACK_MS): Promise<void> {
  const from = performance.now();
  await vi.waitFor(
    async () => {
      expect(await query('select count(*)::integer as count from kept')).toEqual([{ count: 1000 }]);
      expect(postmaster()).not.toBe(formerPid);
      expect(server.isAnswering()).toBe(true);
    },
    { timeout: BACK_MS_BUSY, interval: 50 },
  );
  const tookMs = performance.now() - from;
  process.stdout.write(`back after ${tookMs.toFixed(0)} ms (goal: ${goalMs})\n`);
}

describe('a watched database', () => {
  it('comes back at the same url with every row after its postmaster was killed', async () => {
    const pid = postmaster();
    signal(pid, 'SIGKILL');
    await backAfter(pid);
    expect(lines).toContain('The database has ended; it is started again.');
  });

  it('comes back after every one of its processes was killed', async () => {
    const pid = postmaster();
    for (const one of serverProcesses(cluster)) signal(one, 'SIGKILL');
    await backAfter(pid);
  });

  it('comes back after every one of its processes was frozen', async () => {
    const pid = postmaster();
    for (const one of serverProcesses(cluster)) signal(one, 'SIGSTOP');
    await vi.waitFor(() => expect(server.isAnswering()).toBe(false), { timeout: BACK_MS_BUSY });
    await backAfter(pid);
    expect(lines).toContain('The database does not answer; it is started again.');
  });

  it('comes back after only its postmaster was frozen, so that nobody could connect', async () => {
    const pid = postmaster();
    signal(pid, 'SIGSTOP');
    await backAfter(pid);
  });

  it('is not killed while it is only slow, and answers again by itself', async () => {
    const pid = postmaster();
    lines.length = 0;
    const release = await holdConnections();
    await vi.waitFor(() => expect(lines).toContain('The database is slow to answer; it is given time.'), {
      timeout: BACK_MS_BUSY,
    });
    expect(server.isAnswering()).toBe(false);
    await release();
    await vi.waitFor(() => expect(server.isAnswering()).toBe(true), { timeout: BACK_MS_BUSY });
    expect([postmaster(), lines.length]).toEqual([pid, 1]);
  });

  it('comes back when it is silent for half a minute, whatever the reason', async () => {
    const pid = postmaster();
    const release = await holdConnections();
    await backAfter(pid, BACK_MS_SILENT);
    expect(lines).toContain('The database does not answer; it is started again.');
    await release();
  });

  it('comes back after somebody else stopped it', async () => {
    const pid = postmaster();
    signal(pid, 'SIGTERM');
    await backAfter(pid);
  });

  it('is stopped while frozen, and a server left frozen is replaced at the next start', async () => {
    for (const one of serverProcesses(cluster)) signal(one, 'SIGSTOP');
    await server.stop();
    await expect.poll(() => serverProcesses(cluster)).toEqual([]); // The postmaster ends right after its pid file.

    const left = await startEmbeddedPostgres({ dataDir, log: () => {} });
    const pid = postmaster();
    for (const one of serverProcesses(cluster)) signal(one, 'SIGSTOP');
    server = await startEmbeddedPostgres({ dataDir, log: () => {} });
    expect([left.wasAdopted, server.wasAdopted]).toEqual([false, false]);
    expect(postmaster()).not.toBe(pid);
    expect(await query('select count(*)::integer as count from kept')).toEqual([{ count: 1000 }]);
  });
});
