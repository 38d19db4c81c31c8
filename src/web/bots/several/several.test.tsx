import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act as reactAct, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Suspense } from 'react';
import { objectToSnake } from 'ts-case-convert';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Bot } from '#web/api/trading-queries.ts';
import { textWith } from '#web/i18n/text.tsx';
import '#web/kinds/kind-views.ts';
import type { Atom } from '#web/api/trading-queries.ts';
import { domFindings } from '../../../../tests/support/dom-findings.ts';
import { draw, englishText } from '../../../../tests/support/draw.tsx';
import { paperAtom, paperBot } from '../../../../tests/support/paper-bot.ts';
import { restingOrder } from '../../../../tests/support/told-rows.ts';
import { choiceProblem, FIRST_CHOICE } from './choice-fields.tsx';
import { SeveralDialog } from './several-dialog.tsx';

const RUNNING = [paperBot({ botId: 'a', name: 'Alpha' }), paperBot({ botId: 'b', name: 'Beta' })];
const STOPPED = paperBot({ botId: 'c', name: 'Gamma', state: 'STOPPED' });

interface SentCommand {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** jsdom has no layout, so nothing scrolls. */
Element.prototype.scrollIntoView = () => {};

// The words are a file of their own; loading it is no part of what the tests time.
beforeAll(async () => void (await textWith('botWork', 'en')));

let sent: SentCommand[];
let refuses: ReadonlySet<string>;
beforeEach(() => {
  sent = [];
  refuses = new Set();
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (init.method !== 'POST') return Response.json({ items: [] });
    const body: Record<string, string> = JSON.parse(String(init.body));
    sent.push({ path: new URL(url, 'http://localhost').pathname, body });
    const executor = String(body['strategy_executor_id']);
    if (refuses.has(executor)) {
      const problem = { type: 'about:blank', title: '', status: 409, code: 'BOT_NOT_RUNNING', detail: 'no' };
      return Response.json({ ...problem, errors: [], request_id: 'r' }, { status: 409 });
    }
    const bot = [...RUNNING, STOPPED].find((one) => one.strategyExecutorId === executor);
    return Response.json(objectToSnake({ ...bot, changed: true, openPosition: false, warnings: [] }));
  });
});
afterEach(() => vi.unstubAllGlobals());

async function open(act: 'finish' | 'stop' | 'conditions' | 'entries', bots: readonly Bot[]) {
  // The dialog waits for its words, so it is drawn a moment later.
  await reactAct(async () => {
    draw(
      <QueryClientProvider client={new QueryClient()}>
        <Suspense>
          <SeveralDialog act={act} bots={bots} onClose={() => {}} />
        </Suspense>
      </QueryClientProvider>,
    );
  });
  return screen.findByRole('dialog');
}

/** Presses the button once the effect of the act is known. */
async function press(dialog: HTMLElement, name: string): Promise<void> {
  const button = await within(dialog).findByRole<HTMLButtonElement>('button', { name });
  await waitFor(() => expect(button.disabled).toBe(false));
  await reactAct(() => userEvent.click(button));
}

describe('an act on several bots', () => {
  it('is sent once for every bot that allows it; the others are named as left alone', async () => {
    const dialog = await open('finish', [...RUNNING, paperBot({ botId: 'd', name: 'Delta', state: 'CREATED' })]);
    await within(dialog).findByText('Skipped, because their state does not allow it: Delta.');
    await press(dialog, 'Finish (2)');
    await waitFor(() => expect(within(dialog).getAllByText('Done').length).toBeGreaterThanOrEqual(2));
    expect(sent.map(({ path, body }) => [path, body['strategy_executor_id']])).toEqual([
      ['/api/dca-bot/finish', 'a-run-1'],
      ['/api/dca-bot/finish', 'b-run-1'],
    ]);
  });

  it('stopping names the bots whose positions no stop-loss protects', async () => {
    const held = (botId: string, protection: Atom['protection']) => [
      { ...paperAtom(botId), quantity: '0.080', protection },
    ];
    const dialog = await open('stop', [
      paperBot({ botId: 'a', name: 'Alpha', atoms: held('a', 'by_design') }),
      paperBot({ botId: 'b', name: 'Beta', atoms: held('b', 'protected') }),
    ]);
    await within(dialog).findByText('Unprotected, without a stop-loss: Alpha.');
  });

  it('shows for each bot whether it was carried out or why not, and repeats only the refused', async () => {
    refuses = new Set(['b-run-1']);
    const dialog = await open('stop', RUNNING);
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Close them at market' }));
    await press(dialog, 'Stop (2)');
    const again = await within(dialog).findByRole('button', { name: 'Retry the refused (1)' });
    const lines = within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent ?? '');
    expect(lines[0]).toMatch(/^Alpha\s*Done$/);
    expect(lines[1]).toMatch(/^Beta\s*Refused.+/);
    expect(sent.map(({ body }) => body['position'])).toEqual(['close', 'close']);
    refuses = new Set();
    await userEvent.click(again);
    await waitFor(() => expect(sent).toHaveLength(3));
    expect(sent[2]?.body['strategy_executor_id']).toBe('b-run-1');
  });

  it('changes only the exit that was chosen and leaves the other of each bot as it is', async () => {
    const bots = [paperBot({ botId: 'a', stopLossPercent: '9' }), paperBot({ botId: 'b', stopLossPercent: null })];
    const dialog = await open('conditions', bots);
    await within(dialog).findByText('No changes yet.');
    await userEvent.click(within(dialog).getByRole('switch', { name: 'Change the take profit' }));
    await userEvent.type(within(dialog).getByLabelText('Take profit'), '2.5');
    await press(dialog, 'Set take profit and stop-loss (2)');
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent.map(({ body }) => [body['take_profit_percent'], body['stop_loss_percent']])).toEqual([
      ['2.5', '9'],
      ['2.5', null],
    ]);
  });

  it('other exits count the orders that are replaced or cancelled', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ items: [objectToSnake(restingOrder())] }));
    const dialog = await open('conditions', [
      paperBot({ botId: 'a', atoms: [{ ...paperAtom('a'), currentCycleId: 'c1' }] }),
    ]);
    await userEvent.click(within(dialog).getByRole('switch', { name: 'Change the take profit' }));
    await userEvent.type(within(dialog).getByLabelText('Take profit'), '2.5');
    await within(dialog).findByText('Take profit and stop-loss orders replaced or cancelled: at most 1.');
    expect(within(dialog).queryByText(/^Orders cancelled/)).toBeNull();
  });

  it('switches only the directions that a bot has', async () => {
    const dialog = await open('entries', RUNNING);
    expect(within(dialog).queryByLabelText('Opens short cycles')).toBeNull();
    await userEvent.selectOptions(within(dialog).getByRole('combobox', { name: 'Opens long cycles' }), 'off');
    await press(dialog, 'Change new cycles (2)');
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[0]?.body).toMatchObject({ is_enter_buy_enabled: false, is_enter_sell_enabled: false });
  });

  it.each(['finish', 'stop', 'conditions', 'entries'] as const)('has no grave finding of axe: %s', async (act) => {
    await open(act, RUNNING);
    expect(await domFindings()).toEqual([]);
  });
});

it('an exit of several bots that is not clearly one number is refused, and an empty one switches it off', () => {
  const choice = (percent: string) => ({ ...FIRST_CHOICE, stopLoss: { isKept: false, percent } as const });
  const refused = choiceProblem('conditions', choice('1,5'), englishText);
  expect(refused).toBe('This is not clearly one number. Write it like 1,234.5.');
  expect(choiceProblem('conditions', choice(''), englishText)).toBeNull();
});
