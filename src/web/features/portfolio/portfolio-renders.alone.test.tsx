import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { objectToSnake } from 'ts-case-convert';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LiveMessage } from '#contract/live.ts';
import { liveStore } from '#web/api/live/live-store.ts';
import { drawPage } from '../../../../tests/support/draw-page.tsx';
import { hearLive } from '../../../../tests/support/hear-live.ts';
import { paperAtom, paperBot } from '../../../../tests/support/paper-bot.ts';
import { PortfolioPage } from './portfolio-page.tsx';

/** What was rendered of what a tick does not concern. */
const renders: string[] = [];

vi.mock('#web/ui/page/kind-page.tsx', async (importOriginal) => {
  const { KindPage, ...rest } = await importOriginal<typeof import('#web/ui/page/kind-page.tsx')>();
  const Counted: typeof KindPage = (props) => {
    renders.push('page');
    return KindPage(props);
  };
  return { ...rest, KindPage: Counted };
});
vi.mock('#web/ui/table/data-table-row.tsx', async (importOriginal) => {
  const { DataTableRow, ...rest } = await importOriginal<typeof import('#web/ui/table/data-table-row.tsx')>();
  const Counted: typeof DataTableRow = (props) => {
    renders.push(`row ${props.id}`);
    return DataTableRow(props);
  };
  return { ...rest, DataTableRow: Counted };
});
vi.mock('#web/ui/figures/calendar.tsx', async (importOriginal) => {
  const { Calendar, ...rest } = await importOriginal<typeof import('#web/ui/figures/calendar.tsx')>();
  const Counted: typeof Calendar = (props) => {
    renders.push('calendar');
    return Calendar(props);
  };
  return { ...rest, Calendar: Counted };
});

// jsdom draws no canvas.
vi.mock('#web/charts/candle-chart.tsx', () => ({ CandleChart: () => null }));

/** How much of the drawer was rendered each time. */
const drawers: string[] = [];
vi.mock('#web/ui/overlay/drawer.tsx', async (importOriginal) => {
  const { SideDrawer, ...rest } = await importOriginal<typeof import('#web/ui/overlay/drawer.tsx')>();
  const Counted: typeof SideDrawer = (props) => {
    drawers.push(props.footer === undefined ? 'head' : 'whole');
    return SideDrawer(props);
  };
  return { ...rest, SideDrawer: Counted };
});

const DAY = '2025-05-20T00:00:00.000Z';
const PORTFOLIO = {
  ...{ portfolioId: 'p', name: 'Paper', kind: 'dca-bot', execution: 'paper', comment: '', limit: null, isDemo: false },
  ...{ createdAt: DAY, botsTotal: 2, botsRunning: 2, botsInError: 0, openCycles: 2, closedCycles: 0 },
  ...{ equity: '1000.00', walletStart: '1000.00', transfers: '0', resultAll: '0', unrealized: '0', openRealized: '0' },
  ...{ openCosts: '0', wallet: '1000.00', equityPeak: '1000.00', committed: '50', initialMargin: '20' },
  ...{ resultToday: '0', result7d: '0', result30d: '0', drawdownNowPercent: '0', drawdownMaxPercent: '0' },
  ...{ drawdownMaxAt: null, spark: ['1000.00'], isBehind: false },
};
const botOf = (botId: string) =>
  paperBot({
    ...{ botId, portfolioId: 'p' },
    atoms: [{ ...paperAtom(botId), state: 'OPEN', currentCycleId: `${botId} 1`, cycleSeq: 1, quantity: '0.1' }],
  });
const BOTS = [botOf('anna'), botOf('bert')];
const cycleOf = (botId: string) => ({
  ...{ cycleId: `${botId} 1`, atomId: 'a', botId, botName: botId, portfolioId: 'p', netCycleId: null, seq: 1 },
  ...{ strategyExecutorId: 'r', openedByExecutorId: 'r', symbol: 'ETHUSDT', direction: 'buy', state: 'OPEN' },
  ...{ closeReason: null, openedAt: DAY, beginDate: DAY, endDate: null, entryQty: '0.1', quantity: '0.1' },
  ...{ levelsFilled: 0, levelsTotal: 2, peakMargin: '10', committedMargin: '20', gross: '0', commission: '0' },
  ...{ funding: '0', liquidationFee: '0', result: '0', avgEntryPrice: '2500.00', avgExitPrice: null },
  ...{ maxLevelPrice: '2500.00', roiMarginPercent: null, roiCommittedPercent: null, maePercent: null },
  mfePercent: null,
});
const PNL = {
  ...{ portfolioId: 'p', dateFrom: DAY, dateTo: DAY, paidIn: '1000', isHourly: true, settledTo: DAY, gross: '0' },
  ...{ funding: '0', commission: '0', liquidationFee: '0', result: '0', unrealized: '0', points: [], days: [] },
  statistics: {
    ...{ cycles: 0, winRate: null, payoff: null, worstCycle: null, profitFactor: null, expectancy: null },
    ...{ sharpe: null, sortino: null, calmar: null, maxDrawdownPercent: '0', dailyReturns: 0, isFewReturns: true },
  },
};

