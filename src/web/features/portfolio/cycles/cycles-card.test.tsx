import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { objectToSnake } from 'ts-case-convert';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BotKind } from '#engine/model/bot.ts';
import '#web/kinds/kind-views.ts';
import { domFindings } from '../../../../../tests/support/dom-findings.ts';
import { drawPage } from '../../../../../tests/support/draw-page.tsx';
import * as csv from '../../../ui/table/csv.ts';
import type { PortfolioView } from '../portfolio-view.ts';
import type { ListedCycle } from './cycle-rows.ts';
import { CyclesCard } from './cycles-card.tsx';

const TOTAL = 450;
const PAGE = 200;
const NOW = Date.parse('2025-05-26T00:00:00Z');

function cycleOf(seq: number): ListedCycle {
  const amounts = { gross: '1', commission: '0', funding: '0', liquidationFee: '0', result: `${seq % 7}.5` };
  const prices = { avgEntryPrice: '2500.00', avgExitPrice: '2525.00', maxLevelPrice: '2500.00' };
  const times = { openedAt: '2025-05-20T00:00:00.000Z', beginDate: '2025-05-20T00:00:00.000Z' };
  const percents = { roiMarginPercent: null, roiCommittedPercent: null, maePercent: null, mfePercent: null };
  return {
    ...{ cycleId: `c${seq}`, atomId: 'a', botId: 'b', botName: 'Grid', portfolioId: 'p', netCycleId: null },
    ...{ strategyExecutorId: 'b-1', openedByExecutorId: 'b-1', seq, symbol: 'ETHUSDT', direction: 'buy' },
    ...{ state: 'CLOSED', closeReason: 'take_profit', endDate: '2025-05-21T00:00:00.000Z' },
    ...{ entryQty: '1', quantity: '0', levelsFilled: 0, levelsTotal: 2, peakMargin: '10', committedMargin: '20' },
    ...{ ...amounts, ...prices, ...times, ...percents },
  };
}

/** What the server holds, newest first. */
let stored: ListedCycle[];
let asked: URL[];
/** Settled before the next answer goes out. */
let held: Promise<void>;

beforeEach(() => {
  localStorage.clear();
  stored = Array.from({ length: TOTAL }, (_, index) => cycleOf(TOTAL - index));
  asked = [];
  held = Promise.resolve();
  // jsdom has no layout: a table of twenty rows in view.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  HTMLElement.prototype.scrollTo = function scrollTo(this: HTMLElement, to?: number | ScrollToOptions) {
    this.scrollTop = (typeof to === 'object' && to.top) || 0;
  } as typeof HTMLElement.prototype.scrollTo;
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, 'http://botyard.test');
    asked.push(url);
    await held;
    return Response.json(objectToSnake(answerTo(url)));
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function answerTo(url: URL): object {
  if (url.pathname.endsWith('get-cycle-counts')) {
    return { open: 0, takeProfit: stored.length, stopLoss: 0, exitSignal: 0, liquidation: 0, other: 0 };
  }
  const limit = Number(url.searchParams.get('limit'));
  const cursor = url.searchParams.get('cursor');
  const from = cursor === null ? 0 : stored.findIndex(({ cycleId }) => cycleId === cursor) + 1;
  const items = stored.slice(from, from + limit);
  const hasMore = from + limit < stored.length;
  return { items, total: null, offset: 0, limit, cursor: hasMore ? (items.at(-1)?.cycleId ?? null) : null };
}

function drawCycles(kind: BotKind = 'dca-bot') {
  const portfolio = { kind, portfolioId: 'p', name: 'Paper', closedCycles: TOTAL, openCycles: 0 };
  const view = { portfolio, bots: [], decimals: new Map(), marketNow: NOW, atomOfCycle: new Map() };
  // The list reads nothing else of its page.
  return drawPage(<CyclesCard view={view as unknown as PortfolioView} />, { kind });
}

/** Each request for cycles, without what all have in common. */
const asks = () =>
  asked
    .filter(({ pathname }) => pathname.endsWith('get-cycles'))
    .map(({ searchParams }) => {
      const { portfolio_id: _, date_from: __, ...own } = Object.fromEntries(searchParams);
      return own;
    });
const cursors = () => asks().flatMap(({ cursor }) => cursor ?? []);
const shownRows = () => document.querySelectorAll('tr[data-row]');
const focused = () => document.activeElement?.getAttribute('data-row');

async function table(): Promise<HTMLElement> {
  const found = await screen.findByRole('table');
  await waitFor(() => expect(found.getAttribute('aria-rowcount')).toBe(String(TOTAL + 1)));
  await waitFor(() => expect(shownRows().length).toBeGreaterThan(0));
  return found;
}

