import { act as reactAct, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getManualDeals, orderManualDeal, previewManualDeal, undoManualDeal } from '#contract/deals/manual-deal.ts';
import { textWith } from '#web/i18n/text.tsx';
import '#web/kinds/kind-views.ts';
import type { Atom, Bot } from '#web/api/trading-queries.ts';
import { domFindings } from '../../../../tests/support/dom-findings.ts';
import { drawPage } from '../../../../tests/support/draw-page.tsx';
import { paperAtom, paperBot } from '../../../../tests/support/paper-bot.ts';
import { page } from '../../../../tests/support/told-rows.ts';
import { type ToldServer, toldServer } from '../../../../tests/support/told-server.ts';
import { tellStatus } from '../../../../tests/support/told-status.ts';
import { DealDialog } from './deal-dialog.tsx';
import type { ForetoldDeal, ManualDeal } from './deal-queries.ts';
import { TitledDeals } from './titled-deals.tsx';

const HELD: Atom = {
  ...paperAtom('a'),
  ...{ state: 'OPEN', currentCycleId: 'c1', quantity: '0.080', averagePrice: '2500.00' },
};
const holding = paperBot({ botId: 'a', name: 'Alpha', atoms: [HELD] });
const flat = paperBot({ botId: 'a', name: 'Alpha', atoms: [paperAtom('a')] });

const POSITION: ForetoldDeal['before'] = {
  ...{ quantity: '0.080', averagePrice: '2500.00000000', takeProfitPrice: '2525.00', stopLossPrice: null },
  ...{ liquidationPrice: '2010.00', initialMargin: '40.00000000', committedMargin: '100.00000000' },
};
const EFFECT: ForetoldDeal = {
  fill: { price: '2511.26', qty: '0.040', notional: '100.45040000', commission: '0.05022520' },
  before: POSITION,
  after: { ...POSITION, quantity: '0.120', averagePrice: '2503.75333333', liquidationPrice: '2015.10' },
};
const DEAL: ManualDeal = {
  ...{ manualDealId: 'd1', botId: 'a', atomId: 'a-ETHUSDT-buy', cycleId: 'c1', orderId: 'c1-7' },
  ...{ symbol: 'ETHUSDT', direction: 'buy', kind: 'add', qty: null, notional: null, percent: '50' },
  ...{ orderType: 'limit', price: '2475.00', comment: 'mine', createdAt: '2025-05-26T05:30:59.999Z' },
  ...{ state: 'OPEN', orderQty: '0.040', filledQty: '0.000', avgPrice: null, doneAt: null, canUndo: true },
};

let server: ToldServer;
beforeAll(async () => void (await textWith('botWork', 'en')));
beforeEach(() => {
  server = toldServer();
  server.answers(previewManualDeal, EFFECT);
  tellStatus();
});
afterEach(() => vi.unstubAllGlobals());

async function open(bot: Bot) {
  const onClose = vi.fn();
  await reactAct(async () => void drawPage(<DealDialog bot={bot} onClose={onClose} />, { kind: 'dca-bot' }));
  const dialog = await screen.findByRole('dialog');
  const press = async (name: string) => {
    const button = await within(dialog).findByRole('button', { name });
    await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
    await userEvent.click(button);
  };
  return { dialog: within(dialog), onClose, press };
}

const rowsOf = (table: HTMLElement) =>
  Array.from(table.querySelectorAll('tbody tr'), (row) =>
    Array.from(row.children, ({ textContent }) => textContent?.replaceAll('\u00a0', ' ')),
  );

