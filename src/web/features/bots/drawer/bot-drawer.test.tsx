import { fireEvent, act as reactAct, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getWaits } from '#contract/bot.ts';
import { getEntryAt } from '#contract/bots/entry-at.ts';
import type { Reply } from '#contract/call.ts';
import { getLogs, getOrders } from '#contract/cycle.ts';
import { getManualDeals } from '#contract/deals/manual-deal.ts';
import type { Bot } from '#web/api/trading-queries.ts';
import { textWith } from '#web/i18n/text.tsx';
import '#web/kinds/kind-views.ts';
import { domFindings } from '../../../../../tests/support/dom-findings.ts';
import { drawPage } from '../../../../../tests/support/draw-page.tsx';
import { paperAtom, paperBot } from '../../../../../tests/support/paper-bot.ts';
import { logLine, page, restingOrder } from '../../../../../tests/support/told-rows.ts';
import { type ToldServer, toldServer } from '../../../../../tests/support/told-server.ts';
import { BotDrawer } from './bot-drawer.tsx';

type Waits = Reply<typeof getWaits>;
type Wait = Waits['items'][number];

const HOLDING = {
  ...paperAtom('a'),
  state: 'OPEN',
  currentCycleId: 'c1',
  cycleSeq: 4,
  quantity: '0.080',
  averagePrice: '2500.00',
  mark: '2510.00',
  takeProfitPrice: '2525.00',
  stopLossPrice: '2250.00',
  protection: 'protected',
  liquidationPrice: '2010.00',
  unrealized: '0.80',
  initialMargin: '40.00',
} as const;
const ALPHA = paperBot({ botId: 'a', name: 'Alpha', atoms: [HOLDING], comment: 'Watch the weekend' });
const BETA = paperBot({ botId: 'b', name: 'Beta' });
const GAMMA = paperBot({ botId: 'c', name: 'Gamma' });

beforeAll(async () => void (await textWith('botWork', 'en')));

let server: ToldServer;
beforeEach(() => {
  server = toldServer();
  tellWaits([{ code: 'CYCLE_OPEN', figures: [{ name: 'cycle', value: '4' }] }]);
  server.answers(getOrders, { items: [restingOrder()] });
  server.answers(getLogs, page([logLine()]));
  server.answers(getManualDeals, page([]));
});
afterEach(() => vi.unstubAllGlobals());

function tellWaits(
  waits: readonly (Pick<Wait, 'code' | 'figures'> & Partial<Pick<Wait, 'rule'>>)[],
  heldUpBy: Waits['heldUpBy'] = null,
) {
  const items = waits.map((wait, index) => ({
    atomId: `atom-${index}`,
    symbol: index === 0 ? 'ETHUSDT' : 'BTCUSDT',
    direction: 'buy' as const,
    rule: null,
    ...wait,
  }));
  server.answers(getWaits, { heldUpBy, items });
}

async function open(botId = 'a', bots: readonly Bot[] = [ALPHA, BETA, GAMMA]) {
  let drawn: ReturnType<typeof drawPage> | undefined;
  await reactAct(async () => {
    drawn = drawPage(<BotDrawer loaded={bots} />, { at: `/dca/bots?bot=${botId}`, kind: 'dca-bot' });
  });
  const drawer = await screen.findByRole('complementary');
  const user = userEvent.setup();
  const show = (part: string) => user.click(within(drawer).getByRole('button', { name: part }));
  return { drawer, user, show, search: () => drawn?.router.state.location.search };
}

const title = async (name: string) => expect(await screen.findByRole('heading', { level: 2, name })).toBeTruthy();

