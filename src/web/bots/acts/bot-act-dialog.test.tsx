import { act as reactAct, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getAssets } from '#contract/asset.ts';
import { deleteBot, finishBot, restartBot, setCondition, setIsEnterEnabled, stopBot } from '#contract/bot.ts';
import { previewCondition } from '#contract/bots/preview-condition.ts';
import { getOrders } from '#contract/cycle.ts';
import { getSettings } from '#contract/system.ts';
import type { Bot } from '#web/api/trading-queries.ts';
import * as auth from '#web/auth/session.ts';
import { textWith } from '#web/i18n/text.tsx';
import '#web/kinds/kind-views.ts';
import type { BotAct } from '#web/kinds/kind-view.ts';
import { domFindings } from '../../../../tests/support/dom-findings.ts';
import { drawPage } from '../../../../tests/support/draw-page.tsx';
import { exampleAsset } from '../../../../tests/support/example-asset.ts';
import { settingsIn } from '../../../../tests/support/live-exchange-account.ts';
import { paperAtom, paperBot } from '../../../../tests/support/paper-bot.ts';
import { restingOrder } from '../../../../tests/support/told-rows.ts';
import { CONFIRMATION, type ToldServer, toldServer } from '../../../../tests/support/told-server.ts';
import { BotActDialog } from './bot-act-dialog.tsx';

const ACTS = ['finish', 'stop', 'restart', 'conditions', 'entries', 'delete'] as const;
type TestedAct = (typeof ACTS)[number];

const holding = paperBot({
  botId: 'a',
  name: 'Alpha',
  stopLossPercent: '9',
  cyclesClosed: 21,
  atoms: [
    {
      ...paperAtom('a'),
      state: 'OPEN',
      currentCycleId: 'c1',
      quantity: '0.080',
      averagePrice: '2500.00',
      unrealized: '0.80',
      takeProfitPrice: '2525.00',
    },
  ],
});

const takeProfit = { symbol: 'ETHUSDT', role: 'take_profit', level: 0, side: 'SELL', qty: '0.080' } as const;

/** What the engine tells of another take profit: one order replaced, three as they rest. */
const REPLACED = {
  cancels: [{ ...takeProfit, price: '2525.00' }],
  places: [{ ...takeProfit, price: '2550.50' }],
  unchanged: 3,
  liquidations: [{ symbol: 'ETHUSDT', direction: 'buy' as const, before: '2010.00', after: '2010.00' }],
  committedMargin: '40.00',
};

let server: ToldServer;
beforeAll(async () => void (await textWith('botWork', 'en')));

beforeEach(() => {
  server = toldServer();
  server.answers(getOrders, { items: [restingOrder(), step(1, '2475.00')] });
  server.answers(getAssets, { items: [exampleAsset] });
  server.answers(previewCondition, REPLACED);
});
afterEach(() => vi.unstubAllGlobals());

const step = (level: number, price: string) =>
  restingOrder({ orderId: `step-${level}`, role: 'safety', level, side: 'BUY', price, qty: '0.081' });

async function open(act: BotAct, bot: Bot = holding) {
  const onClose = vi.fn();
  await reactAct(async () => void drawPage(<BotActDialog act={act} bot={bot} onClose={onClose} />, { kind: bot.kind }));
  const dialog = await screen.findByRole('dialog');
  const lines = () =>
    within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  const button = (name: string | RegExp) => within(dialog).findByRole('button', { name });
  return { dialog, onClose, lines, button, user: userEvent.setup() };
}

/** Waits until the act can be carried out, and does it. */
async function confirm(opened: Awaited<ReturnType<typeof open>>, name: string) {
  const button = await opened.button(name);
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
  await opened.user.click(button);
}

/** How an act is carried out from its dialog as it opens, and what the server must have been sent. */
const WAYS: Readonly<
  Record<TestedAct, { readonly button: string; readonly bot?: Bot; readonly sends: readonly [object, unknown] }>
> = {
  finish: { button: 'Finish Alpha', sends: [finishBot, { strategyExecutorId: 'a-run-1' }] },
  stop: {
    button: 'Stop Alpha, keep protection',
    sends: [stopBot, { strategyExecutorId: 'a-run-1', position: 'protect' }],
  },
  restart: {
    button: 'Restart Alpha',
    bot: { ...holding, state: 'STOPPED' },
    sends: [restartBot, { strategyExecutorId: 'a-run-1' }],
  },
  conditions: {
    button: 'Set take profit and stop-loss of Alpha',
    sends: [setCondition, { strategyExecutorId: 'a-run-1', takeProfitPercent: '1', stopLossPercent: '12' }],
  },
  entries: {
    button: 'Turn long cycles off',
    sends: [setIsEnterEnabled, { strategyExecutorId: 'a-run-1', isEnterBuyEnabled: false, isEnterSellEnabled: false }],
  },
  delete: {
    button: 'Delete Alpha',
    bot: paperBot({ botId: 'a', name: 'Alpha', state: 'STOPPED', cyclesClosed: 1 }),
    sends: [deleteBot, null],
  },
};

