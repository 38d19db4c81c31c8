import { buildWebWhenChanged } from '../../scripts/build-web.ts';

/** Vitest runs this once, before the first test file that opens pages. */
export async function setup(): Promise<void> {
  await buildWebWhenChanged();
}
