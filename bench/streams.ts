import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { assert } from '#base/assert.ts';
import { rounded } from './live/round-figures.ts';
import { median } from './median.ts';
import type { ReaderNews } from './streams/reader-process.ts';
import type { SimulatorNews } from './streams/simulator-process.ts';

const SYMBOLS = 500;
const STREAMS_A_SYMBOL = 5;
const ROUNDS = 3;
/** A whole market minute, so that each round sees every candle close once. */
const ROUND_MS = 60_000;
/** Earlier data is generated on first use; measuring begins when every stream has sent something. */
const WARM_EVERY_MS = 5_000;
const WARM_ASKS_MAX = 60;

const CORE_SHARE_MAX = 0.5;
/** The marks of all symbols per second alone are as many, so fewer messages mean that something stopped. */
const MESSAGES_PER_SECOND_MIN = SYMBOLS;

/**
 * The cost of the simulated exchange in real time with 500 symbols and subscriptions to candles, trades, best prices,
 * marks and tickers of each: 2,500 streams on real sockets, read by another process.
 */
export async function streamsBench(tell: (line: string) => void) {
  const folder = await mkdtemp(path.join(tmpdir(), 'botyard-streams-'));
  const simulator = start('simulator-process.ts', [folder, String(SYMBOLS)]);
  try {
    const listening = await newsOf<SimulatorNews>(simulator);
    assert(listening.type === 'listening', 'the simulator listens first');
    const reader = start('reader-process.ts', [String(listening.port), ...listening.symbols]);
    try {
      await newsOf<ReaderNews>(reader);
      await warmUp(reader, tell);
      return await measure(simulator, reader, tell);
    } finally {
      reader.disconnect();
    }
  } finally {
    simulator.disconnect();
    await once(simulator, 'exit');
    await rm(folder, { recursive: true, force: true });
  }
}

async function warmUp(reader: ChildProcess, tell: (line: string) => void): Promise<void> {
  for (let asks = 0; asks < WARM_ASKS_MAX; asks += 1) {
    const { streams } = await ask<ReaderNews>(reader);
    if (streams === SYMBOLS * STREAMS_A_SYMBOL) return;
    tell(`${streams} streams have sent something`);
    await sleep(WARM_EVERY_MS);
  }
}

async function measure(simulator: ChildProcess, reader: ChildProcess, tell: (line: string) => void) {
  const [shares, rates, megabytes]: [number[], number[], number[]] = [[], [], []];
  let residentMb = 0;
  let last: ReaderNews = await ask<ReaderNews>(reader);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const load = loadavg()[0] ?? 0;
    const [used, heard] = [await usedBy(simulator), await ask<ReaderNews>(reader)];
    await sleep(ROUND_MS);
    const usedThen = await usedBy(simulator);
    last = await ask<ReaderNews>(reader);
    const seconds = (usedThen.wallMs - used.wallMs) / 1e3;
    shares.push((usedThen.processorMs - used.processorMs) / 1e3 / seconds);
    rates.push((last.messages - heard.messages) / seconds);
    megabytes.push((last.bytes - heard.bytes) / 1e6 / seconds);
    residentMb = usedThen.residentMb;
    tell(
      `round ${round}: ${(100 * (shares.at(-1) ?? 0)).toFixed(1)} % of a core, ${(rates.at(-1) ?? 0).toFixed(0)} messages a second, load ${load.toFixed(1)}`,
    );
  }
  const coreShare = median(shares);
  const messagesPerSecond = median(rates);
  const isWhole = last.streams === SYMBOLS * STREAMS_A_SYMBOL && !last.hasLost;
  const figures = {
    symbols: SYMBOLS,
    streams: last.streams,
    coreShare: rounded(coreShare),
    coreShares: shares.map(rounded),
    messagesPerSecond: rounded(messagesPerSecond),
    megabytesPerSecond: rounded(median(megabytes)),
    residentMb: rounded(residentMb),
  };
  return { figures, hasPassed: isWhole && coreShare <= CORE_SHARE_MAX && messagesPerSecond >= MESSAGES_PER_SECOND_MIN };
}

function start(program: string, words: readonly string[]): ChildProcess {
  return fork(path.join(import.meta.dirname, 'streams', program), words);
}

async function usedBy(simulator: ChildProcess) {
  const used = await ask<SimulatorNews>(simulator);
  assert(used.type === 'used', 'the simulator says what it used');
  return used;
}

async function ask<News>(child: ChildProcess): Promise<News> {
  const news = newsOf<News>(child);
  child.send('tell');
  return news;
}

async function newsOf<News>(child: ChildProcess): Promise<News> {
  const waiting = new AbortController();
  const { signal } = waiting;
  const ended = once(child, 'exit', { signal }).then(() => {
    throw new Error('a process of the bench ended too soon');
  });
  try {
    const [news] = (await Promise.race([once(child, 'message', { signal }), ended])) as [News]; // Each child types what it sends.
    return news;
  } finally {
    waiting.abort();
  }
}
