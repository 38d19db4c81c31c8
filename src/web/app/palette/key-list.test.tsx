import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { sections } from '#contract/pages.ts';
import { domFindings } from '../../../../tests/support/dom-findings.ts';
import { draw } from '../../../../tests/support/draw.tsx';
import { KeyList } from './key-list.tsx';

function open() {
  const onClose = vi.fn();
  draw(<KeyList onClose={onClose} />);
  const keys = Object.fromEntries(
    screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );
  return { keys, onClose, user: userEvent.setup() };
}

describe('the list of keyboard shortcuts', () => {
  it.each([
    ['Ctrl / ⌘ K', 'Go to a page or run an action'],
    ['/', 'Search on this page'],
    ['j  k', 'Next or previous row'],
    ['x', 'Select the row'],
    ['?', 'Show this list'],
  ])('tells what %s does', (key, words) => {
    expect(open().keys[key]).toBe(words);
  });

  it('names the two keys of every section that can be opened, each once', () => {
    const shown = Object.values(sections).filter((section) => !('isPlanned' in section));
    const { keys } = open();
    expect(Object.keys(keys).filter((key) => key.startsWith('g '))).toEqual(shown.map(({ letter }) => `g  ${letter}`));
    expect(new Set(shown.map(({ letter }) => letter)).size).toBe(shown.length);
  });

  it.each(['Close', 'Escape'])('%s closes it', async (way) => {
    const { user, onClose } = open();
    if (way === 'Close') await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
    else await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('has no grave finding of axe', async () => {
    open();
    expect(await domFindings()).toEqual([]);
  });
});
