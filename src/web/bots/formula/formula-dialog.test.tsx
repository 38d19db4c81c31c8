import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Suspense } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Bot } from '#web/api/trading-queries.ts';
import { textWith } from '#web/i18n/text.tsx';
import '#web/kinds/kind-views.ts';
import { domFindings } from '../../../../tests/support/dom-findings.ts';
import { draw } from '../../../../tests/support/draw.tsx';
import { paperBot } from '../../../../tests/support/paper-bot.ts';
import { FormulaDialog } from './formula-dialog.tsx';

const ALPHA = paperBot({ botId: 'a', name: 'Alpha', takeProfitPercent: '1.50', stopLossPercent: '9' });
const BETA = paperBot({ botId: 'b', name: 'Beta', takeProfitPercent: '2' });

/** jsdom has no layout, so nothing scrolls. */
Element.prototype.scrollIntoView = () => {};

// The words are a file of their own; loading it is no part of what the tests time.
beforeAll(async () => void (await textWith('botWork', 'en')));

interface SentChange {
  readonly strategy_executor_id: string;
  readonly from: Readonly<Record<string, string | null>>;
  readonly to: Readonly<Record<string, string | null>>;
}

let sent: (readonly SentChange[])[];
/** Requests about versions, as they were sent. */
let versions: {
  readonly preview?: boolean;
  readonly changes: readonly SentVersion[];
  readonly [field: string]: unknown;
}[];
/** The bots that the server refuses, by run. */
let refuses: ReadonlySet<string>;

interface SentVersion {
  readonly strategy_executor_id: string;
  readonly from_version: number;
  readonly to_version: number | null;
}

function answer(init: RequestInit): Response {
  if (init.method !== 'POST') return Response.json({ items: [] });
  const body = JSON.parse(String(init.body));
  if ('when' in body) versions.push(body);
  else sent.push(body.changes);
  const { changes }: { readonly changes: readonly (SentChange | SentVersion)[] } = body;
  const errors = changes.flatMap(({ strategy_executor_id: run }, index) =>
    refuses.has(run)
      ? [{ path: `changes.${index}`, code: 'CONDITION_TRIGGERS_NOW', detail: 'Beyond the price.', figures: [] }]
      : [],
  );
  if (errors.length === 0) return Response.json('when' in body ? applied(body) : { changed: true, items: [] });
  const problem = { type: 'about:blank', title: '', status: 422, code: 'BOTS_REFUSED', detail: '' };
  return Response.json({ ...problem, errors, request_id: 'r' }, { status: 422 });
}

/** Every new version has the number 7; each bot has two orders replaced. */
function applied({ preview, changes }: (typeof versions)[number]) {
  const items = changes.map(({ strategy_executor_id, from_version }) => ({
    ...{ bot_id: strategy_executor_id.slice(0, 1), from_version, to_version: 7 },
    orders: { cancels: 2, places: 2, unchanged: 0 },
  }));
  return { is_applied: preview !== true, items };
}

beforeEach(() => {
  versions = [];
  sent = [];
  refuses = new Set();
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => answer(init));
});
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

async function open(...bots: readonly Bot[]) {
  const onClose = vi.fn();
  // The dialog waits for its words, so it is drawn a moment later.
  await act(async () => {
    draw(
      <QueryClientProvider client={new QueryClient()}>
        <Suspense>
          <FormulaDialog bots={bots} onClose={onClose} />
        </Suspense>
      </QueryClientProvider>,
    );
  });
  return { dialog: within(await screen.findByRole('dialog')), onClose };
}

/** Enters the formula at once: a key at a time would draw the table for each. */
const enter = (value: string) => fireEvent.change(screen.getByLabelText('Formula'), { target: { value } });
const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent));
const percents = () =>
  sent.map((changes) => changes.map(({ to }) => [to['take_profit_percent'], to['stop_loss_percent']]));

