import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { places } from './places.ts';

/** After `g` the next letter names a place, for this long. */
const SECOND_KEY_MS = 1_200;

/** Ctrl or Cmd with K opens the palette, `?` the list of keys, `g` and a letter goes to a place. No single key trades. */
export function useKeys(open: (dialog: 'palette' | 'keys') => void): void {
  const navigate = useNavigate();
  useEffect(() => {
    let goneAt = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        open('palette');
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === '?') open('keys');
      const place = places.find((one) => one.letter === event.key);
      if (place && event.timeStamp - goneAt < SECOND_KEY_MS) void navigate({ to: place.to });
      goneAt = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [navigate, open]);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}
