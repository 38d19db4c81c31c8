import { startThread, type Thread } from '#runtime/thread/start-thread.ts';
import { type OnDemand, onDemand } from '#runtime/thread/thread-on-demand.ts';
import type { ReportServices } from '#server/tests/lab-services.ts';
import type { ReportThreadQuestion } from './report-program.ts';

const ENTRY = new URL('./report-program.ts', import.meta.url);

/** The reports in a thread of their own, which starts with the first one. */
export interface StartedReports {
  readonly services: ReportServices;
  stop(): Promise<void>;
}

type ReportThread = Thread<ReportThreadQuestion, ReportServices, Record<string, never>>;

/**
 * A report that breaks an assertion ends the thread and all reports under way, and nothing else: they only read, so that the next
 * one begins anew in another thread.
 * @param warn - told of the error
 */
export function startReports(question: ReportThreadQuestion, warn: (line: string) => void): StartedReports {
  const thread: OnDemand<ReportThread> = onDemand(async () => {
    const failed = (cause: unknown): void => {
      thread.forget();
      warn(
        `The thread of the reports ended: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`,
      );
    };
    const started: ReportThread = startThread({ entry: ENTRY, name: 'reports', commands: new Set(), failed });
    await started.open(question); // Opening it connects to nothing, so it cannot fail for a reason from outside.
    return started;
  });
  return {
    services: {
      report: async (asked) => (await thread.get()).call('report', asked),
      cycles: async (asked, page) => (await thread.get()).call('cycles', asked, page),
      netCycles: async (asked, filter) => (await thread.get()).call('netCycles', asked, filter),
      trades: async (asked, page) => (await thread.get()).call('trades', asked, page),
      orders: async (asked) => (await thread.get()).call('orders', asked),
      story: async (asked, cycleId) => (await thread.get()).call('story', asked, cycleId),
      monteCarlo: async (asked, drawn) => (await thread.get()).call('monteCarlo', asked, drawn),
    },
    stop: () => thread.stop(),
  };
}
