import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { telegramSender } from '#adapters/notices/telegram.ts';
import { webhookSender } from '#adapters/notices/webhook.ts';
import { readWebhookHost } from '#adapters/notices/webhook-address.ts';
import { noticeAddressContext, noticeChannelContext } from '#keys/sealing/key-context.ts';
import { ensureKeyRing } from '#keys/sealing/key-ring.ts';
import { rotateSealingKey } from '#keys/sealing/rotate-sealing-key.ts';
import { textOpener, textSealer } from '#keys/sealing/secret-texts.ts';
import type { OutgoingNotice } from '#ports/notices/notice-sender.ts';
import { type Database, openDatabase } from '#storage/database/database.ts';
import { saveNoticeChannel } from '#storage/notices/notice-settings.ts';
import { startTestDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { startDeliveries } from './deliver.ts';
import { sealWebhookAddresses } from './seal-webhook-addresses.ts';

const ANN = { ownerId: 'ann', channel: 'webhook' } as const;
const PATH = '/a-path-that-works-like-a-secret';
const CHAT = '-1001';

let test: TestDatabase;
let engine: Database;
let owner: Database;
let secretsDir: string;
beforeAll(async () => {
  test = await startTestDatabase();
  engine = openDatabase({ url: test.engineUrl, poolMax: 2, applicationName: 'test notices' });
  owner = openDatabase({ url: test.ownerUrl, poolMax: 1, applicationName: 'test owner' });
  secretsDir = await mkdtemp(path.join(tmpdir(), 'botyard-secrets-'));
  await ensureKeyRing(secretsDir);
});
afterAll(async () => {
  await Promise.all([engine.close(), owner.close()]);
  await test.close();
  await rm(secretsDir, { recursive: true });
});

/** Channels as a version stored them that did not seal addresses. */
async function setUp(address: string): Promise<void> {
  const seal = textSealer(secretsDir);
  for (const [channel, to] of [
    ['webhook', address],
    ['telegram', CHAT],
  ] as const) {
    const sealed = await seal('a-secret-of-the-receiver', noticeChannelContext({ ...ANN, channel }, 1));
    const row = { ownerId: 'ann', channel, address: to, version: 1, sealed, isOn: true, changedAt: new Date(0) };
    await owner.db.transaction().execute((tx) => saveNoticeChannel(tx, row));
  }
}

async function rowOf(channel: 'webhook' | 'telegram') {
  const rows = owner.db.selectFrom('noticeChannels').selectAll().where('channel', '=', channel);
  return rows.executeTakeFirstOrThrow();
}

it('an address that was stored as typed is sealed at the start, once, and only its host stays readable', async () => {
  const requests: string[] = [];
  const receiver = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`; // It listens on TCP.
  await setUp(`http://${host}${PATH}`);

  await sealWebhookAddresses(engine, textSealer(secretsDir));
  const { address, sealedAddress } = await rowOf('webhook');
  expect(address).toBe(host);
  expect(sealedAddress?.includes(PATH)).toBe(false);
  expect(await textOpener(secretsDir)(sealedAddress ?? Buffer.alloc(0), noticeAddressContext(ANN))).toBe(
    `http://${host}${PATH}`,
  );
  expect(await rowOf('telegram')).toMatchObject({ address: CHAT, sealedAddress: null });
  await sealWebhookAddresses(engine, textSealer(secretsDir));
  expect(await rowOf('webhook')).toMatchObject({ address: host, sealedAddress });

  await rotateSealingKey({ engine, secretsDir });
  const hosts = [readWebhookHost(host)].filter((one) => one !== null);
  const deliveries = startDeliveries({
    engine,
    senders: { webhook: webhookSender({ hosts }), telegram: telegramSender({ origin: `http://${host}` }) },
    openText: textOpener(secretsDir),
    changed: () => {},
    log: () => {},
  });
  const notice: OutgoingNotice = {
    ...{ noticeId: 'n1', event: 'TEST', severity: 'info', at: new Date(0), detail: 'A test.', figures: {} },
    ...{ botId: null, botName: null, portfolioId: null, symbol: null, cycleId: null, orderId: null },
  };
  expect(await deliveries.sendOne('ann', 'webhook', notice)).toEqual({ isSent: true });
  expect(requests).toEqual([PATH]);
  await deliveries.stop();
  receiver.close();
});
