import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import * as z from 'zod';
import { AppError } from '#base/errors.ts';
import { type Instant, instantOf } from '#base/time.ts';
import { replaceFile } from '#files/replace-file.ts';
import { parseSummed, summedJson } from '#files/summed-json.ts';
import type { ExchangeCommand } from '../exchange/commands.ts';
import type { ExchangeSnapshot } from '../exchange/exchange.ts';
import type { Disturbance } from '../market/market.ts';
import { type ClockKind, type Pace, SPEEDS } from '../market-clock.ts';
import type { StoredCheckpoints } from '../prices/days/checkpoints.ts';
import { PRICES_VERSION } from '../prices/prices.ts';
import type { ApiKey } from '../simulation.ts';
import { clockIn, type JournalHead } from './clock-file.ts';
import {
  type CHAIN_MARK,
  contentIn,
  cutTorn,
  EMPTY,
  type JournalEnd,
  journalName,
  journalNumber,
  wholeLines,
} from './journal.ts';
import { simulatorDamaged } from './simulator-damaged.ts';
import { CLOCK_FILE, OWN_FILES, SETUP_FILE, SNAPSHOT_FILE } from './state-files.ts';

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;

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
  publicKey: z.string().exactOptional(),
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
  /** Where the clock began, which changes no price; missing in markets of older versions, where it is the start minute. */
  beginMinute: instant.optional(),
  /** Of a market that follows the machine's clock: by how many days its prices are shifted, so that it started then. */
  shiftDays: z.int().optional(),
  /** Every journal of the market begins with a line that says so; missing in markets of older versions. */
  journalsBegin: z.literal(true).optional(),
});

/** What determines the market's prices, and where its clock began; fixed at the first start. */
export type StoredSetup = z.infer<typeof setup>;
export type WantedSetup = Omit<StoredSetup, 'pricesVersion' | 'journalsBegin'>;

// The content of these is covered by a checksum and written by this program, so it is not validated again.
const entry = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('command'), at: instant, command: z.custom<ExchangeCommand>() }),
  z.strictObject({ kind: z.literal('disturbance'), at: instant, disturbance: z.custom<Disturbance>() }),
  z.strictObject({ kind: z.literal('key'), at: instant, key: apiKey }),
  z.strictObject({ kind: z.literal('key-removed'), at: instant, apiKey: z.string() }),
  z.strictObject({ kind: z.literal('pace'), at: instant, pace }),
]);

/** The first line of a journal: without it, somebody has emptied the file. */
const beginning = z.strictObject({ kind: z.literal('begin'), isChained: z.literal(true).optional() });

const line = z.union([beginning, entry]);

/** A line of a journal. */
export type JournalLine = JournalEntry | typeof CHAIN_MARK;

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
  /** Number of the last journal. */
  readonly journal: number;
  /** Where it ends; null for one of an older version, which is not continued. */
  readonly end: JournalEnd | null;
  /** How many journals there are since the snapshot: two after a crash while one was folded. */
  readonly journals: number;
  /** Market time of the clock file; null for a new market, or when a power cut has torn it. */
  readonly clock: Instant | null;
}

/**
 * The setup of the market in this folder; the first start stores the given one.
 * @throws AppError SIMULATOR_MARKET_OTHER when the folder's market has another setup
 */
export async function keepSetup(folder: string, wanted: WantedSetup): Promise<StoredSetup> {
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
  const own: StoredSetup = { pricesVersion: PRICES_VERSION, ...wanted, journalsBegin: true };
  const text = await readIfPresent(path.join(folder, SETUP_FILE));
  if (text === null) {
    await replaceFile(path.join(folder, SETUP_FILE), summedJson(own), OWNER_ONLY_FILE);
    return own;
  }
  const stored = parsed(setup, text, path.join(folder, SETUP_FILE));
  refuseOtherClock(folder, stored, own);
  if (stored.pricesVersion === PRICES_VERSION && stored.recording === own.recording) return stored;
  throw new AppError(
    'SIMULATOR_MARKET_OTHER',
    `The simulated market in ${folder} was generated from ${stored.recording} by version ${stored.pricesVersion}; it would now be generated from ${own.recording} by version ${PRICES_VERSION}, and its past would change. Choose the recording it was generated from, or delete the folder to start over.`,
  );
}

/** The past of a market with a clock of its own lies at other times than it would on the machine's. */
function refuseOtherClock(folder: string, stored: StoredSetup, own: StoredSetup): void {
  const [was, wanted] = [clockOf(stored), clockOf(own)];
  if (was === wanted) return;
  const name = { own: 'a clock of its own (SIMULATOR_CLOCK=own)', wall: "the machine's clock (SIMULATOR_CLOCK=wall)" };
  throw new AppError(
    'SIMULATOR_MARKET_OTHER',
    `The simulated market in ${folder} began on ${name[was]} and cannot go on with ${name[wanted]}. Choose the clock it began on, or delete the folder to start over.`,
  );
}

function clockOf({ shiftDays }: Pick<StoredSetup, 'shiftDays'>): ClockKind {
  return shiftDays === undefined ? 'own' : 'wall';
}

/**
 * How a stored market keeps time; null when the folder has none.
 * @throws AppError SIMULATOR_DAMAGED
 */
export async function storedClock(
  folder: string,
): Promise<{ readonly clock: ClockKind; readonly shiftDays: number } | null> {
  const text = await readIfPresent(path.join(folder, SETUP_FILE));
  if (text === null) return null;
  const stored = parsed(setup, text, path.join(folder, SETUP_FILE));
  return { clock: clockOf(stored), shiftDays: stored.shiftDays ?? 0 };
}

/**
 * The state in a folder, from which a torn last line is removed.
 * @throws AppError SIMULATOR_DAMAGED
 */
