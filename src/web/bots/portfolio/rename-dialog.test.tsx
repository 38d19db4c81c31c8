import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { objectToSnake } from 'ts-case-convert';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { domFindings } from '../../../../tests/support/dom-findings.ts';
import { draw } from '../../../../tests/support/draw.tsx';
import { EMPTY_PORTFOLIO } from '../../../../tests/support/portfolio-card.ts';
import { RenameDialog } from './rename-dialog.tsx';
import { RenamedToast } from './renamed-toast.tsx';

let sent: unknown[];
let isTaken: boolean;

const taken = {
  ...{ type: 'about:blank', title: 'Conflict', status: 409, code: 'NAME_TAKEN', request_id: 'r1' },
  ...{ detail: 'This name is taken. Choose another.', errors: [] },
};

beforeEach(() => {
  [sent, isTaken] = [[], false];
  vi.stubGlobal('fetch', async (_url: URL | string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)));
    return isTaken
      ? new Response(JSON.stringify(taken), {
          status: 409,
          headers: { 'content-type': 'application/problem+json' },
        })
      : new Response(JSON.stringify(objectToSnake(EMPTY_PORTFOLIO)), {
          status: 200,
          headers: { 'content-type': 'application/json' },
        });
  });
});

afterEach(() => vi.unstubAllGlobals());

function drawDialog() {
  const onClose = vi.fn();
  draw(
    <QueryClientProvider client={new QueryClient()}>
      <RenameDialog portfolio={EMPTY_PORTFOLIO} onClose={onClose} />
    </QueryClientProvider>,
  );
  return { onClose, user: userEvent.setup(), name: () => screen.getByLabelText<HTMLInputElement>('Name') };
}

describe('renaming a portfolio', () => {
  it('the keyboard alone gives a portfolio another name: the field is chosen, Enter sends it', async () => {
    const { onClose, user, name } = drawDialog();
    await waitFor(() => expect(document.activeElement).toBe(name()));
    expect(name().value).toBe('Majors');
    await user.clear(name());
    await user.keyboard('  Large coins {Enter}');
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(sent).toEqual([{ portfolio_id: 'p1', name: 'Large coins' }]);
  });

  it('a taken name is told at its field until another one is typed', async () => {
    isTaken = true;
    const { onClose, user, name } = drawDialog();
    await user.type(name(), ' two{Enter}');
    expect(await screen.findByText('This name is taken. Choose another.')).toBeTruthy();
    expect(name().getAttribute('aria-invalid')).toBe('true');
    await user.type(name(), '!');
    expect(screen.queryByText('This name is taken. Choose another.')).toBeNull();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('an empty name cannot be sent and the unchanged one is not sent', async () => {
    const { onClose, user, name } = drawDialog();
    await user.clear(name());
    await user.keyboard('{Enter}');
    expect(screen.getByText('Enter a name for the portfolio.')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Rename' }).disabled).toBe(true);
    await user.type(name(), 'Majors{Enter}');
    expect(onClose).toHaveBeenCalledOnce();
    expect(sent).toEqual([]);
  });

  it('axe finds nothing grave in the dialog for a new name', async () => {
    drawDialog();
    await screen.findByRole('dialog', { name: 'Rename Majors' });
    expect(await domFindings()).toEqual([]);
  });

  it('the toast of a new name takes it back', async () => {
    draw(
      <QueryClientProvider client={new QueryClient()}>
        <RenamedToast portfolioId="p1" before="Majors" after="Large coins" />
      </QueryClientProvider>,
    );
    await userEvent.setup().click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Majors has its old name again.')).toBeTruthy();
    expect(sent).toEqual([{ portfolio_id: 'p1', name: 'Majors' }]);
  });
});
