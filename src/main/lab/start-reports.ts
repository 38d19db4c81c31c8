import { startThread, type Thread } from '#runtime/thread/start-thread.ts';
import type { ReportServices } from '#server/tests/lab-services.ts';
import type { ReportThreadQuestion } from './report-program.ts';

const ENTRY = new URL('./report-program.ts', import.meta.url);

/** The reports in a thread of their own, which starts with the first one. */
export interface StartedReports {
  open(question: ReportThreadQuestion): void;
  readonly services: ReportServices;
  stop(): Promise<void>;
}

type ReportThread = Thread<ReportThreadQuestion, ReportServices, Record<string, never>>;

/** @param failed - called when the thread ended by itself or an assertion failed in it: the program must end */
export function reportsOnDemand(failed: (cause: unknown) => void): StartedReports {
  let question: ReportThreadQuestion | null = null;
  let started: Promise<ReportThread> | null = null;
  const thread = (): Promise<ReportThread> => {
    started ??= start();
    return started;
  };
  async function start(): Promise<ReportThread> {
    const made: ReportThread = startThread({ entry: ENTRY, name: 'reports', commands: new Set(), failed });
    await made.open(question ?? { folders: [], engineVersion: '' });
    return made;
  }
  return {
    open(given) {
      question = given;
    },
    services: {
      report: async (asked) => (await thread()).call('report', asked),
      cycles: async (asked, page) => (await thread()).call('cycles', asked, page),
      netCycles: async (asked, filter) => (await thread()).call('netCycles', asked, filter),
      trades: async (asked, page) => (await thread()).call('trades', asked, page),
      orders: async (asked) => (await thread()).call('orders', asked),
      story: async (asked, cycleId) => (await thread()).call('story', asked, cycleId),
      monteCarlo: async (asked, drawn) => (await thread()).call('monteCarlo', asked, drawn),
    },
    async stop() {
      await (await started)?.stop();
    },
  };
}
