import { describe, expect, it } from 'vitest';
import { countOf, isNothing, sumOf } from './test-count.ts';

function reportOf(counts: { passed: number; failed: number; pending: number }, files: readonly object[]): string {
  return JSON.stringify({
    numPassedTests: counts.passed,
    numFailedTests: counts.failed,
    numPendingTests: counts.pending,
    numTodoTests: 0,
    testResults: files,
  });
}

const passedFile = { status: 'passed', assertionResults: [{ status: 'passed' }] };

describe('the count of a test run', () => {
  it('adds up passed and failed tests', () => {
    const report = reportOf({ passed: 3, failed: 1, pending: 2 }, [
      { status: 'failed', assertionResults: [{ status: 'failed' }] },
    ]);
    expect(countOf(report, false)).toEqual({ passed: 3, failed: 1, skipped: 2 });
  });

  it('counts a file that could not be loaded as a failure', () => {
    const report = reportOf({ passed: 1, failed: 0, pending: 0 }, [
      passedFile,
      { status: 'failed', assertionResults: [] },
    ]);
    expect(countOf(report, false)).toEqual({ passed: 1, failed: 1, skipped: 0 });
  });

  it('counts a run that failed without a failing test as a failure', () => {
    expect(countOf(reportOf({ passed: 1, failed: 0, pending: 0 }, [passedFile]), false).failed).toBe(1);
    expect(countOf(null, false).failed).toBe(1);
  });

  it('recognises a run without any test', () => {
    expect(isNothing(countOf(reportOf({ passed: 0, failed: 0, pending: 0 }, []), false))).toBe(true);
    expect(isNothing({ passed: 0, failed: 0, skipped: 4 })).toBe(true);
  });

  it('sums the groups of tests', () => {
    const one = { passed: 1, failed: 2, skipped: 3 };
    expect(sumOf([one, one])).toEqual({ passed: 2, failed: 4, skipped: 6 });
  });
});
