import { describe, expect, it } from 'vitest';
import { countOf, isNothing, slowestOf, sumOf } from './test-count.ts';

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

  it('names the three files that took the longest, the slowest first', () => {
    const files = [
      ['/at/src/quick.test.ts', 5, 6],
      ['/at/src/storage/slow.db.test.ts', 1_000, 42_240],
      ['/at/src/unread.test.ts', 900, 900],
      ['/at/tests/slower.db.test.ts', 2_000, 60_000],
      ['/at/src/usual.test.ts', 2_000, 3_500],
    ].map(([name, startTime, endTime]) => ({ ...passedFile, name, startTime, endTime }));
    expect(slowestOf(reportOf({ passed: 5, failed: 0, pending: 0 }, files), '/at')).toBe(
      '  slowest: tests/slower.db.test.ts 58.0 s, src/storage/slow.db.test.ts 41.2 s, src/usual.test.ts 1.5 s\n',
    );
    expect(slowestOf(reportOf({ passed: 0, failed: 0, pending: 0 }, []), '/at')).toBe('');
    expect(slowestOf(null, '/at')).toBe('');
  });

  it('sums the groups of tests', () => {
    const one = { passed: 1, failed: 2, skipped: 3 };
    expect(sumOf([one, one])).toEqual({ passed: 2, failed: 4, skipped: 6 });
  });
});
