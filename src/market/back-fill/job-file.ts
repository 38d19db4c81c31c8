import path from 'node:path';
import * as z from 'zod';
import { instantOf } from '#base/time.ts';
import { summedJson } from '#files/summed-json.ts';
import { readOrSetAside, readWhole, writeWhole } from '../store/write-whole.ts';
import type { BackFillRequest } from './back-fill-job.ts';

const NAME = 'back-fill.json';
const instant = z.int().nonnegative().transform(instantOf);
const file = z.object({
  waiting: z.array(
    z.object({
      jobId: z.string(),
      request: z.object({
        symbols: z.array(z.string()).nullable(),
        from: instant.nullable(),
        to: instant.nullable(),
        startedBy: z.string(),
      }),
    }),
  ),
});

/** A job that has not ended. */
export interface StoredJob {
  readonly jobId: string;
  readonly request: BackFillRequest;
}

/**
 * The jobs that have not ended; null if there never was one. A damaged file is set aside: the gaps that its jobs would have
 * closed are found again.
 * @param tell - receives a sentence about it
 */
export function readJobs(folder: string, tell: (line: string) => void): readonly StoredJob[] | null {
  return readOrSetAside(path.join(folder, NAME), file, tell)?.waiting ?? null;
}

/** @throws AppError MARKET_FILE_DAMAGED */
export function checkJobs(folder: string): void {
  readWhole(path.join(folder, NAME), file);
}

/** Stores the unfinished jobs; their progress follows from the stored minutes. */
export async function writeJobs(folder: string, open: readonly StoredJob[]): Promise<void> {
  const waiting = open.map(({ jobId, request }) => ({ jobId, request }));
  await writeWhole(path.join(folder, NAME), summedJson({ waiting }));
}
