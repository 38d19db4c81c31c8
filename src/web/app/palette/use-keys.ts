import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { pageAt, sections } from '#contract/pages.ts';
import { portfoliosQuery } from '#web/api/portfolio-queries.ts';
import { queryClient } from '#web/api/query-client.ts';
import { kindAddress } from '#web/kinds/kind-address.ts';

/** After `g` the next letter names a section, for this long. */
const SECOND_KEY_MS = 1_200;

/**
 * Ctrl or Cmd with K opens the palette, `?` the list of keys, `g` and a letter goes to a section, `/` focuses the
 * search of the page and Escape leaves it, `j` and `k` move into the table, `[` and `]` walk the portfolios. No single key
 * trades, and below a dialog none of them acts: it would take the page away from under a question.
 */
export function useKeys(open: (dialog: 'palette' | 'keys') => void): void {
  const navigate = useNavigate();
  useEffect(() => {
    let goneAt = Number.NEGATIVE_INFINITY;
    const goBeside = async (step: 1 | -1) => {
      const to = await portfolioBeside(location.pathname, step);
      if (to !== null) void navigate({ to });
    };
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        open('palette');
      }
      if (event.key === 'Escape' && isSearch(event.target)) event.target.blur();
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('[role="dialog"]') !== null) return;
      if (event.key === '?') open('keys');
      const wanted = targetOf(event.key);
      if (wanted !== null) {
        event.preventDefault();
        wanted.focus();
      }
      const step = event.key === ']' ? 1 : event.key === '[' ? -1 : 0;
      if (step !== 0) void goBeside(step);
      const section = Object.values(sections).find((one) => one.letter === event.key && !('isPlanned' in one));
      if (section && event.timeStamp - goneAt < SECOND_KEY_MS) void navigate({ to: section.path });
      goneAt = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [navigate, open]);
}

/** The address of the portfolio after (or before) the one on the page, around the list; null on other pages. */
async function portfolioBeside(path: string, step: 1 | -1): Promise<string | null> {
  if (pageAt(path)?.view !== 'portfolio') return null;
  const { items } = await queryClient.ensureQueryData(portfoliosQuery);
  const here = items.findIndex((one) => one.portfolioId === path.split('/').at(-1));
  const next = items[(here + step + items.length) % items.length];
  return next === undefined || here === -1 ? null : kindAddress(next.kind, 'portfolio', next.portfolioId);
}

/** What to focus: the page's search for `/`, the first row that opens for `j` and `k` while no row has the focus. */
function targetOf(key: string): HTMLElement | null {
  if (key === '/') return document.querySelector<HTMLElement>('main input[type="search"]');
  const isWalked = document.querySelector('main aside') !== null; // The drawer of a row walks by itself.
  const isRowKey = (key === 'j' || key === 'k') && document.activeElement?.closest('tbody') === null;
  return isRowKey && !isWalked ? document.querySelector<HTMLElement>('main tbody tr[tabindex]') : null;
}

function isSearch(target: EventTarget | null): target is HTMLInputElement {
  return target instanceof HTMLInputElement && target.type === 'search';
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}
