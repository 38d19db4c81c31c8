import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { telegramSender } from '#adapters/notices/telegram.ts';
import { webhookSender } from '#adapters/notices/webhook.ts';
import { readWebhookHost, type WebhookHost } from '#adapters/notices/webhook-address.ts';
import { type NoticeEvent, noticeEvents, type OutsideChannel } from '#engine/notices/notice-events.ts';
import { type Database, openDatabase } from '#storage/database/database.ts';
import { saveNoticeChannel } from '#storage/notices/notice-settings.ts';
import { type NewNotice, storeNotices } from '#storage/notices/store-notices.ts';
import { startTestDatabase } from '../../tests/support/database.ts';
import { until } from '../../tests/support/until.ts';
import { type Deliveries, startDeliveries } from './deliver.ts';

const START = Date.UTC(2026, 0, 2, 3, 4, 5);
const SECRET = 'a-secret-that-nobody-may-read';

let test: Awaited<ReturnType<typeof startTestDatabase>>;
let engine: Database;
let owner: Database;
let server: Server;
let origin: string;
/** What arrived, and what is answered to it. */
let arrived: { path: string; body: ReturnType<typeof JSON.parse> }[];
let answer: (request: IncomingMessage) => { status: number; body?: string } | null;

beforeAll(async () => {
  test = await startTestDatabase();
  engine = openDatabase({ url: test.engineUrl, poolMax: 3, applicationName: 'test notices' });
  owner = openDatabase({ url: test.ownerUrl, poolMax: 1, applicationName: 'test owner' });
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (part) => {
      text += part;
    });
    request.on('end', () => {
      arrived.push({ path: request.url ?? '', body: JSON.parse(text) });
      const reply = answer(request);
      if (reply === null) request.socket.destroy();
      else response.writeHead(reply.status).end(reply.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await Promise.all([engine.close(), owner.close()]);
  await test.close();
});

let now: number;
let sending: Deliveries | null = null;
const logged: string[] = [];
beforeEach(async () => {
  [now, arrived, answer] = [START, [], () => ({ status: 200 })];
  for (const table of ['notices', 'noticeChannels', 'noticeChoices'] as const)
    await owner.db.deleteFrom(table).execute();
});
afterEach(() => stop());

function start(other: WebhookHost | null = null): Deliveries {
  const hosts = [readWebhookHost(new URL(origin).host), other].filter((host) => host !== null);
  sending = startDeliveries({
    engine,
    senders: { webhook: webhookSender({ hosts }), telegram: telegramSender({ origin }) },
    openText: async (sealed) => (sealed.length === 0 ? null : sealed.toString()),
    changed: () => {},
    log: (line) => logged.push(line),
    now: () => new Date(now),
  });
  return sending;
}

async function stop(): Promise<void> {
  await sending?.stop();
  sending = null;
}

async function setUp(ownerId: string, channel: OutsideChannel, address: string): Promise<void> {
  const sealed = Buffer.from(SECRET);
  const row = { ownerId, channel, address, version: 1, sealed, isOn: true, changedAt: new Date(START) };
  await owner.db.transaction().execute((tx) => saveNoticeChannel(tx, row));
}

const noticeOf = (noticeId: string, ownerId = 'ann', event: NoticeEvent = 'LIQUIDATED'): NewNotice => ({
  ...{
    noticeId,
    ownerId,
    event,
    severity: noticeEvents[event],
    ts: new Date(START),
    toldAt: new Date(now),
    code: event,
  },
  ...{ figures: { price: '60' }, detail: `Notice ${noticeId}.`, portfolioId: null, botId: null, symbol: 'ETHUSDT' },
  ...{ direction: 'buy', cycleId: null, orderId: null },
});
const tell = (...notices: NewNotice[]) => engine.db.transaction().execute((tx) => storeNotices(tx, notices));

const refused = (body: string) => ({ status: 400, body });

async function states(): Promise<Record<string, string>> {
  const rows = await owner.db.selectFrom('noticeDeliveries').selectAll().orderBy('noticeId').execute();
  return Object.fromEntries(rows.map((row) => [row.noticeId, `${row.state} ${row.attempts} ${row.failure ?? '-'}`]));
}
const reaches = (wanted: Record<string, string>) =>
  until(async () => JSON.stringify(await states()) === JSON.stringify(wanted));

it('what was stored before a stop is sent after the next start, once, in its order', async () => {
  await setUp('ann', 'webhook', `${origin}/hook`);
  await tell(noticeOf('n1'), noticeOf('n2'));
  await tell(noticeOf('n1')); // The same commit again.
  start();
  await reaches({ n1: 'sent 0 -', n2: 'sent 0 -' });
  expect(arrived.map(({ body }) => body.id)).toEqual(['n1', 'n2']);
  await stop();
  start().wake();
  await stop();
  expect(arrived).toHaveLength(2);
});

it('a failure is tried again after growing waits, and what waits behind it is not tried meanwhile', async () => {
  await setUp('ann', 'webhook', `${origin}/hook`);
  await tell(noticeOf('n1'), noticeOf('n2'));
  answer = () => (arrived.at(-1)?.body.id === 'n1' ? null : { status: 204 });
  const deliveries = start();
  await reaches({ n1: 'waiting 1 UNREACHABLE', n2: 'waiting 0 UNREACHABLE' });
  const waits: number[] = [];
  for (let attempt = 2; attempt <= 10; attempt += 1) {
    const { nextAt } = await owner.db
      .selectFrom('noticeDeliveries')
      .select('nextAt')
      .where('noticeId', '=', 'n1')
      .executeTakeFirstOrThrow();
    waits.push((nextAt.getTime() - now) / 1_000);
    now = nextAt.getTime();
    deliveries.wake();
    const state = attempt === 10 ? 'given_up' : 'waiting';
    await until(async () => (await states())['n1'] === `${state} ${attempt} UNREACHABLE`);
  }
  expect(waits).toEqual([5, 15, 60, 180, 600, 1_800, 3_600, 7_200, 14_400]);
  await reaches({ n1: 'given_up 10 UNREACHABLE', n2: 'sent 0 -' });
  expect(arrived.map(({ body }) => body.id)).toEqual([...Array(10).fill('n1'), 'n2']);
});

it('a receiver that never answers holds up no other user', async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  await setUp('ann', 'webhook', `http://127.0.0.1:${port}/`);
  await setUp('bob', 'webhook', `${origin}/hook`);
  await tell(noticeOf('n1', 'ann'), noticeOf('n2', 'bob'));
  start(readWebhookHost(`127.0.0.1:${port}`));
  await until(async () => (await states())['n2'] === 'sent 0 -');
  expect(await states()).toMatchObject({ n1: 'waiting 0 -' });
  await stop();
  silent.close();
});

it('Telegram gets several notices in one message, waits as long as it asks, and its token appears nowhere', async () => {
  await setUp('ann', 'telegram', '-1001');
  answer = () => ({ status: 429, body: '{"ok":false,"parameters":{"retry_after":30}}' });
  await tell(noticeOf('n1'), noticeOf('n2', 'ann', 'STOP_LOSS_FILLED'));
  const deliveries = start();
  await reaches({ n1: 'waiting 1 BUSY', n2: 'waiting 1 BUSY' });
  const { nextAt } = await owner.db.selectFrom('noticeDeliveries').select('nextAt').executeTakeFirstOrThrow();
  expect(nextAt.getTime() - now).toBe(30_000);
  answer = () => ({ status: 200, body: '{"ok":true}' });
  now = nextAt.getTime();
  deliveries.wake();
  await reaches({ n1: 'sent 1 -', n2: 'sent 1 -' });
  expect(arrived.at(-1)).toMatchObject({ path: `/bot${SECRET}/sendMessage`, body: { chat_id: '-1001' } });
  expect(arrived.at(-1)?.body.text).toBe(
    '🔴 ETHUSDT\nNotice n1.\n2026-01-02 03:04 UTC\n\n🟡 ETHUSDT\nNotice n2.\n2026-01-02 03:04 UTC',
  );
  const rows = JSON.stringify(await owner.db.selectFrom('noticeDeliveries').selectAll().execute());
  expect(`${rows} ${logged.join()}`).not.toContain(SECRET);
});

const MIGRATED = JSON.stringify({
  ...{ ok: false, error_code: 400, description: 'Bad Request: group chat was upgraded to a supergroup chat' },
  parameters: { migrate_to_chat_id: -1001557000111 },
});

it('a group that became a supergroup gets the message under its new number, which is stored with the earlier one', async () => {
  await setUp('ann', 'telegram', '-4012345678');
  answer = () =>
    arrived.at(-1)?.body.chat_id === '-4012345678' ? refused(MIGRATED) : { status: 200, body: '{"ok":true}' };
  await tell(noticeOf('n1'));
  start();
  await reaches({ n1: 'sent 0 -' });
  expect(arrived.map(({ body }) => body.chat_id)).toEqual(['-4012345678', '-1001557000111']);
  const channels = await owner.db.selectFrom('noticeChannels').select(['address', 'movedFrom', 'version']).execute();
  expect(channels).toEqual([{ address: '-1001557000111', movedFrom: '-4012345678', version: 1 }]);
  const own = { ownerId: 'ann', channel: 'telegram', address: '-1001557000111', version: 1 } as const;
  await owner.db.transaction().execute((tx) => saveNoticeChannel(tx, { ...own, isOn: true, changedAt: new Date(now) }));
  const saved = await owner.db.selectFrom('noticeChannels').select('movedFrom').execute();
  expect(saved, 'forgotten once the user saves').toEqual([{ movedFrom: null }]);
});

it('the new number of a supergroup is stored although it cannot be written to, and no number is followed twice', async () => {
  await setUp('ann', 'telegram', '-4012345678');
  answer = () => refused(MIGRATED);
  await tell(noticeOf('n1'));
  start();
  await reaches({ n1: 'waiting 1 CHAT_UNKNOWN' });
  expect(arrived).toHaveLength(2);
  const { address } = await owner.db.selectFrom('noticeChannels').select('address').executeTakeFirstOrThrow();
  expect(address).toBe('-1001557000111');
});

it('a message whose text Telegram refuses is given up alone, and the next one is sent', async () => {
  await setUp('ann', 'telegram', '7');
  answer = () =>
    arrived.at(-1)?.body.text.includes('n1')
      ? refused('{"ok":false,"error_code":400,"description":"Bad Request: message is too long"}')
      : { status: 200, body: '{"ok":true}' };
  await tell(noticeOf('n1'));
  const deliveries = start();
  await reaches({ n1: 'given_up 1 MESSAGE_REFUSED' });
  await tell(noticeOf('n2'));
  deliveries.wake();
  await reaches({ n1: 'given_up 1 MESSAGE_REFUSED', n2: 'sent 0 -' });
});

it('a token that Telegram refuses is not tried again, and neither is a secret that cannot be opened', async () => {
  await setUp('ann', 'telegram', '7');
  await setUp('ann', 'webhook', `${origin}/hook`);
  await owner.db
    .updateTable('noticeChannels')
    .set({ sealed: Buffer.alloc(0) })
    .where('channel', '=', 'webhook')
    .execute();
  answer = () => ({ status: 401, body: '{"ok":false,"error_code":401,"description":"Unauthorized"}' });
  await tell(noticeOf('n1'));
  start();
  await until(async () => {
    const rows = await owner.db
      .selectFrom('noticeDeliveries')
      .select(['channel', 'state', 'failure'])
      .orderBy('channel')
      .execute();
    return (
      JSON.stringify(rows.map((row) => `${row.channel} ${row.state} ${row.failure}`)) ===
      JSON.stringify(['telegram given_up TOKEN_REFUSED', 'webhook given_up SECRET_UNREADABLE'])
    );
  });
});

it('what nobody wants is not stored, and what only the pages want is not sent', async () => {
  await setUp('ann', 'webhook', `${origin}/hook`);
  const choices = [
    { ownerId: 'ann', event: 'CYCLE_CLOSED', channel: 'app', isOn: true },
    { ownerId: 'ann', event: 'LIQUIDATED', channel: 'webhook', isOn: false },
  ] as const;
  await owner.db.insertInto('noticeChoices').values(choices).execute();
  await tell(noticeOf('n1'), noticeOf('n2', 'ann', 'CYCLE_CLOSED'), noticeOf('n3', 'bob', 'CYCLE_CLOSED'));
  const rows = await owner.db.selectFrom('notices').select(['noticeId', 'isInApp']).orderBy('noticeId').execute();
  expect(rows).toEqual([
    { noticeId: 'n1', isInApp: true },
    { noticeId: 'n2', isInApp: true },
  ]);
  expect(await states()).toEqual({});
});

it('a notice that could not leave for a day is given up, and notices of a season ago are forgotten', async () => {
  await setUp('ann', 'webhook', `${origin}/hook`);
  await tell(noticeOf('n1'));
  await owner.db.updateTable('noticeChannels').set({ isOn: false }).execute();
  now += 25 * 3_600_000;
  const deliveries = start();
  await reaches({ n1: 'given_up 0 TOO_OLD' });
  now += 90 * 86_400_000;
  deliveries.wake();
  await reaches({});
});
