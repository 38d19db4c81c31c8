import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type RunningProgram, startProgram } from '../../tests/support/program.ts';
import { ask, signIn } from '../load/account.ts';

const PROBE = fileURLToPath(new URL('./delay-probe.ts', import.meta.url));
const SECONDS = 15;
const ASK_EVERY_MS = 100;
const NS_PER_MS = 1e6;

/** Thousands of points and windows on the account, which outlast the measurement on any machine. */
const SWEEP = {
  kind: 'dca-bot',
  params: { base_order_size: '200', safety_orders_count: 2, step_percent: '0.5', take_profit_percent: '0.5' },
  symbols: ['ETHUSDT'],
  date_from: '2025-05-06',
  date_to: '2025-05-31',
  fill_path: 'nearest_first',
  axes: [
    { path: 'take_profit_percent', range: { from: '0.1', to: '4.99', step: '0.01' } },
    { path: 'step_percent', range: { from: '0.4', to: '1.3', step: '0.1' } },
  ],
  walk_forward: { train_days: 7, test_days: 1 },
};

/**
 * How long the main thread of the real program, which answers requests, is held up while a sweep runs and a page about it
 * is open; and before the sweep, with the same requests.
 */
export async function apiDelay(tell: (line: string) => void) {
  const program = await startProgram({ LOG_LEVEL: 'error' }, { node: ['--import', PROBE] });
  const { address } = program;
  try {
    const visitor = await signIn(address, program.owner);
    const idle = await measured(program, () => ask(address, visitor, { path: '/api/get-test-conditions' }));
    tell(`API without a sweep: p99 ${idle.p99_ms} ms`);
    const { condition_id: id } = await ask(address, visitor, { path: '/api/create-test', body: SWEEP });
    const paths = [`/api/get-test?condition_id=${id}`, `/api/get-test-bots?condition_id=${id}&sort=-plateau`];
    let asked = 0;
    const sweep = await measured(program, () => ask(address, visitor, { path: paths[asked++ % paths.length] ?? '' }));
    const test = await ask(address, visitor, { path: `/api/get-test?condition_id=${id}` });
    tell(`API during a sweep: p99 ${sweep.p99_ms} ms; ${test.points_done} points stored, ${test.state}`);
    return { idle, sweep, points: Number(test.points_done), is_still_running: test.state === 'RUNNING' };
  } finally {
    await program.stop();
  }
}

/** The delay of the main thread while a page asks. */
async function measured(program: RunningProgram, request: () => Promise<unknown>) {
  await request(); // What the first one starts is no part of it.
  await told(program);
  const end = performance.now() + SECONDS * 1_000;
  while (performance.now() < end) {
    await request();
    await sleep(ASK_EVERY_MS);
  }
  const { p50, p99, longest } = await told(program);
  const ms = (ns: number) => Math.round(ns / NS_PER_MS / 0.1) / 10;
  return { p50_ms: ms(p50), p99_ms: ms(p99), longest_ms: ms(longest) };
}

interface Told {
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
}

/** What the probe prints when it is asked, nanoseconds. */
async function told(program: RunningProgram): Promise<Told> {
  const linesOf = () => [...program.output().matchAll(/^delay (.*)$/gm)];
  const before = linesOf().length;
  process.kill(program.pid(), 'SIGUSR2');
  while (linesOf().length === before) await sleep(5);
  return JSON.parse(linesOf().at(-1)?.[1] ?? '');
}
