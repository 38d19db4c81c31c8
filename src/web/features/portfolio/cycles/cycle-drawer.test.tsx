import { act as reactAct, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getAssets } from '#contract/asset.ts';
import { getBots } from '#contract/bot.ts';
import { getCycleCounts, getCycles, getLogs, getOrders, getTrades } from '#contract/cycle.ts';
import { getCandles } from '#contract/market.ts';
import { liveStore } from '#web/api/live/live-store.ts';
import type { Atom } from '#web/api/trading-queries.ts';
import { textWith } from '#web/i18n/text.tsx';
import '#web/kinds/kind-views.ts';
import * as csv from '#web/ui/table/csv.ts';
import { domFindings } from '../../../../../tests/support/dom-findings.ts';
import { openPage } from '../../../../../tests/support/draw-page.tsx';
import { exampleAsset } from '../../../../../tests/support/example-asset.ts';
import { hearLive } from '../../../../../tests/support/hear-live.ts';
import { paperAtom, paperBot } from '../../../../../tests/support/paper-bot.ts';
import { WORKING_PORTFOLIO } from '../../../../../tests/support/portfolio-card.ts';
import {
  baseFill,
  endedCycle,
  logLine,
  openCycle,
  page,
  restingOrder,
} from '../../../../../tests/support/told-rows.ts';
import { type ToldServer, toldServer } from '../../../../../tests/support/told-server.ts';
import { tellStatus } from '../../../../../tests/support/told-status.ts';
import { usePortfolioView } from '../portfolio-view.ts';
import { CycleDrawer } from './cycle-drawer.tsx';

const ATOM: Atom = {
  ...paperAtom('a'),
  ...{ state: 'OPEN', currentCycleId: 'c1', cycleSeq: 4, quantity: '0.080', averagePrice: '2500.00' },
  ...{ takeProfitPrice: '2525.00', nextLevelPrice: '2475.00', liquidationPrice: '2010.00', unrealized: '0.80000000' },
};
const ALPHA = paperBot({ botId: 'a', name: 'Alpha', atoms: [ATOM], unrealized: '0.80000000' });
const LISTED = [openCycle(), endedCycle({ cycleId: 'c0', seq: 3 }), endedCycle({ cycleId: 'b9', seq: 2 })];

beforeAll(async () => void (await textWith('botWork', 'en')));

let server: ToldServer;
beforeEach(() => {
  server = toldServer();
  server.answersBy(getCycles, ({ cycleId }) =>
    page(cycleId === undefined ? LISTED : cycleId === 'old' ? [endedCycle({ cycleId: 'old', seq: 1 })] : []),
  );
  server.answers(getCycleCounts, { open: 1, takeProfit: 2, stopLoss: 0, exitSignal: 0, liquidation: 0, other: 0 });
  server.answers(getBots, { items: [ALPHA] });
  server.answers(getAssets, { items: [exampleAsset] });
  server.answers(getTrades, { items: [baseFill()] });
  server.answers(getOrders, { items: [restingOrder()] });
  server.answers(getLogs, page([logLine()]));
  server.keepsWaiting(getCandles);
  tellStatus();
});
afterEach(() => {
  liveStore.clear();
  vi.unstubAllGlobals();
});

const filesOffered = () => screen.queryAllByRole('button', { name: 'Download these rows as CSV' });

function Drawer() {
  return <CycleDrawer view={usePortfolioView(WORKING_PORTFOLIO)} />;
}

async function open(cycleId = 'c1', more = '') {
  const at = `/?period=all&cycle=${cycleId}${more}`;
  const { user, search } = await openPage(<Drawer />, { at, kind: 'dca-bot' });
  await screen.findByRole('complementary');
  const drawer = () => screen.getByRole('complementary'); // It is another one once its cycle is there.
  return { drawer, user, shown: () => Object(search()).cycle };
}

const seq = (number: number) => screen.findByText(new RegExp(`#${number}\\b`));
const rowsOf = (table: HTMLElement) =>
  Array.from(table.querySelectorAll('tbody tr'), (row) =>
    Array.from(row.querySelectorAll('td'), ({ textContent }) => textContent?.replaceAll('\u00a0', ' ')),
  );

