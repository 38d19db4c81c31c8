import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chance } from '#base/prng.ts';
import { type Database, openDatabase } from '#storage/database/database.ts';
import { COMPILE_CACHE } from '../../../scripts/compile-cache.ts';
import { startTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { SEED_OF_RUN } from '../../../tests/support/seed.ts';
import { createKeySigner } from '../key-signer.ts';
import { revokeAllKeys } from '../revoke-keys.ts';
import { documentContext, keyContext } from './key-context.ts';
import { ensureKeyRing, readKeyRing, readPublicKey } from './key-ring.ts';
import { keyVersionOf } from './open-sealed.ts';
import { createOpener } from './opener.ts';
import { rotateSealingKey } from './rotate-sealing-key.ts';
import { createSealer } from './sealer.ts';

/** Three pages of those that a rotation reads at a time. */
const SECRETS = 500;
const KILLS = 5;
const KILL_WITHIN_MS = 700;
const WORKER = new URL('../../../tests/support/rotate-forever.ts', import.meta.url);

const users = Array.from({ length: SECRETS }, (_, index) => `user${index}`);

let urls: TestDatabase;
let engine: Database;
let secretsDir: string;

beforeAll(async () => {
  urls = await startTestDatabase();
  engine = openDatabase({ url: urls.engineUrl, poolMax: 4, applicationName: 'test' });
  secretsDir = await mkdtemp(path.join(tmpdir(), 'botyard-secrets-'));
  await ensureKeyRing(secretsDir);
  await add(...users);
});

afterAll(async () => {
  await engine.close();
  await urls.close();
  await rm(secretsDir, { recursive: true });
});

const secretOf = (ownerId: string) => ({ apiKey: `api-key-of-${ownerId}`, secret: `secret-of-${ownerId}` });

async function add(...ownerIds: readonly string[]): Promise<void> {
  const sealer = createSealer(secretsDir);
  const usual = { environment: 'sim' as const, version: 1, lastFour: 'xxxx', changedAt: new Date() };
  const rows = ownerIds.map(async (ownerId) => {
    const sealed = await sealer.seal(secretOf(ownerId), keyContext({ ownerId, environment: 'sim' }, 1));
    return { ...usual, ownerId, sealed };
  });
  await engine.db
    .insertInto('exchangeKeys')
    .values(await Promise.all(rows))
    .execute();
}

const signer = () =>
  createKeySigner({
    engine,
    environment: 'sim',
    opener: createOpener(secretsDir),
    sealer: createSealer(secretsDir),
    permissions: { permissionsOf: async () => ({ kind: 'unreachable' }) },
  });

/** Starts a process that rotates without end and kills it at a random moment of a rotation. */
async function rotateAndKill(delayMs: number): Promise<void> {
  const child = spawn(process.execPath, [fileURLToPath(WORKER), urls.engineUrl, secretsDir], {
    env: { ...process.env, ...COMPILE_CACHE },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  await sleep(delayMs);
  child.kill('SIGKILL');
  await ended;
}

async function expectAllReadable(ownerIds: readonly string[]): Promise<void> {
  const own = signer();
  for (const ownerId of ownerIds) expect(await own.credentialsOf(ownerId)).toEqual(secretOf(ownerId));
}

describe('the rotation of the sealing key', () => {
  it(`keeps ${SECRETS} secrets readable when it is killed ${KILLS} times and keys are added meanwhile`, async () => {
    const seed = SEED_OF_RUN;
    process.stdout.write(`property seed ${seed}\n`);
    const dice = chance(seed);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const killed = rotateAndKill(dice.between(0, KILL_WITHIN_MS));
      await add(`late${kill}`);
      await killed;
      await add(`later${kill}`);
      await ensureKeyRing(secretsDir); // As the next start of the program does.
      await expectAllReadable(users.slice(kill * 20, kill * 20 + 20));
    }
    const done = await rotateSealingKey({ engine, secretsDir });
    expect(done).toMatchObject({ unreadable: 0, resealed: SECRETS + KILLS * 2 });
    const late = Array.from({ length: KILLS }, (_, kill) => [`late${kill}`, `later${kill}`]).flat();
    await expectAllReadable([...users, ...late]);
  });

  it('seals everything for the newest key and keeps only that one and the previous one', async () => {
    const ring = await readKeyRing(secretsDir);
    expect(ring).toHaveLength(2);
    const newest = ring.at(-1)?.version;
    expect(await readPublicKey(secretsDir)).toMatchObject({ version: newest });
    const rows = await engine.db.selectFrom('exchangeKeys').select('sealed').execute();
    expect(new Set(rows.map(({ sealed }) => sealed && keyVersionOf(sealed)))).toEqual(new Set([newest]));
  });

  it('keeps its files readable by their owner only and leaves no draft with a private key', async () => {
    expect((await readdir(secretsDir)).sort()).toEqual(['exchange-keys-private.json', 'exchange-keys-public.json']);
    for (const name of await readdir(secretsDir)) {
      expect((await stat(path.join(secretsDir, name))).mode & 0o777).toBe(0o600);
    }
    expect(await readFile(path.join(secretsDir, 'exchange-keys-public.json'), 'utf8')).not.toContain('"d"');
  });

  it('reseals documents too', async () => {
    const location = { ownerId: 'user0', path: 'keys/readApiKeys' };
    const sealed = await createSealer(secretsDir).seal(secretOf('user0'), documentContext(location, 1));
    await engine.db
      .insertInto('documents')
      .values({ ...location, version: 1, sealed, updatedAt: new Date() })
      .execute();
    await rotateSealingKey({ engine, secretsDir });
    const row = await engine.db.selectFrom('documents').select('sealed').executeTakeFirstOrThrow();
    expect(row.sealed.equals(sealed)).toBe(false);
    const key = { sealed: row.sealed, context: documentContext(location, 1) };
    expect(await createOpener(secretsDir).open(key)).toEqual(secretOf('user0'));
  });

  it('counts secrets that no key opens, and then keeps every private key', async () => {
    const rings = (await readKeyRing(secretsDir)).length;
    const broken = Buffer.alloc(120, 1);
    await engine.db.updateTable('exchangeKeys').set({ sealed: broken }).where('ownerId', '=', 'user1').execute();
    expect(await rotateSealingKey({ engine, secretsDir })).toMatchObject({
      unreadable: 1,
      resealed: SECRETS + KILLS * 2,
    });
    expect(await readKeyRing(secretsDir)).toHaveLength(rings + 1);
  });
});

describe('revoking all keys', () => {
  it('deletes every sealed secret, marks every row, and destroys the private keys', async () => {
    const before = await readKeyRing(secretsDir);
    const ownerIds = users.slice(2, 20);
    await expectAllReadable(ownerIds);
    expect(await revokeAllKeys({ engine, secretsDir })).toBe(SECRETS + KILLS * 2);
    for (const ownerId of ownerIds) expect(await signer().credentialsOf(ownerId)).toBeNull();
    expect(await engine.db.selectFrom('documents').selectAll().execute()).toEqual([]);
    const rows = await engine.db.selectFrom('exchangeKeys').select(['sealed', 'removedBy', 'lastFour']).execute();
    expect(new Set(rows.map((row) => JSON.stringify(row)))).toEqual(
      new Set([JSON.stringify({ sealed: null, removedBy: 'revocation', lastFour: null })]),
    );
    const after = await readKeyRing(secretsDir);
    expect(after).toHaveLength(1);
    expect(before.some((key) => key.d === after[0]?.d)).toBe(false);
  });

  it('allows keys to be added again at once', async () => {
    await add('after');
    await expectAllReadable(['after']);
  });

  it('works even if the key ring is damaged', async () => {
    await rm(path.join(secretsDir, 'exchange-keys-private.json'));
    expect(await revokeAllKeys({ engine, secretsDir })).toBe(1);
    await add('again');
    await expectAllReadable(['again']);
  });
});
