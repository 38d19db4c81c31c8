import { execFileSync } from 'node:child_process';
import { AppError } from '#base/errors.ts';

const LOGIN = 'postgres';

/** The user that the database server runs as; empty means the current user. */
export type ServerUser = { readonly uid: number; readonly gid: number } | Record<string, never>;

/**
 * PostgreSQL refuses to run as root, so root runs it as the user `postgres`, which is created if missing.
 * @throws AppError DATABASE_USER_MISSING
 */
export function serverUser(): ServerUser {
  if (process.getuid?.() !== 0) return {};
  const known = lookUp();
  if (known !== null) return known;
  try {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', LOGIN], { stdio: 'pipe' });
  } catch (cause) {
    throw missing(cause);
  }
  const made = lookUp();
  if (made === null) throw missing(undefined);
  return made;
}

function missing(cause: unknown): AppError {
  return new AppError(
    'DATABASE_USER_MISSING',
    `PostgreSQL does not run as root, and the user "${LOGIN}" could not be created. Start the program as an ordinary user.`,
    { cause },
  );
}

function lookUp(): ServerUser | null {
  try {
    const ask = (flag: string): number => Number(execFileSync('id', [flag, LOGIN], { stdio: 'pipe' }).toString());
    return { uid: ask('-u'), gid: ask('-g') };
  } catch {
    return null; // `id` fails for a user that does not exist.
  }
}
