import type { CandleInterval } from '#base/candle-interval.ts';
import type { Ticks } from '#base/exact.ts';
import type { SeenBars, Signal } from '../bots/signal.ts';
import type { ClosedMinute } from '../model/account.ts';
import type { BotParams } from '../model/bot-params.ts';
import { closesBar, windowAt } from '../scan/closed-bars.ts';
import type { RunningAccount } from './running-account.ts';
import type { RunningAtom } from './running-bot.ts';

/** What the atom's entry rules see when they want a cycle at the close of this minute; null when they do not. */
export function wantedEntry(account: RunningAccount, atom: RunningAtom, minute: ClosedMinute): SeenBars | null {
  const { signal } = atom.context;
  if (signal === null) return { instrument: atom.instrument, direction: atom.key.direction, windows: [] };
  const seen = seenBars(account, atom, { signal, minute });
  return seen !== null && signal.acts(seen) ? seen : null;
}

/** The parameters of a cycle that opens at this close. */
export function cycleParams(
  { wallet, limit }: RunningAccount,
  { bot, key, context }: RunningAtom,
  { seen, price }: { readonly seen: SeenBars; readonly price: Ticks },
): BotParams {
  const { stopLoss } = bot.conditions[key.direction];
  return context.signal?.cycleParams?.(seen, { price, wallet, limit, stopLoss }) ?? context.params;
}

/** Whether a signal acts at the close of this minute. */
export function acts(
  account: RunningAccount,
  atom: RunningAtom,
  { signal, minute }: { readonly signal: Signal; readonly minute: ClosedMinute },
): boolean {
  const seen = seenBars(account, atom, { signal, minute });
  return seen !== null && signal.acts(seen);
}

/**
 * What a signal sees at the close of this minute. It is judged when a bar of its first window closes, and only while
 * every window is complete: null at any other time.
 */
export function seenBars(
  account: RunningAccount,
  { key: { symbol, direction }, instrument }: RunningAtom,
  { signal, minute }: { readonly signal: Pick<Signal, 'reads'>; readonly minute: ClosedMinute },
): SeenBars | null {
  const { reads } = signal;
  const pace = paceOf(signal);
  if (pace !== null && !closesBar(minute.time, pace)) return null;
  const windows = reads.flatMap(
    (spec) => windowAt(account.closedBars, { time: minute.time, bar: account.setting.past.bar }, symbol, spec) ?? [],
  );
  return windows.length === reads.length ? { instrument, direction, windows } : null;
}

/** The timeframe at whose closes a signal is judged; null: every minute. */
export function paceOf(signal: Pick<Signal, 'reads'> | null): CandleInterval | null {
  return signal?.reads[0]?.timeframe ?? null;
}
