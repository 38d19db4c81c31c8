import { setTimeout as sleep } from 'node:timers/promises';
import { type BackOff, backOffMs } from '#base/back-off.ts';
import { AppError } from '#base/errors.ts';
import { systemReason } from '#base/system-reason.ts';
import { killServer } from './kill-server.ts';
import { hasStoppedProcess, isServing, livePostmaster } from './postmaster.ts';
import { probeServer } from './probe-server.ts';

/** Between two looks at the process of a server that answers. */
const LOOK_MS = 1_000;
/** Looks until it is asked again: a connection costs both sides a hundred times as much. */
const LOOKS_MAX = 5;
/** Between two probes of a server that starts or recovers by itself. */
const AGAIN_MS = 100;
/** Silent probes in a row, four seconds and a connection each, after which a server that runs is not waited for any more. */
const SILENCES_MAX = 7;
/** Between two attempts to start it. */
const BACK_OFF: BackOff = { firstMs: 250, maxMs: 5_000, factor: 2 };

export interface WatchOptions {
  readonly cluster: string;
  readonly port: number;
  readonly url: string;
  /** Starts the server at the same port. @throws AppError when it does not start */
  readonly start: (signal: AbortSignal) => Promise<void>;
  readonly log: (line: string) => void;
}

/** Keeps a server running until it is stopped. */
export interface ServerWatch {
  /** Whether the server answered the last probe. */
  isAnswering(): boolean;
  /** Ends the watch; the server is left as it is. */
  stop(): Promise<void>;
}

/**
 * Asks the server every five seconds whether it answers, and at once when its process is gone. One that is gone is started again; one that was stopped, that was silent
 * for long or that somebody else told to stop is killed first. A machine with too much to do may silence a sound server, so
 * silence alone condemns it only after half a minute.
 */
export function watchServer(options: WatchOptions): ServerWatch {
  const stopping = new AbortController();
  const { signal } = stopping;
  let isAnswering = true;
  let silences = 0;
  const pause = (ms: number): Promise<unknown> => sleep(ms, null, { signal }).catch(() => null); // Stopping ends it.

  const look = async (): Promise<void> => {
    const answer = await probeServer(options.url, signal, () => hasStoppedProcess(options.cluster));
    if (signal.aborted) return;
    isAnswering = answer === 'answers';
    silences = answer === 'silent' ? silences + 1 : 0;
    if (isAnswering) {
      await rest();
    } else if (silences > 0 && silences < SILENCES_MAX && mayBeSlow(options)) {
      if (silences === 1) options.log('The database is slow to answer; it is given time.');
    } else if (answer !== 'silent' && isComingUp(options)) {
      await pause(AGAIN_MS);
    } else {
      options.log(`The database ${answer === 'silent' ? 'does not answer' : 'has ended'}; it is started again.`);
      await startAgain();
    }
  };
  const rest = async (): Promise<void> => {
    for (let look = 0; look < LOOKS_MAX && !signal.aborted; look++) {
      await pause(LOOK_MS);
      if (!isServing(options.cluster)) return;
    }
  };
  const startAgain = async (): Promise<void> => {
    silences = 0;
    for (let attempt = 1; !signal.aborted; attempt++) {
      try {
        await killServer(options.cluster);
        await options.start(signal);
        isAnswering = true;
        options.log('The database runs again; everything that was committed is there.');
        return;
      } catch (error) {
        if (!(error instanceof AppError) && systemReason(error) === null) throw error;
        if (attempt === 1 && !signal.aborted) options.log(sentenceOf(error));
        await pause(backOffMs(BACK_OFF, attempt));
      }
    }
  };
  const run = async (): Promise<void> => {
    while (!signal.aborted) await look();
  };
  const running = run();
  return {
    isAnswering: () => isAnswering,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** A server that is neither gone nor about to stop is starting, or recovers after one of its processes was killed. */
function isComingUp({ cluster, port }: WatchOptions): boolean {
  const live = livePostmaster(cluster);
  return live !== null && live.port === port && !live.isStopping;
}

/** A server whose processes are all there, and none of which waits for a signal to go on. */
function mayBeSlow({ cluster }: WatchOptions): boolean {
  return livePostmaster(cluster) !== null && !hasStoppedProcess(cluster);
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