/** The dialogs that change something need a change first. */
async function prepare(act: TestedAct, { dialog, user }: Awaited<ReturnType<typeof open>>) {
  if (act === 'entries') await user.click(within(dialog).getByRole('switch', { name: 'Opens long cycles' }));
  if (act !== 'conditions') return;
  const field = within(dialog).getByLabelText('Stop-loss');
  await user.clear(field);
  await user.type(field, '12');
}

describe('the dialog of every act on a bot', () => {
  it.each(ACTS)('%s: its button sends exactly its command, and then the dialog closes', async (act) => {
    const { button, bot, sends } = WAYS[act];
    const call = sends[0] as typeof finishBot; // Every act answers with the bot; deleting with less of it.
    server.answers(call, { ...holding, changed: true, openPosition: false, warnings: [] } as never);
    const opened = await open(act, bot);
    await prepare(act, opened);
    await confirm(opened, button);
    await waitFor(() => expect(opened.onClose).toHaveBeenCalledOnce());
    expect(server.bodiesOf(call)).toEqual([sends[1]]);
  });

  it.each(ACTS)('%s: a refusal is told in the dialog, which stays open for another try', async (act) => {
    const { button, bot, sends } = WAYS[act];
    server.refuses(sends[0] as typeof finishBot, 'TRANSITION_IN_PROGRESS');
    const opened = await open(act, bot);
    await prepare(act, opened);
    await confirm(opened, button);
    const alert = await within(opened.dialog).findByRole('alert');
    expect(alert.textContent).toContain('The bot is stopping. Wait until it has stopped.');
    expect(opened.onClose).not.toHaveBeenCalled();
    expect((await opened.button(button)).hasAttribute('disabled')).toBe(false);
  });

  it.each(ACTS)('%s: while its command is under way, a second click sends nothing', async (act) => {
    const { button, bot, sends } = WAYS[act];
    const call = sends[0] as typeof finishBot;
    server.keepsWaiting(call);
    const opened = await open(act, bot);
    await prepare(act, opened);
    await confirm(opened, button);
    await waitFor(async () => expect((await opened.button(button)).hasAttribute('disabled')).toBe(true));
    await opened.user.click(await opened.button(button));
    expect(server.bodiesOf(call)).toHaveLength(1);
  });

  it.each(ACTS)('%s: Escape and Cancel close it, and nothing is sent', async (act) => {
    const opened = await open(act, WAYS[act].bot);
    await opened.user.click(await opened.button('Cancel'));
    expect(opened.onClose).toHaveBeenCalledTimes(1);
    await opened.user.keyboard('{Escape}');
    expect(opened.onClose).toHaveBeenCalledTimes(2);
    expect(server.bodiesOf(WAYS[act].sends[0] as typeof finishBot)).toEqual([]);
  });

  it.each(ACTS)('%s: axe finds nothing grave in it', async (act) => {
    await open(act, WAYS[act].bot);
    expect(await domFindings()).toEqual([]);
  });
});

