import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { isReachable } from './native-folder.ts';
import { livePostmaster } from './postmaster.ts';

/** One folder for all tests, because creating one takes a second; each test starts the server in it again. */
let dataDir: string;
const stops: (() => Promise<void>)[] = [];
const program = fileURLToPath(new URL('embedded-postgres.ts', import.meta.url));

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'botyard-embedded-'));
});

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} });
  stops.push(server.stop);
  return server;
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const from = performance.now();
  const value = await work();
  process.stdout.write(`${what}: ${(performance.now() - from).toFixed(0)} ms\n`);
  return value;
}

async function query<T extends object>(url: string, text: string): Promise<T[]> {
  const client = new Client(url);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Another program that starts the database, prints its url and keeps running. */
async function starter(): Promise<{ child: ChildProcess; url: string }> {
  const source = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(program)});
    const { url } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: () => {} });
    console.log(url);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  return { child, url: String(line).trim() };
}

describe('the embedded database', () => {
  it('creates its folder, even after an interrupted start', async () => {
    const { child } = await starterCutOff();
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(existsSync(path.join(dataDir, 'postgres'))).toBe(false);
    const first = await timed('first start, database made', start);
    await query(first.url, `create table kept as select 'yes' as word`);
  });

  it('keeps all data across a clean stop and start', async () => {
    const first = await start();
    await timed('clean stop', first.stop);
    const second = await timed('restart', start);
    expect(await query(second.url, 'select word from kept')).toEqual([{ word: 'yes' }]);
    expect([first.wasAdopted, second.wasAdopted]).toEqual([false, false]);
    expect(readdirSync(dataDir).filter((name) => name.startsWith('new-'))).toEqual([]);
    expect(readFileSync(path.join(dataDir, 'postgres.log'), 'utf8')).not.toMatch(/recovery|not properly shut down/);
  });

  it('listens on this machine only, keeps every acknowledged commit, and its owner is not a superuser', async () => {
    const { url } = await start();
    const names = ['listen_addresses', 'fsync', 'synchronous_commit', 'full_page_writes', 'is_superuser'];
    const rows = await query<{ name: string; value: string }>(
      url,
      `select name, current_setting(name) as value from unnest(array['${names.join("','")}']) as name`,
    );
    expect(rows.map(({ value }) => value)).toEqual(['127.0.0.1', 'on', 'on', 'on', 'off']);
  });

  it('keeps its secret where only its user can read it, and refuses another password', async () => {
    const { url } = await start();
    const mode = (name: string): number => statSync(path.join(dataDir, name)).mode & 0o777;
    expect([mode('secrets'), mode('secrets/database-secret'), mode('postgres')]).toEqual([0o700, 0o600, 0o700]);
    const guessed = new URL(url);
    guessed.password = 'password';
    await expect(query(guessed.href, 'select 1')).rejects.toThrow(/password authentication failed/);
  });

  it('is adopted while running after the program that started it was killed', async () => {
    const { child, url } = await starter();
    child.kill('SIGKILL');
    await once(child, 'exit');
    const next = await timed('adoption', start);
    expect(next.wasAdopted).toBe(true);
    expect(next.url).toBe(url);
    expect(await query(next.url, 'select word from kept')).toEqual([{ word: 'yes' }]);
    await next.stop();
    expect(livePostmaster(path.join(dataDir, 'postgres'))).toBeNull();
  });

  it('is adopted when the program that was just starting it was killed', async () => {
    const [first, second] = await Promise.all([start(), start()]); // Neither finds a server, and one is the quicker.
    expect(second.url).toBe(first.url);
    expect([first.wasAdopted, second.wasAdopted].toSorted()).toEqual([false, true]);
  });

  it('comes back with every committed row when the server itself was killed', async () => {
    const first = await start();
    await query(first.url, 'create table many as select generate_series(1, 1000) as number');
    const server = livePostmaster(path.join(dataDir, 'postgres'));
    expect(server).not.toBeNull();
    process.kill(server?.pid ?? Number.NaN, 'SIGKILL');
    const second = await timed('start after a kill of the server', start);
    expect(second.wasAdopted).toBe(false);
    expect(await query(second.url, 'select count(*)::integer as count from many')).toEqual([{ count: 1000 }]);
  });

  it('does not mistake a stranger with the same process id for its server', async () => {
    await (await start()).stop();
    const stranger = spawn('sleep', ['60']);
    const pidFile = path.join(dataDir, 'postgres/postmaster.pid');
    writeFileSync(
      pidFile,
      `${stranger.pid}\n${path.join(dataDir, 'postgres')}\n1700000000\n5432\n\n127.0.0.1\n\nready   \n`,
    );
    const next = await start();
    expect(next.wasAdopted).toBe(false);
    expect(await query(next.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    stranger.kill();
  });

  it.each([
    ['is lost', (file: string) => unlinkSync(file)],
    ['was cut by a power cut', (file: string) => truncateSync(file, 20)],
    ['is that of another folder', (file: string) => writeFileSync(file, 'ab'.repeat(32))],
  ])('the database opens with every row when its secret %s', async (_, damage) => {
    await (await start()).stop();
    damage(path.join(dataDir, 'secrets/database-secret'));
    const next = await start();
    expect(await query(next.url, 'select count(*)::integer as count from many')).toEqual([{ count: 1000 }]);
  });

  it.each([
    [
      'PG_VERSION',
      '16\n',
      /created by PostgreSQL 16, and this version of Botyard contains PostgreSQL 18\. Nothing was/,
    ],
    ['PG_VERSION', '', /PG_VERSION.*\n?.* are damaged: restore a backup into a new DATA_DIR/s],
    ['global/pg_control', '', /pg_control.* are damaged: restore a backup into a new DATA_DIR/s],
    ['pg_hba.conf', '', /pg_hba\.conf.* are damaged: restore a backup into a new DATA_DIR/s],
  ])('the database names the remedy when its file %s contains %j', async (name, content, sentence) => {
    await (await start()).stop();
    const file = path.join(dataDir, 'postgres', name);
    const sound = readFileSync(file);
    writeFileSync(file, content);
    await expect(start()).rejects.toMatchObject({
      code: 'DATABASE_NOT_STARTED',
      message: expect.stringMatching(sentence),
    });
    writeFileSync(file, sound);
  });

  it('reports why it does not start', async () => {
    await (await start()).stop();
    appendFileSync(path.join(dataDir, 'postgres/postgresql.conf'), 'no_such_setting = on\n');
    await expect(start()).rejects.toMatchObject({
      code: 'DATABASE_NOT_STARTED',
      message: expect.stringContaining('no_such_setting'),
    });
  });
});

/** A program that is still creating the folder. */
async function starterCutOff(): Promise<{ child: ChildProcess }> {
  const source = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(program)});
    const started = startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: () => {} });
    setTimeout(() => console.log('under way'), 100);
    await started;`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return { child };
}

describe('a data folder', () => {
  it('is reachable for another user when every parent folder is', async () => {
    expect(isReachable(tmpdir())).toBe(true);
    const hidden = mkdtempSync(path.join(tmpdir(), 'botyard-hidden-')); // Only its creator can read a temporary folder.
    expect(isReachable(hidden)).toBe(false);
    rmdirSync(hidden);
  });
});
