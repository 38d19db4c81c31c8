import { setTimeout as sleepFor } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { type BackOff, backOffMs } from '#base/back-off.ts';
import { AppError } from '#base/errors.ts';
import { type Instant, instantOf, MINUTE_MS, SECOND_MS } from '#base/time.ts';
import { changeExchangeKey, ensureExchangeKey, findExchangeKey } from '#storage/users/exchange-keys.ts';
import type { KeyDocumentAnswer, KeyDocuments } from './key-documents.ts';
import { type TakeOverParts, takeOverKey } from './take-over-key.ts';

/** A user whose token has just been verified. */
export interface SignedIn {
  readonly userId: string;
  /** The user's id at the identity service. */
  readonly subject: string;
  /** A new one means a new sign-in. */
  readonly authTime: Instant;
  readonly expiresAt: Instant;
}

/** State of the reading of a user's document in this process. */
export interface ReadingNow {
  readonly isReading: boolean;
  /** Wall time of the next attempt; null while none is planned. */
  readonly nextTryAt: Instant | null;
}

/** Reads a user's document of keys at each sign-in, in the background. */
export interface SignInReader {
  /** Called for every verified token; returns at once and never throws. */
  notice(caller: SignedIn, token: string): void;
  readingOf(userId: string): ReadingNow;
  /** Calls the listener for every user whose reading has progressed. */
  subscribe(listener: (userId: string) => void): void;
  /** Ends every reading. */
  close(): Promise<void>;
}

