import { HOUR_MS } from '#base/time.ts';
import { startThread } from '#runtime/thread/start-thread.ts';
import { onDemand } from '#runtime/thread/thread-on-demand.ts';
import { marketNow } from '#server/http/context.ts';
import type { ScreenerServices } from '#server/screener/screener-services.ts';
import { openInterestPage } from '#storage/screener/open-interest.ts';
import type { StartedEngine } from '../engine/start-engine.ts';
import { type LookSource, MarketLook } from './market-look.ts';
import type { ScreenerCalls } from './screener-calls.ts';

const ENTRY = new URL('./screener-program.ts', import.meta.url);

export interface StartedScreener {
  readonly services: ScreenerServices;
  stop(): Promise<void>;
}

type ScreenerSource = Pick<LookSource, 'database' | 'folder' | 'warn'>;

/** Screens the market in a thread of its own, which starts with the first look, and within the exchange's budget. */
export function startScreener(engine: StartedEngine, source: ScreenerSource): StartedScreener {
  const { market, readPast, survey, runtime } = engine;
  const { warn } = source;
  const thread = onDemand(async () => {
    const started = startThread<null, ScreenerCalls, object>({
      entry: ENTRY,
      name: 'screener',
      commands: new Set(),
      // No bot depends on it: the next look starts another one.
      failed: (cause) => {
        thread.forget();
        warn(`The screener's thread ended: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`);
      },
      answerMsMax: HOUR_MS,
    });
    await started.open(null);
    return started;
  });
  const look = new MarketLook({
    ...{ ...source, contracts: market.contracts, readPast, survey, marketNow: () => marketNow(runtime) },
    takeSnapshots: async (request) => (await thread.get()).call('takeSnapshots', request),
  });
  const leave = market.onBackFill(({ endedAt }) => {
    if (endedAt !== null) look.pastChanged();
  });
  return {
    services: { latest: () => look.latest(), openInterest: (page) => openInterestPage(source.database, page) },
    async stop() {
      leave();
      look.stop();
      await thread.stop();
    },
  };
}