describe('the dialog of a deal by hand', () => {
  it('tells how the deal fills and what it makes of the position, before anything is ordered', async () => {
    const { dialog } = await open(holding);
    const table = await dialog.findByRole('table');
    expect(rowsOf(table)).toEqual([
      ['Position', '0.080', '0.120'],
      ['Average', '2,500.00', '2,503.75'],
      ['Take profit', '2,525.00', '2,525.00'],
      ['Stop-loss', '–', '–'],
      ['Liquidation', '2,010.00', '2,015.10'],
      ['Margin', '40.00', '40.00'],
      ['Committed margin', '100.00', '100.00'],
    ]);
    expect(dialog.getByText('Fills at about 2,511.26: 0.040 ETH, fee 0.05 USDT.')).toBeTruthy();
    expect(server.bodiesOf(orderManualDeal)).toEqual([]);
    expect(await domFindings()).toEqual([]);
  });

  it('orders exactly what was previewed, with its comment, and closes', async () => {
    server.answers(orderManualDeal, DEAL);
    const { dialog, onClose, press } = await open(holding);
    await userEvent.click(dialog.getByText('Limit', { exact: true }));
    await userEvent.type(dialog.getByLabelText('Price'), '2475');
    await userEvent.type(dialog.getByLabelText('Comment'), 'mine');
    await press('Add to ETH long');
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    const body = { symbol: 'ETHUSDT', direction: 'buy', kind: 'add', orderType: 'limit', percent: '50', price: '2475' };
    expect(server.bodiesOf(previewManualDeal).at(-1)).toEqual(body);
    expect(server.bodiesOf(orderManualDeal)).toEqual([{ ...body, comment: 'mine' }]);
  });

  it.each([
    [holding, ['Add to the position', 'Reduce the position', 'Close the position', 'Adopt a position made elsewhere']],
    [flat, ['Open a position', 'Adopt a position made elsewhere']],
    [{ ...holding, state: 'STOPPED' } as const, ['Reduce the position', 'Close the position']],
  ])('offers what the position of the bot takes (%#)', async (bot, kinds) => {
    const { dialog } = await open(bot);
    const options = within(dialog.getByLabelText('What to do')).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(kinds);
  });

  it('a refusal is told instead of an effect, and nothing can be ordered', async () => {
    server.refuses(previewManualDeal, 'POSITION_CLOSING');
    const { dialog } = await open(holding);
    await dialog.findByText('This position is being closed already.');
    expect(dialog.getByRole('button', { name: 'Add to ETH long' }).hasAttribute('disabled')).toBe(true);
  });

  it('without a size or a price nothing is asked of the server', async () => {
    const { dialog } = await open(holding);
    await dialog.findByRole('table');
    const asked = server.bodiesOf(previewManualDeal).length;
    await userEvent.clear(dialog.getByLabelText('Size'));
    await dialog.findByText('Enter a size to see its effect.');
    expect(server.bodiesOf(previewManualDeal)).toHaveLength(asked);
  });

  it('a size that is not clearly one number is no size', async () => {
    const { dialog } = await open(holding);
    await dialog.findByRole('table');
    await userEvent.clear(dialog.getByLabelText('Size'));
    const sent = server.bodiesOf(previewManualDeal).length;
    await userEvent.type(dialog.getByLabelText('Size'), ',5');
    await dialog.findByText('Enter a size to see its effect.');
    expect(server.bodiesOf(previewManualDeal)).toHaveLength(sent);
  });
});

describe('the deals by hand of a bot', () => {
  it('are listed with what became of them, and one that waits is taken back', async () => {
    const filled = { ...DEAL, manualDealId: 'd0', kind: 'close', orderQty: null, state: 'FILLED' } as const;
    const ended = { ...filled, filledQty: '0.080', avgPrice: '2505.00000000', canUndo: false };
    server.answers(getManualDeals, page([DEAL, ended]));
    server.answers(undoManualDeal, { manualDealId: 'd1', changed: true });
    drawPage(<TitledDeals botId="a" atoms={[HELD]} />, { kind: 'dca-bot' });
    const rows = await screen.findAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))).toEqual([
      'Add: 0.040 ETH at 2,475.00Waiting26 May 05:30 · mineUndo',
      'Close: 0.080 ETH at 2,505.00Filled26 May 05:30 · mine',
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Undo: Add: 0.040 ETH at 2,475.00' }));
    await waitFor(() => expect(server.requests.map(({ path }) => path)).toContain('/api/manual-deals/d1'));
    expect(await domFindings()).toEqual([]);
  });

  it('of a cycle only its own are asked for, and without any nothing is drawn', async () => {
    server.answers(getManualDeals, page([]));
    const { container } = drawPage(<TitledDeals botId="a" atoms={[HELD]} cycleId="other" />, { kind: 'dca-bot' });
    await waitFor(() => expect(server.requests).toHaveLength(1));
    expect(server.requests[0]?.query).toEqual({ cycleId: 'other' });
    expect(container.textContent).not.toContain('Deals by hand');
  });
});

/** Everything that the engine and the route refuse a deal with, besides the codes of whole answers. */
const REASONS = [
  ...['PRICE_NEEDED', 'PRICE_NOT_TAKEN', 'PRICE_OFF_TICK', 'PRICE_TOO_FAR', 'PRICE_CROSSED', 'LIMIT_NOT_TAKEN'],
  ...['SIZE_NEEDED', 'SIZE_NOT_TAKEN', 'SIZE_AMBIGUOUS', 'SIZE_OFF_STEP', 'SIZE_TOO_LARGE', 'SIZE_ABOVE_POSITION'],
  ...['EXIT_CROSSED', 'MAX_OPEN_CYCLES', 'CYCLES_DONE', 'PAST_TOO_SHORT', 'DEAL_BELOW_MIN_QTY'],
  ...['DEAL_BELOW_MIN_NOTIONAL', 'DEAL_ABOVE_MAX_QTY', 'DEAL_TOO_MANY_ORDERS', 'DEAL_INSUFFICIENT_MARGIN'],
  'DEAL_LIMIT_EXCEEDED',
];

it('every reason why a deal is refused has a sentence', async () => {
  const text = await textWith('botWork', 'en');
  for (const code of REASONS) expect(text.has(`refusal.${code}`), code).toBe(true);
});
