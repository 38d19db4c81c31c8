import { parentPort } from 'node:worker_threads';
import { assert } from '#base/assert.ts';
import { later, MINUTE_MS } from '#base/time.ts';
import type { Demo } from '#ports/runtime.ts';
import { demoOf } from '#runtime/demo/demo.ts';
import { startPaperRuntime } from '#runtime/paper-runtime.ts';
import { type RuntimeNews, type RuntimeTeller, runtimeCalls, tellRuntime } from '#runtime/thread/runtime-calls.ts';
import { serveThread } from '#runtime/thread/serve-thread.ts';
import { type Database, openDatabase } from '#storage/database/database.ts';
import { storeRefusals } from '#storage/live/durable-store.ts';
import { installationCode } from '#storage/live/installation-code.ts';
import { noQuotes } from './no-quotes.ts';
import { quietVenue } from './quiet-venue.ts';
import type { ReplayCalls, ReplayQuestion } from './replay-engine-calls.ts';
import { openReplayFeed } from './replay-feed.ts';

/** The program of a test's engine: the real runtime in a thread of its own, over the replayed feed. */
const port = parentPort;
assert(port !== null, 'this file is the program of a thread');
/** The one user with an exchange key. */
const KEY_OWNER = 'ann';
let teller: RuntimeTeller | null = null;
let close = async (): Promise<void> => {};

serveThread<ReplayQuestion, ReplayCalls, RuntimeNews>(port, {
  async open({ engineUrl, modules }, tell) {
    for (const module of modules) await import(module);
    const engine: Database = openDatabase({ url: engineUrl, poolMax: 4, applicationName: 'test engine' });
    const feed = await openReplayFeed();
    const runtime = await startPaperRuntime({
      engine,
      feed,
      openQuotes: noQuotes,
      speed: 0,
      logDays: 365,
      log: () => {},
      failed: endThread,
      live: {
        environment: 'sim',
        installation: () => installationCode(engine),
        engine,
        openDatabase: async () => openDatabase({ url: engineUrl, poolMax: 1, applicationName: 'test orders' }),
        openVenue: async (ownerId) => (ownerId === KEY_OWNER ? quietVenue(ownerId) : null),
        storeRefusals: () => storeRefusals(engine),
      },
    });
    teller = tellRuntime(runtime, {
      market: (state) => tell('market', state),
      instruments: (instruments) => tell('instruments', instruments),
      change: (change) => tell('change', change),
    });
    close = async () => {
      teller?.stop();
      await runtime.stop();
      await engine.close();
    };
    const demo: Demo = demoOf({ engine, runtime, feed, log: () => {}, failed: endThread });
    return {
      ...runtimeCalls(runtime, demo),
      flush: () => runtime.flush(),
      step: (minutes) =>
        new Promise((resolve) => {
          const due = later(feed.closed(), minutes * MINUTE_MS);
          const leave = runtime.onChange(({ minute }) => {
            if (minute < due) return;
            leave();
            resolve();
          });
          feed.step(minutes);
        }),
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
