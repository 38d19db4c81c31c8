import { useState } from 'react';
import { keepText, keptText } from '#web/i18n/kept-text.ts';

/** The columns hidden in a table, remembered under a name on this device. */
export function useHiddenColumns(storageKey: string | undefined): [readonly string[], (hidden: string[]) => void] {
  const [hidden, setHidden] = useState<readonly string[]>(() => read(storageKey));
  const change = (next: string[]) => {
    setHidden(next);
    if (storageKey !== undefined) keepText(keyOf(storageKey), next.join(' '));
  };
  return [hidden, change];
}

function read(storageKey: string | undefined): readonly string[] {
  if (storageKey === undefined) return [];
  const stored = keptText(keyOf(storageKey));
  return stored ? stored.split(' ') : [];
}

function keyOf(storageKey: string): string {
  return `botyard.columns.${storageKey}`;
}
