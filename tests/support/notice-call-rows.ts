import { ANN, expectStatus, newBot, type World } from './api-world.ts';
import type { CallRow, Fields } from './call-row.ts';

const ADDRESS = 'https://hooks.example.com/botyard';
const WEBHOOK = { address: ADDRESS, secret: 'a-secret-of-24-characters' };
const TELEGRAM = { chat_id: '-100123', token: `123456:${'t'.repeat(35)}` };

const post = async ({ server }: World, name: string, body: Fields) =>
  expectStatus(await server.send('POST', `/api/${name}`, { as: ANN, body }), 200);

/** A notice of Ann, on its way to her webhook. */
async function annsNotice(world: World): Promise<string> {
  const { bot_id: botId } = await newBot(world, { autostart: true });
  await world.server.step(1);
  const { body } = await world.server.send('GET', '/api/notices', { as: ANN });
  return body.items.find((row: Fields) => row['bot_id'] === botId).notice_id;
}

async function sentNotice(world: World): Promise<string> {
  await post(world, 'set-notice-webhook', WEBHOOK);
  await post(world, 'set-notice-choices', { choices: [{ event: 'BOT_STARTED', channel: 'webhook', is_on: true }] });
  return annsNotice(world);
}

/** How every call about notices is asked, rightly and wrongly. */
export const noticeCallRows = {
  getNotices: {
    right: async (world) => {
      await annsNotice(world);
      return { query: { is_unread: 'true', limit: '2' } };
    },
    foreign: null,
    bad: [
      ['limit', { query: { limit: '201' } }],
      ['is_unread', { query: { is_unread: 'perhaps' } }],
      ['cursor', { query: { cursor: 'x'.repeat(201) } }],
    ],
  },
  markNotices: {
    right: async (world) => ({ body: { notice_ids: [await annsNotice(world)] } }),
    foreign: 'NOTICE_NOT_FOUND',
    bad: [
      ['notice_ids', { body: { notice_ids: 'all' } }],
      ['is_read', { body: { notice_ids: [], is_read: 'yes' } }],
    ],
  },
  getNoticeSettings: { right: () => ({}), foreign: null },
  setNoticeChoices: {
    right: () => ({ body: { choices: [{ event: 'CYCLE_CLOSED', channel: 'app', is_on: true }] } }),
    foreign: null,
    bad: [
      ['choices', { body: { choices: [] } }],
      ['choices.0.event', { body: { choices: [{ event: 'LUCK', channel: 'app', is_on: true }] } }],
      ['choices.0.channel', { body: { choices: [{ event: 'LIQUIDATED', channel: 'fax', is_on: true }] } }],
    ],
  },
  setNoticeWebhook: {
    right: () => ({ body: WEBHOOK }),
    foreign: null,
    bad: [
      ['address', { body: { ...WEBHOOK, address: ' ' } }],
      ['secret', { body: { ...WEBHOOK, secret: 'short' } }],
    ],
  },
  setNoticeTelegram: {
    right: () => ({ body: TELEGRAM }),
    foreign: null,
    bad: [
      ['chat_id', { body: { ...TELEGRAM, chat_id: 'my chat' } }],
      ['token', { body: { ...TELEGRAM, token: '../getUpdates' } }],
    ],
  },
  removeNoticeChannel: {
    right: async (world) => {
      await post(world, 'set-notice-telegram', TELEGRAM);
      return { body: { channel: 'telegram' } };
    },
    foreign: 'NOTICE_CHANNEL_NOT_FOUND',
    bad: [['channel', { body: { channel: 'app' } }]],
  },
  testNoticeChannel: {
    right: async (world) => {
      await post(world, 'set-notice-telegram', TELEGRAM);
      return { body: { channel: 'telegram' } };
    },
    foreign: 'NOTICE_CHANNEL_NOT_FOUND',
    bad: [['channel', { body: { channel: 'app' } }]],
  },
  getNoticeDeliveries: {
    right: () => ({}),
    foreign: null,
    bad: [
      ['limit', { query: { limit: '0' } }],
      ['cursor', { query: { cursor: 'x'.repeat(201) } }],
    ],
  },
  retryNoticeDelivery: {
    right: async (world) => ({ body: { notice_id: await sentNotice(world), channel: 'webhook' } }),
    foreign: 'NOTICE_NOT_FOUND',
    bad: [['channel', { body: { notice_id: 'n1', channel: 'app' } }]],
  },
} satisfies Record<string, CallRow>;
