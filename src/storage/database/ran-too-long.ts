import { DatabaseError } from 'pg';

/** PostgreSQL's code of a statement that was given up: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const QUERY_CANCELED = '57014';

/** Whether a statement was given up because it ran longer than a request may wait. Its transaction had no effect. */
export function ranTooLong(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === QUERY_CANCELED;
}
