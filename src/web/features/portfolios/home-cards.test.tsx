import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { objectToSnake } from 'ts-case-convert';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Portfolio } from '#web/api/portfolio-queries.ts';
import type { Atom, Bot } from '#web/api/trading-queries.ts';
import * as csv from '#web/ui/table/csv.ts';
import { domFindings } from '../../../../tests/support/dom-findings.ts';
import { drawPage } from '../../../../tests/support/draw-page.tsx';
import { EMPTY_PORTFOLIO } from '../../../../tests/support/portfolio-card.ts';
import { PortfolioTable } from './list/portfolio-table.tsx';
import { ReturnsTable } from './returns/returns-table.tsx';
import { RiskCards } from './risk/risk-cards.tsx';
import { TotalsCard } from './totals-card.tsx';

const MAJORS: Portfolio = { ...EMPTY_PORTFOLIO, botsTotal: 1, openCycles: 2, equity: '20000.00000000' };

const atomOf = (change: Partial<Atom>): Atom => ({
  atomId: 'b1-ETHUSDT-buy',
  botId: 'b1',
  symbol: 'ETHUSDT',
  direction: 'buy',
  positionSide: 'LONG',
  state: 'OPEN',
  blockedBy: null,
  skippedBy: null,
  cooldownUntil: null,
  paramsVersion: 1,
  currentCycleId: 'b1-ETHUSDT-buy-4',
  cycleSeq: 4,
  enterPositionDate: '2025-05-26T05:30:00.000Z',
  quantity: '2.000',
  averagePrice: '2500.00',
  mark: '2510.05',
  levelsFilled: 3,
  levelsTotal: 6,
  levelPrices: ['2500.00'],
  nextLevelPrice: null,
  takeProfitPrice: '2526.28',
  stopLossPrice: null,
  protection: 'by_design',
  liquidationPrice: '2259.05',
  unrealized: '20.10000000',
  initialMargin: '40.00',
  ...change,
});

const bitcoin = atomOf({
  ...{ atomId: 'b1-BTCUSDT-sell', symbol: 'BTCUSDT', direction: 'sell', currentCycleId: 'b1-BTCUSDT-sell-1' },
  ...{ quantity: '0.010', mark: '100000.0', stopLossPrice: '101000.0', liquidationPrice: '120000.0' },
  ...{ levelsFilled: 1, levelsTotal: 5, unrealized: '-7.50000000' },
});

const BOT = {
  ...{ botId: 'b1', name: 'Two ways', kind: 'dca-bot', execution: 'paper', portfolioId: 'p1', portfolioName: 'Majors' },
  ...{ strategyExecutorId: 'b1-run-1', runNo: 1, strategyId: null, strategyName: null, strategyVersion: null },
  ...{ pendingVersion: null, comment: '', symbols: ['ETHUSDT', 'BTCUSDT'], params: {}, isEnterBuyEnabled: true },
  ...{ isEnterSellEnabled: true, stopLossPercent: null, takeProfitPercent: '1', state: 'RUNNING', stateReason: null },
  ...{ createdAt: '2025-05-04T00:00:00.000Z', startedAt: null, finishedAt: null, deletedAt: null },
  ...{ unrealized: '12.60000000', resultToday: '0', result7d: '0', resultTotal: '0', cyclesClosed: 0 },
  ...{ committedMargin: '0', spark: [] },
} as const satisfies Partial<Bot>;

let atoms: readonly Atom[];

beforeEach(() => {
  atoms = [atomOf({}), bitcoin, atomOf({ atomId: 'b1-SOLUSDT-buy', symbol: 'SOLUSDT', quantity: '0' })];
  vi.stubGlobal('fetch', async (url: URL | string) => {
    const items = new URL(url, 'http://localhost').pathname.endsWith('/get-bots') ? [{ ...BOT, atoms }] : [];
    const body = JSON.stringify(objectToSnake({ items }));
    return new Response(body, { headers: { 'content-type': 'application/json' } });
  });
});

