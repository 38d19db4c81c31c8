import { fireEvent, screen, within } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getLogs, getOrders, getTrades } from '#contract/cycle.ts';
import { getCandles } from '#contract/market.ts';
import { PartText, textWith } from '#web/i18n/text.tsx';
import '#web/kinds/kind-views.ts';
import { openPage } from '../../../../../../tests/support/draw-page.tsx';
import { longLog } from '../../../../../../tests/support/told-log.ts';
import { baseFill, endedCycle, page, restingOrder } from '../../../../../../tests/support/told-rows.ts';
import { type ToldServer, toldServer } from '../../../../../../tests/support/told-server.ts';
import { CycleReplay } from './cycle-replay.tsx';

/** jsdom draws no canvas. */
vi.mock('#web/charts/candle-chart.tsx', () => ({ CandleChart: () => <figure aria-label="Candles" /> }));

const NOTHING_YET = 'Nothing had been decided yet.';
const HOUR_MS = 3_600_000;
/** Hours of a cycle of ten days: its log has an entry a minute, as of a bot whose steps are skipped again and again. */
const HOURS = 240;
const CYCLE = endedCycle({ endDate: new Date(Date.parse(endedCycle().openedAt) + HOURS * HOUR_MS).toISOString() });

beforeAll(async () => {
  await textWith('risk', 'en');
  await textWith('logs', 'en');
});

let server: ToldServer;
beforeEach(() => {
  server = toldServer();
  server.answers(getTrades, { items: [baseFill()] });
  server.answers(getOrders, { items: [restingOrder()] });
  const begin = Date.parse('2025-05-26T04:00:00.000Z');
  const prices = { open: '2500', high: '2510', low: '2490', close: '2505' };
  const candles = Array.from({ length: HOURS / 4 + 2 }, (_, index) => ({
    time: new Date(begin + index * 4 * HOUR_MS).toISOString(),
    ...prices,
  }));
  server.answers(getCandles, { items: candles });
});
afterEach(() => vi.unstubAllGlobals());

/** The replay stands at its first candle, which closes at 08:00, two and a half hours after the first entry. */
async function open(): Promise<void> {
  await openPage(
    <Suspense>
      <PartText part="risk">
        <CycleReplay cycle={CYCLE} marketNow={null} decimals={2} />
      </PartText>
    </Suspense>,
    { kind: 'dca-bot' },
  );
  await screen.findByRole('slider');
}

describe('the decisions in a replay', () => {
  it('are there from the first candle on, however long the log of the cycle is', async () => {
    server.answersBy(getLogs, longLog(9_000));
    await open();
    expect(screen.getByText('Entry 1.')).toBeTruthy();
    expect(screen.getByText('Entry 150.')).toBeTruthy();
    // It bears the instant at which the candle closes and the next one opens.
    expect(screen.queryByText('Entry 151.')).toBeNull();
    expect(screen.queryByText(/^Only the newest/)).toBeNull();
  });

  it('that were cut off are not said never to have been made: the whole log up to then is one click away', async () => {
    server.answersBy(getLogs, longLog(10_500));
    await open();
    await screen.findByText('Only the newest 10,000 entries are shown here.');
    expect(screen.queryByText(NOTHING_YET)).toBeNull();
    expect(screen.queryAllByRole('listitem')).toEqual([]);
    const link = screen.getByRole('link', { name: 'Open the whole log' });
    expect(link.getAttribute('href')).toBe('/dca/logs?cycle=c1&to=2025-05-26T08%3A00%3A00.000Z');
  });

  it('are shown with the note where some were cut off, once the replay comes to those that were read', async () => {
    server.answersBy(getLogs, longLog(10_500));
    await open();
    fireEvent.change(screen.getByRole('slider'), { target: { value: '3' } });
    expect(within(screen.getByRole('list')).getAllByRole('listitem').length).toBeGreaterThan(0);
    expect(await screen.findByText(/^Only the newest/)).toBeTruthy();
  });

  it('of a log without entries are said not to have been made', async () => {
    server.answers(getLogs, page([]));
    await open();
    expect(screen.getByText(NOTHING_YET)).toBeTruthy();
  });
});
