import path from 'node:path';
import * as z from 'zod/mini';

export interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) })),
});
const timedReport = z.object({
  /** A name is the whole path of a file; times in milliseconds, from its first test to the end of its last one. */
  testResults: z.array(z.object({ name: z.string(), startTime: z.number(), endTime: z.number() })),
});
/** How many files of a report are named. */
const SLOWEST_COUNT = 3;

/**
 * Counts the tests in a report of the runner. A file that could not be loaded counts as one failure, and so does a run
 * that failed without a failing test, such as one with an unhandled error.
 * @param text null when the runner wrote no report
 */
export function countOf(text: string | null, hasPassed: boolean): Count {
  if (text === null) return { passed: 0, failed: 1, skipped: 0 };
  const read = report.parse(JSON.parse(text));
  const brokenFiles = read.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  ).length;
  const failed = read.numFailedTests + brokenFiles;
  return {
    passed: read.numPassedTests,
    failed: failed === 0 && !hasPassed && read.testResults.length > 0 ? 1 : failed,
    skipped: read.numPendingTests + read.numTodoTests,
  };
}

/**
 * One line that names the files whose tests took the longest; empty without any.
 * @param text - as of `countOf`
 * @param root - the folder from which paths are told
 */
export function slowestOf(text: string | null, root: string): string {
  if (text === null) return '';
  const files = timedReport
    .parse(JSON.parse(text))
    .testResults.map(({ name, startTime, endTime }) => ({ name, ms: endTime - startTime }))
    .sort((one, other) => other.ms - one.ms)
    .slice(0, SLOWEST_COUNT);
  if (files.length === 0) return '';
  const told = files.map(({ name, ms }) => `${path.relative(root, name)} ${(ms / 1_000).toFixed(1)} s`);
  return `  slowest: ${told.join(', ')}\n`;
}

/** Whether no test was run at all. */
export function isNothing(count: Count): boolean {
  return count.passed + count.failed === 0;
}

export function sumOf(counts: readonly Count[]): Count {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of counts) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  return total;
}