afterEach(() => vi.unstubAllGlobals());

const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => row.textContent?.replaceAll('\u00a0', ' '));

describe('the cards of risk', () => {
  const drawRisk = () => drawPage(<RiskCards kind="paper" portfolios={[MAJORS]} />);

  it('exposure tells long, short and net of every coin, their sum and its share of the equity', async () => {
    drawRisk();
    const table = await screen.findByRole('table', { name: 'Exposure by coin' });
    expect(rowsOf(table).slice(1)).toEqual([
      'ETHUSDT5,020.10+25.10',
      'BTCUSDT−1,000.00−5.00',
      'All coins−1,000.00 ◂ ▸ 5,020.104,020.10+20.10',
    ]);
    expect(within(table).getByRole('img', { name: 'short 0.00, long 5,020.10 USDT' })).toBeTruthy();
  });

  it('open cycles stand by danger, each with a link to its drawer', async () => {
    drawRisk();
    const list = await screen.findByRole('group', { name: 'Open cycles by danger' });
    const links = within(list).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/dca/portfolio/p1?cycle=b1-BTCUSDT-sell-1',
      '/dca/portfolio/p1?cycle=b1-ETHUSDT-buy-4',
    ]);
    const [, first, second] = rowsOf(list);
    expect(first).toContain('stop-loss +1.00 %1/5');
    expect(first).toContain('−7.50');
    expect(second).toContain('liquidation −10.00 %3/6');
  });

  it('the list of open cycles is short until all are asked for', async () => {
    atoms = Array.from({ length: 9 }, (_, index) => atomOf({ atomId: `b1-${index}` }));
    drawRisk();
    const list = await screen.findByRole('group', { name: 'Open cycles by danger' });
    expect(within(list).getAllByRole('link')).toHaveLength(6);
    await userEvent.setup().click(screen.getByRole('button', { name: 'Show all 9' }));
    expect(within(list).getAllByRole('link')).toHaveLength(9);
  });

  it('without a position both cards say so, and no figure stands there', async () => {
    atoms = [];
    const { container } = drawRisk();
    expect(await screen.findByText('No position is open.')).toBeTruthy();
    expect(screen.getByText('No cycle is open.')).toBeTruthy();
    expect(container.textContent).not.toMatch(/0\.00/);
  });

  it('axe finds nothing grave in the cards of risk', async () => {
    const { container } = drawRisk();
    await screen.findByRole('table', { name: 'Exposure by coin' });
    expect(await domFindings(container)).toEqual([]);
  });
});

describe('the totals of the home page', () => {
  it('name the results of deleted portfolios that they include, and start + transfers + results are the equity', async () => {
    const deleted = {
      ...{ execution: 'paper' as const, portfolios: 2, closedCycles: 7, walletStart: '300.00', transfers: '-312.34' },
      ...{ resultAll: '12.34', resultToday: '0', result7d: '-1.00', result30d: '5.00', spark: [] },
    };
    const { container } = drawPage(<TotalsCard kind="paper" portfolios={[EMPTY_PORTFOLIO]} deleted={deleted} />);
    const sentence =
      'Deleted portfolios in these totals: 2. Net result 0.00 today, −1.00 in 7 days, +5.00 in 30 days, +12.34 in all.';
    expect(await screen.findByText(sentence)).toBeTruthy();
    const bridge = container.querySelector('dl[aria-label="How the equity came about"]')?.textContent;
    expect(bridge).toMatch(/10,300\.00.*−312\.34.*7 cycles.*12\.34.*10,000\.00/);
  });
});

