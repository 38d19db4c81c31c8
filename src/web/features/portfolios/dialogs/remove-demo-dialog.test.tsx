import { act as reactAct, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getDemo, removeDemo } from '#contract/system.ts';
import { domFindings } from '../../../../../tests/support/dom-findings.ts';
import { drawPage } from '../../../../../tests/support/draw-page.tsx';
import { type ToldServer, toldServer } from '../../../../../tests/support/told-server.ts';
import { RemoveDemoDialog } from './remove-demo-dialog.tsx';

let server: ToldServer;
beforeEach(() => {
  server = toldServer();
  server.answers(getDemo, { state: 'loaded', progressPercent: 100, portfolios: 2, bots: 6, failure: null });
});
afterEach(() => vi.unstubAllGlobals());

async function open() {
  const onClose = vi.fn();
  await reactAct(async () => void drawPage(<RemoveDemoDialog onClose={onClose} />));
  const dialog = await screen.findByRole('dialog');
  const act = await within(dialog).findByRole('button', { name: 'Remove 2 portfolios and 6 bots' });
  return { dialog, act, onClose, user: userEvent.setup() };
}

const removals = () => server.requests.filter(({ name }) => name === 'removeDemo');

describe('the dialog that removes the demo', () => {
  it('counts what goes and says that no real order is touched', async () => {
    const { dialog } = await open();
    const lines = within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(lines).toEqual([
      '2 portfolios and 6 bots are deleted together with their cycles, orders and logs.',
      'This is paper trading: no real order is placed or cancelled.',
      'Your own portfolios, bots and strategies stay. You can load the demo again at any time.',
    ]);
  });

  it('removes it once, and closes', async () => {
    server.answers(removeDemo, { state: 'absent', progressPercent: 0, portfolios: 0, bots: 0, failure: null });
    const { act, user, onClose } = await open();
    await user.click(act);
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(removals()).toHaveLength(1);
  });

  it('tells a refusal and stays open', async () => {
    server.refuses(removeDemo, 'DEMO_NOT_FOUND');
    const { dialog, act, user, onClose } = await open();
    await user.click(act);
    expect((await within(dialog).findByRole('alert')).textContent).toContain('The demo is not loaded.');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('Escape closes it, and nothing is removed', async () => {
    const { user, onClose } = await open();
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
    expect(removals()).toEqual([]);
  });

  it('has no grave finding of axe', async () => {
    await open();
    expect(await domFindings()).toEqual([]);
  });
});
