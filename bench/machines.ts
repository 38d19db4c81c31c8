import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTest, getTest } from '#contract/tests/test-condition.ts';
import { prepareRoles } from '#storage/database/roles.ts';
import { programFile } from '../scripts/built-program.ts';
import { signedIn } from '../tests/support/caller.ts';
import { startTestServer } from '../tests/support/database-server.ts';
import { newFolder, type RunningProgram, startProgram } from '../tests/support/program.ts';

const TOKEN = 'token-of-the-machines-of-a-bench';
const JOB = 'a job of a backtest is computed';
/** Points of a job: at most as many as run side by side. */
const POINTS_OF_JOB = 64;
const TESTS = 3;
const [FIRST_MS, LATER_MS] = [10_000, 20_000];
const SHARE_MIN = 0.6;
const LOOK_MS = 20;

/** Five thousand ladders on the account for four recorded weeks; the wallet makes each test another one. */
const setupOf = (number: number) => ({
  kind: 'dca-bot' as const,
  params: { base_order_size: '100', safety_orders_count: 2, take_profit_percent: '0.5' },
  symbols: ['ETHUSDT'],
  dateFrom: '2025-05-05',
  dateTo: '2025-06-01',
  fillPath: 'nearest_first' as const,
  walletUsdt: String(10_000 + number),
  axes: [
    { path: 'take_profit_percent', range: { from: '0.3', to: '1.29', step: '0.01' } },
    { path: 'step_percent', range: { from: '0.4', to: '0.89', step: '0.01' } },
  ],
});

/**
 * A program that computes backtests on one core, and a machine that joins it, as a process with the other core: how much of an
 * equal share of the jobs that process does in its first ten seconds, its start included, and in twenty. It passes at 0.6 in ten.
 */
export async function machinesBench(tell: (line: string) => void) {
  const database = await startTestServer();
  const { labUrl } = await prepareRoles({ ownerUrl: database.ownerUrl });
  const folder = await newFolder();
  let program: RunningProgram | null = null;
  let joined: ChildProcess | null = null;
  try {
    program = await startProgram({ DATABASE_URL: database.ownerUrl, LAB_TOKEN: TOKEN, MARKET_SPEED: '1' });
    const isPinned = pin(program.pid(), 0);
    const pointsDone = await testsOf(program);
    while ((await pointsDone()) < POINTS_OF_JOB) await sleep(LOOK_MS);
    tell('the program computes; the other machine joins');
    const before = await pointsDone();
    joined = join({ DATABASE_LAB_URL: labUrl, LAB_ORIGIN: program.address, LAB_TOKEN: TOKEN, DATA_DIR: folder });
    const jobsDone = countJobs(joined);
    if (joined.pid !== undefined) pin(joined.pid, 1);
    const shareAfter = async (ms: number) => {
      await sleep(ms);
      return Number(((jobsDone() * POINTS_OF_JOB * 2) / ((await pointsDone()) - before)).toFixed(2));
    };
    const share = await shareAfter(FIRST_MS);
    tell(`in ten seconds ${share} of an equal share`);
    const laterShare = await shareAfter(LATER_MS - FIRST_MS);
    return { figures: { share, later_share: laterShare, is_pinned: isPinned }, hasPassed: share >= SHARE_MIN };
  } finally {
    joined?.kill('SIGKILL');
    await program?.stop();
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Keeps a process and its threads to one core. @returns false where the system has no command for it */
function pin(pid: number, core: number): boolean {
  return spawnSync('taskset', ['-acp', String(core), String(pid)]).status === 0;
}

/** Starts the tests. @returns how many of their points are computed so far */
async function testsOf(program: RunningProgram): Promise<() => Promise<number>> {
  const { ask } = await signedIn(program);
  const ids: string[] = [];
  for (let number = 0; number < TESTS; number += 1)
    ids.push((await ask(createTest, { body: setupOf(number) })).conditionId);
  return async () => {
    const tests = await Promise.all(ids.map((conditionId) => ask(getTest, { query: { conditionId } })));
    return tests.reduce((sum, { pointsDone }) => sum + pointsDone, 0);
  };
}

function join(settings: Readonly<Record<string, string>>): ChildProcess {
  const env = { PATH: process.env['PATH'] ?? '', LOG_LEVEL: 'info', ...settings };
  return spawn(process.execPath, [programFile(), 'start', '--roles=lab'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

function countJobs({ stdout, stderr }: ChildProcess): () => number {
  let output = '';
  for (const stream of [stdout, stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  return () => output.split(JOB).length - 1;
}
