import { screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getFutures } from '#contract/screener/get-futures.ts';
import { screenRule } from '#contract/screener/screen-rule.ts';
import { getStrategies } from '#contract/strategy.ts';
import { textWith } from '#web/i18n/text.tsx';
import { openPage } from '../../../../../tests/support/draw-page.tsx';
import { type ToldServer, toldServer } from '../../../../../tests/support/told-server.ts';
import { ScreenerPage } from '../screener-page.tsx';
import type { Screening } from '../screener-queries.ts';
import type { RuleScreening } from './rule-queries.ts';

const NOW = '2025-05-26T05:30:00Z';
const found: Screening = {
  ...{ total: 1, listed: 1, offset: 0, limit: 1_000, funnel: [] },
  ...{ ages: { market: NOW, past: NOW, survey: null }, presentAt: NOW },
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
const judged = (change: Partial<RuleScreening>): RuleScreening => ({
  ...{ strategyId: 's1', strategyVersion: 2, name: 'Dip', timeframe: '15m', days: 90, closedAt: NOW },
  ...{ done: 1, total: 1, items: [] },
  ...change,
});
const strategy = {
  ...{ strategyId: 's1', name: 'Dip', kind: 'custom-bot', version: 2, comment: '', symbol: 'ETHUSDT', params: {} },
  ...{ versions: [], bots: [], createdAt: NOW, updatedAt: NOW },
};

beforeAll(async () => void (await textWith('screener', 'en')), 60_000);

let server: ToldServer;
beforeEach(() => {
  server = toldServer();
  server.answers(getFutures, found);
});
afterEach(() => vi.unstubAllGlobals());

describe('the columns of a rule', () => {
  it('show what the strategy of the address says of each contract, and up to which close it was judged', async () => {
    server.answers(getStrategies, { items: [strategy] });
    server.answers(screenRule, judged({}));
    await openPage(<ScreenerPage />, { at: '/screener?columns=rule&rule=s1&days=30' });
    expect(await screen.findByText(/Judged at the close of 26 May.*05:30, 15m bars/)).toBeTruthy();
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