describe('what the drawer of a bot shows now', () => {
  it('the position, its prices with their distance, and the orders that rest', async () => {
    const { drawer } = await open();
    const position = await within(drawer).findByRole('region', { name: '0.080 ETHUSDT long' });
    const facts = within(position)
      .getAllByRole('term')
      .map(({ textContent }) => textContent);
    expect(facts).toContain('Average');
    expect(position.textContent).toContain('2,525.00 +0.60');
    const orders = await within(drawer).findByRole('region', { name: 'Working orders' });
    await within(orders).findByText('Take profit');
    const rows = within(orders)
      .getAllByRole('row')
      .map(({ textContent }) => textContent);
    expect(rows).toHaveLength(3); // The heads, the resting take profit, and the stop-loss that is held back.
    expect(rows[2]).toContain('sent when the price is reached');
  });

  it('a position that no stop-loss protects says so in words', async () => {
    const bare = paperBot({
      botId: 'a',
      name: 'Alpha',
      atoms: [{ ...HOLDING, stopLossPrice: null, protection: 'by_design' }],
    });
    const { drawer } = await open('a', [bare]);
    expect(await within(drawer).findByText('unprotected by design')).toBeTruthy();
  });

  it('the nearest order stands first, whatever its kind', async () => {
    server.answers(getOrders, {
      items: [restingOrder({ orderId: 'far', role: 'safety', level: 2, price: '2300.00' }), restingOrder()],
    });
    const { drawer } = await open();
    const orders = await within(drawer).findByRole('region', { name: 'Working orders' });
    await within(orders).findByText('Step 2');
    const firsts = within(orders)
      .getAllByRole('row')
      .map((row) => row.firstElementChild?.textContent);
    expect(firsts.slice(1)).toEqual(['Take profit', 'Step 2', 'Stop-loss sent when the price is reached']);
  });

  it('its position leads to its cycle in its portfolio', async () => {
    await open();
    const link = await screen.findByRole('link', { name: 'Cycle #4' });
    expect(link.getAttribute('href')).toBe('/dca/portfolio/p1?cycle=c1');
  });

  it('a flat bot has no position and says that it has no orders', async () => {
    server.answers(getOrders, { items: [] });
    const { drawer } = await open('c');
    expect(await within(drawer).findByText('No orders.')).toBeTruthy();
    expect(within(drawer).queryByRole('link', { name: /^Cycle/ })).toBeNull();
  });

  it('orders that cannot be read leave the rest of the drawer as it is', async () => {
    server.refuses(getOrders, 'DATABASE_UNAVAILABLE');
    const { drawer } = await open();
    expect((await within(drawer).findByRole('alert')).textContent).toContain('The database does not answer.');
    expect(within(drawer).getByRole('region', { name: '0.080 ETHUSDT long' })).toBeTruthy();
    expect(await within(drawer).findByText('Trading: cycle 4 is open.')).toBeTruthy();
  });
});

