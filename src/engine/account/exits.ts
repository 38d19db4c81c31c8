import { ticks } from '#base/exact.ts';
import { type Instant, instantOf } from '#base/time.ts';
import type { Signal } from '../bots/signal.ts';
import type { ClosedMinute } from '../model/account.ts';
import { CLOSE_OFFSET_MS } from '../model/candle.ts';
import { applyToAtom } from './atoms/apply-to-atom.ts';
import type { RunningAccount } from './running-account.ts';
import { candleOf, type RunningAtom, type RunningBot } from './running-bot.ts';
import { acts } from './signals/signals.ts';

/** Closes the positions of a bot whose exit rules act at the close of the minute. */
export function askExits(account: RunningAccount, bot: RunningBot, minute: ClosedMinute): void {
  for (const atom of bot.atoms) {
    const signal = exitSignalOf(atom);
    const candle = signal === null ? null : candleOf(atom, minute);
    if (signal === null || candle === null) continue;
    const at = instantOf(candle.time + CLOSE_OFFSET_MS);
    if (isHeldSince(atom, at) && acts(account, atom, { role: 'exit', signal, minute }))
      applyToAtom(account, atom, { type: 'ExitSignalled', at, price: ticks(candle.close) });
  }
}

/** False in a missed minute that closed before the position began: the fills of a downtime are known before its minutes. */
function isHeldSince({ state: { cycle } }: RunningAtom, at: Instant): boolean {
  return cycle !== null && cycle.beginAt !== null && cycle.beginAt <= at;
}

/**
 * The exit rules of the open position; null when none are in force. As with a time limit, a bot that its user has stopped
 * keeps the orders that protect the position, and a failed one follows its plan.
 */
export function exitSignalOf({ state, exitSignalOf: read }: RunningAtom): Signal | null {
  const { cycle, phase, mode } = state;
  if (cycle === null || cycle.position.quantity === 0 || cycle.exitReason !== null) return null;
  return phase === 'SUSPENDED' && mode !== 'failed' ? null : read(cycle.params);
}
