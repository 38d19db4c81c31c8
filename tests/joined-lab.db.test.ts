import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chance } from '#base/prng.ts';
import { build } from '#main/build.ts';
import { engineVersionOf } from '#main/lab/lab-setting.ts';
import { sharedFiles } from '#market/candle-files/shared-files.ts';
import { programFile } from '../scripts/built-program.ts';
import { COMPILE_CACHE } from '../scripts/compile-cache.ts';
import { type CandleFolder, candleFolder } from './support/candle-folder.ts';
import { randomColumns } from './support/columns.ts';
import { START } from './support/market.ts';
import { startTestServer, type TestServer } from './support/server.ts';
import { POINTS, TEST_PLAN, WINDOWS } from './support/test-plan.ts';
import { until } from './support/until.ts';

const PLANNER = path.join(import.meta.dirname, 'support/lab-process.ts');
const MAIN = programFile();
const TOKEN = 'token-of-the-machines-of-a-test';
const SYMBOL = 'OWNUSDT';
const DAYS = 7;
const VERSION = engineVersionOf(build());

let server: TestServer;
let origin: string;
let client: Client;
let candles: CandleFolder;
/** The program that plans the tests and computes them, too. */
let first: Machine;
const place = mkdtempSync(path.join(tmpdir(), 'botyard-joined-'));
const started: ChildProcess[] = [];
beforeAll(async () => {
  candles = candleFolder();
  await candles.fill(SYMBOL, randomColumns(chance(11), DAYS * 1_440));
  server = await startTestServer({ sharedCandles: { token: TOKEN, files: sharedFiles([candles.folder]) } });
  origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
  client = new Client(server.ownerUrl);
  await client.connect();
});
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL');
  await client.end();
  await server.close();
  candles.remove();
  rmSync(place, { recursive: true, force: true });
});

interface Machine {
  readonly child: ChildProcess;
  output(): string;
}

function machine(words: readonly string[], settings: Readonly<Record<string, string>> = {}): Machine {
  const env = { ...COMPILE_CACHE, PATH: process.env['PATH'] ?? '', ...settings };
  const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  return { child, output: () => output };
}

/** A program beside which the lab computes, on the imported candles. */
const planner = () => machine([PLANNER, server.labUrl, candles.folder, ...Object.values(build()).map(String)]);

/** Another machine, with a disk of its own. */
const joined = (name: string, settings: Readonly<Record<string, string>> = {}) =>
  machine([MAIN, 'start', '--roles=lab'], {
    ...{ DATABASE_LAB_URL: server.labUrl, LAB_ORIGIN: origin, LAB_TOKEN: TOKEN },
    ...{ DATA_DIR: path.join(place, name), LOG_LEVEL: 'info', ...settings },
  });

async function ask(test: string, engineVersion = VERSION) {
  const plan = { ...TEST_PLAN, symbols: [SYMBOL], costs: { ...TEST_PLAN.costs, fundingRatePercent: '0.01' } };
  const span = { from: START, to: START + (DAYS - 1) * 86_400_000 };
  await client.query(
    `insert into test_conditions (condition_id, owner_id, name, kind, plan, plan_hash, state, points_total, runs_total, engine_version, created_at)
     values ($1, 'ann', $1, 'dca-bot', $2, '', 'QUEUED', $3, 0, $4, now())`,
    [test, JSON.stringify({ ...plan, ...span }), POINTS, engineVersion],
  );
}

async function progress(test: string) {
  const { rows } = await client.query(
    `select state, failure, points_done, runs_done, runs_total,
            (select count(distinct number)::int from test_bots where condition_id = $1) as points,
            (select count(*)::int from test_windows where condition_id = $1) as windows
       from test_conditions where condition_id = $1`,
    [test],
  );
  return rows[0];
}

/**
 * Stops the planner once it has queued the jobs of a test, before its own workers have taken them all.
 * @returns lets it go on
 */
async function withoutPlanner(test: string): Promise<() => void> {
  await until(async () => {
    const { rows } = await client.query(`select 1 from botyard_jobs.job where data ->> 'conditionId' = $1 limit 1`, [
      test,
    ]);
    return rows.length > 0;
  }, 'jobs in the queue');
  first.child.kill('SIGSTOP');
  return () => void first.child.kill('SIGCONT');
}