describe('why a bot trades or not', () => {
  const AT = { name: 'until', value: '2025-05-26T06:00:00.000Z' };
  const amounts = [
    { name: 'most', value: '1000' },
    { name: 'used', value: '812.5' },
    { name: 'needed', value: '240.00' },
  ];
  it('the entry rule, condition by condition, with its numbers, how far they are apart, and its last signal', async () => {
    const above = { op: 'gt', a: { price: 'close' }, b: { const: '2500' } };
    const low = { op: 'lt', a: { ind: 'rsi', n: 14 }, b: { const: '30' } };
    const bot = paperBot({
      botId: 'a',
      name: 'Alpha',
      params: { ...ALPHA.params, entryConditions: { all: [above, low] } },
    });
    const node = (path: string, truth: 'true' | 'false' | 'unknown', values: readonly (string | null)[] = []) => ({
      path,
      truth,
      isOfPrices: path === 'all.0',
      values: values.map((value, index) => ({ name: 'ab'.charAt(index), value })),
    });
    const nodes = [
      node('', 'false'),
      node('all.0', 'false', ['2000', '2500']),
      node('all.1', 'false', ['81.93', '30']),
    ];
    const times = {
      ...{ openedAt: '2025-05-05T11:45:00.000Z', closedAt: '2025-05-05T12:00:00.000Z' },
      ...{ lastTriggerAt: '2025-05-04T08:15:00.000Z', knownSince: null },
    };
    tellWaits([{ code: 'SIGNAL_ABSENT', figures: [], rule: { ...times, isActing: false, nodes } }]);
    await open('a', [bot]);
    const part = await screen.findByRole('region', { name: 'Is it trading?' });
    await within(part).findByText(/Last signal: bar .*08:00 UTC/);
    const lines = within(part)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))
      .slice(1);
    expect(lines).toEqual([
      'falseall of these:',
      'falseclose above 2,5002,000 / 2,500 20.00 % away',
      'falseRSI(14) below 3081.93 / 30 51.93 away',
    ]);
  });

  it('any earlier close: its conditions and numbers there, and whether a cycle opened or what stood in the way', async () => {
    const bot = paperBot({
      botId: 'a',
      name: 'Alpha',
      params: { ...ALPHA.params, entryConditions: { op: 'gt', a: { price: 'close' }, b: { const: '2500' } } },
    });
    const ruleAt = (closedAt: string, a: string) => ({
      openedAt: new Date(Date.parse(closedAt) - 15 * 60_000).toISOString(),
      ...{ closedAt, isActing: false, lastTriggerAt: '2025-05-04T08:15:00.000Z', knownSince: null },
      nodes: [
        {
          path: '',
          truth: 'false' as const,
          isOfPrices: true,
          values: [
            { name: 'a', value: a },
            { name: 'b', value: '2500' },
          ],
        },
      ],
    });
    tellWaits([{ code: 'SIGNAL_ABSENT', figures: [], rule: ruleAt('2025-05-05T12:00:00.000Z', '2000') }]);
    server.answersBy(getEntryAt, ({ at }) => {
      const isPaused = at === '2025-05-04T08:15:00.000Z';
      return {
        rule: ruleAt(isPaused ? at : '2025-05-05T11:45:00.000Z', isPaused ? '2600' : '2100'),
        ...{
          nextAt: '2025-05-05T12:00:00.000Z',
          outcome: isPaused ? ('COOLDOWN' as const) : ('SIGNAL_FALSE' as const),
          cycleId: null,
        },
        pausedUntil: isPaused ? '2025-05-04T08:20:00.000Z' : null,
      };
    });
    const { user } = await open('a', [bot]);
    const part = await screen.findByRole('region', { name: 'Is it trading?' });
    await user.click(await within(part).findByRole('button', { name: 'Earlier bar' }));
    await within(part).findByText(/close of the bar .*11:30 UTC\. No signal: its condition was false\./);
    expect(part.textContent?.replaceAll('\u00a0', ' ')).toContain('2,100 / 2,500');
    expect(server.requests.at(-1)?.query).toEqual({
      ...{ botId: 'a', symbol: 'ETHUSDT', direction: 'buy', at: '2025-05-05T11:59:59.999Z' },
    });
    await user.click(within(part).getByRole('button', { name: 'Last signal' }));
    await within(part).findByText(/A signal in the pause after a cycle, which lasted until .*08:20 UTC\./);
    expect(within(part).getByLabelText<HTMLInputElement>('Bar, UTC').value).toBe('2025-05-04T08:00');
    fireEvent.change(within(part).getByLabelText('Bar, UTC'), { target: { value: '2025-05-04T08:05' } });
    await waitFor(() => expect(server.requests.at(-1)?.query).toMatchObject({ at: '2025-05-04T08:20:00.000Z' }));
    await user.click(within(part).getByRole('button', { name: 'Latest bar' }));
    await within(part).findByText(/Last signal: bar .*08:00 UTC/);
  });

  it.each<[Wait['code'], Wait['figures'], string]>([
    ['BOT_CREATED', [], 'Not started yet. Start it to open the first cycle.'],
    [
      'ENTRY_RESTS',
      [{ name: 'price', value: '2400.00' }],
      'Waiting for the entry price: the base order rests at 2,400.00.',
    ],
    ['COOLDOWN', [AT], 'Pause after a cycle until 26 May 06:00 UTC.'],
    ['CYCLES_DONE', [{ name: 'cycles', value: '12' }], 'This run has opened all of its cycles: 12.'],
    [
      'MAX_OPEN_CYCLES',
      [
        { name: 'open', value: '3' },
        { name: 'allowed', value: '3' },
      ],
      'Blocked: 3 of 3 cycles are open.',
    ],
    [
      'PORTFOLIO_LIMIT_EXCEEDED',
      amounts,
      'Blocked: 812.50 of the portfolio limit of 1,000.00 USDT is committed, and a new cycle needs 240.00. Raise the limit or wait.',
    ],
    [
      'INSUFFICIENT_MARGIN',
      amounts,
      'Blocked: 812.50 of the 1,000.00 USDT in the wallet is committed, and a new cycle needs 240.00.',
    ],
    [
      'SIGNAL_SKIPPED',
      [{ name: 'reason', value: 'INSUFFICIENT_MARGIN' }],
      'Waiting for its next entry signal. The last one opened no cycle: not enough margin.',
    ],
    ['NEXT_CLOSE', [], 'Ready: the next cycle opens when the minute closes.'],
  ])('%s is told with its figures', async (code, figures, sentence) => {
    tellWaits([{ code, figures }]);
    await open();
    expect(await screen.findByText(sentence)).toBeTruthy();
  });

  it.each<[NonNullable<Waits['heldUpBy']>, RegExp]>([
    ['DISK_FULL', /the disk of the server is full/],
    ['DATABASE_UNAVAILABLE', /the database does not answer/],
    ['ENGINE_STOPPED', /the engine has stopped/],
    ['CATCHING_UP', /catching up with the market/],
    ['EXCHANGE_SILENT', /The exchange does not answer/],
    ['MARKET_BEHIND', /minutes of the market are missing/],
  ])('what holds up every bot stands before its own reason: %s', async (heldUpBy, sentence) => {
    tellWaits([{ code: 'NEXT_CLOSE', figures: [] }], heldUpBy);
    const { drawer } = await open();
    const why = await within(drawer).findByRole('region', { name: 'Is it trading?' });
    await within(why).findByText(sentence);
    const lines = within(why)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent ?? '');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(sentence);
  });

  it('with several symbols each sentence names its own', async () => {
    tellWaits([
      { code: 'NEXT_CLOSE', figures: [] },
      { code: 'ENTRIES_OFF', figures: [] },
    ]);
    await open();
    expect(await screen.findByText('BTCUSDT long:')).toBeTruthy();
    expect(screen.getByText('ETHUSDT long:')).toBeTruthy();
  });

  it('a bot that an error stopped says which', async () => {
    tellWaits([{ code: 'BOT_ERROR', figures: [] }]);
    await open('a', [paperBot({ botId: 'a', name: 'Alpha', state: 'ERROR', stateReason: 'LIQUIDATED' })]);
    expect(await screen.findByText(/^In error: .* Reason: liquidated\.$/)).toBeTruthy();
  });

  it('a failure to read the reason is told and can be repeated', async () => {
    server.refuses(getWaits, 'OVERLOADED');
    const { drawer, user } = await open();
    const alert = await within(drawer).findByRole('alert');
    expect(alert.textContent).toContain('The server is overloaded. Try again in a moment.');
    tellWaits([{ code: 'NEXT_CLOSE', figures: [] }]);
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(await within(drawer).findByText('Ready: the next cycle opens when the minute closes.')).toBeTruthy();
    expect(within(drawer).queryByRole('alert')).toBeNull();
  });
});