describe('the list of cycles', () => {
  it('one page of cycles is loaded and only the rows in view are drawn, while the row count tells all', async () => {
    drawCycles();
    await table();
    expect(asks()).toEqual([{ limit: String(PAGE) }]);
    await waitFor(() => expect(shownRows().length).toBeLessThan(50));
    expect(shownRows()[0]?.getAttribute('aria-rowindex')).toBe('2');
    const [link] = screen.getAllByRole('link', { name: 'ETHUSDT long' });
    expect(link?.getAttribute('href')).toContain('cycle=c450');
    expect(await domFindings()).toEqual([]);
  });

  it('cycles of bots with rules have neither steps nor a ladder, and those of ladders have both', async () => {
    const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    drawCycles('custom-bot');
    await table();
    expect(heads()).toEqual(expect.arrayContaining(['Average', 'Exit or mark']));
    expect(heads().filter((head) => /Steps|ladder/.test(head))).toEqual([]);
    cleanup();
    drawCycles();
    await table();
    expect(heads().filter((head) => /Steps|ladder/.test(head))).toHaveLength(2);
  });

  it('keys walk the cycles to the end of what is loaded, and the next pages follow until all are there', async () => {
    drawCycles();
    await table();
    act(() => (shownRows()[0] as HTMLElement).focus());
    await userEvent.keyboard('j{ArrowDown}k{PageDown}');
    expect(focused()).toBe('c431'); // Eighteen of the twenty rows in view, from the second on.
    await userEvent.keyboard('{PageUp}{Home}');
    expect(focused()).toBe('c450');
    for (const [last, pages] of [
      ['c251', 1],
      ['c51', 2],
      ['c1', 2],
    ] as const) {
      await userEvent.keyboard('{End}');
      scrollToFocus();
      await waitFor(() => expect(focused()).toBe(last));
      await waitFor(() => expect(cursors()).toHaveLength(pages));
    }
    expect(cursors()).toEqual(['c251', 'c51']);
    expect(shownRows().length).toBeLessThan(50);
    await userEvent.keyboard('{Home}');
    scrollToFocus();
    await waitFor(() => expect(focused()).toBe('c450'));
  });

  it('sort, filter and search are asked of the server', async () => {
    const { router } = drawCycles();
    await table();
    await userEvent.click(screen.getByRole('button', { name: 'Result, USDT' }));
    await waitFor(() => expect(asks().at(-1)).toEqual({ limit: '200', sort: '-result' }));
    expect(screen.getByRole('columnheader', { name: /^Result/ }).getAttribute('aria-sort')).toBe('descending');
    await userEvent.click(screen.getByRole('button', { name: /Take profit/ }));
    await waitFor(() => expect(asks().at(-1)).toEqual({ limit: '200', sort: '-result', group: 'take_profit' }));
    await userEvent.type(screen.getByRole('searchbox'), 'eth');
    await waitFor(() => expect(asks().at(-1)).toMatchObject({ search: 'eth' }));
    expect(router.state.location.search).toEqual({ sort: '-result', show: 'take_profit', q: 'eth' });
  });

  it('rows of the filter before are marked as busy until those of the chosen filter have come', async () => {
    drawCycles();
    const found = await table();
    expect(found.getAttribute('aria-busy')).toBeNull();
    const answers = Promise.withResolvers<void>();
    held = answers.promise;
    await userEvent.click(screen.getByRole('button', { name: /Take profit/ }));
    await waitFor(() => expect(found.getAttribute('aria-busy')).toBe('true'));
    answers.resolve();
    await waitFor(() => expect(found.getAttribute('aria-busy')).toBeNull());
  });

  it('a search shows what it finds among the loaded cycles at once, and the rest with the answer of the server', async () => {
    stored = stored.map((cycle) => (cycle.seq % 40 === 0 ? { ...cycle, symbol: 'SOLUSDT' } : cycle));
    drawCycles();
    await table();
    const answers = Promise.withResolvers<void>();
    held = answers.promise;
    await userEvent.type(screen.getByRole('searchbox'), 'Sol');
    const shownIds = () => Array.from(shownRows(), (row) => row.getAttribute('data-row'));
    await waitFor(() => expect(shownIds()).toEqual(['c440', 'c400', 'c360', 'c320', 'c280']));
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
    stored = stored.filter(({ symbol }) => symbol === 'SOLUSDT');
    answers.resolve();
    await waitFor(() => expect(shownIds()).toEqual(stored.map(({ cycleId }) => cycleId)));
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBeNull();
  });

  it('fills and candles of a cycle are asked for when the pointer goes down on its row, before the drawer opens', async () => {
    const { router } = drawCycles();
    await table();
    const own = () => asked.filter(({ pathname }) => /get-trades|candles/.test(pathname));
    expect(own()).toEqual([]);
    fireEvent.pointerDown(screen.getAllByRole('link', { name: 'ETHUSDT long' })[0] as HTMLElement);
    await waitFor(() => expect(own()).toHaveLength(2));
    expect(own().map(({ searchParams }) => searchParams.get('cycle_id') ?? searchParams.get('symbol'))).toEqual([
      'ETHUSDT',
      'c450',
    ]);
    expect(router.state.location.search).toEqual({});
  });

  it('a download holds every cycle of the filter, not only those that are loaded', async () => {
    const saved = vi.spyOn(csv, 'saveFile').mockReturnValue();
    drawCycles();
    await table();
    await userEvent.click(screen.getByRole('button', { name: 'Download these rows as CSV' }));
    await waitFor(() => expect(saved).toHaveBeenCalled());
    expect(saved.mock.calls[0]?.[1].trim().split('\r\n')).toHaveLength(TOTAL + 1);
  });

  it('a cycle that ends comes in at the top; further down the rows in view stay where they are', async () => {
    const { queries } = drawCycles();
    const frame = (await table()).parentElement as HTMLElement;
    const topRow = () => shownRows()[0]?.getAttribute('data-row');
    const ends = async () => {
      stored = [cycleOf(stored.length + 1), ...stored];
      await act(() => queries.invalidateQueries({ queryKey: ['cycles'] }));
    };
    await ends();
    await waitFor(() => expect(topRow()).toBe('c451'));
    scrollTo(frame, 3_000);
    await waitFor(() => expect(within(frame).getByText('#351')).toBeTruthy());
    await ends();
    await waitFor(() => expect(frame.scrollTop).toBe(3_030));
  });
});

/** jsdom scrolls nothing: it tells neither the position of what is focused nor that it was set. */
function scrollToFocus(): void {
  const frame = screen.getByRole('table').parentElement;
  if (frame) fireEvent.scroll(frame);
}

function scrollTo(frame: HTMLElement, top: number): void {
  frame.scrollTop = top;
  fireEvent.scroll(frame);
}
