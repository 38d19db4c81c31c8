import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '#adapters/database-embedded/embedded-postgres.ts';
import { signal } from '#adapters/database-embedded/kill-server.ts';
import { serverProcesses } from '#adapters/database-embedded/postmaster.ts';
import { at } from '#base/assert.ts';
import { chance } from '#base/prng.ts';
import { prepareRoles, takesLogin } from '#storage/database/roles.ts';
import { checkPaper } from '../scripts/torture-check.ts';
import { type TortureUser, tortureUser } from '../scripts/torture-user.ts';
import { startProgram, type TorturedProgram } from '../scripts/tortured-program.ts';
import { openReplayFeed } from './support/replay-feed.ts';
import { SEED_OF_RUN } from './support/seed.ts';
import { withSimulatedMarks } from './support/simulated-marks.ts';
import { STORY_MS } from './support/story-limit.ts';

const PASSABLE = 0o711; // As root PostgreSQL runs as another user, who has to reach its folder.
const SPEED = 300;
/** Goal on a quiet machine; the limit of the tests leaves room for a busy one. */
const BACK_MS = 10_000;
const BACK_MS_BUSY = 120_000;
const STOP_MS_MAX = 60_000;

let folder: string;
let cluster: string;
let address: string;
let program: TorturedProgram;
let user: TortureUser;

beforeAll(async () => {
  process.stdout.write(`user seed ${SEED_OF_RUN}\n`);
  folder = await mkdtemp(path.join(tmpdir(), 'botyard-loss-'));
  await chmod(folder, PASSABLE);
  cluster = path.join(folder, 'data', 'postgres');
  program = startProgram({ dataDir: path.join(folder, 'data'), speed: SPEED });
  address = (await program.ready) ?? '';
  if (address === '') throw new Error(`the program ended instead of starting:\n${program.output()}`);
  user = tortureUser(chance(SEED_OF_RUN));
  await user.arrive(address);
  while (user.promised() < 3) await user.act();
}, STORY_MS);

afterAll(async () => {
  await program.kill('group'); // After a failure nothing may keep running.
  await rm(folder, { recursive: true, force: true });
});

interface Health {
  readonly status: string;
  readonly database: string;
  readonly engine: string;
}

async function health(): Promise<Health> {
  return (await (await fetch(new URL('/api/health', address))).json()) as Health;
}

/** Sends a signal to the server's processes, waits until health says so, and then until everything works again. */
async function lose(name: 'SIGKILL' | 'SIGSTOP', which: 'postmaster' | 'all'): Promise<void> {
  const processes = serverProcesses(cluster);
  const from = performance.now();
  for (const pid of which === 'all' ? processes : [at(processes, 0)]) signal(pid, name);
  await expect.poll(health, { timeout: BACK_MS_BUSY }).toMatchObject({ status: 'degraded', database: 'unreachable' });
  const healthy = { status: 'ok', database: 'answering', engine: 'running' };
  await expect.poll(health, { timeout: BACK_MS_BUSY }).toMatchObject(healthy);
  process.stdout.write(
    `${name} of ${which}: back after ${(performance.now() - from).toFixed(0)} ms (goal: ${BACK_MS})\n`,
  );
  const promised = user.promised();
  await expect.poll(actedSince(promised), { timeout: BACK_MS_BUSY }).toBe(true);
}

/** Whether a command was carried out and stored since. */
function actedSince(promised: number): () => Promise<boolean> {
  return async () => {
    await user.act();
    return user.promised() > promised;
  };
}

describe('a program that loses its database while it trades', () => {
  it('works again by itself after its database was killed', { timeout: STORY_MS }, async () => {
    await lose('SIGKILL', 'all');
  });

  it('works again by itself after its database was frozen', { timeout: STORY_MS }, async () => {
    await lose('SIGSTOP', 'all');
  });

  it('works again by itself after the postmaster alone was killed', { timeout: STORY_MS }, async () => {
    await lose('SIGKILL', 'postmaster');
  });

  it('sets back the password of a login that its owner has changed, and goes on by itself', {
    timeout: STORY_MS,
  }, async () => {
    const { url: ownerUrl } = await startEmbeddedPostgres({ dataDir: path.join(folder, 'data'), log: () => {} });
    const { appUrl } = await prepareRoles({ ownerUrl }); // Changes nothing while all logins are taken.
    const { username } = new URL(appUrl);
    const owner = new Client(ownerUrl);
    await owner.connect();
    await owner.query(`alter role ${username} password 'changed'`).finally(() => owner.end());
    await expect.poll(() => takesLogin(appUrl), { timeout: BACK_MS_BUSY }).toBe(true);
    const promised = user.promised();
    await expect.poll(actedSince(promised), { timeout: BACK_MS_BUSY }).toBe(true);
  });

  it('stops in time beside a frozen database, leaves no process of it, and has made every trade of an uninterrupted run', {
    timeout: STORY_MS,
  }, async () => {
    for (const pid of serverProcesses(cluster)) signal(pid, 'SIGSTOP');
    const from = performance.now();
    await program.stop();
    expect(performance.now() - from).toBeLessThan(STOP_MS_MAX);
    await expect.poll(() => serverProcesses(cluster)).toEqual([]);

    const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, 'data'), log: () => {} });
    try {
      const found = await checkPaper(postgres.url, await withSimulatedMarks(await openReplayFeed()));
      expect(found.violations).toEqual([]);
      expect(found.trades).toBeGreaterThan(10);
      expect(found.commands).toBeGreaterThanOrEqual(user.promised());
    } finally {
      await postgres.stop();
    }
  });
});
