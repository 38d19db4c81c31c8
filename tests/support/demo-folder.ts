import { execFile } from 'node:child_process';
import { accessSync } from 'node:fs';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { inject, vi } from 'vitest';
import type { TestProject } from 'vitest/node';
import { signedIn } from './caller.ts';
import { startHeld } from './held-market.ts';
import { loadDemoOf } from './load-demo.ts';
import { newFolder } from './program.ts';

const MADE_WITHIN = { timeout: 240_000, interval: 100 };

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the files of a run find the demo that one of them has loaded. */
    readonly demoShelf: string;
  }
}

/** Vitest runs this once; the demo itself is loaded when the first file asks for it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shelf = await newFolder();
  project.provide('demoShelf', shelf);
  return () => rm(shelf, { recursive: true, force: true });
}

/**
 * A data folder of the caller's own, of a stopped program with the demo. Computing its weeks takes the processor three
 * times as long as a start, so one file loads it and all get copies.
 */
export async function copyOfDemo(): Promise<string> {
  const shelf = inject('demoShelf');
  const [original, ready] = [path.join(shelf, 'data'), path.join(shelf, 'ready')];
  if (await isFirst(path.join(shelf, 'begun'))) {
    // After a failure too: then the others fail at once, as nothing starts from half a folder.
    await makeDemo(original).finally(() => writeFile(ready, ''));
  }
  const copy = await newFolder();
  await vi.waitFor(() => accessSync(ready), MADE_WITHIN);
  // The database's files keep their owner, who is another user when the tests run as root.
  await promisify(execFile)('cp', ['-a', `${original}/.`, copy]);
  return copy;
}

/** Whether nobody has called this with the folder before, among all processes. */
function isFirst(folder: string): Promise<boolean> {
  return mkdir(folder).then(
    () => true,
    () => false,
  );
}

async function makeDemo(folder: string): Promise<void> {
  await mkdir(folder);
  await chmod(folder, 0o711); // PostgreSQL, as another user, reaches its folder.
  const { program, market } = await startHeld({ DATA_DIR: folder });
  try {
    const owner = await signedIn(program);
    await loadDemoOf(owner);
    await market.step(1, owner); // The demo has caught up with the market.
  } finally {
    await program.stop();
  }
}
