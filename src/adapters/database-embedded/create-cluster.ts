import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { AppError } from '#base/errors.ts';
import { failureOf } from './failure-of.ts';
import type { ServerUser } from './server-user.ts';

export interface ClusterOptions {
  /** Folder of the data; absent before the first start. */
  readonly cluster: string;
  readonly programs: string;
  readonly user: ServerUser;
  readonly superuser: { readonly name: string; readonly password: string };
}

const WORKSHOP = 'new-postgres-';

/**
 * Creates the data folder of a new database server, unless it exists: completely and synced to disk, or not at all.
 * @throws AppError DATABASE_NOT_CREATED
 */
export async function createCluster(options: ClusterOptions): Promise<void> {
  const { cluster, programs, user, superuser } = options;
  dropUnfinished(path.dirname(cluster));
  if (existsSync(cluster)) return;
  // The server's user owns this temporary folder, because the password must be readable by that user alone.
  const workshop = mkdtempSync(path.join(path.dirname(cluster), WORKSHOP));
  const passwordFile = path.join(workshop, 'password');
  writeFileSync(passwordFile, superuser.password, { mode: 0o600 });
  if ('uid' in user) for (const owned of [workshop, passwordFile]) chownSync(owned, user.uid, user.gid);
  const data = path.join(workshop, 'data');
  const args = [
    `--pgdata=${data}`,
    `--username=${superuser.name}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--data-checksums',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ];
  try {
    await promisify(execFile)(path.join(programs, 'bin/initdb'), args, { ...user, cwd: workshop });
    renameSync(data, cluster);
  } catch (cause) {
    const reason = failureOf(cause instanceof Error ? cause.message : String(cause));
    throw new AppError('DATABASE_NOT_CREATED', `The embedded database could not be created: ${reason}`, { cause });
  } finally {
    rmSync(workshop, { recursive: true, force: true });
  }
}

/** Deletes what a killed start left unfinished. If its initdb is still running, the next start deletes it. */
function dropUnfinished(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(WORKSHOP)) continue;
    try {
      rmSync(path.join(folder, name), { recursive: true, force: true });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOTEMPTY')) throw error;
    }
  }
}
