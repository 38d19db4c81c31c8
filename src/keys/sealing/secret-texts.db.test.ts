import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '#storage/database/database.ts';
import { startTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { createKeySigner } from '../key-signer.ts';
import { revokeAllKeys } from '../revoke-keys.ts';
import { keyContext, noticeChannelContext } from './key-context.ts';
import { ensureKeyRing } from './key-ring.ts';
import { keyVersionOf } from './open-sealed.ts';
import { createOpener } from './opener.ts';
import { rotateSealingKey } from './rotate-sealing-key.ts';
import { createSealer } from './sealer.ts';
import { textOpener, textSealer } from './secret-texts.ts';

const SECRET = 'token-of-a-bot-at-telegram';
const ANN = { ownerId: 'ann', channel: 'telegram' } as const;
const now = new Date('2026-01-02T03:04:05Z');

let urls: TestDatabase;
let engine: Database;
let owner: Database;
let secretsDir: string;
beforeAll(async () => {
  urls = await startTestDatabase();
  engine = openDatabase({ url: urls.engineUrl, poolMax: 2, applicationName: 'test' });
  owner = openDatabase({ url: urls.ownerUrl, poolMax: 1, applicationName: 'test owner' });
  secretsDir = await mkdtemp(path.join(tmpdir(), 'botyard-secrets-'));
  await ensureKeyRing(secretsDir);
});
afterAll(async () => {
  await Promise.all([engine.close(), owner.close()]);
  await urls.close();
  await rm(secretsDir, { recursive: true });
});

const stored = () => owner.db.selectFrom('noticeChannels').selectAll().execute();

it('the secret of a channel opens in its own context only, outlives a rotation, and goes with a revocation', async () => {
  const sealed = await textSealer(secretsDir)(SECRET, noticeChannelContext(ANN, 1));
  expect(sealed.toString()).not.toContain(SECRET);
  const row = { ...ANN, address: '-100', version: 1, sealed, isOn: true, changedAt: now };
  await owner.db.insertInto('noticeChannels').values(row).execute();
  const open = textOpener(secretsDir);
  expect(await open(sealed, noticeChannelContext({ ...ANN, ownerId: 'bob' }, 1))).toBeNull();
  expect(await open(sealed, noticeChannelContext(ANN, 2))).toBeNull();

  expect(await rotateSealingKey({ engine, secretsDir })).toMatchObject({ resealed: 1, unreadable: 0 });
  const [rotated] = await stored();
  expect(keyVersionOf(rotated?.sealed ?? Buffer.alloc(0))).toBe(2);
  expect(await open(rotated?.sealed ?? Buffer.alloc(0), noticeChannelContext(ANN, 1))).toBe(SECRET);

  await revokeAllKeys({ engine, secretsDir });
  expect(await stored()).toEqual([]);
});

it('a key that the exchange refuses from some day on is told once, not at every check', async () => {
  const sealed = await createSealer(secretsDir).seal(
    { apiKey: 'key', secret: 'secret' },
    keyContext({ ownerId: 'ann', environment: 'sim' }, 1),
  );
  const row = { ownerId: 'ann', environment: 'sim', version: 1, lastFour: 'wxyz', changedAt: now, sealed } as const;
  await engine.db.insertInto('exchangeKeys').values(row).execute();
  const signer = createKeySigner({
    engine,
    environment: 'sim',
    opener: createOpener(secretsDir),
    sealer: createSealer(secretsDir),
    permissions: { permissionsOf: async () => ({ kind: 'refused', venueCode: -2015 }) },
  });
  for (let check = 0; check < 2; check += 1) await signer.check('ann');
  const told = await owner.db.selectFrom('notices').select(['event', 'severity', 'detail']).execute();
  const detail = 'The exchange no longer accepts your key that ends in wxyz.';
  expect(told).toEqual([{ event: 'EXCHANGE_KEY_REFUSED', severity: 'critical', detail }]);
});
