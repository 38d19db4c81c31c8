import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EngineLock, takeEngineLock } from '#storage/members/engine-lock.ts';
import { startTestDatabase, type TestDatabase } from './support/database.ts';
import { type FaultProxy, openFaultProxy } from './support/fault-proxy.ts';
import { type RunningProgram, runCommand, startProgram } from './support/program.ts';
import { STORY_MS } from './support/story-limit.ts';

let database: TestDatabase;
let owner: Client;
/** The way of the first program to its database. */
let proxy: FaultProxy;
let first: RunningProgram;
/** The data folder of another machine. */
let elsewhere: string;
let successor: EngineLock | null = null;

beforeAll(async () => {
  database = await startTestDatabase();
  owner = new Client(database.ownerUrl);
  await owner.connect();
  const url = new URL(database.ownerUrl);
  proxy = await openFaultProxy(Number(url.port));
  url.port = String(proxy.port);
  first = await startProgram({ DATABASE_URL: url.href });
  elsewhere = mkdtempSync(path.join(tmpdir(), 'botyard-elsewhere-'));
  mkdirSync(path.join(elsewhere, 'data'));
}, STORY_MS);
afterAll(async () => {
  await first.stop();
  await successor?.release();
  await Promise.all([owner.end(), proxy.close()]);
  await database.close();
  rmSync(elsewhere, { recursive: true, force: true });
});

function command(...words: string[]): Promise<string> {
  const ports = { PORT: '0', SIMULATOR_PORT: '0', BACK_FILL_DAYS: '0' };
  return runCommand(words, { DATABASE_URL: database.ownerUrl, DATA_DIR: path.join(elsewhere, 'data'), ...ports });
}

async function health(): Promise<unknown> {
  return (await fetch(new URL('/api/health', first.address))).json();
}

describe('a program on a database of its own server', () => {
  it('refuses a second one from another machine with one sentence that names the first', async () => {
    const refusal = await command('start').catch(String);
    const name = `machine ${hostname()} \\(127\\.0\\.0\\.1, process ${first.pid()}, version [\\d.]+\\), started 2\\d{3}-\\S+Z`;
    expect(refusal).toMatch(
      new RegExp(
        `ended with 1:\\n(?:.*Waiting for the lock.*\\n)?Another Botyard already runs on this database: ${name}\\. Stop it first, or set .*\\n$`,
      ),
    );
    expect(await health()).toMatchObject({ status: 'ok', engine: 'running' });
  });

  it('lets commands work beside it, and the doctor says where it runs', async () => {
    expect(await command('user', 'add', 'beside@example.org')).toMatch(/The account beside@example\.org was made/);
    const output = await command('doctor');
    expect(output).toMatch(
      new RegExp(`Its engine runs on machine .*process ${first.pid()}, .* last seen 2\\d{3}-.*Z\\.\n`),
    );
  });

  it('pauses its bots without its lock, and ends with a sentence when another one has taken over', async () => {
    proxy.set({ kind: 'drop' });
    await owner.query('select pg_terminate_backend(lock_pid) from members');
    await expect.poll(health).toMatchObject({ status: 'degraded', database: 'answering', engine: 'paused' });
    const { signal } = new AbortController();
    const program = { machine: 'the other machine', processId: 1, version: '9.9.9' };
    const rest = { ownerUrl: database.ownerUrl, signal, log: () => {}, replaced: () => {} };
    successor = await takeEngineLock({ ...rest, program });
    await successor.register();
    proxy.set({ kind: 'none' });
    await expect
      .poll(first.output)
      .toMatch(/took over this database .*: machine the other machine \(127\.0\.0\.1, process 1, /);
    await expect.poll(() => health().catch(() => 'ended')).toBe('ended');
  });
});
