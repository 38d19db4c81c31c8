import { lazy, Suspense, useEffect, useState } from 'react';
import type { CommandPaletteProps } from './command-palette.tsx';

const CommandPalette = lazy(async () => ({ default: (await import('./command-palette.tsx')).CommandPalette }));

/** The palette, loaded when it is first opened. Letters pressed before its field has the focus are kept for it. */
export function OpenedPalette(props: Omit<CommandPaletteProps, 'typed' | 'onTyped'>) {
  const [typed, setTyped] = useState('');
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isLetter || isField(event.target)) return;
      event.preventDefault();
      event.stopImmediatePropagation(); // They are no keys of the page below.
      setTyped((text) => text + event.key);
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, []);
  return (
    <Suspense>
      <CommandPalette {...props} typed={typed} onTyped={setTyped} />
    </Suspense>
  );
}

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('[aria-controls="commands"]');
}
