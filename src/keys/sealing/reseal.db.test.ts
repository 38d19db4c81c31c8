import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '#storage/database/database.ts';
import { startTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { sealInFirstFormat } from '../../../tests/support/first-format-seal.ts';
import { firstFormatKeyVersion } from './first-format.ts';
import { documentContext, keyContext } from './key-context.ts';
import { ensureKeyRing, newestOf, readKeyRing } from './key-ring.ts';
import { createOpener } from './opener.ts';
import { resealFirstFormat } from './reseal.ts';

const USERS = 450; // More than two pages.

let urls: TestDatabase;
let engine: Database;
let secretsDir: string;

beforeAll(async () => {
  urls = await startTestDatabase();
  engine = openDatabase({ url: urls.engineUrl, poolMax: 2, applicationName: 'test' });
  secretsDir = await mkdtemp(path.join(tmpdir(), 'botyard-secrets-'));
  await ensureKeyRing(secretsDir);
  const key = newestOf(await readKeyRing(secretsDir));
  const seal = (ownerId: string) =>
    sealInFirstFormat(key, keyContext({ ownerId, environment: 'sim' }, 1), JSON.stringify(secretOf(ownerId)));
  const usual = { environment: 'sim' as const, version: 1, lastFour: 'xxxx', changedAt: new Date() };
  await engine.db
    .insertInto('exchangeKeys')
    .values(users.map((ownerId) => ({ ...usual, ownerId, sealed: seal(ownerId) })))
    .execute();
  const location = { ownerId: 'user0', path: 'keys/readApiKeys' };
  const sealed = sealInFirstFormat(key, documentContext(location, 1), JSON.stringify(secretOf('user0')));
  await engine.db
    .insertInto('documents')
    .values({ ...location, version: 1, sealed, updatedAt: new Date() })
    .execute();
});

afterAll(async () => {
  await engine.close();
  await urls.close();
  await rm(secretsDir, { recursive: true });
});

const users = Array.from({ length: USERS }, (_, index) => `user${index}`);
const secretOf = (ownerId: string) => ({ apiKey: `api-key-of-${ownerId}`, secret: `secret-of-${ownerId}` });

const sealedRows = () => engine.db.selectFrom('exchangeKeys').select(['ownerId', 'sealed']).execute();

async function expectAllReadable(): Promise<void> {
  const opener = createOpener(secretsDir);
  for (const { ownerId, sealed } of await sealedRows()) {
    if (sealed === null) throw new Error(`${ownerId} has no sealed key`);
    const context = keyContext({ ownerId, environment: 'sim' }, 1);
    expect(await opener.open({ sealed, context })).toEqual(secretOf(ownerId));
  }
}

describe('resealing secrets of Botyard 0.1', () => {
  it('continues after an interrupted start, with both formats readable meanwhile', async () => {
    await sealSome(100);
    const rows = await sealedRows();
    expect(rows.filter(({ sealed }) => sealed && firstFormatKeyVersion(sealed) !== null)).toHaveLength(USERS - 100);
    await expectAllReadable();
    expect(await resealFirstFormat({ engine, secretsDir })).toEqual({ resealed: USERS - 100 + 1, unreadable: 0 });
    await expectAllReadable();
  });

  it('leaves no secret in the old format and nothing to do for the next start', async () => {
    const rows = [...(await sealedRows()), ...(await engine.db.selectFrom('documents').select('sealed').execute())];
    expect(rows).toHaveLength(USERS + 1);
    expect(rows.filter(({ sealed }) => sealed && firstFormatKeyVersion(sealed) !== null)).toEqual([]);
    expect(await resealFirstFormat({ engine, secretsDir })).toEqual({ resealed: 0, unreadable: 0 });
  });
});

/** The result of an interrupted start: some rows are resealed, the others are unchanged. */
async function sealSome(count: number): Promise<void> {
  const before = new Map((await sealedRows()).map((row) => [row.ownerId, row.sealed]));
  const document = await engine.db.selectFrom('documents').select('sealed').executeTakeFirstOrThrow();
  await resealFirstFormat({ engine, secretsDir });
  await engine.db.updateTable('documents').set({ sealed: document.sealed }).execute();
  for (const ownerId of users.slice(count)) {
    const sealed = before.get(ownerId) ?? null;
    await engine.db.updateTable('exchangeKeys').set({ sealed }).where('ownerId', '=', ownerId).execute();
  }
}
