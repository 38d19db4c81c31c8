import { globSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as tar from 'tar';
import { build } from '#main/build.ts';
import { buildProgramWhenChanged } from './build-program.ts';
import { buildWebWhenChanged } from './build-web.ts';
import { programFile, RELEASED } from './built-program.ts';

/**
 * What a release contains besides the sources: the built pages and program, the recording, the documents, and the start scripts.
 */
const CONTENTS = [
  ...['LICENSE', 'README.md', 'docs', 'data', 'dist/web', 'package-lock.json'],
  ...['scripts/bootstrap.mjs', 'scripts/start.ts', 'scripts/built-program.ts', 'scripts/build-program.ts'],
  ...['scripts/build-web.ts', 'scripts/vite-build.ts', 'scripts/compress-files.ts'],
];
const COMMANDS = ['start', 'simulator', 'botyard'];

/**
 * Packs a release: an archive with built pages and program that needs only the runtime packages.
 * @param folder - folder of the archive; created if absent
 * @returns the file, `botyard-<version>.tar.gz`
 * @throws AppError WEB_BUILD_FAILED, PROGRAM_BUILD_FAILED
 */
export async function packRelease(folder: string): Promise<string> {
  await Promise.all([buildWebWhenChanged(), buildProgramWhenChanged()]);
  const { version, commit } = build();
  const name = `botyard-${version}`;
  const workshop = await mkdtemp(path.join(tmpdir(), 'botyard-pack-'));
  try {
    const release = path.join(workshop, name);
    for (const entry of [...CONTENTS, ...sources()]) await cp(entry, path.join(release, entry), { recursive: true });
    await cp(path.dirname(programFile()), path.join(release, 'dist/program', RELEASED), { recursive: true });
    await writeFile(path.join(release, 'package.json'), await releasePackage());
    await writeFile(path.join(release, 'release.json'), `${JSON.stringify({ commit })}\n`);
    await mkdir(folder, { recursive: true });
    const file = path.join(folder, `${name}.tar.gz`);
    await tar.create({ file, gzip: true, cwd: workshop, portable: true }, [name]);
    return file;
  } finally {
    await rm(workshop, { recursive: true });
  }
}

/** Everything that runs on the server; the pages are built already, and tests stay in the repository. */
function sources(): string[] {
  return globSync('src/**/*', { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(path.relative('.', entry.parentPath), entry.name))
    .filter((file) => !file.startsWith(path.join('src', 'web')) && !/\.test\.ts$|tsconfig\.json$/.test(file));
}

/** The package.json, unchanged so that the lockfile fits, except for the commands, which are those of a release. */
async function releasePackage(): Promise<string> {
  const { scripts, ...rest } = JSON.parse(await readFile('package.json', 'utf8'));
  const kept = Object.fromEntries(COMMANDS.map((command) => [command, scripts[command]]));
  return `${JSON.stringify({ ...rest, scripts: kept }, null, 2)}\n`;
}

async function main(): Promise<void> {
  const file = await packRelease(process.argv[2] ?? 'dist');
  process.stdout.write(`Packed ${file}. Unpack it anywhere and run npm start in it.\n`);
}

if (import.meta.main) await main();