describe('an edit of several bots by formula', () => {
  it('shows before and after of every bot and sends exactly that in one request, with the other exit as it is', async () => {
    const { dialog, onClose } = await open(ALPHA, BETA);
    enter('take_profit_percent * 0.9');
    expect(rows()).toEqual([
      ['Alpha', '1.5', '1.35', '—'],
      ['Beta', '2', '1.8', '—'],
    ]);
    await userEvent.click(dialog.getByRole('button', { name: 'Change (2)' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(percents()).toEqual([
      [
        ['1.35', '9'],
        ['1.8', null],
      ],
    ]);
    expect(sent[0]?.[0]?.from).toEqual({ take_profit_percent: '1.5', stop_loss_percent: '9' });
  });

  it('names for each bot that is left alone the reason, and sends nothing to it', async () => {
    const { dialog } = await open(
      ALPHA,
      paperBot({ botId: 'c', name: 'Off', takeProfitPercent: null }),
      paperBot({ botId: 'd', name: 'Same', takeProfitPercent: '3' }),
      paperBot({ botId: 'e', name: 'Zero', takeProfitPercent: '1' }),
      paperBot({ botId: 'f', name: 'Negative', takeProfitPercent: '0.5' }),
      paperBot({ botId: 'g', name: 'Failed', state: 'ERROR' }),
    );
    enter('6 / (take_profit_percent - 1)');
    expect(rows()).toEqual([
      ['Alpha', '1.5', '12', '—'],
      ['Off', '—', 'Skipped: it has no value here, so there is nothing to calculate with.'],
      ['Same', '3', 'Stays as it is.'],
      ['Zero', '1', 'Skipped: the formula divides by zero.'],
      ['Negative', '0.5', 'Skipped: −12 is out of the range 0.01 to 1,000 %.'],
      ['Failed', '1', 'Skipped: its state does not allow it.'],
    ]);
    await userEvent.click(dialog.getByRole('button', { name: 'Change (1)' }));
    await waitFor(() => expect(percents()).toEqual([[['12', '9']]]));
  });

  it('tells whom the server refused, that nothing was changed, and changes the others when told to', async () => {
    const { dialog, onClose } = await open(ALPHA, BETA);
    refuses = new Set([BETA.strategyExecutorId]);
    enter('7');
    await userEvent.click(dialog.getByRole('button', { name: 'Change (2)' }));
    await dialog.findByText('Nothing was changed, because not all bots can be.');
    expect(rows()).toEqual([
      ['Alpha', '1.5', '7', '—'],
      ['Beta', '2', 'Refused: The price is already past this level. Confirm to close at market.'],
    ]);
    expect(onClose).not.toHaveBeenCalled();
    expect(await domFindings()).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Change the others (1)' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(percents()[1]).toEqual([['7', '9']]);
  });

  it('says at which column a formula is wrong, and cannot be carried out', async () => {
    const { dialog } = await open(ALPHA);
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Value' }), 'Stop-loss');
    enter('stop_loss_percent * 0,9');
    dialog.getByText('Column 22: “,” does not belong here. Decimals have a point, as in 0.9.');
    expect(dialog.getByRole('button', { name: 'Change (0)' })).toHaveProperty('disabled', true);
    expect(await domFindings()).toEqual([]);
  });

  it('has no grave finding of axe with its table', async () => {
    await open(ALPHA, BETA);
    enter('take_profit_percent * 2');
    expect(await domFindings()).toEqual([]);
  });
});

const LADDER = {
  direction: 'buy',
  baseOrderSize: '100',
  stepPercent: '1.50',
  safetyOrdersCount: 4,
  customLevels: null,
};
const PLAN = { strategyId: 's', strategyName: 'Plan' };
const onVersion = (botId: string, strategyVersion: number, change: Partial<Bot> = {}) =>
  paperBot({ botId, name: `Bot ${botId}`, ...PLAN, strategyVersion, params: LADDER, ...change });

describe('an edit of the versions of several bots by formula', () => {
  const choose = (name: string) => userEvent.selectOptions(screen.getByRole('combobox', { name: 'Value' }), name);
  const reason = 'Skipped: it has no value here, so there is nothing to calculate with.';

  it('makes one version of each version in use, shows its number and the orders, and sends what the table shows', async () => {
    const { dialog, onClose } = await open(
      onVersion('a', 3),
      onVersion('b', 3),
      onVersion('c', 5, { params: { ...LADDER, stepPercent: '2' } }),
      onVersion('d', 3, { strategyId: null, strategyVersion: null }),
      onVersion('e', 4, { params: { ...LADDER, customLevels: [] } }),
      onVersion('f', 4, { params: { ...LADDER, stepPercent: '0.1' } }),
    );
    await choose('First step');
    enter('step_percent * 0.4');
    await dialog.findAllByText('Plan v3 → v7');
    expect(rows()).toEqual([
      ['Bot a', '1.5', '0.6', 'Plan v3\u00a0→\u00a0v7orders: −2, +2'],
      ['Bot b', '1.5', '0.6', 'Plan v3\u00a0→\u00a0v7orders: −2, +2'],
      ['Bot c', '2', '0.8', 'Plan v5\u00a0→\u00a0v7orders: −2, +2'],
      ['Bot d', '1.5', 'Skipped: it runs on parameters of its own, not on a saved strategy.'],
      ['Bot e', '—', reason],
      ['Bot f', '0.1', 'Skipped: 0.04 is out of the range 0.05 to 50 %.'],
    ]);
    expect(await domFindings()).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Change (3)' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    const made = (from_version: number, step_percent: string) => ({
      ...{ strategy_id: 's', from_version },
      params: { direction: 'buy', base_order_size: '100', step_percent, safety_orders_count: 4, custom_levels: null },
    });
    const change = (botId: string, from_version: number) => ({
      ...{ strategy_executor_id: `${botId}-run-1`, from_version, to_version: null },
    });
    const edit = {
      when: 'next_cycle',
      new_versions: [made(3, '0.6'), made(5, '0.8')],
      changes: [change('a', 3), change('b', 3), change('c', 5)],
    };
    expect(versions).toEqual([{ ...edit, preview: true }, edit]);
  });

  it('rounds a number of steps to a whole one, and asks anew when the open cycles are to change too', async () => {
    const { dialog } = await open(onVersion('a', 3));
    await choose('Steps');
    enter('safety_orders_count * 0.6');
    await dialog.findByText('Plan v3 → v7');
    expect(rows()).toEqual([['Bot a', '4', '2', 'Plan v3\u00a0→\u00a0v7orders: −2, +2']]);
    await userEvent.click(dialog.getByRole('radio', { name: 'Now' }));
    await waitFor(() => expect(versions.map(({ when }) => when)).toEqual(['next_cycle', 'now']));
    expect(versions[1]?.['new_versions']).toMatchObject([{ params: { safety_orders_count: 2 } }]);
  });

  it('names before anything is sent whom the server would refuse, and asks once more without them', async () => {
    refuses = new Set(['b-run-1']);
    const { dialog } = await open(onVersion('a', 3), onVersion('b', 3));
    await choose('Base order');
    enter('base_order_size / 2');
    await dialog.findByText('Plan v3 → v7');
    expect(rows()[1]).toEqual([
      'Bot b',
      '100',
      'Refused: The price is already past this level. Confirm to close at market.',
    ]);
    await userEvent.click(dialog.getByRole('button', { name: 'Change the others (1)' }));
    await waitFor(() => expect(versions).toHaveLength(3));
    expect(versions[2]?.changes.map((one) => one.strategy_executor_id)).toEqual(['a-run-1']);
  });
});
