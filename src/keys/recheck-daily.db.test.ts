import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Database, openDatabase } from '#storage/database/database.ts';
import { startTestDatabase, type TestDatabase } from '../../tests/support/database.ts';
import type { CheckOutcome } from './key-signer.ts';
import { recheckDaily, recheckDue } from './recheck-daily.ts';

const HOUR_MS = 3_600_000;

let urls: TestDatabase;
let engine: Database;
let checked: string[];
let lines: string[];
let outcome: CheckOutcome | Error;
const now = Date.now();

beforeAll(async () => {
  urls = await startTestDatabase();
  engine = openDatabase({ url: urls.engineUrl, poolMax: 2, applicationName: 'test' });
  const rows = [
    { ownerId: 'checked-23-hours-ago', checkedAt: new Date(now - 23 * HOUR_MS) },
    { ownerId: 'checked-25-hours-ago', checkedAt: new Date(now - 25 * HOUR_MS) },
    { ownerId: 'checked-a-week-ago', checkedAt: new Date(now - 168 * HOUR_MS) },
    { ownerId: 'never-checked', checkedAt: null },
    { ownerId: 'without-a-key', checkedAt: null, sealed: null, lastFour: null },
    { ownerId: 'of-another-exchange', checkedAt: null, environment: 'mainnet' as const },
  ];
  const usual = { environment: 'sim' as const, version: 1, changedAt: new Date(now) };
  const key = { sealed: Buffer.from('sealed'), lastFour: 'wxyz' };
  await engine.db
    .insertInto('exchangeKeys')
    .values(rows.map((row) => ({ ...usual, ...key, ...row })))
    .execute();
});

afterAll(async () => {
  await engine.close();
  await urls.close();
});

beforeEach(() => {
  [checked, lines, outcome] = [[], [], 'checked'];
});

const options = () => ({
  engine,
  environment: 'sim' as const,
  now: () => now,
  log: (line: string) => void lines.push(line),
  signer: {
    check: async (userId: string) => {
      checked.push(userId);
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
  },
});

/** Waits on the clock of the database's answers, which is not faked. */
async function recheckEnds(count: number): Promise<void> {
  while (checked.length < count) await new Promise((resolve) => setImmediate(resolve));
}

describe('the daily check of stored keys', () => {
  it('checks keys that were not checked for a day, oldest check first', async () => {
    expect(await recheckDue(options())).toBe(3);
    expect(checked).toEqual(['never-checked', 'checked-a-week-ago', 'checked-25-hours-ago']);
  });

  it('waits for the next hour when the exchange is unreachable', async () => {
    outcome = 'unreachable';
    expect(await recheckDue(options())).toBe(0);
    expect(checked).toHaveLength(1);
  });

  it('skips a key that cannot be opened, and logs it', async () => {
    outcome = new Error('it cannot be opened any more');
    expect(await recheckDue(options())).toBe(0);
    expect(checked).toHaveLength(3);
    expect(lines).toHaveLength(3);
  });

  it('runs a minute after the start, then every hour', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    try {
      const recheck = recheckDaily(options());
      await vi.advanceTimersByTimeAsync(59_999);
      expect(checked).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      await recheckEnds(3);
      await vi.advanceTimersByTimeAsync(HOUR_MS - 60_000); // No further: database timeouts are faked too.
      await recheckEnds(6);
      await recheck.stop();
    } finally {
      vi.useRealTimers();
    }
  });

  it('stops with the program', async () => {
    await recheckDaily(options()).stop();
    expect(checked).toEqual([]);
  });
});
