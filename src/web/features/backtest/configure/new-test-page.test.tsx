import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getAssets } from '#contract/asset.ts';
import { getBackFills, startBackFill } from '#contract/market.ts';
import { getStrategies } from '#contract/strategy.ts';
import { createTest, estimateTest, getTest } from '#contract/tests/test-condition.ts';
import { liveStore } from '#web/api/live/live-store.ts';
import { textWith } from '#web/i18n/text.tsx';
import { domFindings } from '../../../../../tests/support/dom-findings.ts';
import { openPage } from '../../../../../tests/support/draw-page.tsx';
import { exampleAsset } from '../../../../../tests/support/example-asset.ts';
import { savedStrategy } from '../../../../../tests/support/told-rows.ts';
import { type ToldServer, toldServer } from '../../../../../tests/support/told-server.ts';
import { tellStatus } from '../../../../../tests/support/told-status.ts';
import { toldEstimate, toldTest, toldTestDetail } from '../../../../../tests/support/told-tests.ts';
import { NewTestPage } from './new-test-page.tsx';

/** jsdom has no layout, so nothing scrolls. */
Element.prototype.scrollIntoView = () => {};

const BITCOIN = { ...exampleAsset, assetId: 'btc', futuresTicker: 'BTCUSDT', baseAsset: 'BTC' };

beforeAll(async () => void (await textWith('backtest', 'en')));

let server: ToldServer;
beforeEach(() => {
  localStorage.clear();
  server = toldServer();
  server.answers(getAssets, { items: [exampleAsset, BITCOIN] });
  server.answers(getStrategies, { items: [savedStrategy()] });
  server.answers(getBackFills, { items: [] });
  server.answers(estimateTest, toldEstimate());
  server.answers(createTest, { ...toldTest({ conditionId: 'n1' }), isReused: false });
  tellStatus();
});
afterEach(() => {
  liveStore.clear();
  vi.unstubAllGlobals();
});

const open = (search = '') => openPage(<NewTestPage />, { at: `/backtest/new${search}` });
const start = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Start the test' });
/** Once the first estimate is there, the fields no longer move. */
const settled = () => screen.findByText('about 3 s');

