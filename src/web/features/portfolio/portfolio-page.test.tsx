import { fireEvent, act as reactAct, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getAssets } from '#contract/asset.ts';
import { getBots } from '#contract/bot.ts';
import { getCycleCounts, getCycles, getLogs } from '#contract/cycle.ts';
import { getPortfolioById, getPortfolioPnl } from '#contract/portfolio.ts';
import { liveStore } from '#web/api/live/live-store.ts';
import type { Portfolio } from '#web/api/portfolio-queries.ts';
import * as csv from '#web/ui/table/csv.ts';
import { domFindings } from '../../../../tests/support/dom-findings.ts';
import { russianText } from '../../../../tests/support/draw.tsx';
import { openPage } from '../../../../tests/support/draw-page.tsx';
import { exampleAsset } from '../../../../tests/support/example-asset.ts';
import { hearLive } from '../../../../tests/support/hear-live.ts';
import { paperAtom, paperBot } from '../../../../tests/support/paper-bot.ts';
import { EMPTY_PORTFOLIO, WORKING_PORTFOLIO } from '../../../../tests/support/portfolio-card.ts';
import { endedCycle, openCycle, page, toldPnl } from '../../../../tests/support/told-rows.ts';
import { type ToldServer, toldServer } from '../../../../tests/support/told-server.ts';
import { tellStatus } from '../../../../tests/support/told-status.ts';
import { PortfolioPage } from './portfolio-page.tsx';

const ALPHA = paperBot({
  ...{ botId: 'a', name: 'Alpha', resultToday: '-12.30000000', resultTotal: '43.21000001', cyclesClosed: 3 },
  unrealized: '-61.12000000',
  atoms: [{ ...paperAtom('a'), state: 'OPEN', currentCycleId: 'c1', quantity: '0.080', unrealized: '-61.12000000' }],
});
const BETA = paperBot({ botId: 'b', name: 'Beta', state: 'STOPPED' });

let server: ToldServer;
beforeEach(() => {
  server = toldServer();
  server.answers(getPortfolioById, WORKING_PORTFOLIO);
  server.answers(getPortfolioPnl, toldPnl());
  server.answers(getBots, { items: [ALPHA, BETA] });
  server.answers(getAssets, { items: [exampleAsset] });
  server.answers(getCycles, page([openCycle(), endedCycle({ cycleId: 'c0', seq: 3 })]));
  server.answers(getCycleCounts, { open: 1, takeProfit: 3, stopLoss: 0, exitSignal: 0, liquidation: 0, other: 0 });
  server.answers(getLogs, page([]));
  tellStatus();
});
afterEach(() => {
  liveStore.clear();
  vi.unstubAllGlobals();
});

async function open(search = '', text?: typeof russianText) {
  const at = `/dca/portfolio/p1${search}`;
  const surroundings = { at, path: '/$place/portfolio/$id', kind: 'dca-bot', ...(text ? { text } : {}) };
  return openPage(<PortfolioPage />, surroundings);
}

const tellPortfolio = (change: Partial<Portfolio>) =>
  server.answers(getPortfolioById, { ...WORKING_PORTFOLIO, ...change });

/** What each request of a name asked for, without what they all have in common. */
const asked = (name: string) =>
  server.requests
    .filter((request) => request.name === name)
    .map(({ query: { portfolioId: _, limit: __, ...own } }) => own);

describe('the head of a portfolio', () => {
  it.each<[string, Partial<Portfolio>, string]>([
    ['without a limit', {}, '2 bots · no limit'],
    ['with a limit', { limit: '1000', botsTotal: 1 }, '1 bot · limit 1,000.00 USDT, 40.00 % committed'],
  ])('%s tells its bots and how much of it is committed', async (_, change, facts) => {
    tellPortfolio(change);
    await open();
    expect(await screen.findByText(facts)).toBeTruthy();
  });

  it('a portfolio of another kind is shown under the address of its own', async () => {
    tellPortfolio({ kind: 'dca-prod-bot' });
    const { router } = await open();
    await waitFor(() => expect(router.state.location.pathname).toBe('/dca-prod/portfolio/p1'));
  });

  it('while the portfolio is not yet up to the present, it shows neither figures nor cycles', async () => {
    tellPortfolio({ isBehind: true, limit: '1000' });
    await open();
    await screen.findByText('2 bots');
    expect(document.querySelector('[data-skeleton]')).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/10,481|61\.12|0\.97/);
    expect(asked('getCycles')).toEqual([]);
    tellPortfolio({ isBehind: false });
    await waitFor(() => expect(document.body.textContent).toContain('10,481.12'), { timeout: 3_000 });
  });

  it('while it loads no figure stands there', async () => {
    server.keepsWaiting(getPortfolioById);
    await open();
    const heading = await screen.findByRole('heading', { level: 1, name: 'Portfolio' });
    expect(heading.parentElement?.parentElement?.textContent).not.toMatch(/\d/);
  });

  it('of an unknown id says so and leads to the list, without another try that would find nothing', async () => {
    server.refuses(getPortfolioById, 'PORTFOLIO_NOT_FOUND');
    await open();
    await screen.findByRole('heading', { name: 'This portfolio does not exist.' });
    expect(screen.getByRole('link', { name: 'Go to portfolios' }).getAttribute('href')).toBe('/portfolios');
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    expect(await domFindings()).toEqual([]);
  });

  it('a server that is away is told, with another try and a way to the list', async () => {
    server.refuses(getPortfolioById, 'DATABASE_UNAVAILABLE');
    const { user } = await open();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The database does not answer.');
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toContain('/portfolios');
    tellPortfolio({});
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Majors' })).toBeTruthy();
  });
});

