import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { commitOf } from './commit-of.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Written into a release, which is no checkout. */
const RELEASE = path.join(ROOT, 'release.json');

/** Identifies the build: the version of the package, and the commit of the checkout or release. */
export function build(): { readonly version: string; readonly commit: string | null } {
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const commit = existsSync(RELEASE) ? JSON.parse(readFileSync(RELEASE, 'utf8')).commit : commitOf(ROOT);
  return { version, commit };
}
