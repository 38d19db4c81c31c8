import { screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getAssets } from '#contract/asset.ts';
import { getBots } from '#contract/bot.ts';
import { getPortfolioPnl, getPortfolioReturns } from '#contract/portfolio.ts';
import { getPortfolioBreakdown } from '#contract/risk/breakdown.ts';
import { tryScale } from '#contract/risk/try-scale.ts';
import type { BotKind } from '#engine/model/bot.ts';
import { liveStore } from '#web/api/live/live-store.ts';
import { PartText, textWith } from '#web/i18n/text.tsx';
import '#web/kinds/kind-views.ts';
import { domFindings } from '../../../../../tests/support/dom-findings.ts';
import { openPage } from '../../../../../tests/support/draw-page.tsx';
import { WORKING_PORTFOLIO } from '../../../../../tests/support/portfolio-card.ts';
import { toldPnl } from '../../../../../tests/support/told-rows.ts';
import { type ToldServer, toldServer } from '../../../../../tests/support/told-server.ts';
import { tellStatus } from '../../../../../tests/support/told-status.ts';
import { usePortfolioView } from '../portfolio-view.ts';
import type { Breakdown } from './breakdown-query.ts';
import { PortfolioAnalysis } from './portfolio-analysis.tsx';
import type { ScaleAnswer } from './scale/scale-query.ts';

const SUMS = {
  ...{ cycles: 3, wins: 2, winPercent: '66.67', gross: '3.00000000', slippage: '0.10000000' },
  ...{ commission: '0.50000000', funding: '-0.20000000', liquidationFee: '0.00000000', result: '2.30000000' },
};
const NONE: Breakdown = {
  ...{ portfolioId: 'p1', dateFrom: '2025-05-20T00:00:00.000Z', dateTo: '2025-05-27T00:00:00.000Z' },
  total: { ...SUMS, cycles: 0, wins: 0, winPercent: null, gross: '0', slippage: '0', commission: '0', result: '0' },
  ...{ symbols: [], sides: [], reasons: [], versions: [], steps: [] },
};
const part = (value: string) => ({ value, strategy: null, ...SUMS });
const FULL: Breakdown = {
  ...NONE,
  total: SUMS,
  symbols: [part('ETHUSDT')],
  sides: [part('buy')],
  reasons: [part('take_profit')],
  versions: [{ ...part('3'), strategy: 'Two steps' }],
  steps: [
    { step: 0, had: 3, reached: 3, reachedPercent: '100.00', cycles: 2, wins: 2, result: '4.00000000' },
    { step: 1, had: 3, reached: 1, reachedPercent: '33.33', cycles: 1, wins: 0, result: '-1.70000000' },
    { step: 2, had: 1, reached: 0, reachedPercent: '0.00', cycles: 0, wins: 0, result: '0.00000000' },
  ],
};

const AS_IT_WAS = {
  ...{ cycles: 3, result: '2.30000000', unfinished: 0, openResult: '0.00000000', liquidations: 0 },
  ...{ drawdown: '1.00000000', margin: '50.00000000' },
};
const WITH_IT = {
  ...{ cycles: 2, result: '3.10000000', unfinished: 1, openResult: '-0.40000000', liquidations: 1 },
  ...{ drawdown: '2.00000000', margin: '80.00000000' },
};
const COMPARED = { before: AS_IT_WAS, after: WITH_IT, blocked: 1 };
const SCALED: ScaleAnswer = {
  ...{ portfolioId: 'p1', dateFrom: NONE.dateFrom, dateTo: NONE.dateTo, total: COMPARED, againResult: '2.20000000' },
  symbols: [{ symbol: 'ETHUSDT', ...COMPARED }],
  leftOut: [{ code: 'ENDED_OTHERWISE', cycles: 2, result: '-5.00000000' }],
  ...{ older: 0, fundingAssumed: [] },
};

beforeAll(async () => void (await textWith('risk', 'en')));

let server: ToldServer;
beforeEach(() => {
  server = toldServer();
  server.answers(getPortfolioBreakdown, FULL);
  server.answers(getPortfolioPnl, toldPnl());
  server.answers(getPortfolioReturns, { ...NONE, times: [], items: [], deleted: [] } as never);
  server.answers(getBots, { items: [] });
  server.answers(getAssets, { items: [] });
  tellStatus();
});
afterEach(() => {
  liveStore.clear();
  vi.unstubAllGlobals();
});

function Analysis({ kind }: { readonly kind: BotKind }) {
  return <PortfolioAnalysis view={usePortfolioView({ ...WORKING_PORTFOLIO, kind })} period="all" />;
}

const open = (search = '', kind: BotKind = 'dca-bot') =>
  openPage(
    <PartText part="risk">
      <Analysis kind={kind} />
    </PartText>,
    { at: `/${search}`, kind },
  );
