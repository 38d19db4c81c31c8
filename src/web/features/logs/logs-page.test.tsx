import type { QueryClient } from '@tanstack/react-query';
import { act as reactAct, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getAssets } from '#contract/asset.ts';
import { getBots } from '#contract/bot.ts';
import { getLogCounts, getLogs, getOrdersFromLog } from '#contract/cycle.ts';
import { getPortfolioList } from '#contract/portfolio.ts';
import { textWith } from '#web/i18n/text.tsx';
import '#web/kinds/kind-views.ts';
import { domFindings } from '../../../../tests/support/dom-findings.ts';
import { drawPage } from '../../../../tests/support/draw-page.tsx';
import { exampleAsset } from '../../../../tests/support/example-asset.ts';
import { paperBot } from '../../../../tests/support/paper-bot.ts';
import { baseFill, logLine, page, restingOrder } from '../../../../tests/support/told-rows.ts';
import { type ToldServer, toldServer } from '../../../../tests/support/told-server.ts';
import { LogsPage } from './logs-page.tsx';

/** jsdom has no layout, so nothing scrolls. */
Element.prototype.scrollIntoView = () => {};

const FILLED = 'Base order filled: 0.080 ETH at 2500.00.';

beforeAll(async () => void (await textWith('logs', 'en')));

let server: ToldServer;
beforeEach(() => {
  server = toldServer();
  server.answers(getLogCounts, { info: 41, warning: 3, error: 1, keptDays: 90 });
  server.answers(getLogs, page([logLine()]));
  server.answers(getAssets, { items: [] });
  server.answers(getPortfolioList, { items: [], deleted: [] });
  server.answers(getBots, { items: [paperBot({ botId: 'a', name: 'Alpha' }), paperBot({ botId: 'b', name: 'Beta' })] });
});
afterEach(() => vi.unstubAllGlobals());

async function open(search = '') {
  let drawn: ReturnType<typeof drawPage> | undefined;
  await reactAct(async () => {
    drawn = drawPage(<LogsPage />, { at: `/dca/logs${search}`, kind: 'dca-bot' });
  });
  await screen.findByRole('heading', { level: 1 });
  return {
    user: userEvent.setup(),
    search: () => drawn?.router.state.location.search,
    queries: () => drawn?.queries as QueryClient,
  };
}

/** The queries of the list so far, without the size of a page. */
const asked = () =>
  server.requests.filter(({ name }) => name === 'getLogs').map(({ query: { limit: _, ...query } }) => query);
const level = (name: string) =>
  within(screen.getByRole('group', { name: 'Level' })).findByRole('button', { name: new RegExp(`^${name}`) });

describe('the page of a log', () => {
  it('shows of each entry its time, level, bot, symbol and sentence, and leads to its cycle', async () => {
    await open();
    const row = (await screen.findByText(FILLED)).closest('tr');
    const cells = Array.from(row?.querySelectorAll('td') ?? [], ({ textContent }) => textContent);
    expect(cells.slice(1, 6)).toEqual(['26 May 2025 05:30:00', 'Info', 'Alpha', 'ETHUSDT', FILLED]);
    const link = within(row as HTMLElement).getByRole('link', { name: 'Open the cycle' });
    expect(link.getAttribute('href')).toBe('/dca/portfolio/p1?cycle=c1');
  });

  it('an entry of no symbol and no cycle has a dash for each', async () => {
    server.answers(getLogs, page([logLine({ symbol: null, direction: null, cycleId: null, detail: 'Bot started.' })]));
    await open();
    const row = (await screen.findByText('Bot started.')).closest('tr');
    expect(within(row as HTMLElement).getAllByText('–')).toHaveLength(2);
  });

  it('an entry unfolds to its event and figures, by its button or by Enter, and folds again', async () => {
    const { user } = await open();
    const button = await screen.findByRole('button', { name: 'Details of the entry', expanded: false });
    await user.click(button);
    const terms = screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]);
    expect(terms).toEqual([
      ['Event', 'Base order filled BASE_FILLED'],
      ['Quantity', '0.080'],
      ['Price', '2,500.00'],
    ]);
    (screen.getByText(FILLED).closest('tr') as HTMLElement).focus();
    await user.keyboard('{Enter}');
    expect(screen.queryAllByRole('term')).toEqual([]);
  });

  it('an entry that names an order unfolds to the order as it stands, its fills and the way to all its entries', async () => {
    server.answers(getLogs, page([logLine({ orderId: 'o0' })]));
    const order = restingOrder({ orderId: 'o0', role: 'base', side: 'BUY', price: null, state: 'FILLED' });
    server.answers(getOrdersFromLog, {
      order: { ...order, filledQty: '0.080', avgPrice: '2500.10' },
      trades: [baseFill()],
      logs: [logLine({ orderId: 'o0' })],
      cursor: null,
    });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Details of the entry' }));
    const shown = await screen.findByRole('region', { name: 'Order' });
    expect(server.requests.at(-1)).toMatchObject({ name: 'getOrdersFromLog', query: { orderId: 'o0' } });
    const facts = within(shown)
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]);
    expect(facts).toEqual([
      ['Order', 'Base order: buy 0.080 ETH at market'],
      ['State', 'Filled'],
      ['Placed, UTC', '26 May 05:31'],
      ['Average price', '2,500.10'],
    ]);
    expect(within(shown).getAllByRole('row')[1]?.textContent).toContain('2,500.00');
    const all = within(shown).getByRole('link', { name: 'Show the entries of this order' });
    expect(all.getAttribute('href')).toBe('/dca/logs?order=o0');
    expect(await domFindings()).toEqual([]);
  });

  it('an order that cannot be read is told in its place', async () => {
    server.answers(getLogs, page([logLine({ orderId: 'o0' })]));
    server.refuses(getOrdersFromLog, 'ORDER_NOT_FOUND');
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Details of the entry' }));
    expect((await screen.findByRole('alert')).textContent).toContain('order');
  });

  it('says how many of all entries it shows', async () => {
    await open();
    expect(await screen.findByText(/^1 of 45 entries/)).toBeTruthy();
  });

  it('says after how many days entries are deleted, and which are kept', async () => {
    await open();
    expect(await screen.findByText(/^Entries are deleted after 90 days, except/)).toBeTruthy();
  });

  it('an entry without a sentence in the language of the reader shows the one of the server', async () => {
    server.answers(getLogs, page([logLine({ code: 'SOMETHING_NEW', detail: 'Something new happened.' })]));
    await open();
    expect(await screen.findByText('Something new happened.')).toBeTruthy();
  });
});

