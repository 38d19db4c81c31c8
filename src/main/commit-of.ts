import { readFileSync } from 'node:fs';
import path from 'node:path';

const COMMIT = /^[0-9a-f]{40}$/;

/**
 * The commit that a checkout stands at, read from git's files, for git itself need not be installed.
 * @param root - top folder of a clone or of a worktree
 * @returns 40 hexadecimal digits; null where nothing is checked out
 */
export function commitOf(root: string): string | null {
  const git = gitFolder(path.join(root, '.git'));
  const head = read(path.join(git, 'HEAD'))?.trim() ?? '';
  if (COMMIT.test(head)) return head;
  const reference = /^ref: (refs\/[\w./-]+)$/.exec(head)?.[1];
  if (reference === undefined) return null;
  const shared = path.resolve(git, read(path.join(git, 'commondir'))?.trim() ?? '.');
  const loose = read(path.join(shared, reference))?.trim();
  if (loose !== undefined) return COMMIT.test(loose) ? loose : null;
  const packed = read(path.join(shared, 'packed-refs'))?.split('\n');
  return packed?.find((line) => line.endsWith(` ${reference}`))?.slice(0, 40) ?? null;
}

/** In a worktree `.git` is a file that names the folder. */
function gitFolder(git: string): string {
  const named = /^gitdir: (.+)$/m.exec(read(git) ?? '')?.[1];
  return named === undefined ? git : path.resolve(path.dirname(git), named);
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined; // Absent, or a folder.
  }
}