const tableOf = (name: string) => screen.findByRole('group', { name });
const rowsOf = (table: HTMLElement) =>
  Array.from(table.querySelectorAll('tbody tr[data-row]'), (row) =>
    Array.from(row.querySelectorAll('th, td'), ({ textContent }) => textContent?.replaceAll('\u00a0', ' ')),
  );

describe('the analysis of a portfolio', () => {
  it('tells how often each step was reached, of the cycles that had it, and what those came to that ended there', async () => {
    await open();
    const rows = rowsOf(await tableOf('How far ladders were used'));
    expect(rows.map((row) => row.filter((cell) => cell !== ''))).toEqual([
      ['Base order', '3', '3', '100.00', '2', '+4.00'],
      ['Step 1', '1', '3', '33.33', '1', '−1.70'],
      ['Step 2', '0', '1', '0.00', '0', '0.00'],
    ]);
    expect(await domFindings()).toEqual([]);
  });

  it('of bots with rules says nothing of ladders', async () => {
    await open('', 'custom-bot');
    await tableOf('Where the result comes from');
    expect(screen.queryByRole('group', { name: 'How far ladders were used' })).toBeNull();
  });

  it('divides the result by what is chosen, and keeps the choice in the address', async () => {
    const { user, search } = await open();
    const table = await tableOf('Where the result comes from');
    within(table).getByText('ETHUSDT');
    await user.click(screen.getByRole('button', { name: 'Version' }));
    await screen.findByText('Two steps, version 3');
    expect(search()).toMatchObject({ by: 'version' });
  });

  it('asks for another scale with the values that were given, and tells both sides and what is left out', async () => {
    server.answers(tryScale, SCALED);
    const { user } = await open();
    const ask = await screen.findByRole('button', { name: 'Compare' });
    await user.click(ask);
    screen.getByText('Change at least one value.');
    await user.type(screen.getByLabelText('Size scale'), '20');
    screen.getByText('From 0.1 to 10, with at most 4 decimals.');
    await user.clear(screen.getByLabelText('Size scale'));
    await user.type(screen.getByLabelText('Size scale'), '1.8');
    await user.type(screen.getByLabelText('Steps'), '3');
    await user.click(ask);
    const rows = rowsOf(await tableOf('What if the ladder had another scale?'));
    expect(rows).toEqual([
      [...['ETHUSDT', '+2.30', '+3.10', '−0.40', '1.00', '2.00', '50.00', '80.00'], ...['3', '2', '0', '1', '1', '1']],
    ]);
    const scale = { volumeScale: '1.8', safetyOrdersCount: 3 };
    expect(server.bodiesOf(tryScale)).toEqual([{ portfolioId: 'p1', scale }]);
    screen.getByText('Not compared: 2 cycles, −5.00 USDT – ended by hand, or had other exits than their bot has now.');
    screen.getByText(/come to \+2.20 USDT .* really came to \+2.30 USDT/);
    expect(await domFindings()).toEqual([]);
  });

  it('says why another scale cannot be tried, and that nothing can be compared', async () => {
    server.refuses(tryScale, 'OVERLOADED');
    const { user } = await open();
    await user.type(await screen.findByLabelText('Step scale'), '1.2');
    await user.click(screen.getByRole('button', { name: 'Compare' }));
    await screen.findByText('The server is overloaded. Try again in a moment.');
    const none = { ...SCALED.total.before, cycles: 0, result: '0.00000000' };
    const total = { before: none, after: none, blocked: 0 };
    server.answers(tryScale, { ...SCALED, symbols: [], total, againResult: '0.00000000' });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('No cycle of this period can be compared.');
    expect(await domFindings()).toEqual([]);
  });

  it('says of each card that nothing has ended yet, without a figure', async () => {
    server.answers(getPortfolioBreakdown, NONE);
    await open();
    expect((await screen.findAllByText('No cycle has ended in this period.')).length).toBeGreaterThanOrEqual(3);
    expect(await domFindings()).toEqual([]);
  });

  it('says that there are no steps where only base orders were used', async () => {
    server.answers(getPortfolioBreakdown, { ...FULL, steps: FULL.steps.slice(0, 1) });
    await open();
    expect(await screen.findByText('The ladders of these cycles have no steps.')).toBeTruthy();
  });

  it('says why it failed, and loads again when told to', async () => {
    server.refuses(getPortfolioBreakdown, 'DATABASE_UNAVAILABLE');
    const { user } = await open();
    const retry = await screen.findByRole('button', { name: 'Retry' });
    expect(screen.getByText('The database does not answer. Try again in a moment.')).toBeTruthy();
    server.answers(getPortfolioBreakdown, FULL);
    await user.click(retry);
    await tableOf('How far ladders were used');
  });

  it('shows no table while it is loaded', async () => {
    server.keepsWaiting(getPortfolioBreakdown);
    await open();
    expect(screen.queryByRole('table')).toBeNull();
  });
});
