import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
const COMMIT = /^[0-9a-f]{40}$/;

/** Which build this is: the version of the package, and the commit of the checkout or the release. */
export function build(): { readonly version: string; readonly commit: string | null } {
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const release = read(path.join(ROOT, 'release.json'));
  return { version, commit: release === undefined ? commitOf(path.join(ROOT, '.git')) : JSON.parse(release).commit };
}

/** Read from git's files, for git itself need not be installed. */
function commitOf(git: string): string | null {
  const head = read(path.join(git, 'HEAD'))?.trim() ?? '';
  if (COMMIT.test(head)) return head;
  const reference = /^ref: (refs\/[\w./-]+)$/.exec(head)?.[1];
  if (reference === undefined) return null;
  const loose = read(path.join(git, reference))?.trim();
  if (loose !== undefined) return COMMIT.test(loose) ? loose : null;
  const packed = read(path.join(git, 'packed-refs'))?.split('\n');
  return packed?.find((line) => line.endsWith(` ${reference}`))?.slice(0, 40) ?? null;
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined; // Not a checkout, or packed.
  }
}
