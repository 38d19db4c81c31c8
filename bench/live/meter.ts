import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import type { RawData } from 'ws';
import { bookTickerReader } from '#adapters/exchange-binance-usdm/market/book-ticker.ts';
import { assert } from '#base/assert.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import type { LiveBots } from './live-bots.ts';
import { usedMs } from './processor-time.ts';
import { sharedClock } from './shared-clock.ts';

/** The measurements of a round; times in milliseconds, in lists with one value per message, ascending. */
export interface Round {
  /** From the moment the socket handed a message over until every atom that it reached had decided. */
  readonly decided: Float64Array;
  /** The same, of the messages that reached an atom. */
  readonly reaching: Float64Array;
  /** From the sender's call until the decision: with the kernel, the loop and the messages before it in one read. */
  readonly travelled: Float64Array;
  /** Sums of `decided` and of `reaching`. */
  readonly decidedSum: number;
  readonly reachingSum: number;
  /** How many atoms decided, and how many of them changed. */
  readonly woken: number;
  readonly changed: number;
  /** Longest time that a message waited to be read: for that long the loop was busy or stopped. */
  readonly waitMax: number;
  readonly loopDelayMax: number;
  /** Maximum processor time between two reads: the longest pause caused by ourselves. */
  readonly workMax: number;
  readonly collectionMax: number;
  readonly perSecond: number;
  /** Share of one core that the receiving thread used. */
  readonly coreShare: number;
}

/** The listener of a meter, and its result once no message is missing. */
export interface Meter {
  /** A piece of the stream was read; messages in it follow. */
  readonly read: () => void;
  readonly take: (message: RawData) => void;
  /** Number of messages that have not arrived yet. */
  readonly missing: () => number;
  readonly round: () => Round;
}

interface Measured {
  readonly bots: LiveBots;
  readonly instruments: readonly Instrument[];
  /** By number of the message, modulo its length: when it was sent, on the shared clock. */
  readonly sentAt: Float64Array;
  /** Number of messages before measuring begins. */
  readonly warm: number;
  readonly count: number;
}

/** Passes every message to the bots and records the time, in preallocated memory. */
export function openMeter({ bots, instruments, sentAt, warm, count }: Measured): Meter {
  const quoteOf = bookTickerReader(instruments);
  const clock = sharedClock();
  const loop = watchLoop();
  const decided = new Float64Array(count - warm);
  const travelled = new Float64Array(count - warm);
  const reaching = new Float64Array(count - warm);
  let [seen, reached, woken, changedBefore] = [0, 0, 0, 0];
  let [readAt, begunAt, endedAt, waitMax] = [0, 0, 0, 0];

  function take(message: RawData): void {
    const taken = clock();
    const quote = message instanceof Buffer ? quoteOf(message) : null;
    assert(quote !== null, 'every message is a book ticker of a known symbol');
    const atoms = bots.take(quote);
    const done = clock();
    if (seen >= warm) note(atoms, taken, done);
    seen += 1;
    if (seen === warm) begin(done);
    if (seen === count) end(done);
  }

  function begin(now: number): void {
    [begunAt, changedBefore] = [now, bots.changes()];
    loop.start();
  }

  function end(now: number): void {
    endedAt = now;
    loop.stop();
  }

  function note(atoms: number, taken: number, done: number): void {
    const sent = sentAt[seen % sentAt.length] ?? 0;
    decided[seen - warm] = done - taken;
    travelled[seen - warm] = done - sent;
    if (readAt - sent > waitMax) waitMax = readAt - sent;
    if (atoms === 0) return;
    reaching[reached] = done - taken;
    reached += 1;
    woken += atoms;
  }

  return {
    read: () => {
      readAt = clock();
      loop.turn();
    },
    take,
    missing: () => count - seen,
    round: () => ({
      ...loop.figures(),
      decidedSum: sumOf(decided),
      reachingSum: sumOf(reaching),
      decided: decided.sort(),
      travelled: travelled.sort(),
      reaching: reaching.slice(0, reached).sort(),
      woken,
      changed: bots.changes() - changedBefore,
      waitMax,
      perSecond: (count - warm) / ((endedAt - begunAt) / 1_000),
      coreShare: loop.cpuMs() / (endedAt - begunAt),
    }),
  };
}

function sumOf(times: Float64Array): number {
  return times.reduce((total, one) => total + one, 0);
}

/** The event loop's delay, the collector's pauses and the thread's processor time, between start and stop. */
function watchLoop() {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let [collectionMax, cpuMs, workMax, usedBefore] = [0, 0, 0, 0];
  let cpu = process.threadCpuUsage();
  const collections = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) collectionMax = Math.max(collectionMax, duration);
  });
  return {
    start() {
      delay.enable();
      collections.observe({ entryTypes: ['gc'] });
      cpu = process.threadCpuUsage();
      [workMax, usedBefore] = [0, 0];
    },
    turn() {
      const used = usedMs(cpu);
      workMax = Math.max(workMax, used - usedBefore);
      usedBefore = used;
    },
    stop() {
      cpuMs = usedMs(cpu);
      delay.disable();
    },
    cpuMs: () => cpuMs,
    figures() {
      collections.disconnect();
      return { loopDelayMax: delay.max / 1e6, collectionMax, workMax };
    },
  };
}
