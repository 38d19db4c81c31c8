import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getNotices, markNotices } from '#contract/notices/notice.ts';
import {
  getNoticeDeliveries,
  getNoticeSettings,
  noticeFailure,
  retryNoticeDelivery,
  setNoticeChoices,
  setNoticeTelegram,
  setNoticeWebhook,
  testNoticeChannel,
} from '#contract/notices/notice-settings.ts';
import { type NoticeEvent, noticeEvents } from '#engine/notices/notice-events.ts';
import { textWith } from '#web/i18n/text.tsx';
import { domFindings } from '../../../../tests/support/dom-findings.ts';
import { openPage } from '../../../../tests/support/draw-page.tsx';
import { type ToldServer, toldServer } from '../../../../tests/support/told-server.ts';
import type { Notice, NoticeSettings, Undelivered } from './notice-queries.ts';
import { NoticesPage } from './notices-page.tsx';

const LIQUIDATED: Notice = {
  ...{ noticeId: 'n2', event: 'LIQUIDATED', severity: 'critical', ts: '2025-05-26T08:00:00.000Z', code: 'LIQUIDATED' },
  ...{ portfolioId: 'p1', botId: 'b1', botName: 'Majors', kind: 'dca-bot', symbol: 'ETHUSDT', direction: 'buy' },
  ...{ cycleId: 'c1', orderId: null, detail: 'Liquidated at 60, gross -12 USDT.', readAt: null },
  figures: [
    { name: 'price', value: '60' },
    { name: 'gross', value: '-12' },
  ],
};
const SUMMARY: Notice = {
  ...LIQUIDATED,
  ...{ noticeId: 'n1', event: 'DAILY_SUMMARY', severity: 'info', code: 'DAILY_SUMMARY_PAPER', botId: null },
  ...{ botName: null, kind: null, symbol: null, cycleId: null, portfolioId: null, readAt: '2025-05-26T09:00:00.000Z' },
  detail: '',
  figures: Object.entries({ day: '2025-05-25', result: '12.5', cycles: '3', wins: '2', losses: '1' }).map(
    ([name, value]) => ({ name, value }),
  ),
};
const PAGE = { total: null, offset: 0, limit: 50, cursor: null };
const absent = (channel: 'webhook' | 'telegram') => ({
  ...{
    channel,
    isSetUp: false,
    isOn: false,
    address: '',
    version: 0,
    changedAt: null,
    lastSentAt: null,
    movedFrom: null,
  },
});
const SETTINGS: NoticeSettings = {
  channels: [absent('webhook'), absent('telegram')],
  events: (Object.keys(noticeEvents) as NoticeEvent[]).map((event) => ({
    ...{ event, severity: noticeEvents[event], app: event !== 'CYCLE_CLOSED', webhook: false, telegram: false },
  })),
  webhookHosts: ['hooks.example.com'],
};

let english: Awaited<ReturnType<typeof textWith>>;
let russian: Awaited<ReturnType<typeof textWith>>;
beforeAll(async () => {
  [english, russian] = await Promise.all([textWith('notices', 'en'), textWith('notices', 'ru')]);
});

let server: ToldServer;
beforeEach(() => {
  server = toldServer();
  server.answers(getNotices, { ...PAGE, items: [LIQUIDATED, SUMMARY], unread: 1 });
  server.answers(getNoticeSettings, SETTINGS);
  server.answers(getNoticeDeliveries, { ...PAGE, items: [] });
  server.answers(markNotices, { unread: 0 });
});
afterEach(() => vi.unstubAllGlobals());

const open = (text = english) => openPage(<NoticesPage />, { at: '/notifications', text });

