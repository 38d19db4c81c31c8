import type { ReactNode } from 'react';

const LIFE_MS = 5_000;

let wake = (): void => {};

/** The shell says how to put up the container of toasts; until the first toast it has none. */
export function onFirstToast(listener: () => void): void {
  wake = listener;
}

/** One line about what the user just did, bottom right, for five seconds; a second one takes the place of the first. */
export function toast(message: ReactNode): void {
  wake();
  // The library comes with the first toast, not with the first page.
  void import('@mantine/notifications').then(({ notifications }) => {
    notifications.clean();
    notifications.show({ message, autoClose: LIFE_MS, withBorder: true, withCloseButton: false });
  });
}
