import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';

/** Where toasts appear. */
export function Toasts() {
  return <Notifications position="bottom-right" limit={1} />;
}