describe('the notifications', () => {
  it('say what happened, lead to the bot and the cycle, and are marked one by one or all at once', async () => {
    const { user } = await open();
    const row = (await screen.findByText('Liquidated at 60, gross -12 USDT.')).closest('li');
    if (row === null) throw new Error('a notice is a row of a list');
    const links = within(row).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/dca/bots?bot=b1', '/dca/portfolio/p1?cycle=c1']);
    await user.click(within(row).getByRole('button', { name: /Mark as read/ }));
    expect(server.bodiesOf(markNotices)).toEqual([{ noticeIds: ['n2'], isRead: true }]);
    await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
    expect(server.bodiesOf(markNotices).at(-1)).toEqual({ upTo: 'n2' });
    expect(await domFindings()).toEqual([]);
  });

  it('speak Russian, also of the program itself', async () => {
    await open(russian);
    await screen.findByText(/^25 мая 2025\sг\., paper: чистый результат \+12,50 USDT\. Закрыто циклов: 3/);
    expect(screen.getByText(/^Ликвидация/, { selector: 'p' })).toBeTruthy();
  });

  it('of a day write its date as the pages do', async () => {
    await open();
    await screen.findByText(/^25 May 2025, paper: net result \+12\.50 USDT\. Cycles closed: 3/);
  });

  it('that are not there say what will appear, and a failure offers another try', async () => {
    server.answers(getNotices, { ...PAGE, items: [], unread: 0 });
    server.refuses(getNoticeSettings, 'OVERLOADED');
    await open();
    await screen.findByText('No notifications yet');
    expect((await screen.findAllByRole('button', { name: 'Retry' })).length).toBeGreaterThan(0);
  });
});

