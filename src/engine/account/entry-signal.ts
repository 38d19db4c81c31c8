import type { CandleInterval } from '#base/candle-interval.ts';
import type { ClosedMinute } from '../model/account.ts';
import type { WindowSpec } from '../model/window.ts';
import { closesBar, windowAt } from '../scan/closed-bars.ts';
import type { RunningAccount } from './running-account.ts';
import type { RunningAtom } from './running-bot.ts';

/**
 * Whether the atom's entry rules want a cycle at the close of this minute. They are evaluated when a bar of their first
 * window closes, and only while every window is complete.
 */
export function wantsEntry(account: RunningAccount, atom: RunningAtom, minute: ClosedMinute): boolean {
  const { signal } = atom.bot.family;
  if (signal === null) return true;
  const { params } = atom.context;
  const { symbol, direction } = atom.key;
  const reads = signal.readsOf(params);
  const pace = paceOf(reads);
  if (pace !== null && !closesBar(minute.time, pace)) return false;
  const windows = reads.flatMap(
    (spec) => windowAt(account.closedBars, { time: minute.time, bar: account.setting.past.bar }, symbol, spec) ?? [],
  );
  return windows.length === reads.length && signal.wantsEntry(params, { direction, windows });
}

/** The timeframe whose closes the atom decides at; null: every minute. */
export function decisionPace({ bot, context }: RunningAtom): CandleInterval | null {
  return paceOf(bot.family.signal?.readsOf(context.params) ?? []);
}

function paceOf(reads: readonly WindowSpec[]): CandleInterval | null {
  return reads[0]?.timeframe ?? null;
}
