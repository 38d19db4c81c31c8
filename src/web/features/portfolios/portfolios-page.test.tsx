import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Reply } from '#contract/call.ts';
import { getPortfolioList, getPortfolioReturns } from '#contract/portfolio.ts';
import { getDemo, getSettings, loadDemo } from '#contract/system.ts';
import { liveStore } from '#web/api/live/live-store.ts';
import type { Portfolio } from '#web/api/portfolio-queries.ts';
import { domFindings } from '../../../../tests/support/dom-findings.ts';
import { russianText } from '../../../../tests/support/draw.tsx';
import { openPage } from '../../../../tests/support/draw-page.tsx';
import { EMPTY_PORTFOLIO, WORKING_PORTFOLIO } from '../../../../tests/support/portfolio-card.ts';
import { type ToldServer, toldServer } from '../../../../tests/support/told-server.ts';
import { tellStatus } from '../../../../tests/support/told-status.ts';
import { PortfoliosPage } from './portfolios-page.tsx';

const ABSENT = { state: 'absent', progressPercent: 0, portfolios: 0, bots: 0, failure: null } as const;
const SETTINGS: Reply<typeof getSettings> = {
  title: 'Botyard',
  environment: 'sim',
  version: '0.1.0',
  wallTime: '2026-01-01T00:00:00.000Z',
  identity: { isEmbedded: true, projectId: 'p', apiKey: 'k', origin: null },
};
const BROKEN: Portfolio = { ...WORKING_PORTFOLIO, portfolioId: 'p2', name: 'Minors', botsRunning: 0, botsInError: 1 };
const DAY = '2025-05-20T00:00:00.000Z';

