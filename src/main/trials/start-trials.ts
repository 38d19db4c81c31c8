import { DAY_MS, type Instant, instantOf, startOf } from '#base/time.ts';
import { warmUpMs } from '#engine/bots/warm-up.ts';
import type { ReadPast } from '#ports/market-past.ts';
import type { StrategyTrials, TrialRequest } from '#ports/strategy-trials.ts';
import type { ScaleRequest, ScaleTrials } from '#ports/trials/scale-trials.ts';
import { startThread, type Thread } from '#runtime/thread/start-thread.ts';
import { type OnDemand, onDemand } from '#runtime/thread/thread-on-demand.ts';
import { keptPasts } from './kept-pasts.ts';
import type { TrialCalls } from './trial-calls.ts';

const ENTRY = new URL('./trial-program.ts', import.meta.url);
/** How long a past is used again, wall time: while a strategy is edited, its figures are those of one past. */
const PAST_KEPT_MS = 20_000;

export interface TrialSource {
  readonly readPast: ReadPast;
  /** The end of the last closed minute. */
  readonly marketNow: () => Instant;
  readonly warn: (line: string) => void;
}

export interface StartedTrials extends StrategyTrials, ScaleTrials {
  stop(): Promise<void>;
}

/**
 * Tries strategies, and other scales on past cycles, in a separate thread, which starts with the first trial. A second one does what
 * a save waits for, so that no save waits for the trials of a draft.
 */
export function startTrials({ readPast, marketNow, warn }: TrialSource): StartedTrials {
  const pasts = keptPasts(readPast, PAST_KEPT_MS);
  const thread = trialThread('trials', warn);
  const saves = trialThread('inspections', warn);
  return {
    async run(request) {
      const past = await pasts({ symbol: request.instrument.symbol, from: beginOf(request, marketNow()) });
      return (await thread.get()).call('runTrial', request, past);
    },
    async tryScale(request) {
      const past = await pasts({ symbol: request.instrument.symbol, from: beginOfCycles(request) });
      return (await thread.get()).call('tryScale', request, past);
    },
    inspect: async (strategy) => (await saves.get()).call('inspect', strategy),
    async stop() {
      await Promise.all([thread.stop(), saves.stop()]);
    },
  };
}

function trialThread(name: string, warn: TrialSource['warn']): OnDemand<Thread<null, TrialCalls, object>> {
  const thread = onDemand(async () => {
    const started = startThread<null, TrialCalls, object>({
      entry: ENTRY,
      name,
      commands: new Set(),
      // A draft that breaks a belief ends its trial, and the next one begins in a new thread: no bot depends on it.
      failed: (cause) => {
        thread.forget();
        warn(`A trial ended its thread: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`);
      },
    });
    await started.open(null);
    return started;
  });
  return thread;
}

/** With the bars before the trial that its rules read. On whole days, so that strategies of about one length share a past. */
function beginOf({ days, kind, params }: TrialRequest, now: Instant): Instant {
  return startOf(instantOf(Math.max(0, now - days * DAY_MS - warmUpMs({ kind, params }))), DAY_MS);
}

/** With the bars before the first cycle that the rules of steps read. */
function beginOfCycles({ from, cycles }: ScaleRequest): Instant {
  const warmUp = Math.max(0, ...cycles.map(({ kind, params }) => warmUpMs({ kind, params })));
  return startOf(instantOf(Math.max(0, from - warmUp)), DAY_MS);
}
