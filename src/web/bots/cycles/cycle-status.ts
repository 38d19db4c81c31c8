import type { Reply } from '#contract/call.ts';
import type { getCycles } from '#contract/cycle.ts';
import type { Text } from '#web/i18n/text.tsx';
import type { StatusTone } from '#web/ui/figures/status.tsx';

/** A cycle of a bot, or of a point of a backtest. */
export type ShownCycle = Reply<typeof getCycles>['items'][number];

const endTones: Readonly<Record<string, StatusTone>> = {
  take_profit: 'done',
  trailing: 'done',
  stop_loss: 'warn',
  liquidation: 'danger',
};

/** State of an open cycle, or why it ended. */
export function cycleStatus(cycle: ShownCycle, t: Text): { readonly tone: StatusTone; readonly word: string } {
  if (cycle.closeReason === null) {
    const isWaiting = cycle.state === 'PENDING_ENTRY' || cycle.state === 'SUSPENDED';
    return { tone: isWaiting ? 'waiting' : 'running', word: t(`cycles.state.${cycle.state}`) };
  }
  return { tone: endTones[cycle.closeReason] ?? 'stopped', word: t(`cycles.end.${cycle.closeReason}`) };
}
