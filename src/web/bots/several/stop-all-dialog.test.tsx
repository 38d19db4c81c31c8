import { act as reactAct, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getBots, stopBot } from '#contract/bot.ts';
import { textWith } from '#web/i18n/text.tsx';
import '#web/kinds/kind-views.ts';
import { domFindings } from '../../../../tests/support/dom-findings.ts';
import { drawPage } from '../../../../tests/support/draw-page.tsx';
import { paperBot } from '../../../../tests/support/paper-bot.ts';
import { type ToldServer, toldServer } from '../../../../tests/support/told-server.ts';
import { StopAllDialog } from './stop-all-dialog.tsx';

const BOTS = [
  paperBot({ botId: 'a', name: 'Alpha' }),
  paperBot({ botId: 'b', name: 'Beta', state: 'FINISHING' }),
  paperBot({ botId: 'c', name: 'Gamma', state: 'STOPPED' }),
];

beforeAll(async () => void (await textWith('botWork', 'en')));

let server: ToldServer;
beforeEach(() => {
  server = toldServer();
  tellBots(BOTS);
});
afterEach(() => vi.unstubAllGlobals());

/** The bots are those of the paper ladders; no other kind has any. */
function tellBots(bots: typeof BOTS): void {
  server.answersBy(getBots, (_, path) => ({ items: path.includes('/dca-bot/') ? bots : [] }));
}

async function open() {
  const onClose = vi.fn();
  await reactAct(async () => void drawPage(<StopAllDialog onClose={onClose} />, { kind: 'dca-bot' }));
  return { onClose, user: userEvent.setup() };
}

describe('the dialog that stops all bots', () => {
  it('is about every bot that still trades, and about no other', async () => {
    await open();
    expect(await screen.findByRole('heading', { name: 'Stop bots: 2' })).toBeTruthy();
  });

  it('sends one command for each of them, in the way that was chosen', async () => {
    server.answers(stopBot, { ...BOTS[0], changed: true, openPosition: false, warnings: [] } as never);
    const { user } = await open();
    const dialog = (await screen.findByRole('heading', { name: 'Stop bots: 2' })).closest('[role="dialog"]');
    await user.click(within(dialog as HTMLElement).getByRole('radio', { name: 'Close them at market' }));
    await user.click(await screen.findByRole('button', { name: 'Stop (2)' }));
    await waitFor(() => expect(server.bodiesOf(stopBot)).toHaveLength(2));
    expect(server.bodiesOf(stopBot)).toMatchObject([
      { strategyExecutorId: 'a-run-1', position: 'close' },
      { strategyExecutorId: 'b-run-1', position: 'close' },
    ]);
  });

  it('says that there is nothing to stop when no bot trades', async () => {
    tellBots(BOTS.slice(2));
    await open();
    expect(await screen.findByText('No bot is running, so there is nothing to stop.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Stop/ })).toBeNull();
  });

  it('does not say so before the bots are known', async () => {
    server.keepsWaiting(getBots);
    await open();
    expect(await screen.findByRole('dialog')).toBeTruthy();
    expect(screen.queryByText('No bot is running, so there is nothing to stop.')).toBeNull();
  });

  it('tells when the bots cannot be read, and reads them again when told to', async () => {
    server.refuses(getBots, 'DATABASE_UNAVAILABLE');
    const { user } = await open();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The database does not answer.');
    tellBots(BOTS);
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { name: 'Stop bots: 2' })).toBeTruthy();
  });

  it.each([
    ['with bots to stop', BOTS],
    ['with none', []],
  ])('closes by Escape %s, and nothing is sent', async (_, bots) => {
    server.answers(getBots, { items: bots });
    const { user, onClose } = await open();
    await screen.findByRole('dialog');
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
    expect(server.bodiesOf(stopBot)).toEqual([]);
  });

  it('has no grave finding of axe', async () => {
    await open();
    await screen.findByRole('heading', { name: 'Stop bots: 2' });
    expect(await domFindings()).toEqual([]);
  });
});