describe('the filters of a log', () => {
  it('every level shows its count, and choosing one asks for it alone', async () => {
    const { user, search } = await open();
    await waitFor(async () => expect((await level('Warning')).textContent).toContain('3'));
    await user.click(await level('Warning'));
    await waitFor(() => expect(asked().at(-1)).toEqual({ level: 'warning' }));
    expect(search()).toMatchObject({ level: 'warning' });
    await user.click(await level('All'));
    await waitFor(() => expect(search()).not.toMatchObject({ level: 'warning' }));
  });

  it('what is typed is searched for', async () => {
    const { user, search } = await open();
    await user.type(screen.getByRole('searchbox', { name: 'Search the log' }), 'fund');
    await waitFor(() => expect(asked().at(-1)).toEqual({ search: 'fund' }));
    expect(search()).toMatchObject({ q: 'fund' });
  });

  it('one bot can be chosen by its name', async () => {
    const { user } = await open();
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Bot' }), 'Beta');
    await waitFor(() => expect(asked().at(-1)).toEqual({ botId: 'b' }));
  });

  it.each([
    ['level=error&bot=b', { level: 'error', botId: 'b' }],
    ['cycle=c9', { cycleId: 'c9' }],
    ['portfolio=p2', { portfolioId: 'p2' }],
    ['bot=b&cycle=c9&order=o7', { botId: 'b', cycleId: 'c9', orderId: 'o7' }],
    ['symbol=ETHUSDT&level=info', { symbol: 'ETHUSDT', level: 'info' }],
    ['q=stop', { search: 'stop' }],
    [
      'from=2025-05-26T00:00:00Z&to=2025-05-27T00:00:00Z',
      { dateFrom: '2025-05-26T00:00:00Z', dateTo: '2025-05-27T00:00:00Z' },
    ],
    ['level=loud&from=yesterday', {}],
  ])('the address %s asks for just that', async (search, query) => {
    await open(`?${search}`);
    await waitFor(() => expect(asked()[0]).toEqual(query));
  });

  it('one symbol can be chosen by its name, also one that is no longer listed', async () => {
    server.answers(getAssets, { items: [exampleAsset] });
    const { user, search } = await open('?symbol=OLDUSDT');
    const list = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Symbol' });
    await within(list).findByRole('option', { name: exampleAsset.futuresTicker });
    expect(list.value).toBe('OLDUSDT');
    await user.selectOptions(list, exampleAsset.futuresTicker);
    await waitFor(() => expect(asked().at(-1)).toEqual({ symbol: exampleAsset.futuresTicker }));
    expect(search()).toMatchObject({ symbol: exampleAsset.futuresTicker });
    await user.selectOptions(list, 'All symbols');
    await waitFor(() => expect(asked().at(-1)).toEqual({}));
  });

  it('entries are counted for the same order and symbol as they are listed', async () => {
    await open('?order=o7&symbol=ETHUSDT');
    const counted = () => server.requests.filter(({ name }) => name === 'getLogCounts').at(-1)?.query;
    await waitFor(() => expect(counted()).toEqual({ orderId: 'o7', symbol: 'ETHUSDT' }));
  });

  it('what follows the newest entries asks for the chosen order and symbol alone', async () => {
    const { queries } = await open('?order=o7&symbol=ETHUSDT');
    await screen.findByText(FILLED);
    const before = asked().length;
    await reactAct(() => queries().invalidateQueries({ queryKey: ['logs'] }));
    await waitFor(() => expect(asked().length).toBeGreaterThan(before));
    expect(asked().slice(before)).toEqual([{ orderId: 'o7', symbol: 'ETHUSDT' }]);
  });

  it('the filter of one order is taken away by its button, and that of its cycle stays', async () => {
    const { user } = await open('?cycle=c9&order=o7');
    await user.click(await screen.findByRole('button', { name: 'one order ×' }));
    await waitFor(() => expect(asked().at(-1)).toEqual({ cycleId: 'c9' }));
  });

  it('the filter of one cycle is taken away by its button', async () => {
    const { user } = await open('?cycle=c9');
    await user.click(await screen.findByRole('button', { name: 'one cycle ×' }));
    await waitFor(() => expect(asked().at(-1)).toEqual({}));
  });
});

