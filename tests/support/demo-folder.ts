import { cp, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { signedIn } from './caller.ts';
import { startTestDatabase } from './database.ts';
import { startHeld } from './held-market.ts';
import { loadDemoOf } from './load-demo.ts';
import { onceARun } from './once-a-run.ts';
import { newFolder } from './program.ts';

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

/** What a program needs to go on from the demo, which nobody else changes. */
export interface DemoCopy {
  readonly settings: Readonly<Record<'DATA_DIR' | 'DATABASE_URL', string>>;
  /** Removes it, once its program has stopped. */
  remove(): Promise<void>;
}

/**
 * A copy of a stopped program with the demo: its data folder and its database. Computing the demo's weeks takes the
 * processor three times as long as a start, so one file loads it and all get copies.
 */
export async function copyOfDemo(): Promise<DemoCopy> {
  const shelf = inject('demoShelf');
  const original = path.join(shelf, 'data');
  const url = await onceARun(shelf, 'demo', () => makeDemo(original));
  const copy = await newFolder();
  const database = await startTestDatabase(url);
  await cp(original, copy, { recursive: true });
  return {
    settings: { DATA_DIR: copy, DATABASE_URL: database.ownerUrl },
    async remove() {
      await database.close();
      await rm(copy, { recursive: true, force: true });
    },
  };
}

/** @returns the URL of its database, which stays until the server of the run ends */
async function makeDemo(folder: string): Promise<string> {
  await mkdir(folder);
  const { ownerUrl } = await startTestDatabase();
  const { program, market } = await startHeld({ DATA_DIR: folder, DATABASE_URL: ownerUrl });
  try {
    const owner = await signedIn(program);
    await loadDemoOf(owner);
    await market.step(1, owner); // The demo has caught up with the market.
  } finally {
    await program.stop();
  }
  return ownerUrl;
}