describe('a portfolio in which nothing has happened', () => {
  it('shows its next action, and no zeros dressed as figures', async () => {
    server.answers(getPortfolioById, EMPTY_PORTFOLIO);
    await open();
    expect(await screen.findByText('This portfolio has no bots yet.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Choose a strategy' }).getAttribute('href')).toBe('/dca/strategy');
    expect(screen.getByRole('link', { name: 'New strategy' }).getAttribute('href')).toBe('/dca/strategy/new');
    expect(document.body.textContent).not.toMatch(/0\.00/);
    expect(screen.queryByRole('radiogroup', { name: 'Period' })).toBeNull();
    expect(screen.queryByText('7 d')).toBeNull();
  });

  it('one whose bots were all deleted after their cycles still shows its results', async () => {
    tellPortfolio({ botsTotal: 0, openCycles: 0 });
    await open();
    expect(await screen.findByText('Closed net in 30 d')).toBeTruthy();
    expect(screen.queryByText('This portfolio has no bots yet.')).toBeNull();
  });
});

describe('the period of a portfolio', () => {
  it('filters results, cycles and their counts alike, and what it does not filter says so', async () => {
    const { user, search } = await open();
    await screen.findByText('Closed net in 30 d');
    await user.click(screen.getByText('7 d'));
    await screen.findByText('Closed net in 7 d');
    expect(search()).toEqual({ period: '7d' });
    for (const name of ['getPortfolioPnl', 'getCycles', 'getCycleCounts']) {
      await waitFor(() => expect(asked(name).at(-1)).toEqual({ dateFrom: '2025-05-20' }));
    }
    expect(await screen.findByText('open, or ended since 20 May 2025')).toBeTruthy();
    expect(screen.getByText('all time, whatever the period')).toBeTruthy();
  });

  it('"All" asks for everything', async () => {
    await open('?period=all');
    await screen.findByText('Closed net of all time');
    expect(asked('getPortfolioPnl')).toEqual([{}]);
    expect(asked('getCycles')).toEqual([{}]);
  });

  it('stays chosen on the other view of the page', async () => {
    const { user, search } = await open('?period=90d');
    await screen.findByText('Closed net in 90 d');
    await user.click(screen.getByRole('link', { name: /^Bots/ }));
    await screen.findByRole('link', { name: 'Alpha' });
    expect(search()).toEqual({ period: '90d', view: 'bots' });
  });

  it('an unknown one in the address counts as the usual one', async () => {
    await open('?period=century');
    expect(await screen.findByText('Closed net in 30 d')).toBeTruthy();
  });
});