const isDone = async (test: string) => !['QUEUED', 'RUNNING'].includes((await progress(test)).state);
const DONE = { state: 'DONE', failure: null, points_done: POINTS, points: POINTS, windows: WINDOWS };

it('a machine that joins computes jobs on candles that it fetched by their checksums; killed, it loses and doubles none', async () => {
  const other = joined('first');
  await until(() => other.output().includes('Computing backtests'), 'a machine that has joined');
  await ask('shared');
  first = planner(); // It looks for waiting tests as it starts.
  await until(async () => (await progress('shared')).points_done > 0, 'a first job');
  first.child.kill('SIGSTOP'); // From here on only the other machine computes.
  await until(() => other.output().includes('a job of a backtest is computed'), 'a job of the other machine');
  other.child.kill('SIGKILL');
  first.child.kill('SIGCONT');
  await until(() => isDone('shared'), 'the end of the backtest');
  expect(await progress('shared')).toMatchObject(DONE);
});

it('a machine without the candles, or with another token, says so and fails no backtest', async () => {
  const [stranger, bare] = [joined('stranger', { LAB_TOKEN: `other-${TOKEN}` }), joined('bare', { LAB_ORIGIN: '' })];
  for (const one of [stranger, bare]) {
    await until(() => one.output().includes('Computing backtests'), 'a machine that has joined');
  }
  await ask('refused');
  const goOn = await withoutPlanner('refused');
  await until(() => stranger.output().includes('it does not accept LAB_TOKEN'), 'a sentence about the token');
  await until(() => bare.output().includes(`No candles of ${SYMBOL} are stored`), 'a sentence about the candles');
  for (const one of [stranger, bare]) one.child.kill('SIGKILL');
  goOn();
  await until(() => isDone('refused'), 'the end of the backtest');
  expect(await progress('refused')).toMatchObject(DONE);
});

it('a machine with another release ends with a sentence, and one without a login or a database never begins', async () => {
  const [other] = [joined('other')];
  await until(() => other.output().includes('Computing backtests'), 'a machine that has joined');
  const ended = once(other.child, 'close');
  await ask('older', '0.0.0');
  const goOn = await withoutPlanner('older');
  expect((await ended)[0]).toBe(1);
  expect(other.output()).toContain('the backtests come from 0.0.0. Install the same release on both machines.');
  goOn();
  await until(() => isDone('older'), 'the end of the backtest');
  for (const [settings, sentence] of [
    [{ DATABASE_LAB_URL: '' }, '--roles=lab needs DATABASE_LAB_URL'],
    [{ DATABASE_LAB_URL: 'postgres://lab:x@127.0.0.1:1/none' }, 'The database of DATABASE_LAB_URL does not answer'],
    [{ LAB_TOKEN: '' }, 'LAB_ORIGIN needs the LAB_TOKEN'],
  ] as const) {
    const refused = joined('refused', settings);
    expect((await once(refused.child, 'close'))[0]).toBe(1);
    expect(refused.output()).toContain(sentence);
  }
});

it('stored candles are given only for the token, by checksum, and only of symbols', async () => {
  const get = (address: string, authorization?: string) =>
    fetch(`${origin}/lab/candles/${address}`, { headers: authorization === undefined ? {} : { authorization } });
  const right = `Bearer ${TOKEN}`;
  const [{ sha256 }] = await (await get(SYMBOL, right)).json();
  const none = '0'.repeat(64);
  const asked: readonly (readonly [string, string | undefined, number, string])[] = [
    [SYMBOL, undefined, 401, 'TOKEN_MISSING'],
    [SYMBOL, `Bearer ${TOKEN}x`, 401, 'TOKEN_INVALID'],
    [`${SYMBOL}/${sha256}`, undefined, 401, 'TOKEN_MISSING'],
    ['..%2f..%2fsecrets', right, 404, 'SYMBOL_UNKNOWN'],
    [`..%2fsecrets/${sha256}`, right, 404, 'SYMBOL_UNKNOWN'],
    [`${SYMBOL}/${none}`, right, 404, 'CANDLE_FILE_UNKNOWN'],
    [`${SYMBOL}/..%2f..%2fkey`, right, 404, 'CANDLE_FILE_UNKNOWN'],
  ];
  for (const [address, authorization, status, code] of asked) {
    const answer = await get(address, authorization);
    expect([answer.status, (await answer.json()).code], address).toEqual([status, code]);
  }
  expect(await (await get('NONEUSDT', right)).json()).toEqual([]);
});