describe('a new test', () => {
  it('begins with a strategy of the user, its symbol and the last thirty whole days, and needs only its button', async () => {
    const { user, router } = await open();
    await settled();
    expect(screen.getByText('30 days, 26 Apr 2025 – 25 May 2025')).toBeTruthy();
    await user.click(await start());
    await waitFor(() => expect(router.state.location.pathname).toBe('/backtest/n1'));
    expect(server.bodiesOf(createTest)).toMatchObject([
      {
        ...{ kind: 'dca-bot', strategyId: 's1', strategyVersion: 3, symbols: ['ETHUSDT'], axes: [] },
        ...{ dateFrom: '2025-04-26', dateTo: '2025-05-25', walletUsdt: '10000', fillPath: 'pessimistic' },
        costs: { makerFeePercent: null, slippagePercent: '0.05', volumeCapPercent: '10', fundingRatePercent: null },
        ...{ sample: null, outOfSamplePercent: null, walkForward: null },
      },
    ]);
  });

  it('takes the symbols of another strategy with it, and keeps changed ones only for the strategy they were changed for', async () => {
    const other = savedStrategy({ strategyId: 's2', name: 'Other', symbol: 'BTCUSDT' });
    server.answers(getStrategies, { items: [savedStrategy(), other] });
    const { user } = await open();
    await settled();
    const tested = () => (server.bodiesOf(estimateTest).at(-1) as { symbols?: string[] }).symbols;
    const choose = (source: string) =>
      user.selectOptions(screen.getByRole('combobox', { name: 'Strategy or preset' }), source);
    await waitFor(() => expect(tested()).toEqual(['ETHUSDT']));
    await user.click(screen.getByRole('combobox', { name: 'Symbols' }));
    await user.click(await screen.findByRole('option', { name: 'BTCUSDT' }));
    await waitFor(() => expect(tested()).toEqual(['ETHUSDT', 'BTCUSDT']));
    await choose('Other v3');
    await waitFor(() => expect(tested()).toEqual(['BTCUSDT']));
    await choose(`${savedStrategy().name} v3`);
    await waitFor(() => expect(tested()).toEqual(['ETHUSDT']));
  });

  it('takes the symbols that the rules of another kind were written for, and not those shown before', async () => {
    const { user } = await open();
    await settled();
    const rules = savedStrategy({ strategyId: 'r1', name: 'Rules', symbol: 'ETHUSDT' });
    const kind = 'custom-bot' as const;
    server.answers(getStrategies, { items: [{ ...rules, kind, params: { ...rules.params, symbols: ['BTCUSDT'] } }] });
    await user.click(screen.getByRole('radio', { name: 'Custom' }));
    await waitFor(() =>
      expect(server.bodiesOf(estimateTest).at(-1)).toMatchObject({ strategyId: 'r1', symbols: ['BTCUSDT'] }),
    );
  });

  it('tells before its start how much there is to compute, how long it takes, and what is stored', async () => {
    await open();
    await settled();
    const fact = (name: string) => screen.getByText(name).parentElement?.textContent;
    expect(fact('Points')).toBe('Points30');
    expect(fact('Candles to pass')).toBe('Candles to pass3,888,000');
    expect(fact('Takes')).toBe('Takesabout 3 s on 1 core');
    expect(screen.getByRole('img', { name: '40,320 of 43,200 minutes are stored' })).toBeTruthy();
  });

  it('downloads the candles that are missing', async () => {
    server.keepsWaiting(startBackFill);
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Download them' }));
    expect(server.bodiesOf(startBackFill)).toEqual([
      { symbols: ['BTCUSDT'], dateFrom: '2025-04-26', dateTo: '2025-05-25' },
    ]);
  });

  it('what is missing after a download of the whole period is said to be not at the exchange, and not offered again', async () => {
    const job = {
      ...{
        backFillId: 'b1',
        symbols: ['BTCUSDT'],
        dateFrom: '2025-04-26T00:00:00.000Z',
        isOwn: true,
        isAutomatic: false,
      },
      ...{ state: 'done' as const, progressPercent: 100, minutesDone: 40_320, minutesPerSecond: 0, secondsLeft: 0 },
      ...{ symbol: null, requestsSkipped: 0, problem: null, startedAt: '2025-05-26T00:00:00.000Z' },
      endedAt: '2025-05-26T00:01:00.000Z',
    };
    server.answers(getBackFills, { items: [{ ...job, dateTo: '2025-05-20T00:00:00.000Z' }] });
    const { unmount } = await open();
    expect(await screen.findByRole('button', { name: 'Download them' })).toBeTruthy(); // Other days were downloaded.
    unmount();
    server.answers(getBackFills, { items: [{ ...job, dateTo: '2025-05-26T00:00:00.000Z' }] });
    await open();
    expect(await screen.findByText(/^The exchange has no more of them\./)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Download them' })).toBeNull();
  });

  it('without settlements of funding has no start but says why, until a rate is assumed in their place', async () => {
    const coverage = toldEstimate().coverage.map((each) => ({ ...each, minutesWithoutFunding: 1_440 }));
    const obstacles = [{ code: 'FUNDING_MISSING' as const, symbols: ['BTCUSDT'] }];
    server.answers(estimateTest, toldEstimate({ coverage, obstacles }));
    const { user } = await open();
    const reason = await screen.findByText(/^The test would fail: settlements of funding are missing for BTCUSDT\./);
    const blocked = await start();
    expect([blocked.disabled, blocked.getAttribute('aria-describedby')]).toEqual([true, reason.parentElement?.id]);
    server.answers(estimateTest, toldEstimate({ coverage }));
    await user.click(await screen.findByRole('button', { name: 'Assume 0.01 % every 8 h' }));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Assumed funding/ }).value).toBe('0.01');
    expect(screen.queryByText(/^Settlements of funding are missing/)).toBeNull();
    await user.click(await start());
    await waitFor(() => expect(server.bodiesOf(createTest)).toMatchObject([{ costs: { fundingRatePercent: '0.01' } }]));
  });

  it('varies a setting over a range, and says what is still missing', async () => {
    const { user } = await open();
    await settled();
    await user.click(screen.getByRole('button', { name: 'Vary a setting' }));
    expect(screen.getByText('Enter the values of each setting that is varied.')).toBeTruthy();
    expect((await start()).disabled).toBe(true);
    const axis = within(screen.getByRole('group', { name: 'First step, %' }));
    await user.type(axis.getByLabelText('From'), '0.5');
    await user.type(axis.getByLabelText('To'), '1.5');
    await user.type(axis.getByLabelText('Step'), '0.5');
    await user.click(await start());
    await waitFor(() =>
      expect(server.bodiesOf(createTest)).toMatchObject([
        { axes: [{ path: 'step_percent', range: { from: '0.5', to: '1.5', step: '0.5' } }] },
      ]),
    );
  });

  it('an earlier test is changed and run again with all its settings', async () => {
    server.answers(getTest, toldTestDetail({ outOfSamplePercent: 25, walkForward: { trainDays: 16, testDays: 6 } }));
    const { user } = await open('?like=t1');
    await settled();
    await user.click(await start());
    await waitFor(() =>
      expect(server.bodiesOf(createTest)).toMatchObject([
        {
          ...{ strategyId: 's1', strategyVersion: 3, dateFrom: '2025-05-04', dateTo: '2025-06-14', walletUsdt: '1000' },
          axes: [
            { path: 'take_profit_percent', values: ['0.4', '0.8', '1.2', '1.6'] },
            { path: 'step_percent', values: ['0.6', '1', '1.4'] },
          ],
          ...{ outOfSamplePercent: 25, walkForward: { trainDays: 16, testDays: 6 }, rankBy: 'roi_committed' },
        },
      ]),
    );
  });

  it('a grid that the server refuses is told with its reason, and cannot be started', async () => {
    server.refuses(estimateTest, 'GRID_TOO_LARGE');
    await open();
    expect((await screen.findByRole('alert')).textContent).toContain('at most 5,000 points');
    expect((await start()).disabled).toBe(true);
  });

  it.each([
    ['of which nothing is stored', 0, /^The test would fail: nothing is stored of BTCUSDT in this period\./],
    ['that no one source has together', 90, /^The test would fail: no source has candles of all of BTCUSDT\./],
  ])('symbols %s cannot be tested, and the form says how they can', async (_what, minutesStored, sentence) => {
    const coverage = toldEstimate().coverage.map((each) => ({ ...each, minutesStored, source: null }));
    const obstacles = [{ code: 'CANDLES_MISSING' as const, symbols: ['BTCUSDT'] }];
    server.answers(estimateTest, toldEstimate({ coverage, obstacles }));
    await open();
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect((await start()).disabled).toBe(true);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Download them' }).disabled).toBe(false);
  });

  it('with as many tests as a user may have leads to their list', async () => {
    server.answers(estimateTest, toldEstimate({ obstacles: [{ code: 'TESTS_FULL', symbols: [] }] }));
    await open();
    expect((await screen.findByRole('link', { name: 'Open your tests' })).getAttribute('href')).toBe('/backtest');
    expect(screen.getByText(/^You can have at most 1,000 backtests/)).toBeTruthy();
    expect((await start()).disabled).toBe(true);
  });

  it('that changed a moment ago is not started before it is known whether it can be computed', async () => {
    const { user } = await open();
    await settled();
    const obstacles = [{ code: 'FUNDING_MISSING' as const, symbols: ['BTCUSDT'] }];
    server.answers(estimateTest, toldEstimate({ obstacles }));
    await user.type(screen.getByRole('textbox', { name: /^Wallet/ }), '1');
    await user.click(await start());
    await screen.findByText(/^The test would fail/);
    expect(server.bodiesOf(createTest)).toEqual([]);
  });

  it('axe finds nothing grave in it', async () => {
    await open();
    await settled();
    expect(await domFindings()).toEqual([]);
  });
});
