import type { ReactNode } from 'react';

const LIFE_MS = 5_000;

let wake = (): void => {};

/** The shell registers how to mount the container for toasts; before the first toast there is none. */
export function onFirstToast(listener: () => void): void {
  wake = listener;
}

/** One line about what the user just did, bottom right for five seconds; a new toast replaces the last. */
export function toast(message: ReactNode): void {
  wake();
  // The library loads with the first toast, not with the first page.
  void import('@mantine/notifications').then(({ notifications }) => {
    notifications.clean();
    notifications.show({ message, autoClose: LIFE_MS, withBorder: true, withCloseButton: false });
  });
}