describe('where notifications go', () => {
  it('is chosen for one event, or for all of a severity at once', async () => {
    server.answers(setNoticeChoices, SETTINGS);
    const { user } = await open();
    await user.click(await screen.findByRole('checkbox', { name: 'Cycle closed: Here' }));
    expect(server.bodiesOf(setNoticeChoices)).toEqual([
      { choices: [{ event: 'CYCLE_CLOSED', channel: 'app', isOn: true }] },
    ]);
    await user.click(screen.getByRole('checkbox', { name: 'Warnings: Telegram' }));
    const [, whole] = server.bodiesOf(setNoticeChoices) as { choices: { event: NoticeEvent; isOn: boolean }[] }[];
    expect(whole?.choices.every(({ event, isOn }) => noticeEvents[event] === 'warning' && isOn)).toBe(true);
    expect(whole?.choices.length).toBe(Object.values(noticeEvents).filter((one) => one === 'warning').length);
  });

  it('a webhook is set up with a secret that is shown once, before it is saved', async () => {
    const channels = [
      { ...absent('webhook'), isSetUp: true, isOn: true, address: 'hooks.example.com', version: 1 },
      absent('telegram'),
    ];
    server.answers(setNoticeWebhook, { ...SETTINGS, channels });
    const { user } = await open();
    const secret = (await screen.findByText(/^[\da-f]{64}$/)).textContent;
    await user.type(screen.getByLabelText('Address'), 'https://hooks.example.com/a');
    await user.click(screen.getAllByRole('button', { name: 'Set up' })[0] as HTMLElement);
    expect(server.bodiesOf(setNoticeWebhook)).toEqual([{ address: 'https://hooks.example.com/a', isOn: true, secret }]);
    await waitFor(() => expect(screen.queryByText(/^[\da-f]{64}$/)).toBeNull());
  });

  it('a webhook that is set up shows its host, and is changed without entering its address again', async () => {
    const webhook = { ...absent('webhook'), isSetUp: true, isOn: true, address: 'hooks.example.com', version: 1 };
    server.answers(getNoticeSettings, { ...SETTINGS, channels: [webhook, absent('telegram')] });
    server.answers(setNoticeWebhook, { ...SETTINGS, channels: [{ ...webhook, isOn: false }, absent('telegram')] });
    const { user } = await open();
    await screen.findByText(/^Set up for hooks\.example\.com; the rest of the address is not shown/);
    await user.click(screen.getAllByRole('switch')[0] as HTMLElement);
    await user.click(screen.getAllByRole('button', { name: 'Save' })[0] as HTMLElement);
    expect(server.bodiesOf(setNoticeWebhook)).toEqual([{ isOn: false }]);
  });

  it('a webhook that is refused says why and keeps what was typed', async () => {
    server.refuses(setNoticeWebhook, 'WEBHOOK_NOT_ALLOWED');
    const { user } = await open();
    await user.type(await screen.findByLabelText('Address'), 'https://127.0.0.1/');
    await user.click(screen.getAllByRole('button', { name: 'Set up' })[0] as HTMLElement);
    await screen.findByText(/WEBHOOK_HOSTS\./);
    expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe('https://127.0.0.1/');
  });

  it('without a host in the settings of the program there is no webhook, and the page says so', async () => {
    server.answers(getNoticeSettings, { ...SETTINGS, webhookHosts: [] });
    await open();
    await screen.findByText(/^Webhooks are off/);
  });

  it('a test of Telegram that does not arrive says why', async () => {
    const telegram = { ...absent('telegram'), isSetUp: true, isOn: true, address: '-100', version: 1 };
    server.answers(getNoticeSettings, { ...SETTINGS, channels: [absent('webhook'), telegram] });
    server.answers(testNoticeChannel, { isSent: false, failure: 'CHAT_UNKNOWN' });
    server.answers(setNoticeTelegram, SETTINGS);
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Send a test' }));
    await screen.findByText(/^Telegram does not find this chat/);
  });

  it('a test that finds the group under another number says so, and shows that number', async () => {
    const telegram = { ...absent('telegram'), isSetUp: true, isOn: true, address: '-4012345678', version: 1 };
    server.answers(getNoticeSettings, { ...SETTINGS, channels: [absent('webhook'), telegram] });
    const { user } = await open();
    const moved = { ...telegram, address: '-1001557000111', movedFrom: '-4012345678' };
    await screen.findByDisplayValue('-4012345678');
    server.answers(testNoticeChannel, { isSent: true, failure: null });
    server.answers(getNoticeSettings, { ...SETTINGS, channels: [absent('webhook'), moved] });
    await user.click(screen.getByRole('button', { name: 'Send a test' }));
    await screen.findByText(
      'Telegram has replaced the chat number -4012345678 by -1001557000111. Notifications go there.',
    );
    expect(screen.getByDisplayValue('-1001557000111')).toBeTruthy();
    expect(screen.getByText('The test message was delivered.')).toBeTruthy();
  });
});

describe('what has not arrived', () => {
  it('tells the reason and the next attempt, and is sent again on demand', async () => {
    const failed: Undelivered = {
      ...{ noticeId: 'n2', channel: 'webhook', event: 'LIQUIDATED', severity: 'critical', failure: 'TIMED_OUT' },
      ...{ toldAt: '2025-05-26T08:00:00.000Z', state: 'waiting', attempts: 2, nextAt: '2025-05-26T08:01:00.000Z' },
    };
    server.answers(getNoticeDeliveries, { ...PAGE, items: [failed] });
    server.answers(retryNoticeDelivery, { items: [] });
    const { user } = await open();
    await screen.findByText('The receiver did not answer in time.');
    expect(screen.getByText(/^Attempts: 2\. Next attempt/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    expect(server.bodiesOf(retryNoticeDelivery)).toEqual([{ noticeId: 'n2', channel: 'webhook' }]);
  });

  it.each(['en', 'ru'] as const)('every reason, event and severity has words in %s', (language) => {
    const text = language === 'en' ? english : russian;
    const keys = [
      ...noticeFailure.options.map((code) => `notices.failure.${code}`),
      ...Object.keys(noticeEvents).map((event) => `notices.event.${event}`),
    ];
    expect(keys.filter((key) => !text.has(key))).toEqual([]);
  });
});
