import path from 'node:path';
import * as z from 'zod';
import { instantOf } from '#base/time.ts';
import { readWhole, writeWhole } from '../store/write-whole.ts';
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
 * The jobs that have not ended; null if there never was one.
 * @throws AppError MARKET_FILE_DAMAGED
 */
export function readJobs(folder: string): readonly StoredJob[] | null {
  return readWhole(path.join(folder, NAME), file)?.waiting ?? null;
}

/** Stores the unfinished jobs; their progress follows from the stored minutes. */
export async function writeJobs(folder: string, open: readonly StoredJob[]): Promise<void> {
  const waiting = open.map(({ jobId, request }) => ({ jobId, request }));
  await writeWhole(path.join(folder, NAME), JSON.stringify({ waiting }));
}
