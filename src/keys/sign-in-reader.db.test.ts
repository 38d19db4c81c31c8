import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { instantOf } from '#base/time.ts';
import type { DocumentAnswer, Documents } from '#ports/documents.ts';
import type { PermissionsAnswer } from '#ports/key-permissions.ts';
import { type Database, openDatabase } from '#storage/database/database.ts';
import { changeExchangeKey, findExchangeKey } from '#storage/users/exchange-keys.ts';
import { startTestDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { hostedDocuments } from './key-documents.ts';
import { createKeySigner } from './key-signer.ts';
import { documentContext } from './sealing/key-context.ts';
import { ensureKeyRing } from './sealing/key-ring.ts';
import { createOpener } from './sealing/opener.ts';
import { createSealer } from './sealing/sealer.ts';
import { createSignInReader, type SignedIn, type SignInReader } from './sign-in-reader.ts';
import { simulatedDocument } from './simulated-document.ts';
import { storedDocuments } from './stored-documents.ts';

const HOUR_MS = 3_600_000;
const KEY = { apiKey: `api-key-of-${'a'.repeat(50)}-wxyz`, secret: `secret-${'b'.repeat(50)}` };
const GOOD: PermissionsAnswer = {
  kind: 'known',
  permissions: { canRead: true, canTrade: true, canWithdraw: false, isIpRestricted: true },
};

let urls: TestDatabase;
let engine: Database;
let secrets: string;
let answer: DocumentAnswer;
let verdict: PermissionsAnswer;
let asked: { userId: string; path: string; token: string }[];
let slept: number[];
let reader: SignInReader;
let people = 0;
let caller: SignedIn;
let nowMs = Date.now();

beforeAll(async () => {
  urls = await startTestDatabase();
  engine = openDatabase({ url: urls.engineUrl, poolMax: 3, applicationName: 'test' });
  secrets = await mkdtemp(path.join(tmpdir(), 'botyard-secrets-'));
  await ensureKeyRing(secrets);
});

afterAll(async () => {
  await engine.close();
  await urls.close();
  await rm(secrets, { recursive: true });
});

beforeEach(() => {
  people += 1;
  caller = person(`user${people}`);
  [asked, slept, verdict] = [[], [], GOOD];
  answer = found();
  reader = newReader();
});

const found = (updatedAt = nowMs): DocumentAnswer => ({ kind: 'found', fields: KEY, updatedAt: instantOf(updatedAt) });
const person = (userId: string): SignedIn => ({
  userId,
  subject: `subject-of-${userId}`,
  authTime: instantOf(Math.floor(nowMs / 1_000) * 1_000),
  expiresAt: instantOf(nowMs + HOUR_MS),
});

const hosted = (read: Documents['read']) => hostedDocuments({ read }, createSealer(secrets));
const signer = () =>
  createKeySigner({
    engine,
    environment: 'sim',
    opener: createOpener(secrets),
    sealer: createSealer(secrets),
    permissions: { permissionsOf: async () => verdict },
  });

function partsOf() {
  const environment = 'sim' as const;
  return { engine, environment, signer: signer(), now: () => nowMs };
}

function newReader(own: Partial<Parameters<typeof createSignInReader>[0]> = {}): SignInReader {
  return createSignInReader({
    ...partsOf(),
    documents: hosted(async (input) => {
      asked.push(input);
      return answer;
    }),
    documentPath: 'keys/{uid}',
    makeDocument: null,
    log: () => {},
    sleep: async (ms) => {
      slept.push(ms);
      nowMs += ms;
    },
    ...own,
  });
}

/** Notices the caller and waits until nothing is under way. */
async function settle(as: SignedIn = caller, own = reader): Promise<void> {
  own.notice(as, 'token');
  await expect.poll(() => own.readingOf(as.userId).isReading, { interval: 5 }).toBe(false);
}

const rowOf = (userId = caller.userId) => findExchangeKey(engine, { ownerId: userId, environment: 'sim' });

describe('reading the document at a sign-in', () => {
  it('reads the user’s path with the token and stores the key sealed and checked', async () => {
    await settle();
    expect(asked).toEqual([{ userId: caller.userId, path: `keys/subject-of-${caller.userId}`, token: 'token' }]);
    const row = await rowOf();
    expect(row).toMatchObject({ version: 1, lastFour: 'wxyz', checkOutcome: 'known', canTrade: true });
    expect(row).toMatchObject({ readOutcome: 'read', readCode: null, readAuthTime: new Date(caller.authTime) });
    expect(row?.sealed?.includes('secret')).toBe(false);
    expect(await signer().credentialsOf(caller.userId)).toEqual(KEY);
  });

  it('happens once per sign-in, not for further tokens or after a restart', async () => {
    await settle();
    await settle();
    await settle(caller, newReader());
    expect(asked).toHaveLength(1);
    await settle({ ...caller, authTime: instantOf(caller.authTime + 1_000) });
    expect(asked).toHaveLength(2);
  });

  it('does not delay the request: notice returns before anything is read, and never throws', () => {
    const silent = newReader({ documents: { read: () => new Promise(() => {}) } });
    silent.notice(caller, 'token');
    expect(silent.readingOf(caller.userId)).toEqual({ isReading: true, nextTryAt: null });
  });

  it('leaves a user without a document without a key', async () => {
    answer = { kind: 'absent' };
    await settle();
    expect(await rowOf()).toMatchObject({ sealed: null, readOutcome: 'absent', version: 0 });
    expect(await signer().credentialsOf(caller.userId)).toBeNull();
  });

  it('retries after 1 s, then after waits growing by half up to 60 s, until the token expires', async () => {
    answer = { kind: 'failed', failure: 'OFFLINE', isFinal: false };
    const start = nowMs;
    await settle();
    expect(slept.slice(0, 5)).toEqual([1_000, 1_500, 2_250, 3_375, 5_063]);
    expect(Math.max(...slept)).toBe(60_000);
    expect(nowMs - start).toBeGreaterThanOrEqual(HOUR_MS);
    expect(await rowOf()).toMatchObject({ readOutcome: 'failed', readCode: 'OFFLINE' });
    answer = found();
    await settle({ ...caller, expiresAt: instantOf(nowMs + HOUR_MS) });
    expect(await rowOf()).toMatchObject({ readOutcome: 'read', lastFour: 'wxyz' });
  });

  it('uses the newest token for later attempts', async () => {
    answer = { kind: 'failed', failure: 'TIMEOUT', isFinal: false };
    const impatient = newReader({
      sleep: async () => {
        impatient.notice(caller, 'second');
        answer = found();
      },
    });
    await settle(caller, impatient);
    expect(asked.map(({ token }) => token)).toEqual(['token', 'second']);
  });

  it('does not retry a permanent failure', async () => {
    answer = { kind: 'failed', failure: 'FAILED', isFinal: true };
    await settle();
    expect(slept).toEqual([]);
    expect(await rowOf()).toMatchObject({ readOutcome: 'failed', readCode: 'FAILED' });
  });

  it('continues after an unknown error', async () => {
    let calls = 0;
    const lines: string[] = [];
    const broken = newReader({
      log: (line) => lines.push(line),
      documents: hosted(async () => {
        calls += 1;
        if (calls === 1) throw new Error('the disk is full');
        return answer;
      }),
    });
    await settle(caller, broken);
    expect(lines).toEqual(['the key document was not read: the disk is full']);
    expect(await rowOf()).toMatchObject({ readOutcome: 'read' });
  });
});

describe('a document', () => {
  it.each<[string, PermissionsAnswer, string]>([
    [
      'that may withdraw',
      { ...GOOD, permissions: { ...GOOD.permissions, canWithdraw: true } } as never,
      'KEY_CAN_WITHDRAW',
    ],
    ['that the exchange refuses', { kind: 'refused', venueCode: -2015 }, 'KEY_REFUSED'],
  ])('with a key %s is refused', async (_what, given, code) => {
    verdict = given;
    await settle();
    expect(await rowOf()).toMatchObject({ sealed: null, readOutcome: 'refused', readCode: code });
  });

  it('without the two fields, or with malformed values, is refused', async () => {
    answer = { kind: 'found', fields: { apiKey: 'short', secret: 'with a space in it' }, updatedAt: instantOf(nowMs) };
    await settle();
    expect(await rowOf()).toMatchObject({ readOutcome: 'refused', readCode: 'DOCUMENT_HOLDS_NO_KEY' });
  });

  it.each([
    ['other names', { api_key: KEY.apiKey, secret_key: KEY.secret }],
    ['a map under {key}', { key: { apiKey: KEY.apiKey, secretKey: KEY.secret } }],
  ])('with the key under %s is accepted', async (_what, fields) => {
    answer = { kind: 'found', fields, updatedAt: instantOf(nowMs) };
    await settle();
    expect(await signer().credentialsOf(caller.userId)).toEqual(KEY);
  });

  it('is accepted while the exchange is unreachable and checked later', async () => {
    verdict = { kind: 'unreachable' };
    await settle();
    expect(await rowOf()).toMatchObject({ readOutcome: 'read', checkOutcome: 'unreachable', canTrade: null });
    expect(await signer().check(caller.userId)).toBe('unreachable');
    verdict = GOOD;
    expect(await signer().check(caller.userId)).toBe('checked');
    expect(await rowOf()).toMatchObject({ checkOutcome: 'known', canTrade: true });
  });

  it('that was read before does not restore a removed key, but a newer document does', async () => {
    const updatedAt = nowMs;
    await settle();
    const address = { ownerId: caller.userId, environment: 'sim' as const, expectedVersion: 1 };
    await changeExchangeKey(engine.db, address, { version: 2, sealed: null, lastFour: null, removedBy: 'user' });
    const again = { ...caller, authTime: instantOf(caller.authTime + 1_000) };
    answer = found(updatedAt);
    await settle(again);
    expect(await rowOf()).toMatchObject({ sealed: null, version: 2 });
    answer = found(updatedAt + 1);
    await settle({ ...again, authTime: instantOf(again.authTime + 1_000) });
    expect(await rowOf()).toMatchObject({ version: 3, lastFour: 'wxyz', removedBy: null });
  });
});

describe('a key that the exchange refuses later', () => {
  it('is no longer used', async () => {
    await settle();
    verdict = { kind: 'refused', venueCode: -2015 };
    expect(await signer().check(caller.userId)).toBe('checked');
    expect(await signer().credentialsOf(caller.userId)).toBeNull();
  });

  it('is no longer used either once it may withdraw', async () => {
    await settle();
    verdict = { ...GOOD, permissions: { ...GOOD.permissions, canWithdraw: true } } as PermissionsAnswer;
    await signer().check(caller.userId);
    expect(await signer().credentialsOf(caller.userId)).toBeNull();
  });
});

describe('a document of our own table', () => {
  it('a stored document whose seal no longer opens is a permanent failure, and no key is stored', async () => {
    const own = newReader({ documents: storedDocuments(engine) });
    const [path, version] = [`keys/${caller.subject}`, 1];
    const context = documentContext({ ownerId: 'somebody else', path }, version);
    const sealed = await createSealer(secrets).seal(KEY, context);
    const row = { ownerId: caller.userId, path, version, sealed, updatedAt: new Date(nowMs) };
    await engine.db.insertInto('documents').values(row).execute();
    await settle(caller, own);
    expect(slept).toEqual([]);
    expect(await rowOf()).toMatchObject({ sealed: null, readOutcome: 'failed', readCode: 'FAILED' });
  });
});

describe('the simulated account', () => {
  const stored = () => storedDocuments(engine);
  const simulated = (opened: string[], documents = stored()) =>
    newReader({
      documents,
      makeDocument: simulatedDocument({
        engine,
        sealer: createSealer(secrets),
        stored: stored(),
        now: () => nowMs,
        openAccount: async (userId) => {
          opened.push(userId);
          return { apiKey: `sim-${userId}-key`, secret: `sim-${userId}-secret` };
        },
      }),
    });

  it('is opened once, at the first sign-in, and its key is stored sealed in the user’s documents', async () => {
    const opened: string[] = [];
    await settle(caller, simulated(opened));
    await settle({ ...caller, authTime: instantOf(caller.authTime + 1_000) }, simulated(opened));
    expect(opened).toEqual([caller.userId]);
    const key = { apiKey: `sim-${caller.userId}-key`, secret: `sim-${caller.userId}-secret` };
    expect(await signer().credentialsOf(caller.userId)).toEqual(key);
    const rows = await engine.db.selectFrom('documents').selectAll().where('ownerId', '=', caller.userId).execute();
    expect(rows).toMatchObject([{ path: `keys/subject-of-${caller.userId}`, version: 1 }]);
    expect(rows[0]?.sealed.includes('sim-')).toBe(false);
  });

  it('is opened once for a user whose hosted documents contain no key', async () => {
    const opened: string[] = [];
    const nowhere = { read: async () => ({ kind: 'absent' as const }) };
    await settle(caller, simulated(opened, nowhere));
    expect(await rowOf()).toMatchObject({ version: 1, readOutcome: 'read' });
    await settle({ ...caller, authTime: instantOf(caller.authTime + 1_000) }, simulated(opened, nowhere));
    expect(opened).toHaveLength(1);
    expect(await rowOf()).toMatchObject({ version: 1, readOutcome: 'read' });
  });

  it('is requested again while the simulator does not answer', async () => {
    let calls = 0;
    const late = newReader({
      documents: stored(),
      makeDocument: simulatedDocument({
        engine,
        sealer: createSealer(secrets),
        stored: stored(),
        now: () => nowMs,
        openAccount: async () => {
          calls += 1;
          if (calls < 3) throw new Error('connect ECONNREFUSED');
          return KEY;
        },
      }),
    });
    await settle(caller, late);
    expect(slept).toEqual([1_000, 1_500]);
    expect(await rowOf()).toMatchObject({ readOutcome: 'read' });
  });

  it('is not restored to a user who removed its key', async () => {
    const opened: string[] = [];
    await settle(caller, simulated(opened));
    const address = { ownerId: caller.userId, environment: 'sim' as const, expectedVersion: 1 };
    await changeExchangeKey(engine.db, address, { version: 2, sealed: null, lastFour: null, removedBy: 'user' });
    await engine.db.deleteFrom('documents').where('ownerId', '=', caller.userId).execute();
    await settle({ ...caller, authTime: instantOf(caller.authTime + 1_000) }, simulated(opened));
    expect(opened).toHaveLength(1);
    expect(await rowOf()).toMatchObject({ sealed: null, readOutcome: 'absent' });
  });
});
