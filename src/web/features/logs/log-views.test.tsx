import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getAssets } from '#contract/asset.ts';
import { getBots } from '#contract/bot.ts';
import { getLogCounts, getLogs } from '#contract/cycle.ts';
import { liveStore } from '#web/api/live/live-store.ts';
import { textWith } from '#web/i18n/text.tsx';
import '#web/kinds/kind-views.ts';
import { domFindings } from '../../../../tests/support/dom-findings.ts';
import { openPage } from '../../../../tests/support/draw-page.tsx';
import { longLog } from '../../../../tests/support/told-log.ts';
import { logLine, page } from '../../../../tests/support/told-rows.ts';
import { type ToldServer, toldServer } from '../../../../tests/support/told-server.ts';
import { tellStatus } from '../../../../tests/support/told-status.ts';
import * as csv from '../../ui/table/csv.ts';
import { LogsPage } from './logs-page.tsx';

/** jsdom has no layout, so nothing scrolls. */
Element.prototype.scrollIntoView = () => {};

const FILLED = 'Base order filled: 0.080 ETH at 2500.00.';
const later = logLine({ logId: 'l2', ts: '2025-05-26T05:45:00.000Z', code: 'X', detail: 'Step 1 filled.' });
const alone = logLine({ logId: 'l3', code: 'Y', detail: 'Bot started.', cycleId: null, symbol: null, direction: null });

beforeAll(async () => void (await textWith('logs', 'en')));

let server: ToldServer;
beforeEach(() => {
  server = toldServer();
  server.answers(getLogCounts, { info: 3, warning: 0, error: 0, keptDays: 365 });
  server.answersBy(getLogs, ({ cycleId }) => page(cycleId === 'c1' ? [later, logLine()] : [later, logLine(), alone]));
  server.answers(getAssets, { items: [] });
  server.answers(getBots, { items: [] });
  tellStatus();
});
afterEach(() => {
  liveStore.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const open = (search = '') => openPage(<LogsPage />, { at: `/dca/logs${search}`, kind: 'dca-bot' });

describe('the log as stories of cycles', () => {
  const story = () => screen.findByRole('button', { name: /Alpha.*ETHUSDT long.*Step 1 filled\./, expanded: false });

  it('each cycle is one line with its newest entry, and what belongs to none stands by itself', async () => {
    await open('?view=cycles');
    await story();
    expect(screen.queryByText(FILLED)).toBeNull();
    expect(screen.getByText(/Bot started\./).closest('button')).toBeNull();
    const link = screen.getByRole('link', { name: 'Open the cycle' });
    expect(link.getAttribute('href')).toBe('/dca/portfolio/p1?cycle=c1');
    expect(await domFindings()).toEqual([]);
  });

  it('a story unfolds in the order in which it happened, and folds again', async () => {
    const { user } = await open('?view=cycles');
    const head = await story();
    await user.click(head);
    await screen.findByText(FILLED);
    const lines = within(head.closest('li') as HTMLElement)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(lines).toEqual([expect.stringMatching(/05:30:00 Base order/), expect.stringMatching(/05:45:00 Step 1/)]);
    expect(head.getAttribute('aria-expanded')).toBe('true');
    await user.click(head);
    expect(screen.queryByText(FILLED)).toBeNull();
  });

  it('a story of more entries than one answer holds is told from its very first one', async () => {
    const whole = longLog(2_300);
    server.answersBy(getLogs, (query) => (query['cycleId'] === 'c1' ? whole(query) : page([later, logLine(), alone])));
    const { user } = await open('?view=cycles');
    const head = await story();
    await user.click(head);
    await screen.findByText('Entry 1.');
    expect(screen.queryByText('Entry 201.')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show 200 more of 2100' }));
    await screen.findByText('Entry 400.');
    expect(screen.queryByText(/^Only the newest/)).toBeNull();
  });

  it('a story that cannot be read is told in its place, and comes when it is asked for again', async () => {
    const { user } = await open('?view=cycles');
    const head = await story();
    server.refuses(getLogs, 'DATABASE_UNAVAILABLE');
    await user.click(head);
    const alert = await screen.findByRole('alert');
    server.answers(getLogs, page([later, logLine()]));
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText(FILLED)).toBeTruthy();
  });

  it('is chosen above the log and kept in its address', async () => {
    const { user, search } = await open();
    await screen.findByText(FILLED);
    await user.click(screen.getByRole('button', { name: 'Cycles' }));
    await waitFor(() => expect(search()).toEqual({ view: 'cycles' }));
    await story();
  });
});

describe('the file of a log', () => {
  const save = async (search = '') => {
    const saved = vi.spyOn(csv, 'saveFile').mockReturnValue();
    const { user } = await open(search);
    await screen.findByText(FILLED);
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    return saved.mock.calls[0] ?? ['', ''];
  };

  it('holds every entry with its exact time, sentence, cycle and figures', async () => {
    const [name, text] = await save();
    expect(name).toBe('dca-bot-log.csv');
    const lines = text.trim().split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[2]).toContain('2025-05-26T05:30:00.000Z');
    expect(lines[2]).toContain('quantity=0.080 price=2500.00');
    expect(lines[2]).toContain('c1');
  });

  it('asks for exactly what the filter finds', async () => {
    await save('?level=info&q=order');
    const last = server.requests.filter(({ name }) => name === 'getLogs').at(-1);
    expect(last?.query).toMatchObject({ level: 'info', search: 'order' });
  });

  it('of one order on one symbol asks for just that, and names the order of each entry', async () => {
    server.answers(getLogs, page([logLine({ orderId: 'o7' })]));
    const [, text] = await save('?order=o7&symbol=ETHUSDT');
    const last = server.requests.filter(({ name }) => name === 'getLogs').at(-1);
    expect(last?.query).toEqual({ limit: '1000', orderId: 'o7', symbol: 'ETHUSDT' });
    const [head, line] = text.trim().split('\r\n');
    expect([head, line]).toEqual([expect.stringContaining(',Cycle,Order,'), expect.stringContaining(',c1,o7,')]);
  });

  it('that the server refuses is not saved, and another try is possible', async () => {
    const saved = vi.spyOn(csv, 'saveFile').mockReturnValue();
    const { user } = await open();
    await screen.findByText(FILLED);
    server.refuses(getLogs, 'OVERLOADED');
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Export CSV' });
    await user.click(button);
    await waitFor(() => expect(button.disabled).toBe(false));
    expect(saved).not.toHaveBeenCalled();
  });
});

describe('the time of a log', () => {
  const choose = async (range: string) => {
    const page = await open();
    await screen.findByText(FILLED);
    await page.user.selectOptions(screen.getByRole('combobox', { name: 'Time' }), range);
    return page;
  };

  it.each([
    ['Last hour', '2025-05-26T07:00:00Z'],
    ['Last 24 h', '2025-05-25T08:00:00Z'],
    ['Last 7 days', '2025-05-19T08:00:00Z'],
  ])('"%s" counts in market time', async (range, from) => {
    const { search } = await choose(range);
    await waitFor(() => expect(search()).toEqual({ from }));
    const last = () => server.requests.filter(({ name }) => name === 'getLogs').at(-1)?.query;
    await waitFor(() => expect(last()).toMatchObject({ dateFrom: from }));
  });
});