function answerTo(path: string): object {
  if (path.includes('get-portfolio-by-id')) return PORTFOLIO;
  if (path.includes('get-portfolio-pnl')) return PNL;
  if (path.includes('get-bots')) return { items: BOTS };
  if (path.includes('get-cycle-counts'))
    return { open: 2, takeProfit: 0, stopLoss: 0, exitSignal: 0, liquidation: 0, other: 0 };
  if (path.includes('get-cycles'))
    return { items: BOTS.map(({ botId }) => cycleOf(botId)), cursor: null, total: null, offset: 0, limit: 200 };
  return { items: [] };
}

beforeEach(() => {
  // jsdom has no layout: a table of twenty rows in view.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(600);
  vi.stubGlobal('fetch', async (path: string) => Response.json(objectToSnake(answerTo(path))));
});
afterEach(() => {
  liveStore.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const hear = (...frame: LiveMessage[]) => act(() => hearLive(...frame));
const funds = { portfolioId: 'p', wallet: '1000.00', unrealized: '0', initialMargin: '20', committed: '50' };

it('a tick draws the head of a portfolio and the cells of its open cycle again, and neither page, rows nor calendar', async () => {
  drawPage(<PortfolioPage />, { at: '/portfolio?period=all', kind: 'dca-bot' });
  await screen.findByText('anna');
  await screen.findAllByText('1,000.00');
  hear(
    { type: 'snapshot', topic: 'bots', seq: 1, bots: BOTS },
    { type: 'snapshot', topic: 'funds', seq: 1, funds: [funds] },
  );
  renders.length = 0;
  hear(
    {
      ...{ type: 'patch', topic: 'bots', seq: 2, gone: [] },
      bots: [{ botId: 'anna', unrealized: '-7.25', atomChanges: [{ at: 0, mark: '2400.00', unrealized: '-7.25' }] }],
    },
    { type: 'patch', topic: 'funds', seq: 2, gone: [], funds: [{ portfolioId: 'p', unrealized: '-7.25' }] },
  );
  const row = (name: string) => screen.getByText(name).closest('tr')?.textContent ?? '';
  expect(row('anna')).toContain('−7.25');
  expect(row('bert')).not.toContain('−7.25');
  expect(screen.getAllByText('992.75').length).toBeGreaterThan(0);
  expect(renders).toEqual([]);
});

it('opening and closing the drawer of a cycle draws its row again, and no other row, page or calendar', async () => {
  const user = userEvent.setup();
  drawPage(<PortfolioPage />, { at: '/portfolio?period=all', kind: 'dca-bot' });
  await user.click(await screen.findByText('bert'));
  await screen.findByRole('complementary');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
  renders.length = 0;
  await user.click(screen.getByText('anna'));
  await screen.findByRole('complementary');
  expect(renders).toEqual(['row anna 1']);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
  expect(renders).toEqual(['row anna 1', 'row anna 1']);
});

it('the head of a drawer is drawn first, and the next cycle is shown whole at once', async () => {
  const user = userEvent.setup();
  drawPage(<PortfolioPage />, { at: '/portfolio?period=all', kind: 'dca-bot' });
  drawers.length = 0;
  await user.click(await screen.findByText('anna'));
  await screen.findByRole('button', { name: 'Next' });
  // What was rendered counts once it stands in the page: a drawing that gives way is begun anew.
  await waitFor(() => expect(document.querySelector('footer')).not.toBeNull());
  expect(drawers[0]).toBe('head');
  drawers.length = 0;
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(drawers.length).toBeGreaterThan(0));
  expect(new Set(drawers)).toEqual(new Set(['whole']));
});
