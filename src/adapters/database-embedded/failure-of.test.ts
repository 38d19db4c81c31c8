import { expect, it } from 'vitest';
import { failureOf } from './failure-of.ts';

/** As PostgreSQL 18 printed it on a full disk. */
const FULL_AT_START = `2026-11-23 09:20:40.696 UTC [2923] LOG:  starting PostgreSQL 18.4 on x86_64-pc-linux-gnu, 64-bit
2026-11-23 09:20:40.757 UTC [2929] FATAL:  could not write to file "pg_wal/xlogtemp.2929": No space left on device
2026-11-23 09:20:40.758 UTC [2923] LOG:  startup process (PID 2929) exited with exit code 1`;

it('a server that does not start on a full disk is told in one sentence instead of its log', () => {
  expect(failureOf(FULL_AT_START)).toBe('the disk is full. Free up space on the disk of the data folder.');
});

it('any other failure of the server is told by its own log', () => {
  expect(failureOf('FATAL:  data directory has wrong ownership')).toBe('FATAL:  data directory has wrong ownership');
});
