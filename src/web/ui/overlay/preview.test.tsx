import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ComponentProps, useEffect, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '#web/api/api-error.ts';
import { domFindings } from '../../../../tests/support/dom-findings.ts';
import { draw, russianText } from '../../../../tests/support/draw.tsx';
import { Preview } from './preview.tsx';

type PreviewProps = ComponentProps<typeof Preview>;

function open(props: Partial<PreviewProps> = {}, text?: Parameters<typeof draw>[1]) {
  const [onClose, onConfirm] = [vi.fn(), vi.fn()];
  draw(
    <Preview
      opened
      title="Close the position?"
      act="Close 61.3 AVAX at market"
      lines={['Cancels 2 orders.', 'Sells 61.3 AVAX.']}
      onClose={onClose}
      onConfirm={onConfirm}
      {...props}
    />,
    text,
  );
  const dialog = screen.getByRole('dialog');
  const act = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Close 61.3 AVAX at market' });
  return { dialog, act, onClose, onConfirm, user: userEvent.setup() };
}

/** Its menu is gone at once when an act is chosen; the dialog comes later, as one does whose code must be loaded first. */
function MenuOfOneAct() {
  const [step, setStep] = useState<'closed' | 'menu' | 'chosen' | 'dialog'>('closed');
  useEffect(() => {
    if (step === 'chosen') queueMicrotask(() => setStep('dialog'));
  }, [step]);
  return (
    <>
      <button id="acts" type="button" onClick={() => setStep('menu')}>
        Actions
      </button>
      {step === 'menu' ? (
        <div role="menu" aria-labelledby="acts">
          <button role="menuitem" type="button" onClick={() => setStep('chosen')}>
            Close…
          </button>
        </div>
      ) : null}
      {step === 'dialog' ? (
        <Preview
          {...{ opened: true, title: 'Close?', act: 'Close', lines: [] }}
          onClose={() => setStep('closed')}
          onConfirm={() => {}}
        />
      ) : null}
    </>
  );
}

describe('the preview of an action', () => {
  it('is named by its title, tells its effect line by line, and its button names the action', async () => {
    const { dialog, act, onConfirm, user } = open();
    expect(dialog.getAttribute('aria-labelledby')).toBe(
      screen.getByRole('heading', { name: 'Close the position?' }).id,
    );
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Cancels 2 orders.', 'Sells 61.3 AVAX.']);
    expect(within(dialog).queryByText('What stays the same')).toBeNull();
    await user.click(act);
    expect(onConfirm).toHaveBeenCalledOnce();
  });

  it('tells apart what changes and what stays', () => {
    const { dialog } = open({ stays: ['Your other bots.'] });
    const heading = within(dialog).getByRole('heading', { name: 'What stays the same' });
    const [changes, stays] = within(dialog).getAllByRole('list');
    expect(within(stays as HTMLElement).getByText('Your other bots.')).toBeTruthy();
    expect(heading.compareDocumentPosition(changes as Node)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
    expect(heading.compareDocumentPosition(stays as Node)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it.each([
    ['blocked', { blockedBecause: 'These values are 40 s old.' }],
    ['busy', { isBusy: true }],
    ['waiting for a word', { typeToConfirm: 'Majors' }],
  ])('while it is %s nothing can be confirmed', async (_, props) => {
    const { act, onConfirm, user } = open(props);
    expect(act.disabled).toBe(true);
    await user.click(act);
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it('the reason why it is blocked is read out with its button', () => {
    const { act } = open({ blockedBecause: 'These values are 40 s old.' });
    const reason = document.getElementById(act.getAttribute('aria-describedby') ?? '');
    expect(reason?.textContent).toBe('These values are 40 s old.');
  });

  it.each([
    ['Major', false],
    ['majors', false],
    ['Majors ', false],
    ['Majors', true],
  ])('the typed word "%s" confirms "Majors": %s', async (typed, confirms) => {
    const { dialog, act, user } = open({ typeToConfirm: 'Majors' });
    await user.type(within(dialog).getByLabelText('Type Majors to continue'), typed);
    expect(act.disabled).toBe(!confirms);
  });

  it('a failure is announced in it, in words', () => {
    const { dialog } = open({ error: new ApiError('DATABASE_UNAVAILABLE') });
    expect(within(dialog).getByRole('alert').textContent).toContain('The database does not answer.');
  });

  it.each(['Cancel', 'Close', 'Escape'])('%s leaves it without doing anything', async (way) => {
    const { dialog, onClose, onConfirm, user } = open();
    if (way === 'Escape') await user.keyboard('{Escape}');
    else await user.click(within(dialog).getByRole('button', { name: way }));
    expect(onClose).toHaveBeenCalledOnce();
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it('the button that leaves has another word when there is nothing left to cancel', () => {
    const { dialog } = open({ cancelWord: 'Done' });
    expect(within(dialog).getByRole('button', { name: 'Done' })).toBeTruthy();
    expect(within(dialog).queryByRole('button', { name: 'Cancel' })).toBeNull();
  });

  it.each([
    ['paper', 'PAPER'],
    ['live', 'LIVE'],
    [null, null],
  ] as const)('of kind %s carries the tag %s', (kind, tag) => {
    const { dialog } = open({ kind });
    expect(
      within(dialog)
        .queryAllByText(/^(PAPER|LIVE)$/)
        .map(({ textContent }) => textContent),
    ).toEqual(tag === null ? [] : [tag]);
  });

  it('speaks the language of its reader', () => {
    const { dialog } = open({ stays: ['Прочие боты.'], typeToConfirm: 'Majors' }, russianText);
    expect(within(dialog).getByRole('button', { name: 'Отмена' })).toBeTruthy();
    expect(within(dialog).getByRole('heading', { name: 'Что не изменится' })).toBeTruthy();
    expect(within(dialog).getByLabelText('Чтобы продолжить, введите Majors')).toBeTruthy();
  });

  it('returns the focus to the button of the menu that opened it, though the menu had gone before it was drawn', async () => {
    const user = userEvent.setup();
    draw(<MenuOfOneAct />);
    await user.click(screen.getByRole('button', { name: 'Actions' }));
    await user.click(screen.getByRole('menuitem', { name: 'Close…' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Actions' })));
  });

  it('has no grave finding of axe with everything that it can hold', async () => {
    open({
      kind: 'paper',
      stays: ['Your other bots.'],
      typeToConfirm: 'Majors',
      blockedBecause: 'These values are 40 s old.',
      error: new ApiError('NETWORK'),
    });
    expect(await domFindings()).toEqual([]);
  });
});
