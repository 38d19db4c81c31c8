import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { getFundingHistory, getOpenInterestHistory } from '#contract/market/asset-history.ts';
import { PartText, textWith } from '#web/i18n/text.tsx';
import * as csv from '#web/ui/table/csv.ts';
import { domFindings } from '../../../../../tests/support/dom-findings.ts';
import { openPage } from '../../../../../tests/support/draw-page.tsx';
import { type ToldServer, toldServer } from '../../../../../tests/support/told-server.ts';
import { FundingCard } from './funding-card.tsx';
import { InterestCard } from './interest-card.tsx';

// jsdom has no canvas to draw on; the frame with its table is the real one.
vi.mock('#web/charts/past/past-canvas.tsx', () => ({ PastCanvas: () => null }));

beforeAll(async () => void (await textWith('market', 'en')));

const page = { total: null, offset: 0, limit: 300 };
const held = [
  { days: 1, percent: '0.012345', settlements: 3, settlementsMissing: 0 },
  { days: 7, percent: null, settlements: 19, settlementsMissing: 2 },
];
const settled = (day: number, ratePercent: string) => ({ settledAt: `2025-05-0${day}T08:00:00.000Z`, ratePercent });

let server: ToldServer;
beforeEach(() => {
  server = toldServer();
  server.answersBy(getFundingHistory, ({ cursor }) => ({
    ...{ ...page, fundingHours: 8, held },
    ...(cursor === 'older'
      ? { items: [settled(1, '0.01')], cursor: null }
      : { items: [settled(3, '-0.0025'), settled(2, '0.0125')], cursor: 'older' }),
  }));
  server.answers(getOpenInterestHistory, {
    ...{ ...page, cursor: null },
    items: [{ toldAt: '2025-05-03T08:00:00.000Z', quantity: '1500.25', price: '2000.4', notional: '3001100.1' }],
  });
});
afterEach(() => vi.unstubAllGlobals());

const open = () =>
  openPage(
    <PartText part="market">
      <FundingCard symbol="ETHUSDT" />
      <InterestCard symbol="ETHUSDT" baseAsset="ETH" />
    </PartText>,
    { at: '/market/ETHUSDT', path: '/market/$symbol' },
  );
const tableOf = async (name: string) => {
  const figure = within(await screen.findByRole('figure', { name }));
  fireEvent.click(figure.getByRole('button', { name: 'Show as a table' }));
  return (await figure.findAllByRole('row')).map(({ textContent }) => textContent);
};

it('funding of a contract tells what a long has paid, and why a sum is missing', async () => {
  await open();
  expect((await screen.findByText('1 d')).parentElement?.textContent).toBe('1 d+0.0123\u00a0%');
  const week = screen.getByText('7 d').parentElement;
  expect(week?.textContent).toBe('7 d–');
  expect(week?.title).toBe('Not stored of these days: 2 settlements. Download their minutes to see the sum.');
});

it('funding of a contract is a table too, which grows by what is older', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Older' }));
  await screen.findByText('3 from 1 May 08:00 UTC');
  expect(await tableOf('Funding history')).toEqual([
    'Settled, UTCRate, %',
    ...['2025-05-03 08:00−0.0025', '2025-05-02 08:00+0.0125', '2025-05-01 08:00+0.01'],
  ]);
  expect(screen.queryByRole('button', { name: 'Older' })).toBeNull();
});

it('open interest of a contract is told in coins and in USDT', async () => {
  await open();
  fireEvent.click(await screen.findByRole('radio', { name: 'ETH' }));
  expect(await tableOf('Open interest')).toEqual([
    'Time, UTCOpen interest, ETHPrice, USDTOpen interest, USDT',
    '2025-05-03 08:001,500.252,000.43,001,100',
  ]);
});

it('a file of the funding of a contract holds all of it, not only what is loaded', async () => {
  const saved = vi.spyOn(csv, 'saveFile').mockReturnValue();
  await open();
  const [button] = await screen.findAllByRole('button', { name: 'Download these rows as CSV' });
  if (button) fireEvent.click(button);
  await waitFor(() => expect(saved).toHaveBeenCalled());
  const [name, text] = saved.mock.calls[0] ?? [];
  expect([name, text?.trim().split('\r\n')]).toEqual([
    'ETHUSDT funding.csv',
    [
      '"Settled, UTC","Rate, %"',
      '2025-05-03T08:00:00.000Z,-0.0025',
      '2025-05-02T08:00:00.000Z,0.0125',
      '2025-05-01T08:00:00.000Z,0.01',
    ],
  ]);
});

it('a contract without stored funding and open interest says what brings them', async () => {
  server.answers(getFundingHistory, { ...page, cursor: null, items: [], fundingHours: 8, held: [] });
  server.answers(getOpenInterestHistory, { ...page, cursor: null, items: [] });
  await open();
  expect(await screen.findByText('No funding of ETHUSDT is stored yet.')).toBeTruthy();
  expect(await screen.findByText('The exchange is asked once an hour of the market.')).toBeTruthy();
  expect(await domFindings()).toEqual([]);
});

it('funding that cannot be read is told with a way to ask again', async () => {
  server.refuses(getFundingHistory, 'DATABASE_UNAVAILABLE');
  await open();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The database does not answer.');
  server.answers(getFundingHistory, { ...page, cursor: null, items: [settled(2, '0.01')], fundingHours: 8, held });
  fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('figure', { name: 'Funding history' })).toBeTruthy();
});
