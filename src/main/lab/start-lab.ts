import { startThread, type Thread } from '#runtime/thread/start-thread.ts';
import { onDemand } from '#runtime/thread/thread-on-demand.ts';
import type { LabServices } from '#server/tests/lab-services.ts';
import { openDatabase } from '#storage/database/database.ts';
import { unfinishedTests } from '#storage/tests/lab-rows.ts';
import type { LabCalls, LabNews, LabQuestion } from './lab-calls.ts';
import { engineVersionOf, labWorkers } from './lab-setting.ts';
import { startReports } from './start-reports.ts';

const ENTRY = new URL('./lab-program.ts', import.meta.url);

/** The lab in its thread, which starts with the first test or question about one. */
export interface StartedLab {
  readonly services: LabServices;
  stop(): Promise<void>;
}

/** How the program reacts to messages of the thread. */
export interface LabWatch {
  readonly warn: (line: string) => void;
  /** Called when the thread ended by itself or an assertion failed in it: the program must end. */
  readonly failed: (cause: unknown) => void;
}

type LabThread = Thread<LabQuestion, LabCalls, LabNews>;

/**
 * Opens the lab. Its thread starts at once only for tests that an earlier run of the program has left unfinished: most
 * starts compute none, and the thread costs the start half a second of the processor.
 * @throws AppError when the database does not answer
 */
export async function startLab(question: LabQuestion, { warn, failed }: LabWatch): Promise<StartedLab> {
  const engineVersion = engineVersionOf(question);
  const reports = startReports({ folders: question.folders, engineVersion }, warn);
  const listeners = new Set<(ownerId: string) => void>();
  const thread = onDemand(async () => {
    const started: LabThread = startThread({ entry: ENTRY, name: 'lab', commands: new Set(), failed });
    started.on('warning', warn);
    started.on('changed', (ownerId) => {
      for (const listener of listeners) listener(ownerId);
    });
    try {
      await started.open(question);
    } catch (error) {
      await started.stop();
      throw error;
    }
    return started;
  });
  if (await hasUnfinished(question.labUrl)) await thread.get();
  return {
    services: {
      engineVersion,
      workers: labWorkers(),
      prepare: async (asked, bounds) => (await thread.get()).call('prepare', asked, bounds),
      coverage: async (plan) => (await thread.get()).call('coverage', plan),
      dataHash: async (plan) => (await thread.get()).call('dataHash', plan),
      speed: async (pace) => (await thread.get()).call('speed', pace),
      // As long as nothing has started the thread, nothing is under way.
      unfinished: async () => (thread.isWanted() ? (await thread.get()).call('unfinished') : []),
      reports: reports.services,
      wake: () => void wake().catch((error: unknown) => warn(`The lab did not start: ${String(error)}`)),
      onChange(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    async stop() {
      await Promise.all([thread.stop(), reports.stop()]);
    },
  };

  async function wake(): Promise<void> {
    const started = await thread.get();
    await started.call('wake').catch(() => {}); // Without it the lab looks by itself within a second.
  }
}

async function hasUnfinished(url: string): Promise<boolean> {
  const { db, close } = openDatabase({ url, poolMax: 1, applicationName: 'botyard lab at start' });
  try {
    return (await unfinishedTests(db)).length > 0;
  } finally {
    await close();
  }
}
