import { useEffect } from 'react';

/** Returns focus to what opened a dialog when it closes: for a menu item, to the button of the menu. */
export function useReturnFocus(): void {
  useEffect(() => {
    const opener = openerOf(document.activeElement);
    return () => {
      // One frame later the dialog has released focus, and what opened it may be gone with its page.
      requestAnimationFrame(() => {
        if (opener?.isConnected && isFocusFree()) opener.focus();
      });
    };
  }, []);
}

function openerOf(element: Element | null): HTMLElement | null {
  const buttonId = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = buttonId ? document.getElementById(buttonId) : element;
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}

function isFocusFree(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}
