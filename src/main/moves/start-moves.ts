import { dayNumber, type Instant, instantOf } from '#base/time.ts';
import { keptMoves } from '#lab/moves/kept-moves.ts';
import { refreshMoves } from '#lab/moves/refresh-moves.ts';
import type { PriceMoveMeasures } from '#ports/price-move-measures.ts';
import { startThread } from '#runtime/thread/start-thread.ts';
import { onDemand } from '#runtime/thread/thread-on-demand.ts';
import { marketNow } from '#server/http/context.ts';
import type { Database } from '#storage/database/database.ts';
import type { StartedEngine } from '../engine/start-engine.ts';
import { keptPasts } from '../trials/kept-pasts.ts';
import type { MovesCalls } from './moves-calls.ts';

const ENTRY = new URL('./moves-program.ts', import.meta.url);
/** Wall time. A past of half a year is 5 MB; it is asked for again while a ladder is being edited. */
const PAST_KEPT_MS = 300_000;
/** How often the market's day is looked at, wall time. */
const LOOK_MS = 30_000;

export interface MovesParts {
  /** Login of the engine. */
  readonly database: Database;
  readonly engine: Pick<StartedEngine, 'readPast' | 'market' | 'runtime'>;
  readonly warn: (line: string) => void;
}

export interface StartedMoves extends PriceMoveMeasures {
  stop(): Promise<void>;
}

/** Measures price moves in a thread of its own, which starts with the first question, and again after each market day. */
export function startMoves({ database, engine, warn }: MovesParts): StartedMoves {
  const presentOfMarket = (): Instant => marketNow(engine.runtime);
  const now = (): Instant => instantOf(Date.now());
  const thread = onDemand(async () => {
    const started = startThread<null, MovesCalls, object>({
      entry: ENTRY,
      name: 'moves',
      commands: new Set(),
      failed: (cause) => {
        thread.forget();
        warn(`The measuring of price moves ended its thread: ${cause instanceof Error ? cause.stack : String(cause)}`);
      },
    });
    await started.open(null);
    return started;
  });
  const measures = keptMoves({
    ...{ database, now, marketNow: presentOfMarket, history: engine.market.history },
    readPast: keptPasts(engine.readPast, PAST_KEPT_MS),
    measure: {
      moves: async (request, past, window) => (await thread.get()).call('moves', request, past, window),
      reach: async (request, past, window) => (await thread.get()).call('reach', request, past, window),
    },
  });
  const daily = everyMarketDay(presentOfMarket, async (signal) => {
    await refreshMoves({ database, measures, now, signal });
  });
  return {
    ...measures,
    async stop() {
      await daily.stop();
      await thread.stop();
    },
  };
}

/** Runs work soon after the start and whenever the market has begun another day, unless the last run still goes on. */
function everyMarketDay(marketNow: () => Instant, work: (signal: AbortSignal) => Promise<void>) {
  const stopping = new AbortController();
  let day: number | null = null;
  let running: Promise<void> | null = null;
  const look = setInterval(() => {
    const today = dayNumber(marketNow());
    if (today === day || running !== null) return;
    day = today;
    running = work(stopping.signal)
      .catch(() => {}) // The database does not answer; the next day, or whoever asks, measures again.
      .finally(() => {
        running = null;
      });
  }, LOOK_MS);
  look.unref();
  return {
    async stop() {
      clearInterval(look);
      stopping.abort();
      await running;
    },
  };
}