let server: ToldServer;
beforeEach(() => {
  localStorage.clear();
  server = toldServer();
  tell([WORKING_PORTFOLIO, BROKEN]);
  server.answers(getDemo, ABSENT);
  server.answers(getSettings, SETTINGS);
  server.answers(getPortfolioReturns, {
    dateFrom: DAY,
    dateTo: '2025-05-26T08:00:00.000Z',
    times: [],
    items: [],
    deleted: [],
  });
  tellStatus();
});
afterEach(() => {
  liveStore.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function tell(items: Portfolio[]) {
  server.answers(getPortfolioList, { items, deleted: [] } as never);
}

const open = (search = '', text?: typeof russianText) =>
  openPage(<PortfoliosPage />, { at: `/portfolios${search}`, ...(text ? { text } : {}) });
const totals = (kind: 'paper' | 'live') =>
  document.querySelector(`section[data-kind="${kind}"]`)?.textContent?.replaceAll('\u00a0', ' ') ?? '';

describe('the first page of a new installation', () => {
  beforeEach(() => tell([]));

  it('offers the demo first, and loads it by one click', async () => {
    server.answers(loadDemo, { ...ABSENT, state: 'loading', progressPercent: 7 });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Load the demo' }));
    const progress = await screen.findByRole('progressbar', {
      name: 'Loading the demo: 7 % of the past weeks computed',
    });
    expect(progress.getAttribute('value')).toBe('7');
    expect(server.bodiesOf(loadDemo)).toEqual([{}]);
    expect(screen.queryByText('You have no portfolios yet.')).toBeNull();
  });

  it('shows the progress of the demo from the click on, before the server has answered', async () => {
    server.keepsWaiting(loadDemo);
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Load the demo' }));
    const name = 'Loading the demo: 0 % of its candles fetched';
    expect((await screen.findByRole('progressbar', { name })).getAttribute('value')).toBe('0');
  });

  it('shows how many candles of the demo are fetched, then how much of its past is computed', async () => {
    server.answers(loadDemo, { ...ABSENT, state: 'fetching', progressPercent: 0 });
    const { user } = await open();
    server.answers(getDemo, { ...ABSENT, state: 'fetching', progressPercent: 41 });
    await user.click(await screen.findByRole('button', { name: 'Load the demo' }));
    const fetched = await screen.findByRole('progressbar', { name: 'Loading the demo: 41 % of its candles fetched' });
    expect(fetched.getAttribute('value')).toBe('41');
    expect(screen.queryByText('You have no portfolios yet.')).toBeNull();
    server.answers(getDemo, { ...ABSENT, state: 'loading', progressPercent: 3 });
    await screen.findByRole('progressbar', { name: 'Loading the demo: 3 % of the past weeks computed' });
  });

  it('tells why the demo did not load when its candles could not be fetched, and offers another try', async () => {
    server.answers(getDemo, { ...ABSENT, failure: 'EXCHANGE_UNAVAILABLE' });
    const { user } = await open();
    expect(await screen.findByText('The exchange does not answer.')).toBeTruthy();
    server.answers(loadDemo, { ...ABSENT, state: 'fetching' });
    server.answers(getDemo, { ...ABSENT, state: 'fetching' });
    await user.click(await screen.findByRole('button', { name: 'Load the demo' }));
    await screen.findByRole('progressbar', { name: 'Loading the demo: 0 % of its candles fetched' });
    expect(screen.queryByText('The exchange does not answer.')).toBeNull();
  });

  it.each([
    ['DEMO_NOT_AVAILABLE', /^The demo needs names you already use\./],
    ['BOTS_FULL', /^You can have at most 500 bots\./],
    ['DISK_FULL', /^The disk of the server is full/],
  ] as const)('a demo refused with %s is told, and another try is possible', async (code, sentence) => {
    server.refuses(loadDemo, code);
    const { user } = await open();
    const load = await screen.findByRole<HTMLButtonElement>('button', { name: 'Load the demo' });
    await user.click(load);
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(load.disabled).toBe(false);
  });

  it('at an exchange without a demo it offers a portfolio of one’s own', async () => {
    server.answers(getSettings, { ...SETTINGS, environment: 'demo' });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Create your first portfolio' }));
    const dialog = await screen.findByRole('dialog');
    expect(await domFindings(dialog)).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Load the demo' })).toBeNull();
  });

  it('shows no sums of nothing', async () => {
    await open();
    await screen.findByText('You have no portfolios yet.');
    expect(totals('paper')).toBe('');
    expect(screen.queryByText(/0\.00/)).toBeNull();
  });
});

describe('the sums over portfolios', () => {
  it('paper and live never stand in one number', async () => {
    tell([WORKING_PORTFOLIO, { ...BROKEN, execution: 'live', kind: 'dca-prod-bot', equity: '77.00000000' }]);
    await open();
    await screen.findByText('Minors');
    expect(totals('paper')).toContain('10,481.12');
    expect(totals('paper')).not.toContain('77.00');
    expect(totals('live')).not.toContain('10,481.12');
    // Live portfolios share the wallet of the exchange account, so they have no equity of their own.
    expect(document.body.textContent).not.toContain('77.00');
    expect(totals('live')).not.toContain('Equity');
  });

  it('of two add up to the last digit, which the tooltip holds', async () => {
    await open();
    const sums = await screen.findAllByTitle('20,962.24000002');
    expect(sums[0]?.textContent).toBe('20,962.24');
  });
});

describe('the list of portfolios', () => {
  const named = () => [WORKING_PORTFOLIO, BROKEN].map(({ name }) => screen.queryAllByRole('link', { name }).length > 0);

  it.each([
    ['', [true, true]],
    ['?show=needs', [false, true]],
    ['?show=running', [true, false]],
    ['?show=nonsense', [true, true]],
  ])('filtered by "%s" it holds %j of both', async (search, expected) => {
    await open(search);
    await waitFor(() => expect(named()).toEqual(expected));
  });

  it('"Needs attention" is offered only while one needs it', async () => {
    tell([WORKING_PORTFOLIO]);
    await open();
    await screen.findByRole('link', { name: 'Majors' });
    expect(screen.queryByText('Needs attention')).toBeNull();
  });

  it('where none fits it says so, and one button shows all', async () => {
    tell([WORKING_PORTFOLIO]);
    const { user, search } = await open('?show=needs');
    await screen.findByText('No portfolios match this filter.');
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    await screen.findByRole('link', { name: 'Majors' });
    expect(search()).toEqual({});
  });

  it('on the phone it is cards with equity and the result of today, and a dash before the first trade', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) => Object.assign(new EventTarget(), { media: query, matches: true }) as MediaQueryList,
    );
    tell([WORKING_PORTFOLIO, { ...EMPTY_PORTFOLIO, portfolioId: 'p3', name: 'Fresh' }]);
    await open();
    const card = async (name: string) => (await screen.findByText(name)).closest('a') as HTMLElement;
    expect((await card('Majors')).textContent).toContain('−12.30');
    expect((await card('Majors')).getAttribute('href')).toBe('/dca/portfolio/p1');
    expect((await card('Fresh')).textContent).toContain('–');
    expect((await card('Fresh')).textContent).not.toMatch(/[+−]/);
    expect(within(await card('Majors')).getByText('10,481.12')).toBeTruthy();
    expect(screen.getByRole('button', { name: /portfolio/i })).toBeTruthy(); // The plus has a name.
  });
});

