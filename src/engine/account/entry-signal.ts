import type { CandleInterval } from '#base/candle-interval.ts';
import type { ClosedMinute } from '../model/account.ts';
import { closesBar, windowAt } from '../scan/closed-bars.ts';
import type { RunningAccount } from './running-account.ts';
import type { RunningAtom } from './running-bot.ts';

/**
 * Whether the atom's entry rules want a cycle at the close of this minute. They are evaluated when a bar of their first
 * window closes, and only while every window is complete.
 */
export function wantsEntry(account: RunningAccount, atom: RunningAtom, minute: ClosedMinute): boolean {
  const { signal } = atom.context;
  if (signal === null) return true;
  const { symbol, direction } = atom.key;
  const { reads } = signal;
  const pace = decisionPace(atom);
  if (pace !== null && !closesBar(minute.time, pace)) return false;
  const windows = reads.flatMap(
    (spec) => windowAt(account.closedBars, { time: minute.time, bar: account.setting.past.bar }, symbol, spec) ?? [],
  );
  return windows.length === reads.length && signal.wantsEntry({ instrument: atom.instrument, direction, windows });
}

/** The timeframe whose closes the atom decides at; null: every minute. */
export function decisionPace({ context }: RunningAtom): CandleInterval | null {
  return context.signal?.reads[0]?.timeframe ?? null;
}
