import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getLogs, getOrders, getTrades } from '#contract/cycle.ts';
import { getCandles } from '#contract/market.ts';
import { PartText, textWith } from '#web/i18n/text.tsx';
import '#web/kinds/kind-views.ts';
import { domFindings } from '../../../../../../tests/support/dom-findings.ts';
import { openPage } from '../../../../../../tests/support/draw-page.tsx';
import {
  opens,
  REPLAYED,
  REPLAYED_BARS,
  REPLAYED_FILLS,
  REPLAYED_LOGS,
  REPLAYED_ORDERS,
} from '../../../../../../tests/support/replayed-cycle.ts';
import { page } from '../../../../../../tests/support/told-rows.ts';
import { type ToldServer, toldServer } from '../../../../../../tests/support/told-server.ts';
import { CycleReplay } from './cycle-replay.tsx';
import { ReplayMoment } from './replay-moment.tsx';

// jsdom has nothing to draw on; the tables tell the same figures.
vi.mock('#web/charts/canvas/candle-canvas.tsx', () => ({ CandleCanvas: () => null }));

beforeAll(async () => void (await textWith('risk', 'en')));

let server: ToldServer;
beforeEach(() => {
  server = toldServer();
  server.answers(getCandles, { items: REPLAYED_BARS });
  server.answers(getTrades, { items: REPLAYED_FILLS });
  server.answers(getOrders, { items: REPLAYED_ORDERS });
  server.answers(getLogs, page(REPLAYED_LOGS));
});
afterEach(() => vi.unstubAllGlobals());

/** Name and value of every figure below the chart, and the sentences of the log. */
function told() {
  const facts = Array.from(document.querySelectorAll('dl > div'), (fact) => [
    fact.querySelector('dt')?.textContent,
    fact.querySelector('dd')?.textContent?.replaceAll('\u00a0', ' '),
  ]);
  const log = Array.from(document.querySelectorAll('ol > li > span'), ({ textContent }) => textContent);
  return { ...Object.fromEntries(facts), log };
}

/** The moments of the example: shown candles, and what `replayed-cycle.ts` computes of the close of the last. */
const MOMENTS = [
  {
    ...{ shown: 2, minute: 29 },
    told: {
      ...{ Price: '2,500.00', Average: '–', Steps: '0/2', Margin: '0.00', Unrealised: '0.00' },
      ...{ 'Booked, without funding': '0.00', log: ['Decided to buy.'] },
    },
  },
  {
    // 0.080 · (2490 − 2500) = −0.80.
    ...{ shown: 3, minute: 30 },
    told: {
      ...{ Price: '2,490.00', Average: '2,500.00', Steps: '0/2', Margin: '20.00', Unrealised: '−0.80' },
      ...{ 'Booked, without funding': '−0.10', log: ['Bought 0.080.', 'Decided to buy.'] },
    },
  },
  {
    // 0.160 · 2474 − 398 = −2.16.
    ...{ shown: 4, minute: 31 },
    told: {
      ...{ Price: '2,474.00', Average: '2,487.50', Steps: '1/2', Margin: '39.80', Unrealised: '−2.16' },
      ...{ 'Booked, without funding': '−0.14', log: ['Bought 0.080.', 'Decided to buy.'] },
    },
  },
  {
    ...{ shown: 5, minute: 32 },
    told: {
      ...{ Price: '2,513.00', Average: '–', Steps: '1/2', Margin: '0.00', Unrealised: '0.00' },
      ...{ 'Booked, without funding': '+3.76', log: ['Sold 0.160.', 'Bought 0.080.', 'Decided to buy.'] },
    },
  },
] as const;

describe('a moment of a replay', () => {
  it.each(MOMENTS)('at the close of minute $minute price, position and log are those of then', async (moment) => {
    await openPage(
      <PartText part="risk">
        <ReplayMoment
          cycle={REPLAYED}
          bars={REPLAYED_BARS}
          shown={moment.shown}
          time={Date.parse(opens(moment.minute + 1))}
          trades={REPLAYED_FILLS}
          orders={REPLAYED_ORDERS}
          log={{ entries: REPLAYED_LOGS, isCut: false }}
          decimals={2}
        />
      </PartText>,
    );
    await screen.findByText('Unrealised');
    expect(told()).toEqual(moment.told);
  });
});

const open = () =>
  openPage(
    <PartText part="risk">
      <CycleReplay cycle={REPLAYED} marketNow={Date.parse(opens(34))} decimals={2} />
    </PartText>,
    { kind: 'dca-bot' },
  );
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const clock = () => screen.getByRole('status').textContent;

describe('the replay of a cycle', () => {
  it('begins with the candle in which the cycle was opened, and goes to the candles of its fills', async () => {
    await open();
    await screen.findByRole('slider', { name: 'Time of the replay' });
    const seen = [[clock(), told().Average]];
    for (let fill = 0; fill < 3; fill += 1) {
      await press('To the next fill');
      seen.push([clock(), told().Average]);
    }
    expect(seen).toEqual([
      ['26 May 05:30', '–'],
      ['26 May 05:31', '2,500.00'],
      ['26 May 05:32', '2,487.50'],
      ['26 May 05:33', '–'],
    ]);
    expect((screen.getByRole('button', { name: 'To the next fill' }) as HTMLButtonElement).disabled).toBe(true);
  });

  it('has its ladder as a table, too, as it rested at the chosen time', async () => {
    await open();
    await screen.findByRole('slider', { name: 'Time of the replay' });
    await press('To the next fill');
    await press('Show as a table');
    const rows = await within(screen.getByRole('figure')).findAllByRole('row');
    expect(rows.map((row) => Array.from(row.querySelectorAll('th, td'), ({ textContent }) => textContent))).toEqual([
      ['Line', 'Price, USDT'],
      ['step 1', '2,475.00'],
      ['step 2', '2,450.00'],
      ['TP', '2,525.00'],
      ['Stop', '2,250.00'],
      ['Avg', '2,500.00'],
    ]);
    expect(await domFindings()).toEqual([]);
  });

  it('says that nothing is stored of the time of the cycle when there are no candles of it', async () => {
    server.answers(getCandles, { items: [] });
    await open();
    expect(await screen.findByText('No candles of this cycle are stored.')).toBeTruthy();
  });

  it.each([getCandles, getTrades, getOrders])(
    'says so when $name fails, and is there once it is asked again',
    async (call) => {
      server.refuses(call, 'INTERNAL_ERROR');
      const { user } = await open();
      const alert = await screen.findByRole('alert');
      server.answers(getCandles, { items: REPLAYED_BARS });
      server.answers(getTrades, { items: REPLAYED_FILLS });
      server.answers(getOrders, { items: REPLAYED_ORDERS });
      await user.click(within(alert).getByRole('button', { name: 'Retry' }));
      expect(await screen.findByRole('slider', { name: 'Time of the replay' })).toBeTruthy();
    },
  );
});
