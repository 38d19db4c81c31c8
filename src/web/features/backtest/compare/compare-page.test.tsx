import { screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { compareTestBots } from '#contract/tests/test-bot.ts';
import { textWith } from '#web/i18n/text.tsx';
import { domFindings } from '../../../../../tests/support/dom-findings.ts';
import { openPage } from '../../../../../tests/support/draw-page.tsx';
import { type ToldServer, toldServer } from '../../../../../tests/support/told-server.ts';
import { toldPoint } from '../../../../../tests/support/told-tests.ts';
import type { PointComparison } from '../test-queries.ts';
import { ComparePage } from './compare-page.tsx';

vi.mock('#web/charts/returns-chart.tsx', () => ({ ReturnsChart: () => <figure aria-label="Equity" /> }));

beforeAll(async () => void (await textWith('backtest', 'en')));

const curve = ['1000', '1100', '1050'].map((equity, day) => ({
  ...{ ts: `2025-05-0${day + 1}T00:00:00.000Z`, result: '0', cumulative: '0', equity },
}));
const two: PointComparison = {
  items: [toldPoint(1, 1), toldPoint(2, 0)].map((bot) => ({
    ...{ bot, conditionName: 'ETH ladder', points: curve, dataHash: 'a1' },
  })),
  isSameMarket: true,
  differences: [
    { path: 'costs.maker_fee_percent', values: [null, '0.02000000'] },
    { path: 'fill_path', values: ['pessimistic', 'nearest_first'] },
    { path: 'out_of_sample_percent', values: ['25', null] },
    { path: 'params.take_profit_percent', values: ['0.8', '1.2'] },
    {
      path: 'period',
      values: [
        '2025-05-01T00:00:00.000Z/2025-05-11T00:00:00.000Z',
        '2025-05-01T00:00:00.000Z/2025-05-21T00:00:00.000Z',
      ],
    },
    { path: 'symbols', values: ['ETHUSDT', 'BTCUSDT,ETHUSDT'] },
  ],
};

let server: ToldServer;
beforeEach(() => {
  server = toldServer();
  server.answers(compareTestBots, two);
});
afterEach(() => vi.unstubAllGlobals());

const open = (bots: string) => openPage(<ComparePage />, { at: `/backtest/compare?bots=${bots}` });
const row = (name: string) => screen.getByText(name).closest('tr')?.textContent?.replaceAll('\u00a0', ' ');

it('points that ran on the same market are told with their difference from the first, and what they set differently', async () => {
  await open('p-1-1,p-2-0');
  await screen.findByText('What they set differently');
  expect(row('Return, %')).toBe('Return, %+30.70+14.80 −15.90');
  expect(await domFindings()).toEqual([]);
});

it('what points set differently is told by the names of the form, never by those of the wire', async () => {
  await open('p-1-1,p-2-0');
  const table = (await screen.findByText('What they set differently')).closest('section');
  const rows = [...(table?.querySelectorAll('tbody tr') ?? [])].map((each) =>
    [...each.children].map(({ textContent }) => textContent),
  );
  expect(rows).toEqual([
    ['Maker fee, %', 'as listed', '0.02'],
    ['Way of the price inside a minute', 'losing side first', 'nearer side first'],
    ['Kept apart at the end, %', '25', 'off'],
    ['Take profit, %', '0.8', '1.2'],
    ['Period', '1 May – 10 May 2025', '1 May – 20 May 2025'],
    ['Symbols', 'ETHUSDT', 'BTCUSDT, ETHUSDT'],
  ]);
  expect(await domFindings()).toEqual([]);
});

it('points of different markets are told without differences, and why', async () => {
  server.answers(compareTestBots, { ...two, isSameMarket: false });
  await open('p-1-1,p-2-0');
  expect(await screen.findByText('These points did not run on the same candles, funding and costs.')).toBeTruthy();
  expect(row('Return, %')).toBe('Return, %+30.70+14.80');
});

it('a comparison of fewer than two points says how to choose them', async () => {
  await open('p-1-1');
  expect(await screen.findByText(/Choose at least two/)).toBeTruthy();
  expect(server.requests).toEqual([]);
});
