import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { AppError } from '#base/errors.ts';
import { compressFiles } from './compress-files.ts';
import { viteBuild } from './vite-build.ts';

const SOURCES = ['src/{web,contract,engine,base}/**/*', 'public/**/*'];
const SINGLE_SOURCES = [
  ...['index.html', 'vite.config.ts', 'package-lock.json'],
  ...['scripts/build-web.ts', 'scripts/vite-build.ts', 'scripts/compile-hint.ts', 'scripts/early-script.ts'],
];
const FINGERPRINT = 'dist/web.sha256';
const ENTRY = 'dist/web/index.html';

/**
 * Builds the web into dist/web when a source changed since the last build; a release has its pages built. The working
 * folder is the checkout or the release.
 * @returns whether it built
 * @throws AppError WEB_BUILD_FAILED
 */
export async function buildWebWhenChanged(): Promise<boolean> {
  if (existsSync('release.json')) return false;
  const wanted = fingerprintOf(sourceFiles());
  if (existsSync(ENTRY) && existsSync(FINGERPRINT) && readFileSync(FINGERPRINT, 'utf8') === wanted) return false;
  process.stderr.write('Building the web pages …\n');
  await viteBuild([], new AppError('WEB_BUILD_FAILED', 'The web pages could not be built; the reason is above.'));
  await compressFiles(globSync('dist/web/**/*.{js,css,svg,txt,json,webmanifest}'));
  writeFileSync(FINGERPRINT, wanted);
  return true;
}

function sourceFiles(): string[] {
  const files = globSync(SOURCES, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`);
  return [...files, ...SINGLE_SOURCES].sort();
}

function fingerprintOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}
