import { fireEvent, act as reactAct, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getExchangeAccount } from '#contract/account/exchange-account.ts';
import { getAssets } from '#contract/asset.ts';
import { finishBot, getBots } from '#contract/bot.ts';
import { getOrders } from '#contract/cycle.ts';
import { getPortfolios } from '#contract/portfolio.ts';
import { liveStore } from '#web/api/live/live-store.ts';
import type { Atom, Bot } from '#web/api/trading-queries.ts';
import { textWith } from '#web/i18n/text.tsx';
import { domFindings } from '../../../../tests/support/dom-findings.ts';
import { openPage } from '../../../../tests/support/draw-page.tsx';
import { hearLive } from '../../../../tests/support/hear-live.ts';
import { LIVE_ACCOUNT } from '../../../../tests/support/live-exchange-account.ts';
import { paperAtom, paperBot } from '../../../../tests/support/paper-bot.ts';
import { WORKING_PORTFOLIO } from '../../../../tests/support/portfolio-card.ts';
import { type ToldServer, toldServer } from '../../../../tests/support/told-server.ts';
import { tellStatus } from '../../../../tests/support/told-status.ts';
import * as csv from '../../ui/table/csv.ts';
import { BotsPage } from './bots-page.tsx';

const heldBy = (botId: string, change: Partial<Atom> = {}): Atom => ({
  ...paperAtom(botId),
  ...{ state: 'OPEN', currentCycleId: `${botId}-1`, cycleSeq: 1, enterPositionDate: '2025-05-26T05:00:00.000Z' },
  ...{ quantity: '0.080', averagePrice: '2500.123456', takeProfitPrice: '2525.00', stopLossPrice: '2250.00' },
  ...{
    protection: 'protected',
    liquidationPrice: '2010.00',
    levelPrices: ['2500.00'],
    unrealized: '0.80000000',
    initialMargin: '40.00',
  },
  ...change,
});

const ALPHA = paperBot({ botId: 'a', name: 'Alpha', atoms: [heldBy('a')], unrealized: '0.80000000' });
const NAKED = paperBot({
  ...{ botId: 'n', name: 'Naked', unrealized: '-1.25000001', resultToday: '10', result7d: '30' },
  atoms: [heldBy('n', { stopLossPrice: null, protection: 'by_design', unrealized: '-1.25000001' })],
});
const BROKEN = paperBot({ botId: 'x', name: 'Broken', state: 'ERROR', stateReason: 'LIQUIDATED' });
const NEW = paperBot({ botId: 'c', name: 'Crisp', state: 'CREATED', portfolioId: 'p2', portfolioName: 'Others' });
const STUCK = paperBot({
  ...{ botId: 's', name: 'Stayer', unrealized: '0.80000000' },
  atoms: [heldBy('s', { enterPositionDate: '2025-05-20T05:00:00.000Z' })],
});
const ALL = [ALPHA, NAKED, BROKEN, NEW, STUCK];

beforeAll(async () => void (await textWith('botWork', 'en')));