describe('the period of the returns', () => {
  it('filters the returns alone, and the address keeps it', async () => {
    const { user, search } = await open();
    await screen.findByText('Return beside holding');
    const asked = () => server.requests.filter(({ name }) => name === 'getPortfolioReturns').map(({ query }) => query);
    await waitFor(() => expect(asked()).toEqual([{}]));
    const periods = screen.getByRole('group', { name: 'Period of the returns' });
    await user.click(within(periods).getByText('7 d'));
    await waitFor(() => expect(asked().at(-1)).toEqual({ dateFrom: '2025-05-20' }));
    expect(search()).toEqual({ returns: '7d' });
  });

  it('a failure to read them is told, and the rest of the page stands', async () => {
    server.refuses(getPortfolioReturns, 'OVERLOADED');
    await open();
    expect(await screen.findByText(/^The server is overloaded\./)).toBeTruthy();
    expect(screen.getAllByRole('link', { name: 'Majors' }).length).toBeGreaterThan(0);
  });
});

describe('portfolios that cannot be read', () => {
  it('are told, nobody is called a newcomer, and they come when they are asked for again', async () => {
    server.refuses(getPortfolioList, 'DATABASE_UNAVAILABLE');
    const { user } = await open();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The database does not answer.');
    expect(screen.queryByText('You have no portfolios yet.')).toBeNull();
    tell([WORKING_PORTFOLIO]);
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect((await screen.findAllByRole('link', { name: 'Majors' })).length).toBeGreaterThan(0);
  });
});

it('a demo that is loaded can be removed, and one that is not cannot', async () => {
  server.answers(getDemo, { state: 'loaded', progressPercent: 100, portfolios: 2, bots: 6, failure: null });
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Remove the demo…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Remove the demo?' });
  expect(within(dialog).getByRole('button', { name: 'Remove 2 portfolios and 6 bots' })).toBeTruthy();
  expect(await domFindings(dialog)).toEqual([]);
  expect(screen.queryByRole('button', { name: 'Load the demo' })).toBeNull();
});

it('a Russian reader finds the sums in Russian, with figures as they are written there', async () => {
  await open('', russianText);
  await waitFor(() => expect(totals('paper')).toMatch(/20 962,24/));
  expect(totals('paper')).not.toMatch(/\b(Equity|Today|portfolios)\b/);
});

describe('while a portfolio is not yet up to the present', () => {
  it.each<[string, boolean]>([
    ['on a desktop', false],
    ['on a phone', true],
  ])('%s no figure of it and no sum with it is shown, until it has caught up', async (_, isPhone) => {
    if (isPhone)
      vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { matches: true, media }));
    const behind = { ...WORKING_PORTFOLIO, portfolioId: 'p2', name: 'Late', isBehind: true };
    tell([{ ...WORKING_PORTFOLIO, name: 'There', equity: '777.00000000' }, behind]);
    await open();
    const late = (await screen.findByText('Late')).closest('tr, li');
    expect(late?.textContent).not.toMatch(/\d{2}/);
    expect(document.body.textContent).toContain('777.00');
    expect(totals('paper')).toBe('');
    expect(document.querySelectorAll('[data-skeleton]').length).toBeGreaterThan(0);
    tell([WORKING_PORTFOLIO, { ...behind, isBehind: false }]);
    await waitFor(() => expect(totals('paper')).toContain('20,962.24'), { timeout: 3_000 });
    expect(late?.textContent).toContain('10,481.12');
  });
});
