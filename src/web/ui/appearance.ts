import { useComputedColorScheme } from '@mantine/core';
import { useSyncExternalStore } from 'react';

export type Colours = 'usual' | 'safe';

const KEY = 'botyard.colours';
const listeners = new Set<() => void>();

/** Whether results are drawn in the colours that colour-blind people tell apart. */
export function storedColours(): Colours {
  return localStorage.getItem(KEY) === 'safe' ? 'safe' : 'usual';
}

/** Puts the choice on `html`, where the style sheets read it, and remembers it. */
export function setColours(colours: Colours): void {
  localStorage.setItem(KEY, colours);
  showColours();
  for (const listener of listeners) listener();
}

export function showColours(): void {
  document.documentElement.dataset['colours'] = storedColours();
}

/** What drawings outside CSS must redraw for: the scheme and the colours of results. */
export function useAppearance(): { scheme: 'dark' | 'light'; colours: Colours } {
  const scheme = useComputedColorScheme('dark');
  const colours = useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, storedColours);
  return { scheme, colours };
}
