import { screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getCandles, getMarketHistory } from '#contract/market.ts';
import { getFutures } from '#contract/screener/get-futures.ts';
import { screenRule } from '#contract/screener/screen-rule.ts';
import { getStrategies, tryStrategy } from '#contract/strategy.ts';
import { textWith } from '#web/i18n/text.tsx';
import { domFindings } from '../../../../../tests/support/dom-findings.ts';
import { openPage } from '../../../../../tests/support/draw-page.tsx';
import { type ToldServer, toldServer } from '../../../../../tests/support/told-server.ts';
import { toldTrial } from '../../../../../tests/support/told-trial.ts';
import { ScreenerPage } from '../screener-page.tsx';
import type { Screening } from '../screener-queries.ts';
import type { RuleScreening } from './rule-queries.ts';

const NOW = '2025-05-26T05:30:00Z';
const found: Screening = {
  ...{ total: 1, listed: 1, offset: 0, limit: 1_000, funnel: [], choices: [] },
  ...{ ages: { market: NOW, past: NOW, survey: null, coin: null, own: null }, presentAt: NOW },
  items: [
    {
      ...{
        assetId: 'ETHUSDT',
        futuresTicker: 'ETHUSDT',
        baseAsset: 'ETH',
        tickSize: '0.01',
        spark: [],
        scoreParts: [],
      },
      ...{ ruleNow: 'buy', ruleTrueMinutes: 75, ruleTriggers: 41, ruleTriggerMinutes: 75, ruleCycles: 33 },
      ...{ ruleMeanPercent: '0.42', ruleWinPercent: '63.64', ruleWorstPercent: null, score: null },
      absent: [{ column: 'rule_worst_percent', reason: 'NO_CYCLES' }],
    },
  ],
};
const NOTHING_STORED = {
  ...{ symbol: 'ETHUSDT', listedAt: '2020-01-01T00:00:00.000Z', presentAt: NOW },
  ...{ oldestMinute: null, newestMinute: null, minutesStored: 0, minutesAbsent: 0, minutesMissing: 0 },
  ...{ stored: [], gaps: [] },
};
const judged = (change: Partial<RuleScreening>): RuleScreening => ({
  ...{ strategyId: 's1', strategyVersion: 2, name: 'Dip', timeframe: '15m', days: 90, closedAt: NOW },
  ...{ done: 1, total: 1, items: [] },
  ...change,
});
const strategy = {
  ...{ strategyId: 's1', name: 'Dip', kind: 'custom-bot', version: 2, comment: '', symbol: 'ETHUSDT', params: {} },
  ...{ versions: [], bots: [], createdAt: NOW, updatedAt: NOW },
};

beforeAll(async () => void (await textWith('screener', 'en')));

let server: ToldServer;
beforeEach(() => {
  server = toldServer();
  server.answers(getFutures, found);
  server.answers(getMarketHistory, NOTHING_STORED); // So nothing can be said of price moves.
});
afterEach(() => vi.unstubAllGlobals());

