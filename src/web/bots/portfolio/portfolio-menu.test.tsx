import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deletePortfolio } from '#contract/portfolio.ts';
import type { Portfolio } from '#web/api/portfolio-queries.ts';
import '#web/kinds/kind-views.ts';
import { domFindings } from '../../../../tests/support/dom-findings.ts';
import { drawPage } from '../../../../tests/support/draw-page.tsx';
import { EMPTY_PORTFOLIO } from '../../../../tests/support/portfolio-card.ts';
import { type ToldServer, toldServer } from '../../../../tests/support/told-server.ts';
import { PortfolioMenu } from './portfolio-menu.tsx';

let server: ToldServer;
beforeEach(() => {
  server = toldServer();
});
afterEach(() => vi.unstubAllGlobals());

async function open(change: Partial<Portfolio> = {}) {
  const onDeleted = vi.fn();
  drawPage(<PortfolioMenu portfolio={{ ...EMPTY_PORTFOLIO, ...change }} onDeleted={onDeleted} />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Actions for Majors' }));
  await screen.findByRole('menuitem', { name: 'Delete…' });
  const choose = (name: string) => user.click(screen.getByRole('menuitem', { name }));
  return { user, choose, onDeleted };
}

const askedToDelete = () => server.requests.filter(({ name }) => name === 'deletePortfolio');

describe('the menu of a portfolio', () => {
  it.each([
    ['Comment and limit…', 'Comment and limit of Majors'],
    ['Delete…', 'Delete Majors?'],
  ])('"%s" opens its dialog', async (item, title) => {
    const { choose } = await open();
    await choose(item);
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  });

  it.each([
    [1, 'It still holds 1 bot. Delete them first.'],
    [3, 'It still holds 3 bots. Delete them first.'],
  ])('a portfolio that holds %i bots cannot be deleted, and its entry says why', async (botsTotal, reason) => {
    const { choose } = await open({ botsTotal });
    const item = screen.getByRole('menuitem', { name: 'Delete…' });
    expect(item.getAttribute('aria-disabled')).toBe('true');
    expect(item.getAttribute('aria-description')).toBe(reason);
    await choose('Delete…');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('opens and is walked by the keyboard alone', async () => {
    drawPage(<PortfolioMenu portfolio={EMPTY_PORTFOLIO} />);
    const user = userEvent.setup();
    (await screen.findByRole('button', { name: 'Actions for Majors' })).focus();
    await user.keyboard('{Enter}');
    await screen.findByRole('menuitem', { name: 'Delete…' });
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('menuitem'));
  });
});

describe('the dialog that deletes a portfolio', () => {
  async function openDialog(change: Partial<Portfolio> = {}) {
    const opened = await open(change);
    await opened.choose('Delete…');
    const dialog = await screen.findByRole('dialog');
    const lines = () =>
      within(dialog)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent);
    return { ...opened, dialog, lines, button: within(dialog).getByRole('button', { name: 'Delete Majors' }) };
  }

  it.each([
    [0, null],
    [1, 'Its history disappears from the list with it: 1 cycle.'],
    [21, 'Its history disappears from the list with it: 21 cycles.'],
  ])('with %i closed cycles tells what goes with it', async (closedCycles, sentence) => {
    const { lines } = await openDialog({ closedCycles });
    expect(lines()).toEqual([
      'The portfolio disappears from your list and its name can be used again.',
      ...(sentence === null ? [] : [sentence]),
      'No order is placed or cancelled, because it holds no bots.',
      ...(sentence === null ? [] : ['Its results and returns stay in the totals of the home page.']),
    ]);
  });

  it('a demo portfolio, whose results leave the totals with it, is not said to stay in them', async () => {
    const { lines } = await openDialog({ closedCycles: 3, isDemo: true });
    expect(lines().at(-1)).toBe('No order is placed or cancelled, because it holds no bots.');
  });

  it('deletes just this one, closes, and tells the page', async () => {
    server.answers(deletePortfolio, { portfolioId: 'p1', isDeleted: true } as never);
    const { user, button, onDeleted } = await openDialog();
    await user.click(button);
    await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce());
    expect(askedToDelete().map(({ path }) => path.split('/').at(-1))).toEqual(['p1']);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it.each([
    ['PORTFOLIO_NOT_EMPTY', 'The portfolio still holds bots. Delete them first.'],
    ['PORTFOLIO_NOT_FOUND', 'This portfolio does not exist.'],
  ] as const)('a refusal with %s is told in it, and the page stays', async (code, sentence) => {
    server.refuses(deletePortfolio, code);
    const { user, dialog, button, onDeleted } = await openDialog();
    await user.click(button);
    expect((await within(dialog).findByRole('alert')).textContent).toContain(sentence);
    expect(onDeleted).not.toHaveBeenCalled();
  });

  it('Escape closes it, and nothing is deleted', async () => {
    const { user } = await openDialog();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(askedToDelete()).toEqual([]);
  });

  it('has no grave finding of axe', async () => {
    await openDialog();
    expect(await domFindings()).toEqual([]);
  });
});