let server: ToldServer;
beforeEach(() => {
  localStorage.clear();
  server = toldServer();
  server.answers(getBots, { items: ALL });
  server.answers(getPortfolios, { items: [WORKING_PORTFOLIO] } as never);
  server.answers(getAssets, { items: [] });
  server.answers(getOrders, { items: [] });
  tellStatus();
});
afterEach(() => {
  liveStore.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const open = (search = '') => openPage(<BotsPage />, { at: `/dca/bots${search}`, kind: 'dca-bot' });
const rows = () => Array.from(document.querySelectorAll<HTMLElement>('tbody tr[data-row]'));
const names = () => rows().map((row) => ALL.find(({ botId }) => botId === row.getAttribute('data-row'))?.name);
const rowOf = (bot: Bot) =>
  waitFor(() => {
    const row = rows().find((one) => one.getAttribute('data-row') === bot.botId);
    if (row === undefined) throw new Error(`${bot.name} is not listed`);
    return row;
  });
/** The live channel says how the position of a bot stands. */
function hear({ botId, state, stateReason, resultTotal, committedMargin, unrealized }: Bot, change: Partial<Atom>) {
  const figures = { resultTotal, committedMargin, unrealized: change.unrealized ?? unrealized };
  const bots = [{ botId, state, stateReason, ...figures, atoms: [heldBy(botId, change)] }];
  reactAct(() => hearLive({ type: 'snapshot', topic: 'bots', seq: 1, bots }));
}

const chip = (name: RegExp) => screen.findByText(name);

describe('the table of bots', () => {
  it('stands by danger: in error, stuck, open, waiting', async () => {
    await open();
    await rowOf(ALPHA);
    expect(names()).toEqual(['Broken', 'Stayer', 'Alpha', 'Naked', 'Crisp']);
  });

  it.each([
    ['needs', ['Broken']],
    ['running', ['Stayer', 'Alpha', 'Naked']],
    ['stopped', ['Broken']],
    ['stuck', ['Stayer']],
    ['unprotected', ['Naked']],
    ['waiting', ['Crisp']],
    ['whatever', ['Broken', 'Stayer', 'Alpha', 'Naked', 'Crisp']],
  ])('filtered by "%s" it holds %j', async (filter, expected) => {
    await open(`?show=${filter}`);
    await waitFor(() => expect(names()).toEqual(expected));
  });

  it('a filter counts its bots, and one that fits none is not offered', async () => {
    const { user, search } = await open();
    await rowOf(ALPHA);
    expect(screen.queryByText('Finishing')).toBeNull();
    await user.click(await chip(/^Unprotected/));
    await waitFor(() => expect(names()).toEqual(['Naked']));
    expect(search()).toEqual({ show: 'unprotected' });
  });

  it.each([
    ['nak', ['Naked']],
    ['OTHERS', ['Crisp']],
    ['eth', ['Broken', 'Stayer', 'Alpha', 'Naked', 'Crisp']],
  ])('searched for "%s" it holds %j: names, symbols and portfolios count', async (text, expected) => {
    const { search } = await open();
    await rowOf(ALPHA);
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } });
    await waitFor(() => expect(names()).toEqual(expected));
    expect(search()).toEqual({ q: text });
  });

  it('what fits nothing says so, and one button shows all again', async () => {
    const { user, search } = await open('?q=zzz&show=running&portfolio=p2');
    expect(await screen.findByText('No bots match this filter.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    await rowOf(ALPHA);
    expect(search()).toEqual({});
  });

  it('in another order a position is named after its bot, from which it may stand apart', async () => {
    const two = paperBot({
      botId: 't',
      name: 'Twins',
      atoms: [heldBy('t'), heldBy('t', { atomId: 't-2', direction: 'sell' })],
    });
    server.answers(getBots, { items: [two, ALPHA] });
    const positions = () => rows().filter((row) => row.getAttribute('data-row')?.startsWith('t '));
    const texts = () => positions().map((row) => row.querySelectorAll('td')[2]?.textContent);
    const { user } = await open();
    await waitFor(() => expect(texts()).toEqual(['ETHUSDT', 'ETHUSDT']));
    await user.click(screen.getByRole('button', { name: 'TP, %' }));
    await waitFor(() => expect(texts()).toEqual(['Twins ETHUSDT', 'Twins ETHUSDT']));
  });

  it('sums are those of the bots that are shown, and follow the filter', async () => {
    await open('?show=unprotected');
    await rowOf(NAKED);
    const totals = document.querySelector('tfoot')?.textContent ?? '';
    expect(totals).toContain('1 bot');
    expect(totals).toContain('−1.25');
    expect(totals).toContain('+10.00+30.00');
  });

  it('an open position without a stop is marked in its row, and others are not', async () => {
    await open();
    expect(within(await rowOf(NAKED)).getByRole('img', { name: 'unprotected by design' })).toBeTruthy();
    expect(within(await rowOf(ALPHA)).queryByRole('img', { name: 'unprotected by design' })).toBeNull();
    expect(within(await rowOf(NEW)).queryByRole('img', { name: 'unprotected by design' })).toBeNull();
  });

  it('an average has the decimals of the tick, and its exact value in the tooltip and for a copy', async () => {
    await open();
    const average = within(await rowOf(ALPHA)).getByText(/^2,500\.12/);
    expect(average.getAttribute('title')).toBe('2,500.123456');
    expect(average.getAttribute('data-exact')).toBe('2500.123456');
  });

  it('a flat bot has dashes where a position would have figures', async () => {
    await open('?show=waiting');
    const row = await rowOf(NEW);
    expect(within(row).getByText('flat')).toBeTruthy();
    expect(row.textContent).not.toMatch(/−100|0\.080/);
  });

  it('a file holds the values of its moment, exactly, for the rows that are shown', async () => {
    const saved = vi.spyOn(csv, 'saveFile').mockReturnValue();
    const { user } = await open('?show=unprotected');
    await rowOf(NAKED);
    hear(NAKED, { stopLossPrice: null, protection: 'by_design', unrealized: '-2.50000001' });
    await user.click(screen.getByRole('button', { name: 'Download these rows as CSV' }));
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    const [name, text] = saved.mock.calls[0] ?? [];
    expect(name).toBe('dca-bots.csv');
    expect(text?.trim().split('\r\n')).toHaveLength(2);
    expect(text).toContain('2500.123456');
    expect(text).toContain('-2.50000001');
  });
});

describe('the figures above the bots', () => {
  it('add up over all bots, whatever the filter, and name the nearest liquidation', async () => {
    await open('?show=unprotected');
    await rowOf(NAKED);
    const band = screen.getByLabelText('All bots together').textContent?.replaceAll('\u00a0', ' ');
    expect(band).toContain('10,481.12');
    expect(band).toContain('in 1 portfolio');
    expect(band).toContain('3 open cycles · unrealised +0.35'); // 0.80 − 1.25000001 + 0.80
    expect(band).toContain('120.00'); // Three positions of 40.
    expect(band).toMatch(/−19\.92.*Alpha, 2,010\.00/);
  });

  it('sums above the bots are absent while a portfolio is behind the market, and appear when it has caught up', async () => {
    server.answers(getPortfolios, { items: [{ ...WORKING_PORTFOLIO, isBehind: true }] });
    await open();
    await rowOf(NAKED);
    await waitFor(() => expect(screen.queryByLabelText('All bots together')).toBeNull());
    expect(document.body.textContent).not.toContain('10,481.12');
    server.answers(getPortfolios, { items: [WORKING_PORTFOLIO] });
    await waitFor(() => expect(document.body.textContent).toContain('10,481.12'), { timeout: 3_000 });
  });

  it('without the portfolios neither an equity nor a number of portfolios is claimed', async () => {
    server.refuses(getPortfolios, 'DATABASE_UNAVAILABLE');
    await open();
    await rowOf(NAKED);
    const band = screen.getByLabelText('All bots together');
    expect(band.textContent).toContain('Equity–');
    expect(band.textContent).not.toMatch(/portfolio/);
  });

  it('a bot in error is told above them with its reason and a way to its log', async () => {
    server.answers(getBots, { items: [...ALL, { ...BROKEN, botId: 'y', name: 'Other' }] });
    await open();
    const alarm = await screen.findByText(/^Broken has stopped opening cycles: liquidated\. and 1 more/);
    const why = within(alarm.closest('[role="alert"]') as HTMLElement).getByRole('link', { name: 'Why?' });
    expect(why.getAttribute('href')).toBe('/dca/logs?bot=x');
  });

  it('a bot whose cycle does not fit a changed tick size is shown with what its user can do', async () => {
    server.answers(getBots, { items: [{ ...BROKEN, stateReason: 'GRID_CHANGED' }] });
    await open();
    const alarm = await screen.findByText(
      'Broken has stopped opening cycles: the exchange changed the tick or step size.',
    );
    expect(alarm.closest('[role="alert"]')?.textContent).toContain(
      'Stop the bot, have its positions handed over to you, then restart it.',
    );
  });
});

describe('several bots chosen in the table', () => {
  it('x chooses a row, and the acts that none of the chosen allows are off', async () => {
    const { user } = await open('?show=waiting');
    (await rowOf(NEW)).focus();
    await user.keyboard('x');
    const bar = await screen.findByRole('toolbar');
    const off = (name: RegExp) => within(bar).getByRole<HTMLButtonElement>('button', { name }).disabled;
    expect(within(bar).getByText(/1/)).toBeTruthy();
    expect([off(/^Finish…/), off(/^Delete…/)]).toEqual([true, false]);
    await user.keyboard('x');
    await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
  });

  it('their act asks once for all of them, and afterwards tells the outcome of each', async () => {
    server.answers(finishBot, { ...ALPHA, changed: true });
    const { user } = await open('?show=running');
    await rowOf(ALPHA);
    await user.click(screen.getByRole('checkbox', { name: 'Select all rows' }));
    await user.click(await screen.findByRole('button', { name: 'Finish…' }));
    const dialog = await screen.findByRole('dialog');
    expect(await domFindings(dialog)).toEqual([]);
    const finish = await within(dialog).findByRole<HTMLButtonElement>('button', { name: 'Finish (3)' });
    await waitFor(() => expect(finish.disabled).toBe(false)); // Until the effect is known.
    await user.click(finish);
    const outcomes = () =>
      within(dialog)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent);
    await waitFor(() => expect(outcomes()).toEqual(['Alpha Done', 'Naked Done', 'Stayer Done']));
    expect(server.bodiesOf(finishBot)).toHaveLength(3);
  });
});

