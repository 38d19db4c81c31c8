import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { getPortfolioReturns } from '#contract/portfolio.ts';
import type { Returns } from '#web/api/returns-query.ts';
import { PartText, textWith } from '#web/i18n/text.tsx';
import { domFindings } from '../../../../../tests/support/dom-findings.ts';
import { openPage } from '../../../../../tests/support/draw-page.tsx';
import { toldPnl } from '../../../../../tests/support/told-rows.ts';
import { type ToldServer, toldServer } from '../../../../../tests/support/told-server.ts';
import { BenchmarkCard } from './benchmark-card.tsx';

// jsdom has nothing to draw on; the tables tell the same figures.
vi.mock('#web/charts/canvas/returns-canvas.tsx', () => ({ ReturnsCanvas: () => null }));

beforeAll(async () => void (await textWith('risk', 'en')));

const HOURS = ['2025-05-20T00:00:00.000Z', '2025-05-20T01:00:00.000Z', '2025-05-20T02:00:00.000Z'];
const known = { since: HOURS[0] ?? '', symbols: ['ETHUSDT'], holdingUnknown: null };
/** Of 1,000 USDT, 1,050 are 5 % more and 990 are 1 % less; holding, known from the second hour on, gains 2 %. */
const RETURNS: Returns = {
  deleted: [],
  ...{ dateFrom: HOURS[0] ?? '', dateTo: HOURS[2] ?? '', times: HOURS },
  items: [
    {
      ...known,
      portfolioId: 'p0',
      capital: '10',
      base: ['10', '10', '10'],
      equity: ['10', '20', '30'],
      holding: ['10', '10', '10'],
    },
    {
      ...known,
      portfolioId: 'p1',
      capital: '1000',
      base: ['1000', '1000', '1000'],
      equity: ['1000', '1050', '990'],
      holding: [null, '1000', '1020'],
    },
  ],
};
const point = (ts: string, equity: string, drawdownPercent: string) => ({
  ...{ ts, gross: '0', commission: '0', funding: '0', liquidationFee: '0', result: '0', cumulative: '0' },
  ...{ equity, drawdownPercent },
});
/** Of the highest point, 1,050, 990 are 60 less: 5.71 %. */
const POINTS = ['1000', '1050', '990'].map((equity, hour) =>
  point(HOURS[hour] ?? '', equity, hour < 2 ? '0' : '-5.71'),
);

let server: ToldServer;
beforeEach(() => {
  server = toldServer();
  server.answers(getPortfolioReturns, RETURNS);
});
afterEach(() => vi.unstubAllGlobals());

const open = (portfolioId = 'p1', points = POINTS) =>
  openPage(
    <PartText part="risk">
      <BenchmarkCard portfolioId={portfolioId} from="2025-05-20" pnl={toldPnl({ points })} />
    </PartText>,
  );

/** The rows of a chart as its table tells them. */
async function tableOf(name: string): Promise<readonly (readonly string[])[]> {
  const chart = await screen.findByRole('figure', { name });
  await act(() => userEvent.click(within(chart).getByRole('button', { name: 'Show as a table' })));
  const rows = await within(chart).findAllByRole('row');
  return rows.map((row) => Array.from(row.querySelectorAll('th, td'), ({ textContent }) => textContent ?? ''));
}

it('the return of a portfolio stands beside that of holding, hour by hour, and its falls below', async () => {
  await open();
  expect(await tableOf('Return beside holding')).toEqual([
    ['Time, UTC', 'Portfolio, %', 'Holding, %'],
    ['20 May 00:00', '0.00', '–'],
    ['20 May 01:00', '+5.00', '0.00'],
    ['20 May 02:00', '−1.00', '+2.00'],
  ]);
  expect(await tableOf('Below the highest equity')).toEqual([
    ['Time, UTC', 'Drawdown, %'],
    ['20 May 00:00', '0.00'],
    ['20 May 01:00', '0.00'],
    ['20 May 02:00', '−5.71'],
  ]);
  expect(server.requests.map(({ query }) => query)).toEqual([{ dateFrom: '2025-05-20' }]);
  expect(await domFindings()).toEqual([]);
});

it('a portfolio without a first full hour has no lines yet, and is told so in both cards', async () => {
  await open('new', []);
  const told = () => screen.queryAllByText('Not known yet: it begins with the first full hour of a bot.');
  await expect.poll(() => told().length).toBe(2); // Each card has an answer of its own.
  expect(screen.queryByRole('figure')).toBeNull();
});

it('returns that cannot be read are told with a way to try again, and the falls are there all the same', async () => {
  server.refuses(getPortfolioReturns, 'INTERNAL_ERROR');
  const { user } = await open();
  const alert = await screen.findByRole('alert');
  expect(screen.getByRole('figure', { name: 'Below the highest equity' })).toBeTruthy();
  expect(screen.queryByRole('figure', { name: 'Return beside holding' })).toBeNull();
  server.answers(getPortfolioReturns, RETURNS);
  await user.click(within(alert).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('figure', { name: 'Return beside holding' })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});