describe('stopping a bot', () => {
  it('under protection names a deal by hand that adds among what is cancelled, and keeps one that reduces', async () => {
    const deal = (side: 'BUY' | 'SELL', price: string) =>
      restingOrder({ orderId: `deal-${side}`, role: 'manual', side, price, qty: '0.040' });
    server.answers(getOrders, { items: [deal('BUY', '2400.00'), deal('SELL', '2600.00')] });
    const { lines } = await open('stop');
    await waitFor(() => expect(lines()[0]).toContain('Cancels 1 order:'));
    expect(lines()[0]).toContain('Manual: buy 0.040 ETH at 2,400.00');
    expect(lines().slice(1).join('\n')).toContain('Manual: sell 0.040 ETH at 2,600.00');
  });

  it('each way lists the orders it cancels and what happens to the position', async () => {
    const { dialog, lines, user, button } = await open('stop');
    await button(/keep protection/);
    await waitFor(() => expect(lines().join('\n')).toContain('Step 1: buy 0.081 ETH at 2,475.00'));
    expect(lines().join('\n')).toContain('Cancels 1 order:');
    await user.click(within(dialog).getByRole('radio', { name: 'Close it at market' }));
    expect(lines().join('\n')).toContain('Cancels 2 orders:');
    // 0.08 × 2,510 × 0.0005 = 0.1004
    expect(lines().join('\n')).toContain('taker fee of 0.10 USDT for ETHUSDT');
    await user.click(within(dialog).getByRole('radio', { name: 'Hand it over to you' }));
    expect(lines().join('\n')).toContain('Hands over 0.080 ETHUSDT long');
  });

  it('the way that is chosen is the one that is sent', async () => {
    server.keepsWaiting(stopBot);
    const opened = await open('stop');
    await opened.user.click(within(opened.dialog).getByRole('radio', { name: 'Hand it over to you' }));
    await confirm(opened, 'Stop Alpha, hand the position over');
    await waitFor(() => expect(server.bodiesOf(stopBot)).toHaveLength(1));
    expect(server.bodiesOf(stopBot)[0]).toMatchObject({ position: 'detach' });
  });

  it('nothing can be confirmed before the orders are known', async () => {
    server.keepsWaiting(getOrders);
    const { button } = await open('stop');
    expect((await button(/keep protection/)).hasAttribute('disabled')).toBe(true);
  });

  it('a failure to read the orders is told and nothing can be confirmed', async () => {
    server.refuses(getOrders, 'DATABASE_UNAVAILABLE');
    const { dialog, button } = await open('stop');
    expect((await within(dialog).findByRole('alert')).textContent).toContain('The database does not answer.');
    expect((await button(/keep protection/)).hasAttribute('disabled')).toBe(true);
  });
});

describe('changing the exits of a bot', () => {
  it('nothing is sent while nothing has changed, and the dialog says so', async () => {
    const { dialog, button } = await open('conditions');
    expect(within(dialog).getByText('No changes yet.')).toBeTruthy();
    expect((await button(/^Set take profit/)).hasAttribute('disabled')).toBe(true);
  });

  it('the same percentage written otherwise is no change', async () => {
    const { dialog, user } = await open('conditions');
    await user.type(within(dialog).getByLabelText('Stop-loss'), '.0');
    expect(within(dialog).getByText('No changes yet.')).toBeTruthy();
  });

  it('an exit that is not clearly one number cannot be set, and nothing is computed for it', async () => {
    const { dialog, button, user } = await open('conditions');
    await user.clear(within(dialog).getByLabelText('Take profit'));
    await user.type(within(dialog).getByLabelText('Take profit'), '1,5');
    const sentences = within(dialog).getAllByText('This is not clearly one number. Write it like 1,234.5.');
    expect(sentences.length).toBeGreaterThan(0);
    expect((await button(/^Set take profit/)).hasAttribute('disabled')).toBe(true);
  });

  it('another take profit is told as one order replaced, with the new price, and how many stay as they rest', async () => {
    const opened = await open('conditions');
    await opened.user.type(within(opened.dialog).getByLabelText('Take profit'), '.8');
    await within(opened.dialog).findByText('→ Take profit: sell 0.080 ETH at 2,550.50, was 2,525.00');
    expect(within(opened.dialog).getByRole('heading', { name: 'Replaces 1 order' })).toBeTruthy();
    expect(within(opened.dialog).getByText(/^3 orders stay as they rest/)).toBeTruthy();
    expect(within(opened.dialog).getByText('Liquidation of ETHUSDT long stays at 2,010.00')).toBeTruthy();
    expect(server.bodiesOf(previewCondition).at(-1)).toMatchObject({ takeProfitPercent: '1.8', stopLossPercent: '9' });
  });

  it('exits that the engine would refuse are told before they are sent', async () => {
    server.refuses(previewCondition, 'LADDER_REFUSED');
    const opened = await open('conditions');
    await prepare('conditions', opened);
    await within(opened.dialog).findByText('This ladder cannot run. The reasons are listed below.');
    expect(server.bodiesOf(setCondition)).toEqual([]);
  });

  it('an empty field switches the exit off, and the order that rests for it is named', async () => {
    server.answers(previewCondition, { ...REPLACED, places: [] });
    const opened = await open('conditions');
    await opened.user.clear(within(opened.dialog).getByLabelText('Take profit'));
    await waitFor(() => expect(opened.lines().join('\n')).toContain('− Take profit: sell 0.080 ETH at 2,525.00'));
    expect(opened.lines().join('\n')).toContain('Take profit off');
    server.keepsWaiting(setCondition);
    await confirm(opened, 'Set take profit and stop-loss of Alpha');
    await waitFor(() => expect(server.bodiesOf(setCondition)).toHaveLength(1));
    expect(server.bodiesOf(setCondition)[0]).toMatchObject({ takeProfitPercent: null, stopLossPercent: '9' });
  });

  it('a price that is already past an exit is confirmed by closing at market, for these values alone', async () => {
    server.refuses(setCondition, 'CONDITION_TRIGGERS_NOW');
    const opened = await open('conditions');
    await prepare('conditions', opened);
    await confirm(opened, 'Set take profit and stop-loss of Alpha');
    await confirm(opened, 'The price is already past it: close Alpha at market');
    await waitFor(() => expect(server.bodiesOf(setCondition)).toHaveLength(2));
    expect(server.bodiesOf(setCondition)[1]).toMatchObject({ stopLossPercent: '12' });
    expect(Object.hasOwn(Object(server.bodiesOf(setCondition)[1]), 'confirm')).toBe(true);
    await opened.user.type(within(opened.dialog).getByLabelText('Stop-loss'), '5');
    expect(await opened.button('Set take profit and stop-loss of Alpha')).toBeTruthy();
  });
});