describe('the settings of a bot in its drawer', () => {
  it('every parameter that is set stands under the name of its field, with values in words', async () => {
    const { drawer, show } = await open();
    await show('Settings');
    const shown = Object.fromEntries(
      within(drawer)
        .getAllByRole('term')
        .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
    );
    expect(shown).toMatchObject({
      Portfolio: 'Ladders',
      Symbols: 'ETHUSDT',
      'Take profit': '1 %',
      'Stop-loss': 'off',
      'Opens long cycles': 'on',
      Comment: 'Watch the weekend',
      'Base order': '100',
    });
    expect(shown).not.toHaveProperty('Opens short cycles');
  });

  it('a version that waits for the next cycle is named', async () => {
    const { drawer, show } = await open('a', [{ ...ALPHA, strategyVersion: 2, pendingVersion: 3 }]);
    await show('Settings');
    expect(within(drawer).getByText('v3')).toBeTruthy();
  });
});

describe('the decisions of a bot in its drawer', () => {
  it('are sentences with their time, newest first, and lead to the whole log', async () => {
    server.answers(
      getLogs,
      page([
        logLine({
          logId: 'l2',
          ts: '2025-05-26T05:45:00.000Z',
          level: 'warning',
          code: 'X',
          detail: 'Step 1 skipped.',
        }),
        logLine(),
      ]),
    );
    const { drawer, show } = await open();
    await show('Decisions');
    await within(drawer).findByText('Step 1 skipped.');
    const lines = within(drawer)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(lines).toEqual(['26 May 05:45Step 1 skipped.', '26 May 05:30Base order filled: 0.080 ETH at 2500.00.']);
    expect(within(drawer).getByRole('link', { name: 'Open the whole log' }).getAttribute('href')).toBe(
      '/dca/logs?bot=a',
    );
    expect(within(drawer).queryByText(/^These are the newest/)).toBeNull();
    expect(server.requests.find(({ name }) => name === 'getLogs')?.query).toMatchObject({ botId: 'a' });
  });

  it('of which there are more than the newest hundred say that they are the newest', async () => {
    const hundred = Array.from({ length: 100 }, (_, index) => logLine({ logId: `l${index}` }));
    server.answers(getLogs, { ...page(hundred), cursor: 'older' });
    const { drawer, show } = await open();
    await show('Decisions');
    expect(await within(drawer).findByText(/^These are the newest 100\./)).toBeTruthy();
  });

  it('a bot without any says so', async () => {
    server.answers(getLogs, page([]));
    const { drawer, show } = await open();
    await show('Decisions');
    expect(await within(drawer).findByText('No decisions yet.')).toBeTruthy();
  });

  it('that cannot be read are told and can be asked for again', async () => {
    server.refuses(getLogs, 'INTERNAL_ERROR');
    const { drawer, show, user } = await open();
    await show('Decisions');
    const alert = await within(drawer).findByRole('alert');
    expect(alert.textContent).toContain('Something went wrong on the server.');
    server.answers(getLogs, page([logLine()]));
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(await within(drawer).findByText('Base order filled: 0.080 ETH at 2500.00.')).toBeTruthy();
  });
});

