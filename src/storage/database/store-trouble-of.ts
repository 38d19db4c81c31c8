import { DatabaseError } from 'pg';
import type { StoreTrouble } from '#base/store-trouble.ts';
import { LockLost } from '../members/lock-lost.ts';

/** PostgreSQL's code for a disk without room: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const DISK_FULL = '53100';
/** Codes of a server that starts, recovers, shuts down, has no connection free, or has ended a session left in a transaction. */
const AWAY = new Set(['57P01', '57P02', '57P03', '53300', '25P03']);
/** Codes of the operating system for a connection that failed. */
const CUT_OFF = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'ERR_STREAM_DESTROYED', // A connection that was dropped at its deadline.
]);
/** What the driver says without a code. */
const CUT_OFF_WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error)/;

/** Why the database could not carry out a statement, when it is not the statement's fault; null for any other error. */
export function storeTroubleOf(error: unknown): StoreTrouble | null {
  if (error instanceof AggregateError) return storeTroubleOf(error.errors[0]); // One for each address of a host.
  if (error instanceof LockLost) return 'lock-lost';
  if (!(error instanceof Error)) return null;
  const code = 'code' in error ? String(error.code) : '';
  if (error instanceof DatabaseError) {
    if (code === DISK_FULL) return 'disk-full';
    return AWAY.has(code) ? 'unreachable' : null;
  }
  return CUT_OFF.has(code) || CUT_OFF_WORDS.test(error.message) ? 'unreachable' : null;
}