describe('starting a bot again', () => {
  it.each([
    ['CREATED', 'Start Alpha?', 'Start Alpha'],
    ['FINISHING', 'Resume Alpha?', 'Resume Alpha'],
    ['STOPPED', 'Restart Alpha?', 'Restart Alpha'],
  ] as const)('a bot in state %s is asked about as "%s"', async (state, title, button) => {
    const opened = await open('restart', { ...holding, state });
    expect(within(opened.dialog).getByRole('heading', { name: title })).toBeTruthy();
    expect(await opened.button(button)).toBeTruthy();
  });

  it('a stopped bot without a position begins another run, which is named', async () => {
    const { lines } = await open('restart', paperBot({ botId: 'a', name: 'Alpha', state: 'STOPPED', runNo: 2 }));
    expect(lines()[0]).toBe('Run 3 starts; each new cycle places its base order and its steps.');
  });
});

describe('finishing a bot', () => {
  it.each([
    ['holds a position', holding, '1 open position keeps its steps, take profit and stop-loss until it is flat.'],
    ['is flat', paperBot({ botId: 'a', name: 'Alpha' }), 'No position is open, so the bot finishes at once.'],
  ] as const)('says what stays when it %s', async (_, bot, sentence) => {
    const { lines } = await open('finish', bot);
    await waitFor(() => expect(lines()).toContain(sentence));
  });

  it('a base order that still rests is named among what is cancelled', async () => {
    server.answers(getOrders, { items: [restingOrder({ role: 'base', side: 'BUY', price: '2400.00' })] });
    const { lines } = await open('finish');
    await waitFor(() => expect(lines().join('\n')).toContain('Base order: buy 0.080 ETH at 2,400.00'));
  });
});

it('deleting names how many closed cycles stay, in the plural of the language', async () => {
  const { lines } = await open('delete', paperBot({ botId: 'a', name: 'Alpha', state: 'STOPPED', cyclesClosed: 1 }));
  expect(lines()).toContain('Its 1 closed cycle, with orders, fills and results.');
});

describe('restarting a live bot', () => {
  const signedInAt = vi.spyOn(auth, 'signedInAt');
  const reauthenticate = vi.spyOn(auth, 'reauthenticate');
  const stopped: Bot = { ...holding, kind: 'dca-prod-bot', execution: 'live', state: 'STOPPED' };

  beforeEach(() => {
    reauthenticate.mockReset().mockResolvedValue(undefined);
    server.answers(getSettings, settingsIn('mainnet'));
    server.answers(restartBot, { ...stopped, changed: true });
    server.confirms(restartBot);
  });

  it('says where the orders go, and sends the confirmation of the server', async () => {
    signedInAt.mockResolvedValue(Date.now());
    const opened = await open('restart', stopped);
    expect(await within(opened.dialog).findByText('This sends real orders to your Binance account.')).toBeTruthy();
    expect(within(opened.dialog).queryByLabelText('Your password')).toBeNull();
    await confirm(opened, 'Restart Alpha');
    await waitFor(() => expect(opened.onClose).toHaveBeenCalledOnce());
    expect(server.bodiesOf(restartBot)).toEqual([
      { strategyExecutorId: 'a-run-1' },
      { strategyExecutorId: 'a-run-1', confirm: CONFIRMATION },
    ]);
  });

  it('needs the password where the sign-in is older than five minutes', async () => {
    signedInAt.mockResolvedValue(Date.now() - 600_000);
    const opened = await open('restart', stopped);
    const field = await within(opened.dialog).findByLabelText('Your password');
    expect((await opened.button('Restart Alpha')).hasAttribute('disabled')).toBe(true);
    await opened.user.type(field, 'correct horse');
    await confirm(opened, 'Restart Alpha');
    await waitFor(() => expect(opened.onClose).toHaveBeenCalledOnce());
    expect(reauthenticate).toHaveBeenCalledExactlyOnceWith('correct horse');
  });
});