describe('walking through bots with the drawer open', () => {
  it('j and k go to the next and previous bot, and stop at the ends of the list', async () => {
    const { user } = await open();
    await title('Alpha');
    await user.keyboard('j');
    await title('Beta');
    await user.keyboard('{ArrowDown}');
    await title('Gamma');
    await user.keyboard('j');
    await title('Gamma');
    await user.keyboard('kk');
    await title('Alpha');
  });

  it('its buttons do the same, and are off at the ends of the list', async () => {
    const { drawer, user } = await open();
    expect(within(drawer).getByRole('button', { name: 'Previous' }).hasAttribute('disabled')).toBe(true);
    await user.click(within(drawer).getByRole('button', { name: 'Next' }));
    await title('Beta');
  });

  it('keys that are typed into a field walk nowhere', async () => {
    const { user } = await open();
    const field = document.body.appendChild(document.createElement('input'));
    field.focus();
    await user.keyboard('jk');
    expect(field.value).toBe('jk');
    await title('Alpha');
    field.remove();
  });

  it.each(['{Escape}', 'Close'])('%s closes it and takes the bot from the address', async (way) => {
    const { drawer, user, search } = await open();
    if (way === 'Close') await user.click(within(drawer).getByRole('button', { name: 'Close' }));
    else await user.keyboard(way);
    await waitFor(() => expect(search()).not.toHaveProperty('bot'));
  });

  it('an address that names no bot of the list says so instead of showing nothing', async () => {
    const { drawer } = await open('nobody');
    expect(within(drawer).getByText('There is no such bot here.')).toBeTruthy();
  });
});

it.each(['Now', 'Settings', 'Decisions'])('axe finds nothing grave in the part "%s" of the drawer', async (part) => {
  const { show } = await open();
  await show(part);
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
  expect(await domFindings()).toEqual([]);
});
