import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { sections } from '#contract/pages.ts';

/** After `g` the next letter names a section, for this long. */
const SECOND_KEY_MS = 1_200;

/**
 * Ctrl or Cmd with K opens the palette, `?` the list of keys, `g` and a letter goes to a section, `/` focuses the
 * search of the page and Escape leaves it, `j` and `k` move into the table. No single key trades.
 */
export function useKeys(open: (dialog: 'palette' | 'keys') => void): void {
  const navigate = useNavigate();
  useEffect(() => {
    let goneAt = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        open('palette');
      }
      if (event.key === 'Escape' && isSearch(event.target)) event.target.blur();
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === '?') open('keys');
      const wanted = targetOf(event.key);
      if (wanted !== null) {
        event.preventDefault();
        wanted.focus();
      }
      const section = Object.values(sections).find((one) => one.letter === event.key);
      if (section && event.timeStamp - goneAt < SECOND_KEY_MS) void navigate({ to: section.path });
      goneAt = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [navigate, open]);
}

/** What to focus: the page's search for `/`, the first row that opens for `j` and `k` while no row has the focus. */
function targetOf(key: string): HTMLElement | null {
  if (key === '/') return document.querySelector<HTMLElement>('main input[type="search"]');
  const isRowKey = (key === 'j' || key === 'k') && document.activeElement?.closest('tbody') === null;
  return isRowKey ? document.querySelector<HTMLElement>('main tbody tr[tabindex]') : null;
}

function isSearch(target: EventTarget | null): target is HTMLInputElement {
  return target instanceof HTMLInputElement && target.type === 'search';
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}
