import { startThread, type Thread } from '#runtime/thread/start-thread.ts';
import type { LabServices } from '#server/tests/lab-services.ts';
import type { LabCalls, LabNews, LabQuestion } from './lab-calls.ts';
import { engineVersionOf, labWorkers } from './lab-setting.ts';
import { reportsOnDemand } from './start-reports.ts';

const ENTRY = new URL('./lab-program.ts', import.meta.url);

/** The lab in its thread. */
export interface StartedLab {
  /** @throws AppError when the database does not answer */
  open(question: LabQuestion): Promise<void>;
  readonly services: LabServices;
  stop(): Promise<void>;
}

/** How the program reacts to messages of the thread. */
export interface LabWatch {
  readonly warn: (line: string) => void;
  /** Called when the thread ended by itself or an assertion failed in it: the program must end. */
  readonly failed: (cause: unknown) => void;
}

/** Starts the thread, which loads its program and waits to be opened. */
export function startLab({ warn, failed }: LabWatch): StartedLab {
  const thread: Thread<LabQuestion, LabCalls, LabNews> = startThread({
    entry: ENTRY,
    name: 'lab',
    commands: new Set(),
    failed,
  });
  const reports = reportsOnDemand(failed);
  const listeners = new Set<(ownerId: string) => void>();
  let version = '';
  thread.on('warning', warn);
  thread.on('changed', (ownerId) => {
    for (const listener of listeners) listener(ownerId);
  });
  return {
    open(question) {
      version = engineVersionOf(question);
      reports.open({ folders: question.folders, engineVersion: version });
      return thread.open(question);
    },
    services: {
      get engineVersion() {
        return version;
      },
      workers: labWorkers(),
      prepare: (asked, bounds) => thread.call('prepare', asked, bounds),
      coverage: (plan) => thread.call('coverage', plan),
      dataHash: (plan) => thread.call('dataHash', plan),
      speed: (isSwept) => thread.call('speed', isSwept),
      unfinished: () => thread.call('unfinished'),
      reports: reports.services,
      wake: () => void thread.call('wake').catch(() => {}), // Without it the lab looks by itself within a second.
      onChange(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    async stop() {
      await Promise.all([thread.stop(), reports.stop()]);
    },
  };
}
