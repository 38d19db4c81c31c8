import { useEffect } from 'react';

/** Gives the focus back, when a dialog goes, to what opened it: for an item of a menu, to the menu's button. */
export function useReturnFocus(): void {
  useEffect(() => {
    const opener = openerOf(document.activeElement);
    return () => {
      // A frame later the dialog has let go of the focus, and what opened it may be gone together with its page.
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
