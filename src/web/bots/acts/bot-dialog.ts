import type { Bot } from '#web/api/trading-queries.ts';
import { toast } from '#web/ui/overlay/toast.ts';

export interface BotDialogProps {
  readonly bot: Bot;
  readonly onClose: () => void;
}

/** Reports what was done, and closes the dialog. */
export function done(message: string, onClose: () => void): void {
  toast(message);
  onClose();
}