describe('the columns of a rule', () => {
  it('show what the strategy of the address says of each contract, and up to which close it was judged', async () => {
    server.answers(getStrategies, { items: [strategy] });
    server.answers(screenRule, judged({}));
    await openPage(<ScreenerPage />, { at: '/screener?columns=rule&rule=s1&days=30' });
    expect(await screen.findByText(/Judged at the close of the bar 26 May.*05:15, 15m/)).toBeTruthy();
    const cells = [...(screen.getByText('ETH').closest('tr')?.querySelectorAll('td') ?? [])].map(
      (one) => one.textContent,
    );
    expect(cells).toEqual(expect.arrayContaining(['Long', '1 h 15 m', '41', '33', '63.64']));
    expect(server.bodiesOf(screenRule)[0]).toEqual({ strategyId: 's1', days: 30 });
    expect(server.bodiesOf(getFutures).at(-1)).toMatchObject({ rule: { strategyId: 's1', days: 30 } });
  });

  it('tell how far the work is while contracts are left', async () => {
    server.answers(getStrategies, { items: [strategy] });
    server.answers(screenRule, judged({ done: 120, total: 500, items: null }));
    await openPage(<ScreenerPage />, { at: '/screener?columns=rule&rule=s1' });
    expect(await screen.findByText('Judged 120 of 500')).toBeTruthy();
  });

  it('lead to the making of a rule where none is saved', async () => {
    server.answers(getStrategies, { items: [] });
    await openPage(<ScreenerPage />, { at: '/screener?columns=rule' });
    const make = await screen.findByRole('link', { name: 'Make a rule' });
    expect(make.getAttribute('href')).toBe('/custom/strategy/new');
  });

  it('keep the chosen strategy in the address', async () => {
    server.answers(getStrategies, { items: [strategy] });
    server.answers(screenRule, judged({}));
    const { user, search } = await openPage(<ScreenerPage />, { at: '/screener?columns=rule' });
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Strategy' }), 'Dip');
    await user.click(screen.getByRole('radio', { name: '30 d' }));
    expect(search()).toEqual({ columns: 'rule', rule: 's1', days: '30' });
  });
});

describe('the picture of a contract while a rule is chosen', () => {
  const candle = (time: string, close: string) => ({ time, open: close, high: close, low: close, close });
  const marks = () =>
    [...document.querySelectorAll<SVGElement>('path[data-way]')].map(({ dataset }) => [
      dataset['way'],
      dataset['hollow'] === undefined ? 'entered' : 'skipped',
    ]);
  const open = () => openPage(<ScreenerPage />, { at: '/screener?columns=rule&rule=s1&days=7&symbol=ETHUSDT' });

  beforeEach(() => {
    server.answers(getStrategies, { items: [strategy] });
    server.answers(screenRule, judged({ days: 7 }));
    const items = ['10', '11', '12'].map((hour, index) => candle(`2025-05-26T${hour}:00:00.000Z`, `${2500 + index}`));
    server.answers(getCandles, { items });
  });

  it('has a mark for each trigger in its days, and tells how many opened a cycle', async () => {
    const [skipped, entered] = toldTrial().triggers;
    const triggers = [
      { ...skipped, closedAt: '2025-05-26T12:45:00.000Z', direction: 'sell' },
      { ...entered, closedAt: '2025-05-26T11:30:00.000Z', direction: 'buy' },
      { ...skipped, closedAt: '2025-05-26T09:00:00.000Z', direction: 'buy' },
    ] as ReturnType<typeof toldTrial>['triggers'];
    const { figures } = toldTrial();
    server.answers(tryStrategy, toldTrial({ triggers, figures: { ...figures, triggers: 5, entered: 1 } }));
    await open();
    expect(
      await screen.findByText(/^Triggers: 5; with a cycle opened: 1\. Last one: bar 26 May.* 12:30\./),
    ).toBeTruthy();
    expect(screen.getByText('The oldest 2 are not drawn.')).toBeTruthy();
    expect(marks()).toEqual([
      ['down', 'skipped'],
      ['up', 'entered'],
    ]);
    expect(screen.getByRole('img', { name: 'Price of ETHUSDT over 7 days with the triggers of my rule' })).toBeTruthy();
    expect(server.bodiesOf(tryStrategy)).toEqual([
      { symbol: 'ETHUSDT', strategyId: 's1', strategyVersion: 2, days: 7, bars: 10 },
    ]);
    expect(await domFindings()).toEqual([]);
  });

  it('keeps its candles and says why where the triggers cannot be told', async () => {
    server.refuses(tryStrategy, 'CANDLES_MISSING');
    await open();
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeTruthy();
    expect(screen.getByRole('img', { name: /Price of ETHUSDT over 7 days/ })).toBeTruthy();
    expect(marks()).toEqual([]);
  });
});
