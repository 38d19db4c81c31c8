import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Suspense } from 'react';
import { objectToSnake } from 'ts-case-convert';
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
beforeAll(async () => void (await textWith('botWork', 'en')), 60_000);

type Body = Readonly<Record<string, unknown>>;

/** The bots as the server has them, by name. */
let stored: Map<string, Bot>;
let sent: Body[];
let refuses: ReadonlySet<string>;

function answer(url: string, init: RequestInit): Response {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  if (pathname === '/api/get-bot-by-name-and-portfolio') {
    return Response.json(objectToSnake({ ...stored.get(searchParams.get('name') ?? '') }));
  }
  if (init.method !== 'POST') return Response.json({ items: [] });
  const body: Body = JSON.parse(String(init.body));
  sent.push(body);
  const bot = [...stored.values()].find((one) => one.strategyExecutorId === body['strategy_executor_id']);
  if (bot === undefined || refuses.has(bot.name)) {
    const problem = { type: 'about:blank', title: '', status: 422, code: 'CONDITION_TRIGGERS_NOW', detail: 'no' };
    return Response.json({ ...problem, errors: [], request_id: 'r' }, { status: 422 });
  }
  const [take, stop] = [body['take_profit_percent'], body['stop_loss_percent']];
  const now = {
    ...bot,
    takeProfitPercent: take === null ? null : String(take),
    stopLossPercent: stop === null ? null : String(stop),
  };
  stored.set(bot.name, now);
  return Response.json(objectToSnake({ ...now, changed: true }));
}

beforeEach(() => {
  sent = [];
  refuses = new Set();
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => answer(url, init));
});
afterEach(() => vi.unstubAllGlobals());

async function open(...bots: readonly Bot[]) {
  stored = new Map(bots.map((bot) => [bot.name, bot]));
  // The dialog waits for its words, so it is drawn a moment later.
  await act(async () => {
    draw(
      <QueryClientProvider client={new QueryClient()}>
        <Suspense>
          <FormulaDialog bots={bots} onClose={() => {}} />
        </Suspense>
      </QueryClientProvider>,
    );
  });
  return within(await screen.findByRole('dialog'));
}

/** Enters the formula at once: a key at a time would draw the table for each. */
const enter = (value: string) => fireEvent.change(screen.getByLabelText('Formula'), { target: { value } });
const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent));
const percents = () => sent.map((body) => [body['take_profit_percent'], body['stop_loss_percent']]);

describe('an edit of several bots by formula', () => {
  it('shows before and after of every bot and sends exactly that, with the other exit of each as it is', async () => {
    const dialog = await open(ALPHA, BETA);
    enter('take_profit_percent * 0.9');
    expect(rows()).toEqual([
      ['Alpha', '1.5', '1.35', '—'],
      ['Beta', '2', '1.8', '—'],
    ]);
    await userEvent.click(dialog.getByRole('button', { name: 'Change (2)' }));
    await dialog.findByRole('button', { name: 'Undo (2)' });
    expect(percents()).toEqual([
      ['1.35', '9'],
      ['1.8', null],
    ]);
  });

  it('is undone with one click, which brings back what each bot had', async () => {
    const dialog = await open(ALPHA, BETA);
    enter('take_profit_percent + 1');
    await userEvent.click(dialog.getByRole('button', { name: 'Change (2)' }));
    await userEvent.click(await dialog.findByRole('button', { name: 'Undo (2)' }));
    await waitFor(() => expect(sent).toHaveLength(4));
    expect(percents().slice(2)).toEqual([
      ['1.5', '9'],
      ['2', null],
    ]);
    await dialog.findByRole('button', { name: 'Done' });
  });

  it('names for each bot that is left alone the reason, and sends nothing to it', async () => {
    const dialog = await open(
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
      ['Off', '—', 'Skipped: it has no percentage here, so there is nothing to calculate with.'],
      ['Same', '3', 'Stays as it is.'],
      ['Zero', '1', 'Skipped: the formula divides by zero.'],
      ['Negative', '0.5', 'Skipped: −12 is not from 0.01 to 1,000 %.'],
      ['Failed', '1', 'Skipped: its state does not allow it.'],
    ]);
    await userEvent.click(dialog.getByRole('button', { name: 'Change (1)' }));
    await dialog.findByRole('button', { name: 'Undo (1)' });
    expect(percents()).toEqual([['12', '9']]);
  });

  it('leaves a bot alone that was changed after the preview, and undoes only what was carried out', async () => {
    const dialog = await open(ALPHA, BETA);
    stored.set('Beta', { ...BETA, takeProfitPercent: '5' });
    enter('7');
    await userEvent.click(dialog.getByRole('button', { name: 'Change (2)' }));
    await dialog.findByText(/^Its take profit or stop-loss was changed in the meantime/);
    await userEvent.click(await dialog.findByRole('button', { name: 'Undo (1)' }));
    await waitFor(() =>
      expect(percents()).toEqual([
        ['7', '9'],
        ['1.5', '9'],
      ]),
    );
  });

  it('tells what the server refused, and repeats only that', async () => {
    const dialog = await open(ALPHA, BETA);
    refuses = new Set(['Beta']);
    enter('7');
    await userEvent.click(dialog.getByRole('button', { name: 'Change (2)' }));
    const again = await dialog.findByRole('button', { name: 'Retry the refused (1)' });
    refuses = new Set();
    await userEvent.click(again);
    await dialog.findByRole('button', { name: 'Undo (2)' });
    expect(percents()).toEqual([
      ['7', '9'],
      ['7', null],
      ['7', null],
    ]);
  });

  it('says at which column a formula is wrong, and cannot be carried out', async () => {
    const dialog = await open(ALPHA);
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Value' }), 'stopLossPercent');
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
