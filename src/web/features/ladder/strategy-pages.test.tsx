import { act as reactAct, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getBots } from '#contract/bot.ts';
import type { Reply } from '#contract/call.ts';
import { applyStrategy, getStrategies } from '#contract/strategy.ts';
import type { Bot } from '#web/api/trading-queries.ts';
import { textWith } from '#web/i18n/text.tsx';
import '#web/kinds/kind-views.ts';
import * as csv from '#web/ui/table/csv.ts';
import { domFindings } from '../../../../tests/support/dom-findings.ts';
import { drawPage } from '../../../../tests/support/draw-page.tsx';
import { paperBot } from '../../../../tests/support/paper-bot.ts';
import { savedStrategy, TWO_STEPS } from '../../../../tests/support/told-rows.ts';
import { type ToldServer, toldServer } from '../../../../tests/support/told-server.ts';
import { ApplyDialog } from './actions/apply-dialog.tsx';
import { StrategyList } from './strategy-list.tsx';

type Effect = Reply<typeof applyStrategy>['effect'];
type PreviewedOrder = Effect['places'][number];

let server: ToldServer;
beforeAll(async () => void (await textWith('botWork', 'en')));
beforeEach(() => (server = toldServer()));
afterEach(() => vi.unstubAllGlobals());

describe('the list of strategies', () => {
  async function open() {
    let drawn: ReturnType<typeof drawPage> | undefined;
    await reactAct(async () => {
      drawn = drawPage(<StrategyList />, { at: '/dca/strategy', kind: 'dca-bot' });
    });
    return { user: userEvent.setup(), at: () => drawn?.router.state.location.pathname };
  }

  const cellsOf = (row: HTMLElement) =>
    Array.from(row.querySelectorAll('td, th'), ({ textContent }) => textContent?.trim() ?? '');

  it('tells of each its symbol, side, steps, leverage, exits, version and bots', async () => {
    const bots = [{ botId: 'a', name: 'Alpha', version: 3 }];
    server.answers(getStrategies, { items: [savedStrategy({ bots })] });
    await open();
    const row = (await screen.findByRole('link', { name: 'Two steps' })).closest('tr');
    expect(cellsOf(row as HTMLElement)).toEqual([
      'Two steps',
      'ETHUSDT',
      expect.stringContaining('long'),
      '2',
      '5',
      '1',
      '10',
      '3',
      '1',
      '22 May 00:00',
    ]);
  });

  it('is offered as a file, with an empty cell for an exit that is off', async () => {
    const saved = vi.spyOn(csv, 'saveFile').mockReturnValue();
    const params = { ...TWO_STEPS, stopLossPercent: null };
    server.answers(getStrategies, { items: [savedStrategy({ params } as never)] });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Download these rows as CSV' }));
    const [name = '', text = ''] = saved.mock.calls[0] ?? [];
    saved.mockRestore();
    expect(name).toBe('dca-bot strategies.csv');
    expect(text.split('\r\n')[1]).toBe('Two steps,ETHUSDT,long,2,5,1,,3,0,2025-05-22T00:00:00.000Z');
  });

  it('a ladder of own steps counts those, and an exit that is off is a dash', async () => {
    const params = { ...TWO_STEPS, customLevels: threeSteps, takeProfitPercent: null, stopLossPercent: null };
    server.answers(getStrategies, { items: [savedStrategy({ params } as never)] });
    await open();
    const row = (await screen.findByRole('link', { name: 'Two steps' })).closest('tr');
    expect(cellsOf(row as HTMLElement).slice(3, 7)).toEqual(['3', '5', '–', '–']);
  });

  it('stands in the order of names, and a click on a heading turns it round', async () => {
    const named = (name: string) => savedStrategy({ strategyId: name, name });
    server.answers(getStrategies, { items: ['Beta', 'Alpha', 'Gamma'].map(named) });
    const { user } = await open();
    await screen.findByRole('link', { name: 'Alpha' });
    const names = () =>
      screen
        .getAllByRole('link')
        .map(({ textContent }) => textContent)
        .filter((text) => /^(Alpha|Beta|Gamma)$/.test(text ?? ''));
    expect(names()).toEqual(['Alpha', 'Beta', 'Gamma']);
    await user.click(screen.getByRole('button', { name: /^Strategy/ }));
    await waitFor(() => expect(names()).toEqual(['Gamma', 'Beta', 'Alpha']));
  });

  it.each([
    ['without any it says what a strategy is, and offers a new one and the demo', 0],
    ['with some it offers a new one', 1],
  ])('%s', async (_, count) => {
    server.answers(getStrategies, { items: count === 0 ? [] : [savedStrategy()] });
    const { user, at } = await open();
    if (count === 0) {
      await screen.findByText(/^You have no strategies yet\./);
      expect(screen.getByRole('link', { name: 'Or load the demo' }).getAttribute('href')).toBe('/portfolios');
    } else await screen.findByRole('link', { name: 'Two steps' });
    await user.click(screen.getAllByRole('button', { name: 'New strategy' })[0] as HTMLElement);
    await waitFor(() => expect(at()).toBe('/dca/strategy/new'));
  });

  it('a failure to read it is told, and the list appears when it is asked for again', async () => {
    server.refuses(getStrategies, 'STARTING');
    const { user } = await open();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The server is still starting.');
    server.answers(getStrategies, { items: [savedStrategy()] });
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('link', { name: 'Two steps' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('axe finds nothing grave in it', async () => {
    server.answers(getStrategies, { items: [savedStrategy()] });
    await open();
    await screen.findByRole('link', { name: 'Two steps' });
    expect(await domFindings()).toEqual([]);
  });
});

const threeSteps = ['1', '2', '3'].map((deviationPercent) => ({ deviationPercent, size: '100' }));

describe('applying a version to running bots', () => {
  const behind = paperBot({ botId: 'a', name: 'Alpha', strategyId: 's1', strategyVersion: 2 });
  const nothing: Effect = { cancels: [], places: [], unchanged: 0, liquidations: [], committedMargin: '120' };

  const previewed = (change: Partial<PreviewedOrder>): PreviewedOrder => ({
    ...{ symbol: 'ETHUSDT', role: 'safety', level: 1, side: 'BUY', price: '2475.00', qty: '0.081' },
    ...change,
  });

  function tell(effect: Partial<Effect>, bots: readonly Bot[] = [behind]) {
    server.answers(getBots, { items: [...bots] });
    server.answers(applyStrategy, { isApplied: false, effect: { ...nothing, ...effect }, bot: behind });
  }

  async function open() {
    const onClose = vi.fn();
    const strategy = savedStrategy() as Parameters<typeof ApplyDialog>[0]['strategy']; // Its parameters are a ladder's.
    await reactAct(async () => {
      drawPage(<ApplyDialog strategy={strategy} onClose={onClose} />, { kind: 'dca-bot' });
    });
    const dialog = await screen.findByRole('dialog');
    const button = (name: string) => within(dialog).findByRole('button', { name });
    return { dialog, button, onClose, user: userEvent.setup() };
  }

  /** What the dialog has sent besides its previews. */
  const applied = () => server.bodiesOf(applyStrategy).filter((body) => !Object(body).preview);

  it('a bot on an older version is offered it; those that have it or get it are not', async () => {
    tell({}, [
      behind,
      paperBot({ botId: 'b', name: 'Beta', strategyId: 's1', strategyVersion: 3 }),
      paperBot({ botId: 'c', name: 'Gamma', strategyId: 's1', strategyVersion: 2, pendingVersion: 3 }),
      paperBot({ botId: 'd', name: 'Delta', strategyId: 's2', strategyVersion: 1 }),
    ]);
    const { dialog } = await open();
    await within(dialog).findByRole('heading', { name: 'Alpha, on version 2' });
    expect(within(dialog).queryByText(/Beta|Gamma|Delta/)).toBeNull();
  });

  it('when no bot is behind it says so', async () => {
    tell({}, [paperBot({ botId: 'b', strategyId: 's1', strategyVersion: 3 })]);
    const { dialog } = await open();
    expect(await within(dialog).findByText(/^Every bot of this strategy is already on version 3/)).toBeTruthy();
  });

  it('an order cancelled and placed for the same step is one replaced, told with what it was', async () => {
    tell({
      cancels: [previewed({}), previewed({ level: 3, price: '2400.00' })],
      places: [previewed({ price: '2460.00' }), previewed({ level: 2, price: '2450.00' })],
      unchanged: 1,
    });
    const { dialog } = await open();
    await within(dialog).findByText('Replaces 1 order');
    const lines = within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(lines).toEqual([
      '→ Step 1: buy 0.081 ETH at 2,460.00, was 2,475.00',
      '− Step 3: buy 0.081 ETH at 2,400.00',
      '+ Step 2: buy 0.081 ETH at 2,450.00',
    ]);
    expect(within(dialog).getByText('1 order stays as it rests, with its place in the queue')).toBeTruthy();
  });

  it.each([
    [{ price: '2475.00', qty: '0.090' }, 'was 0.081'],
    [{ price: '2460.00', qty: '0.090' }, 'was 0.081 at 2,475.00'],
    [{ price: null, qty: '0.081' }, 'was 2,475.00'],
  ])('an order replaced by %j says what it was: %s', async (change, words) => {
    tell({ cancels: [previewed({})], places: [previewed(change)] });
    const { dialog } = await open();
    expect((await within(dialog).findByRole('listitem')).textContent?.endsWith(`, ${words}`)).toBe(true);
  });

  it.each([
    ['2010.00', '2150.00', 'Liquidation of ETHUSDT long: 2,010.00 → 2,150.00'],
    ['2010.00', null, 'Liquidation of ETHUSDT long: 2,010.00 → none'],
    ['2010.00', '2010.00', 'Liquidation of ETHUSDT long stays at 2,010.00'],
  ])('where the position is liquidated is told: %s, then %s', async (before, after, sentence) => {
    tell({ liquidations: [{ symbol: 'ETHUSDT', direction: 'buy', before, after }] });
    await open();
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(screen.getByText('Committed margin afterwards: 120.00 USDT')).toBeTruthy();
  });

  it('waits for the next cycle unless it is told to apply now', async () => {
    tell({});
    const { user, button } = await open();
    await user.click(await button('Apply to Alpha with its next cycle'));
    await waitFor(() => expect(applied()).toHaveLength(1));
    expect(applied()[0]).toMatchObject({ strategyExecutorId: 'a-run-1', strategyVersion: 3, when: 'next_cycle' });
    await user.click(screen.getByRole('radio', { name: 'Now' }));
    await user.click(await button('Apply to Alpha now'));
    await waitFor(() => expect(applied()).toHaveLength(2));
    expect(applied()[1]).toMatchObject({ when: 'now' });
  });

  it('nothing can be applied before its effect is known, nor when that is refused', async () => {
    server.answers(getBots, { items: [behind] });
    server.refuses(applyStrategy, 'CONDITION_TRIGGERS_NOW');
    const { dialog, button } = await open();
    expect((await within(dialog).findByRole('alert')).textContent).toContain('The price is already past this level.');
    expect((await button('Apply to Alpha with its next cycle')).hasAttribute('disabled')).toBe(true);
  });

  it('bots that cannot be read are told, and can be asked for again', async () => {
    server.refuses(getBots, 'DATABASE_UNAVAILABLE');
    const { dialog, user } = await open();
    const alert = await within(dialog).findByRole('alert');
    tell({});
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(await within(dialog).findByText('No order changes.')).toBeTruthy();
  });

  it('Escape closes it, and nothing was applied', async () => {
    tell({});
    const { user, button, onClose } = await open();
    await button('Apply to Alpha with its next cycle');
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
    expect(applied()).toEqual([]);
  });

  it('axe finds nothing grave in it', async () => {
    tell({ cancels: [previewed({})], places: [previewed({ price: '2460.00' })] });
    await open();
    await screen.findByText('Replaces 1 order');
    expect(await domFindings()).toEqual([]);
  });
});
