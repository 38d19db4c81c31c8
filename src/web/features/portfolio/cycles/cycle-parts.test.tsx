import { act as reactAct, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Call } from '#contract/call.ts';
import { getLogs, getOrders } from '#contract/cycle.ts';
import { textWith } from '#web/i18n/text.tsx';
import '#web/kinds/kind-views.ts';
import { domFindings } from '../../../../../tests/support/dom-findings.ts';
import { drawPage } from '../../../../../tests/support/draw-page.tsx';
import { longLog } from '../../../../../tests/support/told-log.ts';
import { logLine, page, restingOrder } from '../../../../../tests/support/told-rows.ts';
import { type ToldServer, toldServer } from '../../../../../tests/support/told-server.ts';
import { CycleLog } from './cycle-log.tsx';
import { CycleOrders } from './cycle-orders.tsx';

let server: ToldServer;
beforeEach(() => {
  server = toldServer();
});
afterEach(() => vi.unstubAllGlobals());

async function draw(node: ReactElement) {
  await reactAct(async () => void drawPage(node, { kind: 'dca-bot' }));
  return userEvent.setup();
}

interface Part {
  readonly node: ReactElement;
  readonly call: Call;
  readonly tell: (isFull: boolean) => void;
  readonly full: string;
  readonly empty: string;
}

/** The parts of a cycle's drawer that are lists of their own. */
const PARTS: Readonly<Record<string, Part>> = {
  orders: {
    node: <CycleOrders cycleId="c1" decimals={2} />,
    call: getOrders,
    tell: (isFull) => server.answers(getOrders, { items: isFull ? [restingOrder()] : [] }),
    full: 'Take profit',
    empty: 'This cycle has no orders yet.',
  },
  decisions: {
    node: <CycleLog cycleId="c1" />,
    call: getLogs,
    tell: (isFull) => server.answers(getLogs, page(isFull ? [logLine()] : [])),
    full: 'Base order filled: 0.080 ETH at 2500.00.',
    empty: 'No decisions in this cycle yet.',
  },
};

describe.each(Object.entries(PARTS))('the %s of a cycle', (_, { node, call, tell, full, empty }) => {
  it('are those of this cycle alone', async () => {
    tell(true);
    await draw(node);
    expect(await screen.findByText(full)).toBeTruthy();
    expect(server.requests[0]?.query).toMatchObject({ cycleId: 'c1' });
  });

  it('that do not exist yet are said to be missing', async () => {
    tell(false);
    await draw(node);
    expect(await screen.findByText(empty)).toBeTruthy();
  });

  it('are not called missing while they load', async () => {
    server.keepsWaiting(call);
    await draw(node);
    await waitFor(() => expect(server.requests).toHaveLength(1));
    expect(screen.queryByText(empty)).toBeNull();
  });

  it('that cannot be read are told with the reason, and appear when asked for again', async () => {
    server.refuses(call, 'CYCLE_NOT_FOUND');
    const user = await draw(node);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('This cycle does not exist.');
    tell(true);
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText(full)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('stand without a grave finding of axe', async () => {
    tell(true);
    await draw(node);
    await screen.findByText(full);
    expect(await domFindings()).toEqual([]);
  });
});

describe('a row of the orders of a cycle', () => {
  it.each([
    ['a step by its number', { role: 'safety', level: 2 }, 'Step 2', '2,525.00', '0.080', 'Open'],
    [
      'a stop-loss by its trigger',
      { role: 'stop_loss', price: null, triggerPrice: '2250.00' },
      'Stop-loss',
      '2,250.00',
      '0.080',
      'Open',
    ],
    [
      'a market order by its average',
      { role: 'exit', price: null, avgPrice: '2498.00', state: 'FILLED' },
      'Exit',
      '2,498.00',
      '0.080',
      'Filled',
    ],
    [
      'an average with the decimals of the tick',
      { role: 'base', price: null, avgPrice: '2498.12345678', state: 'FILLED' },
      'Base order',
      '2,498.12',
      '0.080',
      'Filled',
    ],
    ['the whole position as all', { qty: null, closePosition: true }, 'Take profit', '2,525.00', 'all', 'Open'],
    ['a state in words', { state: 'PARTIALLY_FILLED' }, 'Take profit', '2,525.00', '0.080', 'Partly filled'],
    ['a role that has no word as it is', { role: 'rescue' }, 'rescue', '2,525.00', '0.080', 'Open'],
  ] as const)('tells %s', async (_, change, role, price, quantity, state) => {
    server.answers(getOrders, { items: [restingOrder(change)] });
    await draw(<CycleOrders cycleId="c1" decimals={2} />);
    const [, row] = await screen.findAllByRole('row');
    const cells = Array.from(row?.querySelectorAll('td') ?? [], ({ textContent }) => textContent);
    expect(cells).toEqual(['26 May 05:31', role, price, quantity, state]);
  });
});

describe('the decisions of a long cycle', () => {
  const asked = () => server.requests.map(({ query }) => query['cursor']);

  it('are all there, however many answers they come in', async () => {
    server.answersBy(getLogs, longLog(2_300));
    const user = await draw(<CycleLog cycleId="c1" />);
    await screen.findByText('Entry 2300.');
    expect(asked()).toEqual([undefined, '1000', '2000']);
    for (let left = 2_100; left > 0; left -= 200) {
      await user.click(screen.getByRole('button', { name: `Show ${Math.min(200, left)} more of ${left}` }));
    }
    expect(screen.getByText('Entry 1.')).toBeTruthy();
    expect(screen.queryByText(/^Only the newest/)).toBeNull();
  });

  it('are cut off at a bound that is told, with a link to all of them', async () => {
    await textWith('logs', 'en');
    server.answersBy(getLogs, longLog(10_001));
    await draw(<CycleLog cycleId="c1" />);
    await screen.findByText('Only the newest 10,000 entries are shown here.');
    expect(screen.getByText('Entry 10001.')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Open the whole log' });
    expect(link.getAttribute('href')).toBe('/dca/logs?cycle=c1');
    expect(await domFindings()).toEqual([]);
  });

  it('are not said to be cut off when there are exactly as many as the bound', async () => {
    server.answersBy(getLogs, longLog(10_000));
    await draw(<CycleLog cycleId="c1" />);
    await screen.findByText('Entry 10000.');
    expect(screen.queryByText(/^Only the newest/)).toBeNull();
  });
});

it('an order of a cycle leads to its entries in the log, unless it filled nothing, so that no entry names it', async () => {
  const filled = restingOrder({ orderId: 'o0', role: 'base', state: 'FILLED', filledQty: '0.080' });
  server.answers(getOrders, { items: [filled, restingOrder()] });
  await draw(<CycleOrders cycleId="c1" decimals={2} />);
  await screen.findByText('Take profit');
  expect(screen.getAllByRole('link', { name: 'Filled, Logs' }).map((link) => link.getAttribute('href'))).toEqual([
    '/dca/logs?bot=a&cycle=c1&order=o0',
  ]);
});
