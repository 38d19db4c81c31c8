import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { COMPILE_CACHE } from '../scripts/compile-cache.ts';
import { startTestDatabase, type TestDatabase } from './support/database.ts';
import { POINTS, TEST_PLAN, WINDOWS } from './support/test-plan.ts';
import { until } from './support/until.ts';

const ENTRY = path.join(import.meta.dirname, 'support/lab-process.ts');
let database: TestDatabase;
let client: Client;
const started: ChildProcess[] = [];
beforeAll(async () => {
  database = await startTestDatabase();
  client = new Client(database.ownerUrl);
  await client.connect();
});
afterAll(async () => {
  for (const lab of started) lab.kill('SIGKILL');
  await client.end();
  await database.close();
});

function startLabProcess(): ChildProcess {
  const lab = spawn(process.execPath, [ENTRY, database.labUrl], {
    env: { ...process.env, ...COMPILE_CACHE },
    stdio: 'ignore',
  });
  started.push(lab);
  return lab;
}

async function progress() {
  const { rows } = await client.query(
    `select state, failure, points_done, runs_done, runs_total,
            (select count(distinct number)::int from test_bots) as points, (select count(*)::int from test_windows) as windows
       from test_conditions`,
  );
  return rows[0];
}

it('a program killed while it computes a backtest loses no point, and the next one counts none twice', async () => {
  await client.query(
    `insert into test_conditions (condition_id, owner_id, name, kind, plan, plan_hash, state, points_total, runs_total, engine_version, created_at)
     values ('killed', 'ann', 'killed', 'dca-bot', $1, '', 'QUEUED', $2, 0, 'killed', now())`,
    [JSON.stringify(TEST_PLAN), POINTS],
  );
  const first = startLabProcess();
  await until(async () => (await progress()).points_done > 0, 'a first job');
  first.kill('SIGKILL');
  await new Promise((resolve) => first.once('exit', resolve));
  const killed = await progress();
  expect(killed).toMatchObject({ state: 'RUNNING' });
  expect(killed.points).toBe(killed.points_done);
  startLabProcess();
  await until(async () => (await progress()).state !== 'RUNNING', 'the end of the backtest');
  expect(await progress()).toMatchObject({
    ...{ state: 'DONE', failure: null, points_done: POINTS, points: POINTS, windows: WINDOWS },
    runs_done: POINTS / 64 + WINDOWS,
    runs_total: POINTS / 64 + WINDOWS,
  });
  // The queue hears of the last job a moment after the test has its last row.
  await until(async () => {
    const { rows } = await client.query(
      `select count(*)::int as waiting from botyard_jobs.job where state < 'completed'`,
    );
    return rows[0].waiting === 0;
  }, 'an empty queue');
});
