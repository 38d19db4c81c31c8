import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';

const LIFE_MS = 5_000;

/** One line about what the user just did, bottom right, for five seconds; a second one takes the place of the first. */
export function toast(message: ReactNode): void {
  notifications.clean();
  notifications.show({ message, autoClose: LIFE_MS, withBorder: true });
}