export interface SignInReaderOptions extends TakeOverParts {
  readonly documents: KeyDocuments;
  /** May contain `{uid}`. */
  readonly documentPath: string;
  /** Creates the document of a user who has none, if the environment can; otherwise null. */
  readonly makeDocument: ((userId: string, path: string) => Promise<KeyDocumentAnswer>) | null;
  readonly log: (line: string) => void;
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

interface Reading {
  caller: SignedIn;
  token: string;
  nextTryAt: Instant | null;
}

const READING_MAX = 1_000;
const REMEMBERED_MAX = 10_000;
const BACK_OFF: BackOff = { firstMs: SECOND_MS, maxMs: MINUTE_MS, factor: 1.5 };
const NOTHING: ReadingNow = { isReading: false, nextTryAt: null };

/** @param options.documentPath - as set by API_KEYS_DOCUMENT */
export function createSignInReader(options: SignInReaderOptions): SignInReader {
  const readings = new Map<string, Reading>();
  const done = new LRUCache<string, Instant>({ max: REMEMBERED_MAX });
  const closing = new AbortController();
  const running = new Set<Promise<void>>();
  const listeners: ((userId: string) => void)[] = [];
  const tell = (userId: string): void => {
    for (const listener of listeners) listener(userId);
  };

  const run = async (reading: Reading): Promise<void> => {
    const { userId, authTime } = reading.caller;
    const isDone = await readUntilDone(reading, { ...options, tell }, closing.signal);
    if (isDone) done.set(userId, authTime);
    readings.delete(userId);
    tell(userId);
  };
  return {
    notice(caller, token) {
      const known = readings.get(caller.userId);
      if (known !== undefined) {
        Object.assign(known, { token, caller }); // Later attempts use the fresh token.
        return;
      }
      const isRead = (done.get(caller.userId) ?? 0) >= caller.authTime;
      if (isRead || closing.signal.aborted || readings.size >= READING_MAX) return;
      const reading: Reading = { caller, token, nextTryAt: null };
      readings.set(caller.userId, reading);
      const work = run(reading).finally(() => running.delete(work));
      running.add(work);
    },
    readingOf(userId) {
      const reading = readings.get(userId);
      return reading === undefined ? NOTHING : { isReading: true, nextTryAt: reading.nextTryAt };
    },
    subscribe: (listener) => void listeners.push(listener),
    async close() {
      closing.abort();
      await Promise.all(running);
    },
  };
}

/** @returns whether this sign-in is settled; false when its token ended first, so that the next one tries again */
async function readUntilDone(
  reading: Reading,
  options: SignInReaderOptions & { readonly tell: (userId: string) => void },
  signal: AbortSignal,
): Promise<boolean> {
  const sleep = options.sleep ?? ((ms: number) => sleepFor(ms, null, { signal }).catch(() => null));
  for (let tries = 1; !signal.aborted; tries += 1) {
    reading.nextTryAt = null;
    const isSettled = await tryToSettle(reading, options).catch((error: unknown) => {
      options.log(`the key document was not read: ${reasonOf(error)}`);
      return false;
    });
    if (isSettled) return true;
    const delayMs = backOffMs(BACK_OFF, tries);
    reading.nextTryAt = instantOf(options.now() + delayMs);
    options.tell(reading.caller.userId);
    await sleep(delayMs, signal);
    if (reading.caller.expiresAt <= options.now()) return false;
  }
  return false;
}

/** One attempt. @returns whether no further attempt is needed */
async function tryToSettle(reading: Reading, options: SignInReaderOptions): Promise<boolean> {
  const { engine, environment } = options;
  const { userId, authTime } = reading.caller;
  const row = await findExchangeKey(engine, { ownerId: userId, environment });
  const isRead = row?.readAuthTime && row.readAuthTime.getTime() >= authTime;
  if (isRead && row.readOutcome !== 'failed') return true;
  await ensureExchangeKey(engine.db, { ownerId: userId, environment }, new Date(options.now()));
  const read = await readOnce(reading, options);
  await keepOutcome(reading.caller, read, options);
  return read.outcome !== 'failed' || read.isFinal;
}

interface ReadOutcome {
  readonly outcome: 'read' | 'absent' | 'failed' | 'refused';
  readonly code: string | null;
  readonly isFinal: boolean;
}

async function readOnce({ caller, token }: Reading, options: SignInReaderOptions): Promise<ReadOutcome> {
  const { userId } = caller;
  const path = options.documentPath.replaceAll('{uid}', caller.subject);
  const found = await options.documents.read({ userId, path, token });
  if (found.kind !== 'absent' || options.makeDocument === null) return takeAnswer(found, userId, options);
  const row = await findExchangeKey(options.engine, { ownerId: userId, environment: options.environment });
  // A user who removed the key does not want another one at the next sign-in.
  if (row?.removedBy === 'user') return { outcome: 'absent', code: null, isFinal: true };
  try {
    return await takeAnswer(await options.makeDocument(userId, path), userId, options);
  } catch (error) {
    options.log(`no simulated account was opened: ${reasonOf(error)}`);
    return { outcome: 'failed', code: 'UNAVAILABLE', isFinal: false };
  }
}

async function takeAnswer(
  answer: KeyDocumentAnswer,
  userId: string,
  options: SignInReaderOptions,
): Promise<ReadOutcome> {
  if (answer.kind === 'absent') return { outcome: 'absent', code: null, isFinal: true };
  if (answer.kind === 'failed') return { outcome: 'failed', code: answer.failure, isFinal: answer.isFinal };
  const { key, updatedAt } = answer;
  if (key === null) return { outcome: 'refused', code: 'DOCUMENT_HOLDS_NO_KEY', isFinal: true };
  try {
    const refusal = await takeOverKey(options, { userId, key, updatedAt });
    return { outcome: refusal === null ? 'read' : 'refused', code: refusal, isFinal: true };
  } catch (error) {
    // A seal that does not open now never will.
    const isLost = error instanceof AppError && LOST_SEAL.has(error.code);
    if (!isLost) throw error;
    return { outcome: 'failed', code: 'FAILED', isFinal: true };
  }
}

const LOST_SEAL: ReadonlySet<string> = new Set(['EXCHANGE_KEY_UNREADABLE', 'SEALING_KEY_UNREADABLE']);

async function keepOutcome(caller: SignedIn, read: ReadOutcome, options: SignInReaderOptions): Promise<void> {
  const address = { ownerId: caller.userId, environment: options.environment, expectedVersion: null };
  await changeExchangeKey(options.engine.db, address, {
    readOutcome: read.outcome,
    readCode: read.code,
    readAt: new Date(options.now()),
    readAuthTime: new Date(caller.authTime),
  });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
