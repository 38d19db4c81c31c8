import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ANN } from '../../../tests/support/api-world.ts';
import { startTestServer, type TestServer } from '../../../tests/support/server.ts';

const PATH = 'a-path-that-works-like-a-secret';
const WEBHOOK = { address: `https://hooks.example.com/${PATH}?of=ann`, secret: 'a-secret-of-24-characters' };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const set = (body: object) => server.send('POST', '/api/set-notice-webhook', { as: ANN, body });
const webhookIn = ({ body }: Awaited<ReturnType<typeof set>>) =>
  body.channels.find(({ channel }: { channel: string }) => channel === 'webhook');

it('the address of a webhook is stored sealed, and only its host is in answers, in the log and in the audit trail', async () => {
  const done = await set(WEBHOOK);
  expect(webhookIn(done)).toMatchObject({ address: 'hooks.example.com', is_on: true, version: 1 });
  expect(JSON.stringify(done.body)).not.toContain(PATH);
  const owner = new Client(server.ownerUrl);
  await owner.connect();
  const tables = await Promise.all(
    ['notice_channels', 'audit_trail', 'idempotency'].map((table) => owner.query(`select * from ${table}`)),
  );
  await owner.end();
  expect(tables[0]?.rows[0]).toMatchObject({ address: 'hooks.example.com', sealed_address: Buffer.from('sealed') });
  expect(JSON.stringify(tables.map(({ rows }) => rows))).not.toContain(PATH);
  expect(server.logLines.join()).not.toContain(PATH);
});

it('a webhook keeps its address when only its switch or its secret is sent, and has none before it was sent', async () => {
  await set(WEBHOOK);
  expect(webhookIn(await set({ is_on: false }))).toMatchObject({ address: 'hooks.example.com', is_on: false });
  expect(webhookIn(await set({ secret: WEBHOOK.secret }))).toMatchObject({ address: 'hooks.example.com', is_on: true });
  const absent = await server.send('POST', '/api/set-notice-webhook', { as: 'bob', body: { secret: WEBHOOK.secret } });
  expect([absent.status, absent.body.code]).toEqual([404, 'NOTICE_CHANNEL_NOT_FOUND']);
});
