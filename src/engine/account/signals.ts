import type { CandleInterval } from '#base/candle-interval.ts';
import type { Signal } from '../bots/signal.ts';
import type { ClosedMinute } from '../model/account.ts';
import { closesBar, windowAt } from '../scan/closed-bars.ts';
import type { RunningAccount } from './running-account.ts';
import type { RunningAtom } from './running-bot.ts';

/** Whether the atom's entry rules want a cycle at the close of this minute. */
export function wantsEntry(account: RunningAccount, atom: RunningAtom, minute: ClosedMinute): boolean {
  const { signal } = atom.context;
  return signal === null || acts(account, atom, { signal, minute });
}

/**
 * Whether a signal acts at the close of this minute. It is judged when a bar of its first window closes, and only while
 * every window is complete.
 */
export function acts(
  account: RunningAccount,
  { key: { symbol, direction }, instrument }: RunningAtom,
  { signal, minute }: { readonly signal: Signal; readonly minute: ClosedMinute },
): boolean {
  const { reads } = signal;
  const pace = paceOf(signal);
  if (pace !== null && !closesBar(minute.time, pace)) return false;
  const windows = reads.flatMap(
    (spec) => windowAt(account.closedBars, { time: minute.time, bar: account.setting.past.bar }, symbol, spec) ?? [],
  );
  return windows.length === reads.length && signal.acts({ instrument, direction, windows });
}

/** The timeframe at whose closes a signal is judged; null: every minute. */
export function paceOf(signal: Signal | null): CandleInterval | null {
  return signal?.reads[0]?.timeframe ?? null;
}