describe('the drawer of an open cycle', () => {
  it('lists the take profit that rests for it, with its distance', async () => {
    await open();
    const orders = await screen.findByRole('region', { name: 'Working orders' });
    await within(orders).findByText('Take profit');
    expect(rowsOf(orders)[0]).toEqual(['Take profit', '2,525.00', '0.080', '+0.60 %']);
  });

  it('tells the prices that end it or add to it with the decimals of the tick, and their distance', async () => {
    const { drawer } = await open();
    await seq(4);
    const facts = Array.from(drawer().querySelectorAll('dl')[0]?.children ?? [], (fact) =>
      Array.from(fact.children, ({ textContent }) => textContent?.replaceAll('\u00a0', ' ')),
    );
    expect(facts).toEqual([
      ['Average', '2,500.00', '−0.40 % away'],
      ['Take profit', '2,525.00', '+0.60 % away'],
      ['Stop-loss', '–'],
      ['Next step', '2,475.00', '−1.39 % away'],
      ['Liquidation', '2,010.00', '−19.92 % away'],
    ]);
  });

  it.each([
    ['by_design', 'unprotected by design'],
    ['missing', 'unprotected, stop-loss missing'],
    ['protected', undefined],
  ] as const)('a position whose protection is %s is marked with the words: %s', async (protection, words) => {
    server.answers(getBots, { items: [{ ...ALPHA, atoms: [{ ...ATOM, protection }] }] });
    await open();
    await screen.findByText('Next step');
    expect(screen.queryByText(/unprotected/)?.textContent?.trim()).toBe(words);
  });

  it('tells every fill with its price, value and exact fee', async () => {
    const step = baseFill({ tradeId: 't2', role: 'safety', level: 1, price: '2475.00', commissionUsdt: '0.05012345' });
    server.answers(getTrades, { items: [baseFill(), step] });
    await open();
    const table = (await screen.findByText('Base')).closest('table') as HTMLElement;
    expect(rowsOf(table)).toEqual([
      ['26 May 05:30', 'Base', '2,500.00', '0.080', '200.00', '0.10'],
      ['26 May 05:30', 'Step 1', '2,475.00', '0.080', '200.00', '0.05'],
    ]);
    expect(within(table).getByText('0.05').getAttribute('title')).toBe('0.05012345');
  });

  it('its fills and working orders are offered as files, with exact figures', async () => {
    const saved = vi.spyOn(csv, 'saveFile').mockReturnValue();
    const { user } = await open();
    await screen.findByText('Base');
    await waitFor(() => expect(filesOffered()).toHaveLength(2));
    for (const button of filesOffered()) await user.click(button);
    const files = new Map(saved.mock.calls.map(([name, text]) => [name, text.trim().split('\r\n')]));
    saved.mockRestore();
    const { ts, price, qty, quoteQty, commissionUsdt } = baseFill();
    expect(files.get('ETHUSDT fills.csv')?.[1]).toBe([ts, 'Base', price, qty, quoteQty, commissionUsdt].join());
    expect(files.get('working orders.csv')?.[0]).toBe('Symbol,Order,Price,Qty,Away');
    expect(files.get('working orders.csv')?.[1]).toMatch(/^ETHUSDT,[^,]+,[\d.]+,/);
  });

  it('what is open adds up: price move, fees and funding', async () => {
    await open();
    const parts = (await screen.findByText('How the open result adds up')).parentElement as HTMLElement;
    const amounts = Array.from(parts.querySelectorAll('[data-exact]'), (one) => Number(one.getAttribute('data-exact')));
    const result = amounts.at(-1) ?? Number.NaN;
    // −0.12 was booked, and the price move is worth 0.80.
    expect(result).toBeCloseTo(0.68, 8);
    expect(amounts.slice(0, -1).reduce((sum, amount) => sum + amount, 0)).toBeCloseTo(result, 8);
  });

  it('follows the price while it is open, also below a dialog', async () => {
    const { drawer, user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Finish…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Finish Alpha?' });
    const moved = { ...ATOM, mark: '2400.00', unrealized: '-8.00000000' };
    const { botId, state, stateReason, resultTotal, committedMargin } = ALPHA;
    const bot = { botId, state, stateReason, resultTotal, committedMargin, unrealized: '-8.00000000', atoms: [moved] };
    reactAct(() => hearLive({ type: 'snapshot', topic: 'bots', seq: 1, bots: [bot] }));
    await waitFor(() => expect(drawer().textContent).toContain('−8.12'));
    expect(dialog.isConnected).toBe(true);
    expect(await domFindings(dialog)).toEqual([]);
  });

  it('leads to its bot', async () => {
    await open();
    expect((await screen.findByRole('link', { name: 'Bot Alpha' })).getAttribute('href')).toBe('/dca/bots?bot=a');
  });

  it('fills that cannot be read leave the rest of it as it is, and come when they are asked for again', async () => {
    server.refuses(getTrades, 'DATABASE_UNAVAILABLE');
    const { user } = await open();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The database does not answer.');
    expect(screen.getByText('Next step')).toBeTruthy();
    server.answers(getTrades, { items: [baseFill()] });
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Base')).toBeTruthy();
  });
});

describe('the drawer of a cycle that has ended', () => {
  it('has no working orders and no acts, and its result adds up', async () => {
    const { drawer } = await open('c0');
    await seq(3);
    const parts = (await screen.findByText('How the result adds up')).parentElement as HTMLElement;
    const amounts = Array.from(parts.querySelectorAll('[data-exact]'), (one) => one.getAttribute('data-exact'));
    expect([amounts[0], amounts.at(-1)]).toEqual(['2', '1.75']);
    expect(drawer().textContent).toContain('2 h 15 m');
    expect(screen.queryByRole('region', { name: 'Working orders' })).toBeNull();
    expect(within(drawer()).queryByRole('button', { name: 'Finish…' })).toBeNull();
    expect(screen.queryByText(/unprotected/)).toBeNull();
  });

  it('its bot may be gone', async () => {
    server.answers(getBots, { items: [] });
    await open('c0');
    await seq(3);
    expect(screen.queryByRole('link', { name: 'Bot Alpha' })).toBeNull();
  });
});

describe('walking from cycle to cycle', () => {
  it('arrows and letters follow the list, and stop at its ends', async () => {
    const { user, shown } = await open();
    await seq(4);
    await user.keyboard('{ArrowDown}');
    await seq(3);
    await user.keyboard('j');
    await seq(2);
    await user.keyboard('{ArrowDown}');
    expect(shown()).toBe('b9');
    await user.keyboard('{ArrowUp}k');
    await seq(4);
    expect(shown()).toBe('c1');
  });

  it('buttons do the same, and are off where there is nothing further', async () => {
    const { drawer, user } = await open();
    await seq(4);
    const off = (name: string) => within(drawer()).getByRole<HTMLButtonElement>('button', { name }).disabled;
    expect([off('Previous'), off('Next')]).toEqual([true, false]);
    await user.click(within(drawer()).getByRole('button', { name: 'Next' }));
    await seq(3);
    expect([off('Previous'), off('Next')]).toEqual([false, false]);
  });

  it('a cycle outside the list is shown alone, and walks nowhere', async () => {
    const { drawer, user, shown } = await open('old');
    await seq(1);
    expect(within(drawer()).getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true);
    await user.keyboard('j');
    expect(shown()).toBe('old');
  });

  it('Escape closes it', async () => {
    const { user, shown } = await open();
    await seq(4);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(shown()).toBeUndefined());
    expect(screen.queryByRole('complementary')).toBeNull();
  });
});