describe('a portfolio that has not begun', () => {
  it('shows its capital and its next act instead of zeros', async () => {
    drawPage(<TotalsCard kind="paper" portfolios={[EMPTY_PORTFOLIO]} deleted={null} />);
    expect(await screen.findByText('10,000.00')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Choose a strategy' }).getAttribute('href')).toBe('/dca/strategy');
    expect(screen.queryByText('0.00')).toBeNull();
  });

  it('has no results in its row, while the sums below are of those that have', async () => {
    drawPage(<PortfolioTable portfolios={[EMPTY_PORTFOLIO, { ...MAJORS, portfolioId: 'p2', resultToday: '1.50' }]} />);
    const rows = rowsOf(await screen.findByRole('group', { name: 'Portfolios' }));
    expect(rows[1]).not.toMatch(/(?<![\d,])0\.00/);
    expect(rows[1]).toContain('10,000.00–––––');
    expect(rows[3]).toContain('2 portfolios30,000.00+1.50');
  });
});

/** The only file that a click on the only download saves. */
async function downloaded(): Promise<readonly [name: string, lines: readonly string[]]> {
  const saved = vi.spyOn(csv, 'saveFile').mockReturnValue();
  await userEvent.click(await screen.findByRole('button', { name: 'Download these rows as CSV' }));
  const [name = '', text = ''] = saved.mock.calls[0] ?? [];
  saved.mockRestore();
  return [name, text.trim().split('\r\n')];
}

describe('the file of the portfolios', () => {
  it('has exact results, and none of a portfolio that has not begun', async () => {
    const begun = { ...MAJORS, portfolioId: 'p2', resultToday: '1.23456789' };
    drawPage(<PortfolioTable portfolios={[begun, { ...EMPTY_PORTFOLIO, name: '=SUM(1)' }]} />);
    const [name, [head, first, second]] = await downloaded();
    expect(name).toBe('portfolios.csv');
    expect(head).toBe(
      'Portfolio,Bots,"Equity, USDT",Today,7 d,"30 d, USDT","All, net",Open result,"Drawdown, %",Limit used',
    );
    expect(first).toContain('Majors,1,20000.00000000,1.23456789,');
    expect(second).toMatch(/^'=SUM\(1\),0,[\d.]+,,,,,,,/);
  });
});

describe('the table of returns', () => {
  const item = {
    ...{ portfolioId: 'p1', since: '2025-05-04T00:00:00.000Z', capital: '10000.00000000' },
    ...{
      equity: ['20000'],
      base: ['10000.00000000'],
      holding: ['10250.00000000'],
      symbols: ['BTCUSDT'],
      holdingUnknown: null,
    },
  };

  const GONE = {
    ...{ ...item, portfolioId: 'gone', execution: 'paper' as const, equity: ['10000', '20000'] },
    ...{ base: ['10000', '10000'], holding: ['10000', '10250'] },
  };

  it('tells return, holding and the difference, or why holding is not known', async () => {
    const unknown = { code: 'NO_PRICE' as const, symbol: 'ETHUSDT' };
    const { container } = drawPage(
      <ReturnsTable
        rows={[
          { portfolio: MAJORS, item, percent: '12.34', holding: '2.50', ahead: '9.84' },
          {
            portfolio: { ...MAJORS, portfolioId: 'p2', name: 'Other' },
            item: { ...item, portfolioId: 'p2', holding: [null], holdingUnknown: unknown },
            ...{ percent: '-1.00', holding: null, ahead: null },
          },
        ]}
        deleted={[GONE]}
      />,
    );
    const rows = rowsOf(await screen.findByRole('table', { name: 'Return beside holding' }));
    expect(rows[0], 'not the paid-in capital, which is shown as Start').toContain('Equity at start, USDT');
    expect(rows[1]).toBe(' Majors10,000.00+12.34+2.50+9.84');
    expect(rows[2]).toBe(' Other10,000.00−1.00not known: no stored price of ETHUSDT–');
    expect(rows.slice(3)).toEqual(['Deleted portfolios: 1+100.00+2.50+97.50', '2 portfolios+100.00+2.50+97.50']);
    expect(await downloaded()).toEqual([
      'returns.csv',
      [expect.stringContaining('Portfolio,'), 'Majors,10000.00000000,12.34,2.50,9.84', 'Other,10000.00000000,-1.00,,'],
    ]);
    expect(await domFindings(container)).toEqual([]);
  });
});