describe('the dialog of an act', () => {
  it('stays open when its bot leaves the filtered list, and when the table turns into cards', async () => {
    const narrow = Object.assign(new EventTarget(), { media: '(max-width: 767px)', matches: false });
    vi.spyOn(window, 'matchMedia').mockImplementation(() => narrow as unknown as MediaQueryList);
    const { user } = await open('?show=unprotected');
    await rowOf(NAKED);
    await user.click(screen.getByRole('button', { name: 'Actions for Naked' }));
    await user.click(await screen.findByRole('menuitem', { name: /^Finish/ }));
    expect(await screen.findByRole('dialog', { name: 'Finish Naked?' })).toBeTruthy();
    hear(NAKED, { stopLossPrice: '2250.00', protection: 'protected' });
    await waitFor(() => expect(names()).toEqual([]));
    expect(screen.getByRole('dialog', { name: 'Finish Naked?' })).toBeTruthy();
    reactAct(() => void narrow.dispatchEvent(Object.assign(new Event('change'), { matches: true })));
    await waitFor(() => expect(document.querySelector('table')).toBeNull());
    expect(screen.getByRole('dialog', { name: 'Finish Naked?' })).toBeTruthy();
  });
});

describe('bots that cannot be shown', () => {
  it('without any the page says how to come to one', async () => {
    server.answers(getBots, { items: [] });
    await open();
    expect(await screen.findByText(/^You have no paper bots yet\./)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Or load the demo' }).getAttribute('href')).toBe('/portfolios');
    expect(document.querySelector('table')).toBeNull();
  });

  it('a server that is away is told, and the bots come when they are asked for again', async () => {
    server.refuses(getBots, 'DATABASE_UNAVAILABLE');
    const { user } = await open();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The database does not answer.');
    server.answers(getBots, { items: ALL });
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(await rowOf(ALPHA)).toBeTruthy();
  });
});

describe('the bots on the phone', () => {
  beforeEach(() => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) => Object.assign(new EventTarget(), { media: query, matches: true }) as MediaQueryList,
    );
  });
  const card = async (name: string) => (await screen.findByRole('button', { name })).closest('li') as HTMLElement;

  it('are cards with the same facts: result, state, exits and a missing stop', async () => {
    await open();
    const words = (await card('Naked')).textContent?.replaceAll('\u00a0', ' ');
    expect(words).toContain('−1.25');
    expect(within(await card('Naked')).getByRole('img', { name: 'unprotected by design' })).toBeTruthy();
    expect(words).toContain('liq −19.92 %');
    expect(words).toContain('0 of 2 steps');
    expect(words).toContain('TP +0.60 %');
    expect(within(await card('Alpha')).queryByRole('img', { name: 'unprotected by design' })).toBeNull();
    expect((await card('Crisp')).textContent).not.toContain('liq');
  });

  it('stand by danger too, and a title opens the drawer of its bot', async () => {
    const { user, search } = await open();
    await card('Alpha');
    const titles = screen.getAllByRole('heading', { level: 2 }).map((one) => one.querySelector('button')?.textContent);
    expect(titles).toEqual(['Broken', 'Stayer', 'Alpha', 'Naked', 'Crisp']);
    await user.click(screen.getByRole('button', { name: 'Naked' }));
    await waitFor(() => expect(search()).toEqual({ bot: 'n' }));
  });

  it('several are checked for one act, their check boxes in the place of their menus', async () => {
    const { user } = await open();
    await card('Alpha');
    await user.click(screen.getByRole('button', { name: 'Select several' }));
    expect(screen.queryByRole('button', { name: 'Actions for Alpha' })).toBeNull();
    for (const name of ['Alpha', 'Naked']) await user.click(screen.getByRole('checkbox', { name: `Select ${name}` }));
    const bar = screen.getByRole('toolbar', { name: 'Selected bots' });
    expect(bar.textContent).toContain('Selected: 2');
    expect(within(bar).getByRole('button', { name: 'Finish…' })).toBeTruthy();
    expect(await domFindings()).toEqual([]);
    await user.click(within(bar).getByRole('button', { name: 'Clear the selection' }));
    expect(await screen.findByRole('button', { name: 'Actions for Alpha' })).toBeTruthy();
  });
});

describe('the page of live bots', () => {
  const LIVE = { ...ALPHA, kind: 'dca-prod-bot', execution: 'live' } as const;
  beforeEach(() => {
    server.answers(getBots, { items: [LIVE] });
    server.answers(getExchangeAccount, { account: LIVE_ACCOUNT });
  });

  it('shows the exchange account, and offers no selection, because live bots take commands one at a time', async () => {
    await openPage(<BotsPage />, { at: '/dca-prod/bots', kind: 'dca-prod-bot' });
    expect(await screen.findByText('Exchange account')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'New live bot' }).length).toBeGreaterThan(0);
    await rowOf(LIVE);
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});
