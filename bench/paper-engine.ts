import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import { parentPort } from 'node:worker_threads';
import { assert } from '#base/assert.ts';
import { later, MINUTE_MS } from '#base/time.ts';
import { demoOf } from '#runtime/demo/demo.ts';
import { startPaperRuntime } from '#runtime/paper-runtime.ts';
import { type RuntimeNews, type RuntimeTeller, runtimeCalls, tellRuntime } from '#runtime/thread/runtime-calls.ts';
import { serveThread } from '#runtime/thread/serve-thread.ts';
import { openDatabase } from '#storage/database/database.ts';
import { noQuotes } from '../tests/support/no-quotes.ts';
import { openReplayFeed } from '../tests/support/replay-feed.ts';
import type { PaperCalls, PaperQuestion, Pauses } from './paper-calls.ts';

/** The thread that the bench measures: the program's engine and writer over the recorded market. */
const port = parentPort;
assert(port !== null, 'this file is the program of a thread');
let teller: RuntimeTeller | null = null;
let close = async (): Promise<void> => {};

serveThread<PaperQuestion, PaperCalls, RuntimeNews>(port, {
  async open({ engineUrl, speed }, tell) {
    const engine = openDatabase({ url: engineUrl, poolMax: 4, applicationName: 'bench engine' });
    const feed = await openReplayFeed();
    const runtime = await startPaperRuntime({ engine, feed, openQuotes: noQuotes, speed, logDays: 365, log: () => {} });
    feed.run(speed);
    teller = tellRuntime(runtime, {
      market: (state) => tell('market', state),
      instruments: (instruments) => tell('instruments', instruments),
      change: (change) => tell('change', change),
    });
    close = async () => {
      feed.pause();
      teller?.stop();
      await runtime.stop();
      await engine.close();
    };
    const watch = watchThread();
    return {
      ...runtimeCalls(runtime, demoOf({ engine, runtime, feed, log: () => {}, failed: endThread })),
      async openPast(account, minutes) {
        const outcome = await runtime.openLate({ ...account, minute: later(feed.startMinute, -minutes * MINUTE_MS) });
        assert(outcome.ok, 'the engine accepts the fleet');
      },
      flush: runtime.flush,
      beginWatch: async () => watch.begin(),
      endWatch: async () => watch.end(),
    };
  },
  beforeAnswer: () => teller?.tellMarket(),
  close: () => close(),
});

function endThread(cause: unknown): void {
  setImmediate(() => {
    throw cause;
  });
}

/** The delays of this thread's event loop, and its collections of garbage, between begin and end. */
function watchThread() {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let collectionMs = 0;
  const collections = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) collectionMs = Math.max(collectionMs, duration);
  });
  return {
    begin(): void {
      collections.observe({ entryTypes: ['gc'] });
      delay.enable();
    },
    end(): Pauses {
      delay.disable();
      collections.disconnect();
      return { longestMs: delay.max / 1e6, p99Ms: delay.percentile(99) / 1e6, collectionMs };
    },
  };
}
