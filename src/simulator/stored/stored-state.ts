import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { AppError } from '#base/errors.ts';
import { type Instant, instantOf } from '#base/time.ts';
import { replaceFile } from '#files/replace-file.ts';
import type { ExchangeCommand } from '../exchange/commands.ts';
import type { ExchangeSnapshot } from '../exchange/exchange.ts';
import type { Disturbance } from '../market/market.ts';
import { type Pace, SPEEDS } from '../market-clock.ts';
import type { StoredCheckpoints } from '../prices/days/checkpoints.ts';
import { PRICES_VERSION } from '../prices/prices.ts';
import type { ApiKey } from '../simulation.ts';
import { journalName, journalNumber, readJournal } from './journal.ts';

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;
/** The setup file of a market's folder. */
export const SETUP_FILE = 'market.json';
/** Everything up to the journal that continues from it. */
export const SNAPSHOT_FILE = 'snapshot.json';
/** The latest market time. */
export const CLOCK_FILE = 'clock';

const instant = z.int().nonnegative().transform(instantOf);
const pace: z.ZodType<Pace> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('run'), speed: z.literal([...SPEEDS]) }),
  z.strictObject({ kind: z.literal('pause') }),
  z.strictObject({ kind: z.literal('step') }),
]);
const apiKey: z.ZodType<ApiKey> = z.strictObject({
  accountId: z.string(),
  label: z.string(),
  apiKey: z.string(),
  secret: z.string(),
  canTrade: z.boolean(),
  canWithdraw: z.boolean(),
  isIpRestricted: z.boolean(),
});
const setup = z.strictObject({
  pricesVersion: z.int(),
  seed: z.int().nonnegative(),
  /** Identifies the replayed recording and its content; another recording would change the past. */
  recording: z.string(),
  firstMinute: instant,
  startMinute: instant,
});

/** Everything that determines the market's prices; fixed at the first start. */
export type StoredSetup = z.infer<typeof setup>;

// The content of these is covered by a checksum and written by this program, so it is not validated again.
const entry = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('command'), at: instant, command: z.custom<ExchangeCommand>() }),
  z.strictObject({ kind: z.literal('disturbance'), at: instant, disturbance: z.custom<Disturbance>() }),
  z.strictObject({ kind: z.literal('key'), at: instant, key: apiKey }),
  z.strictObject({ kind: z.literal('key-removed'), at: instant, apiKey: z.string() }),
  z.strictObject({ kind: z.literal('pace'), at: instant, pace }),
]);

/** An outside command, and the market time at which it was executed. */
export type JournalEntry = z.infer<typeof entry>;

const snapshot = z.strictObject({
  /** Number of the journal that continues from here. */
  journal: z.int().nonnegative(),
  pace,
  keys: z.array(apiKey),
  disturbances: z.array(z.custom<Disturbance>()),
  checkpoints: z.custom<StoredCheckpoints>(),
  exchange: z.custom<ExchangeSnapshot>(),
});

export type StoredSnapshot = z.infer<typeof snapshot>;

/** The content of the folder: a snapshot, and the entries since. */
export interface StoredState {
  readonly snapshot: StoredSnapshot | null;
  readonly entries: readonly JournalEntry[];
  /** Number of the journal to continue. */
  readonly journal: number;
}

/**
 * The setup of the market in this folder; the first start stores the given one.
 * @throws AppError SIMULATOR_MARKET_OTHER when the folder's market has another setup
 */
export async function keepSetup(folder: string, wanted: Omit<StoredSetup, 'pricesVersion'>): Promise<StoredSetup> {
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
  const own: StoredSetup = { pricesVersion: PRICES_VERSION, ...wanted };
  const text = await readIfPresent(path.join(folder, SETUP_FILE));
  if (text === null) {
    await replaceFile(path.join(folder, SETUP_FILE), JSON.stringify(own), OWNER_ONLY_FILE);
    return own;
  }
  const stored = parsed(setup, text, path.join(folder, SETUP_FILE));
  if (stored.pricesVersion === PRICES_VERSION && stored.recording === own.recording) return stored;
  throw new AppError(
    'SIMULATOR_MARKET_OTHER',
    `The simulated market in ${folder} was generated from ${stored.recording} by version ${stored.pricesVersion}; it would now be generated from ${own.recording} by version ${PRICES_VERSION}, and its past would change. Choose the recording it was generated from, or delete the folder to start over.`,
  );
}

/** @throws AppError SIMULATOR_DAMAGED */
export async function readState(folder: string): Promise<StoredState> {
  const file = path.join(folder, SNAPSHOT_FILE);
  const text = await readIfPresent(file);
  const found = text === null ? null : parsed(snapshot, text, file);
  const files = await readdir(folder);
  const entries: JournalEntry[] = [];
  let journal = found?.journal ?? 0;
  // A crash while storing a snapshot leaves the journal that it covers, and the next one.
  for (; ; journal += 1) {
    entries.push(...readJournal(path.join(folder, journalName(journal)), (value) => entry.parse(value)));
    if (!files.includes(journalName(journal + 1))) return { snapshot: found, entries, journal };
  }
}

/** Atomically replaces the previous snapshot and deletes the journals that the new one covers. */
export async function storeSnapshot(folder: string, taken: StoredSnapshot): Promise<void> {
  await replaceFile(path.join(folder, SNAPSHOT_FILE), JSON.stringify(taken), OWNER_ONLY_FILE);
  for (const name of await readdir(folder)) {
    const number = journalNumber(name);
    if (number !== null && number < taken.journal) await rm(path.join(folder, name));
  }
}

async function readIfPresent(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null;
    throw cause;
  }
}

function parsed<T>(schema: z.ZodType<T>, text: string, file: string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new AppError(
      'SIMULATOR_DAMAGED',
      `${file} was not written by the simulated exchange. Restore the folder from a backup, or delete it to start over.`,
      { cause },
    );
  }
}

/** The latest instant in the folder's state; null for a new market. The clock file may have a later one. */
export function lastInstant({ snapshot: taken, entries }: StoredState): Instant | null {
  return entries.at(-1)?.at ?? taken?.exchange.at ?? null;
}
