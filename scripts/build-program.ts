import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '#base/errors.ts';
import { BUNDLES, bundleMain, stateOfSources } from './built-program.ts';
import { viteBuild } from './vite-build.ts';

/** Besides the new one: that of a program which may be running. */
const KEPT = 2;

/**
 * Puts the program together when its sources changed since the last time. The working folder is the checkout.
 * @returns whether it did
 * @throws AppError PROGRAM_BUILD_FAILED
 */
export async function buildProgramWhenChanged(): Promise<boolean> {
  const name = stateOfSources(); // Of before: a source that changes meanwhile must count as changed.
  if (existsSync(bundleMain(name))) return false;
  const workshop = path.join(BUNDLES, `building-${process.pid}`);
  const failure = new AppError('PROGRAM_BUILD_FAILED', 'The program could not be put together; the reason is above.');
  await viteBuild(['--config', 'vite.program.config.ts', '--outDir', workshop], failure);
  // Whole at once; when somebody else was faster, theirs is the same.
  if (!existsSync(bundleMain(name))) renameSync(workshop, path.join(BUNDLES, name));
  forgetOld(name);
  return true;
}

function forgetOld(name: string): void {
  const others = readdirSync(BUNDLES)
    .filter((other) => other !== name)
    .map((other) => path.join(BUNDLES, other))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const other of others.slice(KEPT)) rmSync(other, { recursive: true, force: true });
}
