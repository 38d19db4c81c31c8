import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { AppError } from '#base/errors.ts';
import type { ServerUser } from './server-user.ts';

/** Whose password to set, and where. */
export interface PasswordOptions {
  readonly cluster: string;
  readonly programs: string;
  readonly user: ServerUser;
  /** Letters only, as the password letters and digits only. */
  readonly login: string;
  readonly password: string;
}

/**
 * Sets a password of a server that does not run: in its single-user mode, which asks for none.
 * https://www.postgresql.org/docs/current/app-postgres.html#APP-POSTGRES-SINGLE-USER
 * @throws AppError DATABASE_NOT_STARTED
 */
export async function resetPassword({ cluster, programs, user, login, password }: PasswordOptions): Promise<void> {
  const child = spawn(path.join(programs, 'bin/postgres'), ['--single', '-D', cluster, 'postgres'], {
    ...user,
    cwd: path.dirname(cluster),
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
  });
  child.stdin.on('error', () => {}); // Its exit code reports it.
  child.stdin.end(`alter role ${login} password '${password}'\n`);
  const [code] = await once(child, 'close');
  if (code === 0) return;
  const sentence = `The password of the embedded database could not be set, because ${path.dirname(cluster)}/secrets/database-secret is missing or damaged. Put the file back, or restore a backup (botyard restore) into a new DATA_DIR.`;
  throw new AppError('DATABASE_NOT_STARTED', sentence);
}
