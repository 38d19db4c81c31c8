import { AppError } from './errors.ts';

/**
 * Why nothing can be stored: the disk of the database is full, the database does not answer, or this program does not hold
 * the lock that only one engine of a database may hold.
 */
export type StoreTrouble = 'disk-full' | 'unreachable' | 'lock-lost';

/** The failure of a request that was given up before any effect because nothing can be stored. */
export function notStorable(trouble: StoreTrouble): AppError {
  return trouble === 'disk-full'
    ? new AppError('DISK_FULL', 'The disk of the server is full, so nothing was changed.', { isRetryable: true })
    : new AppError('DATABASE_UNAVAILABLE', 'The database does not answer. Try again in a moment.', {
        isRetryable: true,
      });
}