describe('the result of a portfolio', () => {
  it('the parts of its equity add up, each with its exact value', async () => {
    await open();
    const bridge = (await screen.findByText('Closed, 3 cycles')).closest('dl') as HTMLElement;
    const term = (id: string) => bridge.querySelector(`[data-term="${id}"] [data-exact]`);
    const exact = ['start', 'transfers', 'closed', 'open'].map((id) => Number(term(id)?.getAttribute('data-exact')));
    expect(exact).toEqual([10_000, 500, 43.21000001, -62.09]);
    expect(term('equity')?.getAttribute('data-exact')).toBe('10481.12000001');
    expect(term('equity')?.textContent).toBe('10,481.12');
    expect(bridge.textContent).toContain('unrealised −61.12 · realised 0.00 · costs −0.97');
  });

  it('what is won stands with what a win is worth and with the worst cycle', async () => {
    await open();
    expect(await screen.findByText('66.67 % of 3 won · payoff 2.25 · worst −12.30')).toBeTruthy();
    expect(screen.getByText('Sortino – · only 7 days')).toBeTruthy();
  });

  it('a failure to read it is told and can be repeated, while equity and cycles stand', async () => {
    server.refuses(getPortfolioPnl, 'OVERLOADED');
    const { user } = await open();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The server is overloaded. Try again in a moment.');
    expect(screen.getAllByText('10,481.12').length).toBeGreaterThan(0);
    expect(await screen.findByText('#4')).toBeTruthy();
    server.answers(getPortfolioPnl, toldPnl());
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText(/^66\.67 % of 3 won/)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('a price that moves changes equity and open result, and leaves what is closed alone', async () => {
    await open();
    await screen.findByText('Closed, 3 cycles');
    const funds = { portfolioId: 'p1', wallet: '10542.24000001', unrealized: '-100.00000000' };
    reactAct(() =>
      hearLive({
        ...{ type: 'snapshot', topic: 'funds', seq: 1 },
        funds: [{ ...funds, initialMargin: '120.50000000', committed: '400.00000000' }],
      }),
    );
    await waitFor(() => expect(screen.getAllByText('10,442.24').length).toBeGreaterThan(0));
    expect(screen.queryByText('10,481.12')).toBeNull();
    expect(screen.getAllByText('+43.21').length).toBeGreaterThan(0);
  });
});

describe('the calendar of a portfolio', () => {
  const day = (name: RegExp) => screen.findByRole('button', { name });

  it('a day names its date, result and cycles; a click shows the cycles that ended on it, a second one all', async () => {
    const { search } = await open();
    const lost = await day(/^26 May 2025: −12 USDT, 1 cycle$/);
    fireEvent.click(lost);
    await waitFor(() => expect(asked('getCycles').at(-1)).toEqual({ dateFrom: '2025-05-26', endDate: '2025-05-26' }));
    expect(search()).toEqual({ day: '2025-05-26' });
    expect(lost.getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(await screen.findByRole('button', { name: /^ended on 26 May 2025/ }));
    await waitFor(() => expect(search()).toEqual({}));
  });

  it('weeks end with their sum, and arrows walk the days', async () => {
    const { user } = await open();
    (await day(/^24 May 2025: \+56 USDT, 2 cycles$/)).focus();
    await user.keyboard('{ArrowLeft}{ArrowUp}');
    expect(document.activeElement?.textContent).toMatch(/^16 May 2025: 0 USDT, 0 cycles/);
    const week = (await day(/^24 May 2025:/)).closest('tr');
    expect(week?.lastElementChild?.textContent).toBe('+56');
  });

  it('turns back no further than the first day and forward no further than today', async () => {
    server.answers(getPortfolioPnl, toldPnl({ dateFrom: '2025-03-01T00:00:00.000Z' }));
    const { user } = await open();
    const earlier = await screen.findByRole<HTMLButtonElement>('button', { name: '35 days earlier' });
    const later = screen.getByRole<HTMLButtonElement>('button', { name: '35 days later' });
    expect([earlier.disabled, later.disabled]).toEqual([false, true]);
    await user.click(earlier);
    await day(/^21 Apr 2025: /);
    await user.click(earlier);
    await day(/^1 Mar 2025: /);
    expect([earlier.disabled, later.disabled]).toEqual([true, false]);
    await user.click(later);
    expect(earlier.disabled).toBe(false);
  });
});

describe('the bots of a portfolio', () => {
  const rowOf = async (name: string) => (await screen.findByRole('link', { name })).closest('tr') as HTMLElement;

  it('stand with state, results and a way to each', async () => {
    await open('?view=bots');
    const row = await rowOf('Alpha');
    expect(within(row).getByRole('link').getAttribute('href')).toBe('/dca/bots?bot=a');
    expect(row.textContent).toContain('ETHUSDT3−61.12−12.300.00+43.21');
    expect(within(row).getByText('+43.21').getAttribute('title')).toBe('+43.21000001'.slice(1));
    expect((await rowOf('Beta')).textContent).toContain('Stopped');
  });

  it('follow the live channel', async () => {
    await open('?view=bots');
    const row = await rowOf('Alpha');
    const { botId, atoms, resultTotal, committedMargin } = ALPHA;
    reactAct(() =>
      hearLive({
        ...{ type: 'snapshot', topic: 'bots', seq: 1 },
        bots: [{ botId, atoms, resultTotal, committedMargin, state: 'ERROR', stateReason: null, unrealized: '-70.5' }],
      }),
    );
    expect(within(row).getByText('−70.50')).toBeTruthy();
    expect(row.textContent).toContain('Error');
  });

  it('are a file with exact values', async () => {
    const saved = vi.spyOn(csv, 'saveFile').mockReturnValue();
    const { user } = await open('?view=bots');
    await rowOf('Alpha');
    await user.click(screen.getByRole('button', { name: 'Download these rows as CSV' }));
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    const [name, text] = saved.mock.calls[0] ?? [];
    expect(name).toBe('Majors bots.csv');
    expect(text?.split('\r\n')[1]).toContain('Alpha,buy,ETHUSDT,3,-61.12');
    expect(text).toContain('43.21000001');
  });

  it('without any the page says how to come to one', async () => {
    server.answers(getBots, { items: [] });
    await open('?view=bots');
    expect((await screen.findByRole('link', { name: 'Build a ladder and start a bot' })).getAttribute('href')).toBe(
      '/dca/strategy',
    );
  });
});

it('a Russian reader finds the portfolio in Russian, with figures as they are written there', async () => {
  await open('', russianText);
  expect(await screen.findByText(/^66,67.% .*3/)).toBeTruthy();
  expect(screen.getAllByText(/^10.481,12$/).length).toBeGreaterThan(0);
});

it.each(['', '?view=bots'])('axe finds nothing grave on the page of a portfolio "%s"', async (search) => {
  await open(search);
  await screen.findAllByText(/−61\.12/);
  expect(await domFindings()).toEqual([]);
});
