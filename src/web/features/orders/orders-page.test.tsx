import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getAssets } from '#contract/asset.ts';
import { getBots } from '#contract/bot.ts';
import { getExecutedOrders, getOrderStat, getWorstOrders, saveOrderStat } from '#contract/orders/order-stat.ts';
import { getPortfolioList } from '#contract/portfolio.ts';
import { textWith } from '#web/i18n/text.tsx';
import { domFindings } from '../../../../tests/support/dom-findings.ts';
import { openPage } from '../../../../tests/support/draw-page.tsx';
import { paperBot } from '../../../../tests/support/paper-bot.ts';
import { EMPTY_PORTFOLIO } from '../../../../tests/support/portfolio-card.ts';
import { executedOrder, orderFigures, orderStat } from '../../../../tests/support/told-orders.ts';
import { type ToldServer, toldServer } from '../../../../tests/support/told-server.ts';
import { tellStatus } from '../../../../tests/support/told-status.ts';
import * as toasts from '../../ui/overlay/toast.ts';
import * as csv from '../../ui/table/csv.ts';
import { OrdersPage } from './orders-page.tsx';

beforeAll(async () => void (await textWith('orders', 'en')));

const MAIN = { ...EMPTY_PORTFOLIO, portfolioId: 'p1', name: 'Main' };
let server: ToldServer;
beforeEach(() => {
  tellStatus({ marketTime: '2025-05-26T05:30:00.000Z' });
  server = toldServer();
  server.answers(getAssets, { items: [] });
  server.answers(getBots, { items: [] });
  server.answers(getPortfolioList, { items: [MAIN], deleted: [] });
  server.answers(getOrderStat, orderStat());
  server.answers(getWorstOrders, { items: [executedOrder()] });
  server.answers(getExecutedOrders, {
    items: [executedOrder({ orderId: 'o2', role: 'take_profit', slippageBps: null, slippageCost: null })],
    ...{ total: null, offset: 0, limit: 100, cursor: null },
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function open(search = '') {
  const opened = await openPage(<OrdersPage />, { at: `/order-stat${search}` });
  await screen.findByRole('heading', { level: 1, name: 'Order statistics' });
  return opened;
}

const asked = (name: string) => server.requests.filter((request) => request.name === name).map(({ query }) => query);

describe('the page of order statistics', () => {
  it('shows today first: the figures, what waits for real orders, the worst fills with chart and log', async () => {
    await open();
    const band = await screen.findByLabelText('Figures of the period');
    const figures = Array.from(band.querySelectorAll('dd'), ({ textContent }) => textContent);
    expect(figures.slice(0, 8)).toEqual([
      '120',
      '80.00\u00a0% of ended ones filled',
      '71.20 %',
      'of 10,000.00 USDT',
      '2.9 bp',
      '2.86 USDT',
      '+4.3 bp',
      'market orders, 1.24 USDT',
    ]);
    expect(screen.getByText(/rejections by the exchange/)).toBeTruthy();
    expect(asked('getOrderStat')[0]).toEqual({ dateFrom: '2025-05-26', dateTo: '2025-05-26' });
    const worst = await screen.findByRole('group', { name: 'Worst fills' });
    expect((await within(worst).findByRole('link', { name: 'Chart' })).getAttribute('href')).toBe(
      '/dca/portfolio/p1?cycle=c1',
    );
    expect(within(worst).getByRole('link', { name: 'Log' }).getAttribute('href')).toBe(
      '/dca/logs?bot=b1&cycle=c1&order=o1',
    );
    expect(await domFindings()).toEqual([]);
  });

  it('a figure without data is shown as a dash, without a unit', async () => {
    const none = { sent: 0, fillPercent: null, makerPercent: null, feeBps: null, slippageBps: null, restP50S: null };
    server.answers(getOrderStat, orderStat({ total: orderFigures(none) }));
    await open();
    const band = await screen.findByLabelText('Figures of the period');
    const figures = Array.from(band.children, ({ textContent }) => textContent);
    expect(figures.slice(0, 4)).toEqual([
      'Orders0',
      'Maker share–of 10,000.00 USDT',
      'Fee rate–2.86 USDT',
      'Slippage, mean–market orders, 1.24 USDT',
    ]);
  });

  it('tells what the orders came to: the net result, how cycles ended, and what that took of orders', async () => {
    await open();
    const band = await screen.findByLabelText('Cycles and result of the period');
    const told = Array.from(band.children, ({ textContent }) => textContent.replaceAll('\u00a0', ' '));
    expect(told).toEqual([
      'Net of fills+9.39 USDTgross +12.50, funding −0.25; open cycles included',
      'Cycles opened39',
      'Cycles ended35Take profit 32, Stop-loss 3',
      'Deepest step2',
      'Stop-losses filled3take profits filled: 32',
      'Replaced12of cancelled: 20',
      'Orders per fill1.46',
      'Rejected0',
    ]);
    const breakdown = await screen.findByRole('group', { name: 'By order role' });
    for (const name of [
      'Rejected',
      'Funding, USDT',
      'Net of fills, USDT',
      'Cycles ended',
      'Deepest step',
      'Orders per fill',
    ]) {
      expect(within(breakdown).getByRole('columnheader', { name })).toBeTruthy();
    }
  });

  it('an order that filled nothing leads to the log of its cycle, because no entry names it', async () => {
    server.answers(getWorstOrders, { items: [executedOrder({ state: 'CANCELED', filledQty: '0.000' })] });
    await open();
    const worst = await screen.findByRole('group', { name: 'Worst fills' });
    const link = await within(worst).findByRole('link', { name: 'Log' });
    expect(link.getAttribute('href')).toBe('/dca/logs?bot=b1&cycle=c1');
  });

  it('period, filters and breakdown are in the address and in what is asked', async () => {
    const { user, search } = await open('?span=week&day=2025-05-20&role=base');
    await screen.findByLabelText('Figures of the period');
    const week = { dateFrom: '2025-05-14', dateTo: '2025-05-20', role: 'base' };
    expect([asked('getOrderStat')[0], asked('getWorstOrders')[0]]).toEqual([week, week]);
    expect(asked('getExecutedOrders')[0]).toEqual({ ...week, limit: '100' });
    await user.click(screen.getByRole('button', { name: 'Earlier period' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'CANCELED');
    await user.click(screen.getByRole('radio', { name: 'Bot' }));
    expect(search()).toEqual({ span: 'week', day: '2025-05-13', role: 'base', state: 'CANCELED', by: 'bot' });
    expect(asked('getExecutedOrders').at(-1)).toMatchObject({ dateTo: '2025-05-13', state: 'CANCELED' });
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(search()).toEqual({ span: 'week', day: '2025-05-13' });
  });

  it('orders of one portfolio are chosen by its name, and its bots alone are offered then', async () => {
    const own = [paperBot({ botId: 'b1', name: 'Alpha' }), paperBot({ botId: 'b2', name: 'Beta', portfolioId: 'p2' })];
    server.answersBy(getBots, (_query, path) => ({ items: path.includes('dca-bot') ? own : [] }));
    const { user, search } = await open();
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Portfolio' }), 'Main');
    expect(search()).toMatchObject({ portfolio: 'p1' });
    await waitFor(() => expect(asked('getOrderStat').at(-1)).toMatchObject({ portfolioId: 'p1' }));
    const bots = within(screen.getByRole('combobox', { name: 'Bot' })).getAllByRole('option');
    expect(bots.map(({ textContent }) => textContent)).toEqual(['All bots', 'Alpha']);
    expect(screen.queryByRole('radiogroup', { name: 'Paper or live' })).toBeNull();
  });

  it('real orders are told apart from simulated ones, never with them', async () => {
    server.answers(getPortfolioList, {
      items: [MAIN, { ...MAIN, portfolioId: 'p9', name: 'Real', execution: 'live' }],
      deleted: [],
    });
    const { user } = await open('?portfolio=p1');
    await user.click(await screen.findByRole('radio', { name: 'Live' }));
    await waitFor(() => expect(asked('getOrderStat').at(-1)).toMatchObject({ execution: 'live' }));
    expect(asked('getOrderStat').at(-1)).not.toHaveProperty('portfolioId');
    const options = within(screen.getByRole('combobox', { name: 'Portfolio' })).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['All portfolios', 'Real']);
    expect(screen.queryByText(/rejections by the exchange/)).toBeNull();
  });

  it('a file that cannot hold every order says so, and one that can says nothing', async () => {
    const told = vi.spyOn(toasts, 'toast').mockReturnValue();
    const saved = vi.spyOn(csv, 'saveFile').mockReturnValue();
    const { user } = await open();
    const save = async () => {
      saved.mockClear();
      const buttons = await screen.findAllByRole('button', { name: 'Download these rows as CSV' });
      await user.click(buttons.at(-1) as HTMLElement); // The list is the last of the page.
      await waitFor(() => expect(saved).toHaveBeenCalledOnce(), { timeout: 60_000 });
    };
    await save();
    expect(told).not.toHaveBeenCalled();
    const thousand = Array.from({ length: 1_000 }, (_, index) => executedOrder({ orderId: `o${index}` }));
    server.answers(getExecutedOrders, { items: thousand, total: null, offset: 0, limit: 1_000, cursor: 'more' });
    await save();
    expect(told.mock.calls).toEqual([['The newest 50,000 orders saved; narrow the filter for older ones.']]);
  });

  it('a breakdown ends with the total of the period', async () => {
    await open();
    const table = await screen.findByRole('group', { name: 'By order role' });
    const total = table.querySelector('tfoot tr');
    const cells = Array.from(total?.querySelectorAll('td') ?? [], ({ textContent }) => textContent);
    expect(cells.slice(0, 4)).toEqual(['Total', '120', '80', '80.00']);
    expect(within(table).getByText('Base order')).toBeTruthy();
  });

  it('orders that were not sent are counted by why, in words', async () => {
    await open();
    const reason = await screen.findByText(/limit of the portfolio was used up/);
    expect(reason.nextElementSibling?.textContent).toBe('7');
  });

  it('computing the days again saves each of them and asks for the figures again', async () => {
    server.answers(saveOrderStat, {
      ...{ day: '2025-05-26', isOver: false, savedAt: '2025-05-26T05:30:00.000Z', total: orderFigures() },
    });
    const { user } = await open();
    await screen.findByLabelText('Figures of the period');
    const before = asked('getOrderStat').length;
    await user.click(screen.getByRole('button', { name: 'Compute and save these days again' }));
    expect(server.bodiesOf(saveOrderStat)).toEqual([{ day: '2025-05-26' }]);
    await waitFor(() => expect(asked('getOrderStat').length).toBeGreaterThan(before));
  });

  it('a period without orders offers 30 days; a filter without orders offers to clear it', async () => {
    server.answers(
      getOrderStat,
      orderStat({ total: orderFigures({ sent: 0, filled: 0, canceled: 0, fills: 0, heldMs: 0 }), unsent: [] }),
    );
    const { user, search } = await open();
    await user.click(await screen.findByRole('button', { name: 'Show 30 days' }));
    expect(search()).toEqual({ span: 'month' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Order role' }), 'stop_loss');
    expect(await screen.findByText('No order of this period matches the filters.')).toBeTruthy();
  });

  it('a failure says what is wrong and offers to try again', async () => {
    server.refuses(getOrderStat, 'INTERNAL_ERROR');
    const { user } = await open();
    expect(await screen.findByRole('alert')).toBeTruthy();
    server.answers(getOrderStat, orderStat());
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByLabelText('Figures of the period')).toBeTruthy();
  });
});
