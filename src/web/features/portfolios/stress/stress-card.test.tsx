import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getStressTest } from '#contract/risk/stress-test.ts';
import { textWith } from '#web/i18n/text.tsx';
import '#web/kinds/kind-views.ts';
import { domFindings } from '../../../../../tests/support/dom-findings.ts';
import { openPage } from '../../../../../tests/support/draw-page.tsx';
import { WORKING_PORTFOLIO } from '../../../../../tests/support/portfolio-card.ts';
import { type ToldServer, toldServer } from '../../../../../tests/support/told-server.ts';
import { StressCard } from './stress-card.tsx';
import type { StressTest } from './stress-query.ts';

/** Alpha loses 150 of 1,000 USDT: it averages once and is liquidated. */
const TEST: StressTest = {
  marketPercent: '20',
  minutes: 60,
  betaDays: 90,
  betaReturnsMin: 30,
  symbols: [
    { symbol: 'ETHUSDT', price: '2500.00', stressedPrice: '1900.00', beta: '1.20', measuredBeta: '1.20', returns: 90 },
  ],
  portfolios: [
    {
      ...{ portfolioId: WORKING_PORTFOLIO.portfolioId, name: WORKING_PORTFOLIO.name },
      ...{ equity: '1000.00000000', equityAfter: '850.00000000' },
      ...{ freeMargin: '600.00000000', freeMarginAfter: '450.00000000' },
    },
  ],
  bots: [
    {
      ...{ botId: 'a', name: 'Alpha', kind: 'dca-bot', portfolioId: WORKING_PORTFOLIO.portfolioId },
      change: '-150.00000000',
      positions: [
        {
          ...{ symbol: 'ETHUSDT', direction: 'buy', change: '-150.00000000', levelsFilled: 0, levelsTotal: 2 },
          ...{ stepsTaken: [1], hasStepRule: false, end: { reason: 'liquidation', marketPercent: '16.40' } },
        },
      ],
    },
  ],
  behind: [],
};

beforeAll(async () => void (await textWith('risk', 'en')));

let server: ToldServer;
beforeEach(() => {
  server = toldServer();
  server.answers(getStressTest, TEST);
});
afterEach(() => vi.unstubAllGlobals());

const open = (search = '') =>
  openPage(<StressCard kind="paper" portfolios={[WORKING_PORTFOLIO]} />, { at: `/${search}`, kind: 'dca-bot' });
const asked = () => server.requests.filter(({ name }) => name === getStressTest.name).map(({ query }) => query);

describe('the stress test', () => {
  it('asks for nothing before a fall is chosen, and then for that one, which it keeps in the address', async () => {
    const { user, search } = await open();
    expect(asked()).toEqual([]);
    expect(await domFindings()).toEqual([]);
    await user.click(screen.getByRole('button', { name: '−20 %' }));
    await screen.findByText('Alpha');
    expect(asked()).toEqual([{ marketPercent: '20' }]);
    expect(search()).toMatchObject({ stress: '20' });
  });

  it('tells the loss, who averages and who is liquidated', async () => {
    await open('?stress=20');
    await screen.findByText('Alpha');
    const band = screen.getByLabelText('If bitcoin falls by 20 %');
    expect(band.textContent).toContain('−150.00');
    expect(band.textContent).toContain('850.00');
    const [, row] = within(screen.getAllByRole('table')[0] as HTMLElement).getAllByRole('row');
    expect(row?.textContent).toContain('16.4');
    expect(await domFindings()).toEqual([]);
  });

  it('asks for the fall of the slider when it is let go, not on the way', async () => {
    await open();
    const slider = screen.getByRole('slider');
    for (const value of ['30', '31', '32']) fireEvent.change(slider, { target: { value } });
    expect(asked()).toEqual([]);
    fireEvent.pointerUp(slider);
    await screen.findByText('Alpha');
    expect(asked()).toEqual([{ marketPercent: '32' }]);
  });

  it('shows grey blocks while it waits, and no figure of another test', async () => {
    server.keepsWaiting(getStressTest);
    await open('?stress=20');
    await waitFor(() => expect(asked()).toHaveLength(1));
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('says why it failed, and asks again when told to', async () => {
    server.refuses(getStressTest, 'OVERLOADED');
    const { user } = await open('?stress=20');
    const retry = await screen.findByRole('button', { name: 'Retry' });
    expect(screen.getByText('The server is overloaded. Try again in a moment.')).toBeTruthy();
    expect(await domFindings()).toEqual([]);
    server.answers(getStressTest, TEST);
    await user.click(retry);
    expect(await screen.findByText('Alpha')).toBeTruthy();
  });

  it('says that there is nothing to lose without an open position', async () => {
    server.answers(getStressTest, { ...TEST, bots: [], portfolios: [], symbols: [] });
    await open('?stress=20');
    expect(await screen.findByText('No position is open: a fall changes nothing.')).toBeTruthy();
  });
});
