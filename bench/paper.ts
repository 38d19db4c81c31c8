import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { cashFrom } from '#base/decimal.ts';
import { type Instant, later, MINUTE_MS } from '#base/time.ts';
import { type PaperRuntime, startPaperRuntime } from '#runtime/paper-runtime.ts';
import { openPaperWorld, type PaperWorld, storePortfolio } from '../scripts/paper-world.ts';
import { noQuotes } from '../tests/support/no-quotes.ts';
import { openReplayFeed, type ReplayFeed } from '../tests/support/replay-feed.ts';
import { fleet } from './paper-fleet.ts';

const PORTFOLIOS = 20;
const BOTS_EACH = 50;
const WALLET = '1000000';
const SPEED = 300;
const LIVE_MS = 20_000;
/** A day of market time for every bot, at full speed. */
const PAST_MINUTES = 1_440;
const CORES = 2;

/**
 * 1,000 paper bots on 6 symbols: first a day of catching up at full speed, then the market at ×300. They keep up when
 * the market is not a whole second of the wall clock behind.
 */
export async function paperBench(tell: (line: string) => void) {
  const folder = await mkdtemp(join(tmpdir(), 'botyard-bench-'));
  const world = await openPaperWorld(folder, tell);
  const feed = await openReplayFeed();
  const runtime = await startPaperRuntime({
    engine: world.engine,
    feed,
    openQuotes: noQuotes,
    speed: SPEED,
    log: tell,
  });
  feed.run(SPEED);
  try {
    const full = await measureCatchUp({ world, feed, runtime, tell });
    const live = await measureLive(runtime, tell);
    const figures = { bots: PORTFOLIOS * BOTS_EACH, symbols: feed.instruments.size, speed: SPEED, ...full, ...live };
    return { figures, hasPassed: live.minutesBehind <= SPEED / 60 };
  } finally {
    feed.pause();
    await runtime.stop();
    await world.disconnect();
    await world.postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Subject {
  readonly world: PaperWorld;
  readonly feed: ReplayFeed;
  readonly runtime: PaperRuntime;
  readonly tell: (line: string) => void;
}

async function measureCatchUp({ world, feed, runtime, tell }: Subject) {
  const minute: Instant = later(feed.startMinute, -PAST_MINUTES * MINUTE_MS);
  const startedAt = performance.now();
  for (let index = 0; index < PORTFOLIOS; index++) {
    const [ownerId, portfolioId] = ['bench', `bench-${index}`];
    await storePortfolio(world.app, { ownerId, portfolioId, wallet: WALLET, createdAt: new Date(minute) });
    const commands = fleet(portfolioId, BOTS_EACH);
    const outcome = await runtime.openLate({ ownerId, portfolioId, wallet: cashFrom(WALLET), minute, commands });
    if (!outcome.ok) throw new Error(`the fleet was refused: ${JSON.stringify(outcome.reasons)}`);
  }
  while (runtime.market().engine === 'catching-up') await sleep(20);
  await runtime.flush();
  const seconds = (performance.now() - startedAt) / 1_000;
  const minutesPerSecond = Math.round(PAST_MINUTES / seconds);
  tell(`full speed, stored: ${minutesPerSecond} market minutes a second for all bots together`);
  return { fullSpeedMinutesPerSecond: minutesPerSecond, fullSpeedSeconds: rounded(seconds) };
}

async function measureLive(runtime: PaperRuntime, tell: (line: string) => void) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const [begin, cpuBegin, minuteBegin] = [performance.now(), process.cpuUsage(), runtime.market().minute];
  delay.enable();
  await sleep(LIVE_MS);
  delay.disable();
  const wallMs = performance.now() - begin;
  const cpu = process.cpuUsage(cpuBegin);
  const passed = (runtime.market().minute - minuteBegin) / MINUTE_MS;
  const figures = {
    minutesBehind: rounded(Math.max(0, (wallMs * SPEED) / MINUTE_MS - passed)),
    cpuSharePercent: rounded(((cpu.user + cpu.system) / 1_000 / wallMs / CORES) * 100),
    longestPauseMs: rounded(delay.max / 1e6),
    pauseP99Ms: rounded(delay.percentile(99) / 1e6),
  };
  tell(`x${SPEED}: ${figures.minutesBehind} minutes behind, longest pause ${figures.longestPauseMs} ms`);
  return figures;
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