export async function readState(folder: string): Promise<StoredState> {
  const names = (await readdir(folder)).filter((name) => OWN_FILES.includes(name) || journalNumber(name) !== null);
  const texts = new Map<string, string>();
  for (const name of names) texts.set(name, await readFile(path.join(folder, name), 'utf8'));
  const state = stateIn(withoutTornLines(texts), folder);
  for (const [name, text] of texts) if (journalNumber(name) !== null) cutTorn(path.join(folder, name), text);
  return state;
}

/** The files of a market, by name, as a start after a kill would read them. */
export function withoutTornLines(texts: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map(Array.from(texts, ([name, text]) => [name, journalNumber(name) === null ? text : wholeLines(text)]));
}

/**
 * The state in the content of a folder's files, by name; journals without a torn last line.
 * @throws AppError SIMULATOR_DAMAGED
 */
export function stateIn(files: ReadonlyMap<string, string>, folder: string): StoredState {
  const text = files.get(SNAPSHOT_FILE);
  const found = text === undefined ? null : snapshotIn(text, path.join(folder, SNAPSHOT_FILE));
  const first = found?.journal ?? 0;
  refuseMissing(files, { folder, first, hasSnapshot: found !== null });
  const clock = clockIn(files.get(CLOCK_FILE) ?? '');
  const head = clock?.head ?? null;
  const entries: JournalEntry[] = [];
  // A crash while storing a snapshot leaves the journal that it covers, and the next one.
  for (let journal = first; ; journal += 1) {
    const file = path.join(folder, journalName(journal));
    const { values, sums } = contentIn(files.get(journalName(journal)) ?? '', file);
    if (head?.journal === journal) refuseCut(sums, head, file);
    const lines = values.map((value) => line.parse(value));
    entries.push(...lines.filter((one) => one.kind !== 'begin'));
    if (files.has(journalName(journal + 1))) continue;
    if (head !== null && head.journal > journal) refuseCut([], head, path.join(folder, journalName(head.journal)));
    const end = sums.length < values.length ? null : { lines: sums.length, sum: sums.at(-1) ?? EMPTY.sum };
    const journals = journal - first + 1;
    return { snapshot: found, entries, journal, end, journals, clock: clock?.market ?? null };
  }
}

/** Refuses a journal that ends before what has been reported of it, or is another one. */
function refuseCut(sums: readonly number[], head: JournalHead, file: string): void {
  if (head.lines === 0 || sums[head.lines - 1] === head.sum) return;
  const what =
    sums.length < head.lines
      ? `${file} was cut: it has ${sums.length} lines, and ${head.lines} were acknowledged.`
      : `${file} is another one than the one whose lines were acknowledged.`;
  throw simulatorDamaged(what, path.dirname(file));
}

interface Expected {
  readonly folder: string;
  /** Number of the journal that must be there. */
  readonly first: number;
  readonly hasSnapshot: boolean;
}

/** Refuses a folder from which a file is missing, or whose journal was emptied. */
function refuseMissing(files: ReadonlyMap<string, string>, { folder, first, hasSnapshot }: Expected): void {
  const name = journalName(first);
  const journals = [...files.keys()].filter((other) => journalNumber(other) !== null);
  if (!hasSnapshot && journals.length > 0 && !files.has(name)) {
    throw simulatorDamaged(`${path.join(folder, SNAPSHOT_FILE)} is missing.`, folder);
  }
  const setupText = files.get(SETUP_FILE);
  const isMarked = setupText !== undefined && parsed(setup, setupText, path.join(folder, SETUP_FILE)).journalsBegin;
  // A market whose clock has never moved may have been killed before its first journal was made.
  const hasLived = hasSnapshot || clockIn(files.get(CLOCK_FILE) ?? '') !== null;
  if (isMarked !== true || !hasLived) return;
  const file = path.join(folder, name);
  if (!files.has(name)) throw simulatorDamaged(`${file} is missing.`, folder);
  if (files.get(name) === '') throw simulatorDamaged(`${file} was emptied.`, folder);
}

/** Atomically replaces the previous snapshot and deletes the journals that the new one covers. */
export async function storeSnapshot(folder: string, taken: StoredSnapshot): Promise<void> {
  await replaceFile(path.join(folder, SNAPSHOT_FILE), summed(JSON.stringify(taken)), OWNER_ONLY_FILE);
  for (const name of await readdir(folder)) {
    const number = journalNumber(name);
    if (number !== null && number < taken.journal) await rm(path.join(folder, name));
  }
}

const SUM = /^([0-9a-f]{8})\n/;

/** The checksum of a text in a line before it. */
function summed(text: string): string {
  return `${crc32(text).toString(16).padStart(8, '0')}\n${text}`;
}

/** A snapshot, whose first line is a checksum of the rest; one of an older version has none. */
function snapshotIn(text: string, file: string): StoredSnapshot {
  const isSummed = SUM.test(text);
  const content = isSummed ? text.slice(text.indexOf('\n') + 1) : text;
  if (isSummed && summed(content) !== text) {
    throw simulatorDamaged(`${file} was changed after the simulated exchange wrote it.`, path.dirname(file));
  }
  return parsed(snapshot, content, file);
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
    return schema.parse(parseSummed(text));
  } catch (cause) {
    throw simulatorDamaged(`${file} was not written by the simulated exchange.`, path.dirname(file), cause);
  }
}

/** The latest instant in the folder's state; null for a new market. */
export function lastInstant({ snapshot: taken, entries, clock }: StoredState): Instant | null {
  const last = entries.at(-1)?.at ?? taken?.exchange.at ?? null;
  return clock !== null && (last === null || clock > last) ? clock : last;
}
