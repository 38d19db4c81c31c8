import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');
const SOURCE = path.join(ROOT, 'src/main/main.ts');
/** What a bundle depends on besides the sources. */
const ALSO = ['package-lock.json', 'vite.program.config.ts', 'scripts/program-modules.ts'];

/** Each state of the sources has its bundle in a folder of its own here, for a program that runs still loads parts of its. */
export const BUNDLES = path.join(ROOT, 'dist/program');
/** The one of a release, which comes built. */
export const RELEASED = 'release';

/**
 * The file to run: the program put together, which loads in a fraction of the time of a thousand modules, or its source
 * when that has changed since.
 */
export function programFile(): string {
  const isRelease = existsSync(path.join(ROOT, 'release.json'));
  const bundle = bundleMain(isRelease ? RELEASED : stateOfSources());
  return existsSync(bundle) ? bundle : SOURCE;
}

/** The file of a bundle that is run. */
export const bundleMain = (name: string): string => path.join(BUNDLES, name, 'main.js');

/**
 * A name for the sources as they are: by their times and sizes, because every command asks for it, and reading them all
 * would take ten times as long.
 */
export function stateOfSources(): string {
  const hash = createHash('sha256');
  const add = (file: string): void => {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${path.relative(ROOT, file)} ${size} ${mtimeMs}\n`);
  };
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const place = path.join(folder, entry.name);
      if (entry.isDirectory()) {
        if (entry.name !== 'web') walk(place); // The pages have a bundle of their own.
      } else if (!entry.name.endsWith('.test.ts')) add(place);
    }
  };
  walk(path.join(ROOT, 'src'));
  for (const file of ALSO) add(path.join(ROOT, file));
  return hash.digest('hex').slice(0, 16);
}