describe('a cycle that cannot be shown', () => {
  it('an unknown one is said to be missing', async () => {
    const { drawer } = await open('nobody');
    expect(await within(drawer()).findByText('This portfolio has no such cycle.')).toBeTruthy();
  });

  it('one that a server away cannot tell is not called missing, and comes when it is asked for again', async () => {
    server.refuses(getCycles, 'DATABASE_UNAVAILABLE');
    const { drawer, user } = await open('old');
    const alert = await within(drawer()).findByRole('alert');
    expect(alert.textContent).toContain('The database does not answer.');
    expect(within(drawer()).queryByText('This portfolio has no such cycle.')).toBeNull();
    server.answers(getCycles, page([endedCycle({ cycleId: 'old', seq: 1 })]));
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(await seq(1)).toBeTruthy();
  });
});

it.each([
  ['Chart', 'Base'],
  ['Orders', '26 May 05:31'],
  ['Decisions', 'Base order filled: 0.080 ETH at 2500.00.'],
])('axe finds nothing grave in the part "%s" of the drawer of a cycle', async (part, words) => {
  const { drawer, user } = await open();
  await user.click(await screen.findByRole('button', { name: part }));
  await within(drawer()).findByText(words);
  expect(await domFindings(drawer())).toEqual([]);
});