describe('a log without anything to show', () => {
  it('is empty, and says when entries appear', async () => {
    server.answers(getLogs, page([]));
    await open();
    expect(await screen.findByText('The log is empty.')).toBeTruthy();
    expect(screen.getByText('An entry appears whenever a bot makes a decision.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show all entries' })).toBeNull();
  });

  it('has no entry for its filter, and offers to show all of them', async () => {
    server.answers(getLogs, page([]));
    const { user, search } = await open('?level=error');
    await screen.findByText('No log entries match this filter.');
    await user.click(screen.getByRole('button', { name: 'Show all entries' }));
    await waitFor(() => expect(search()).toEqual({}));
  });

  it('has no entry of an order, says why that can be, and offers those of the cycle', async () => {
    server.answers(getLogs, page([]));
    const { user, search } = await open('?bot=b&cycle=c9&order=o7');
    await screen.findByText('Only entries about its fills name an order.');
    await user.click(screen.getByRole('button', { name: 'Show the entries of the cycle' }));
    await waitFor(() => expect(search()).toEqual({ bot: 'b', cycle: 'c9' }));
  });

  it('could not be read: it says why, and reads again when it is told to', async () => {
    server.refuses(getLogs, 'INTERNAL_ERROR');
    const { user } = await open();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Something went wrong on the server. The server log has the details.');
    expect(alert.textContent).toContain('Request ID in the server log: r-1.');
    server.answers(getLogs, page([logLine()]));
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText(FILLED)).toBeTruthy();
  });

  it('is not called empty before it was read', async () => {
    server.keepsWaiting(getLogs);
    await open();
    await waitFor(() => expect(asked()).toHaveLength(1));
    expect(screen.queryByText('The log is empty.')).toBeNull();
  });
});

describe('older entries of a log', () => {
  const older = () => server.answers(getLogs, page([logLine({ logId: 'l0', detail: 'An older entry.', code: 'X' })]));

  it('follow at the end of the list, and reading them pauses it', async () => {
    server.answers(getLogs, { ...page([logLine()]), cursor: 'next' });
    const { user } = await open();
    const more = await screen.findByRole('button', { name: 'Load older entries' });
    older();
    await user.click(more);
    expect(await screen.findByText('An older entry.')).toBeTruthy();
    expect(screen.getByText(FILLED)).toBeTruthy();
    expect(asked().at(-1)).toEqual({ cursor: 'next' });
    expect(screen.queryByRole('button', { name: 'Load older entries' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Follow' })).toBeTruthy();
  });

  it('a paused log says how many entries have come since, and follows again when told to', async () => {
    const { user } = await open();
    await screen.findByText(FILLED);
    await screen.findByText(/^1 of 45 entries/);
    await user.click(screen.getByRole('button', { name: 'Pause' }));
    const before = asked().length;
    older();
    await user.click(await screen.findByRole('button', { name: 'Follow' }));
    await screen.findByText('An older entry.');
    expect(asked().length).toBeGreaterThan(before);
  });
});

it('axe finds nothing grave in the page of a log, folded and unfolded', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Details of the entry' }));
  expect(await domFindings()).toEqual([]);
});
