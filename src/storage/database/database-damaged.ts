import { AppError } from '#base/errors.ts';

/** Codes of PostgreSQL for damaged rows and damaged indexes. */
const CODES = ['XX001', 'XX002'];
/** An error from another thread has lost its code. */
const SENTENCE = /invalid page in block \d+ of relation|could not read blocks? [\d.]+ in file/;

/**
 * The error to show when PostgreSQL has met a damaged page: what is lost, and the way back.
 * @returns null for an error of another kind
 */
export function databaseDamaged(error: unknown): AppError | null {
  const found = damageOf(error);
  if (found === null) return null;
  return new AppError(
    'DATABASE_DAMAGED',
    `The database is damaged: ${found}. What stood there is lost, unless it is an index. "botyard doctor" names the tables; restore a backup into a new DATA_DIR (botyard restore) to get their rows back.`,
    { cause: error },
  );
}

/** What PostgreSQL says about the damage it has met; null for an error of another kind. */
export function damageOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const isDamage = ('code' in error && CODES.includes(String(error.code))) || SENTENCE.test(error.message);
  return isDamage ? (error.message.split('\n')[0] ?? '').replace(/^error: /, '') : damageOf(error.cause);
}
