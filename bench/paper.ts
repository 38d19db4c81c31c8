import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { at } from '#base/assert.ts';
import { cashFrom } from '#base/decimal.ts';
import { MINUTE_MS } from '#base/time.ts';
import type { Runtime } from '#ports/runtime.ts';
import { remoteRuntime } from '#runtime/thread/remote-runtime.ts';
import { RUNTIME_COMMANDS, type RuntimeNews } from '#runtime/thread/runtime-calls.ts';
import { startThread, type Thread } from '#runtime/thread/start-thread.ts';
import { openPaperWorld, type PaperWorld, storePortfolio } from '../scripts/paper-world.ts';
import type { PaperCalls, PaperQuestion } from './paper-calls.ts';
import { fleet } from './paper-fleet.ts';

const PORTFOLIOS = 20;
const BOTS_EACH = 50;
const WALLET = '1000000';
const SPEED = 300;
const LIVE_MS = 20_000;
/** A day of market time for every bot, at full speed. */
const PAST_MINUTES = 1_440;
/** A page of one portfolio is read through the port so often while the market runs. */
const READ_EVERY_MS = 100;
const CORES = 2;

/**
 * 1,000 paper bots on 6 symbols in the program's engine thread, asked through its port: first a day of catching up at
 * full speed, then the market at ×300 while pages are read. They keep up when the market is not a whole second of the
 * wall clock behind.
 */
export async function paperBench(tell: (line: string) => void) {
  const folder = await mkdtemp(join(tmpdir(), 'botyard-bench-'));
  const world = await openPaperWorld(folder, tell);
  const thread: EngineThread = startThread({
    entry: new URL('./paper-engine.ts', import.meta.url),
    name: 'bench engine',
    commands: new Set(RUNTIME_COMMANDS),
    failed: (cause) => {
      throw cause;
    },
  });
  const { runtime } = remoteRuntime(thread);
  await thread.open({ engineUrl: world.engineUrl, speed: SPEED });
  try {
    const full = await measureCatchUp({ world, thread, runtime, tell });
    const live = await measureLive(thread, runtime, tell);
    const figures = {
      ...{ bots: PORTFOLIOS * BOTS_EACH, symbols: runtime.instruments.size, speed: SPEED },
      ...full,
      ...live,
    };
    return { figures, hasPassed: live.minutesBehind <= SPEED / 60 };
  } finally {
    await thread.stop();
    await world.disconnect();
    await world.postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

type EngineThread = Thread<PaperQuestion, PaperCalls, RuntimeNews>;

interface Subject {
  readonly world: PaperWorld;
  readonly thread: EngineThread;
  readonly runtime: Runtime;
  readonly tell: (line: string) => void;
}

function portfolioAt(index: number): string {
  return `bench-${index}`;
}

async function measureCatchUp({ world, thread, runtime, tell }: Subject) {
  const startedAt = performance.now();
  for (let index = 0; index < PORTFOLIOS; index++) {
    const portfolioId = portfolioAt(index);
    const ownerId = portfolioId; // One user may not have so many bots.
    await storePortfolio(world.app, { ownerId, portfolioId, wallet: WALLET, createdAt: new Date() });
    const commands = fleet(portfolioId, BOTS_EACH);
    await thread.call('openPast', { ownerId, portfolioId, wallet: cashFrom(WALLET), commands }, PAST_MINUTES);
  }
  await thread.call('flush'); // The answer brings the state of the market along.
  while (runtime.market().engine === 'catching-up' || runtime.market().behindOwners.length > 0) {
    await sleep(20);
    await thread.call('flush');
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  const minutesPerSecond = Math.round(PAST_MINUTES / seconds);
  tell(`full speed, stored: ${minutesPerSecond} market minutes a second for all bots together`);
  return { fullSpeedMinutesPerSecond: minutesPerSecond, fullSpeedSeconds: rounded(seconds) };
}

/** Pauses of the two threads: the engine's hold up decisions, those of the main thread requests. */
async function measureLive(thread: EngineThread, runtime: Runtime, tell: (line: string) => void) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  await thread.call('beginWatch');
  const [begin, cpuBegin, minuteBegin] = [performance.now(), process.cpuUsage(), runtime.market().minute];
  delay.enable();
  const reads = await readPages(runtime, begin + LIVE_MS);
  delay.disable();
  const pauses = await thread.call('endWatch');
  const wallMs = performance.now() - begin;
  const cpu = process.cpuUsage(cpuBegin);
  const passed = (runtime.market().minute - minuteBegin) / MINUTE_MS;
  const figures = {
    minutesBehind: rounded(Math.max(0, (wallMs * SPEED) / MINUTE_MS - passed)),
    cpuSharePercent: rounded(((cpu.user + cpu.system) / 1_000 / wallMs / CORES) * 100),
    enginePause: {
      longestMs: rounded(pauses.longestMs),
      p99Ms: rounded(pauses.p99Ms),
      collectionMs: rounded(pauses.collectionMs),
    },
    mainPause: { longestMs: rounded(delay.max / 1e6), p99Ms: rounded(delay.percentile(99) / 1e6) },
    read: {
      count: reads.length,
      p50Ms: rounded(at(reads, reads.length >> 1)),
      p99Ms: rounded(at(reads, Math.floor(reads.length * 0.99))),
    },
  };
  const { longestMs, collectionMs } = figures.enginePause;
  tell(
    `x${SPEED}: ${figures.minutesBehind} minutes behind; longest pause of the engine ${longestMs} ms, collection ${collectionMs} ms`,
  );
  return figures;
}

/** Reads the bots of one portfolio after another, as a page does; how long each took, the shortest first. */
async function readPages(runtime: Runtime, until: number): Promise<readonly number[]> {
  const took: number[] = [];
  for (let page = 0; performance.now() < until; page += 1) {
    const portfolioId = portfolioAt(page % PORTFOLIOS);
    const begin = performance.now();
    const bots = await runtime.botsNow(
      Array.from({ length: BOTS_EACH }, (_, index) => ({ portfolioId, botId: `${portfolioId}-${index}` })),
    );
    if (bots.size !== BOTS_EACH) throw new Error(`${bots.size} of ${BOTS_EACH} bots were found`);
    took.push(performance.now() - begin);
    await sleep(READ_EVERY_MS);
  }
  return took.toSorted((one, other) => one - other);
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
