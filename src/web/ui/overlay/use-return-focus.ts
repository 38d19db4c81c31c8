import { useEffect, useState } from 'react';

/** What had the focus last, also when it has gone since: a menu may close before the dialog that it opens is drawn. */
let lastFocused: Element | null = null;
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element) lastFocused = target;
});

/** Returns focus to what opened a dialog when it closes: for a menu item, to the button of the menu. */
export function useReturnFocus(): void {
  const [opener] = useState(() => openerOf(isFocusFree() ? lastFocused : document.activeElement));
  useEffect(
    () => () => {
      // One frame later the dialog has released focus, and what opened it may be gone with its page.
      requestAnimationFrame(() => {
        if (opener?.isConnected && isFocusFree()) opener.focus();
      });
    },
    [opener],
  );
}

function openerOf(element: Element | null): HTMLElement | null {
  const buttonId = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = buttonId ? document.getElementById(buttonId) : element;
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}

function isFocusFree(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}
