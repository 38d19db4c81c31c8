import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

const ROOT = path.resolve(import.meta.dirname, '..');
const SOURCES = path.join(ROOT, 'src');
/** All bundles lie this deep (built-program.ts). */
const ANY_BUNDLE = path.join(ROOT, 'dist/program/any');
/** How a source names the file that a thread of its own runs. */
const THREAD = /new URL\('(\.\/[^']+\.ts)', import\.meta\.url\)/g;

/** The files that threads run, as entries of a bundle. */
export function threadEntries(): Record<string, string> {
  const files = globSync('src/**/*.ts', { cwd: ROOT, exclude: ['src/web/**', '**/*.test.ts'] });
  const entries = files.flatMap((file) => threadsOf(path.join(ROOT, file)));
  return Object.fromEntries(entries.map((entry) => [nameOf(entry), entry]));
}

function threadsOf(file: string): string[] {
  const found = readFileSync(file, 'utf8').matchAll(THREAD);
  return [...found].map(([, entry = '']) => path.resolve(path.dirname(file), entry));
}

/** `main-engine-engine-program` for src/main/engine/engine-program.ts. */
function nameOf(file: string): string {
  return path.relative(SOURCES, file).replaceAll(path.sep, '-').replace(/\.ts$/, '');
}

/** Lets the modules of a bundle find what they found as sources. */
export function originalPlaces(): Plugin {
  return {
    name: 'original-places',
    enforce: 'pre',
    transform: (code, id) => (id.startsWith(SOURCES) && code.includes('import.meta.') ? inBundle(code, id) : null),
  };
}

/**
 * The code of a source as it stands in a bundle, where it lies elsewhere: it goes on finding what lies beside the source,
 * such as the recording, and starts its threads from the bundle.
 */
export function inBundle(code: string, file: string): string {
  const source = path.relative(ANY_BUNDLE, file).replaceAll(path.sep, '/');
  const here = "import.meta['url']"; // Written so that it is not found again below.
  const threadOf = (entry: string): string => `${nameOf(path.resolve(path.dirname(file), entry))}.js`;
  return code
    .replaceAll(THREAD, (_, entry: string) => `new URL('./${threadOf(entry)}', ${here})`)
    .replaceAll('import.meta.url', `new URL('${source}', ${here}).href`)
    .replaceAll('import.meta.dirname', `import.meta.dirname + '/${path.posix.dirname(source)}'`);
}

/**
 * Lets the modules of a bundle have `node:http` from the process. To import it reads all that it exports, and one of these
 * loads a whole client, undici, which takes 40 ms of the processor in each thread.
 */
export function httpOfProcess(): Plugin {
  return { name: 'http-of-process', renderChunk: (code) => (HTTP.test(code) ? withHttpOfProcess(code) : null) };
}

const HTTP = /from "node:http"/;

/**
 * The code of a chunk without imports of `node:http`.
 * @throws Error when one is written in a way that is not known here
 */
export function withHttpOfProcess(code: string): string {
  const changed = code.replaceAll(
    /^import (?:(\w+)|\{([^}]*)\}) from "node:http";$/gm,
    (_, whole: string | undefined, names: string | undefined) =>
      `var ${whole ?? `{${names?.replaceAll(' as ', ': ')}}`} = process.getBuiltinModule("node:http");`,
  );
  if (HTTP.test(changed)) throw new Error('A chunk of the program imports node:http in a form that is not known here.');
  return changed;
}
