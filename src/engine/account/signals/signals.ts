import { assert } from '#base/assert.ts';
import type { CandleInterval } from '#base/candle-interval.ts';
import type { Ticks } from '#base/exact.ts';
import { later, MINUTE_MS } from '#base/time.ts';
import type { SeenBars, Signal } from '../../bots/signal.ts';
import type { ClosedMinute } from '../../model/account.ts';
import type { BotParams } from '../../model/bot-params.ts';
import { lastClosed } from '../../scan/bar-table.ts';
import { closesBar, windowAt } from '../../scan/closed-bars.ts';
import type { RunningAccount } from '../running-account.ts';
import type { RunningAtom } from '../running-bot.ts';
import { heldPositions } from './held-positions.ts';
import type { SignalRole } from './searched-past.ts';

/** A signal that is asked at the close of a minute. */
interface Asked {
  readonly role: SignalRole;
  readonly signal: Signal;
  readonly minute: ClosedMinute;
}

/** Whether the atom's entry rules want a cycle at the close of this minute. */
export function wantsEntry(account: RunningAccount, atom: RunningAtom, minute: ClosedMinute): boolean {
  const { signal } = atom.context;
  return signal === null || acts(account, atom, { role: 'entry', signal, minute });
}

/** The parameters of a cycle that opens at this close. */
export function cycleParams(
  account: RunningAccount,
  atom: RunningAtom,
  { minute, price }: { readonly minute: ClosedMinute; readonly price: Ticks },
): BotParams {
  const { signal, params } = atom.context;
  if (signal?.opening === undefined) return params;
  const { wallet, limit } = account;
  const { direction } = atom.key;
  const terms = { price, wallet, limit, stopLoss: atom.bot.conditions[direction].stopLoss };
  const [known, pace] = [atom.searched?.judged.get('entry'), paceOf(signal)];
  if (known?.signal === signal && known.opening !== null && pace !== null) {
    const place = lastClosed(pace, later(minute.time, MINUTE_MS));
    return signal.opening.paramsWith(direction, known.opening(place, terms));
  }
  const seen = seenBars(account, atom, { signal: signal.opening, minute });
  assert(seen !== null, 'a signal acts only where the windows of its opening are complete');
  return signal.opening.cycleParams(seen, terms);
}

/**
 * The parameters of a cycle that is opened by hand between two minutes, by the bars that have closed so far; null while
 * those that it is sized by are not known.
 */
export function cycleParamsNow(account: RunningAccount, atom: RunningAtom, price: Ticks): BotParams | null {
  const { signal, params } = atom.context;
  if (signal?.opening === undefined) return params;
  if (account.minute === null) return null;
  const minute = { time: account.minute, bar: account.setting.past.bar };
  const { symbol, direction } = atom.key;
  // Windows of its own: the lanes that the engine goes on with stay as they are.
  const windows = signal.opening.reads.flatMap((spec) => windowAt(new Map(), minute, symbol, spec) ?? []);
  if (windows.length !== signal.opening.reads.length) return null;
  const { wallet, limit } = account;
  const terms = { price, wallet, limit, stopLoss: atom.bot.conditions[direction].stopLoss };
  return signal.opening.cycleParams({ instrument: atom.instrument, direction, windows }, terms);
}

/** Whether a signal acts at the close of this minute: only where a bar of its first window closes. */
export function acts(account: RunningAccount, atom: RunningAtom, asked: Asked): boolean {
  const { role, signal, minute } = asked;
  const pace = paceOf(signal);
  if (pace !== null && !closesBar(minute.time, pace)) return false;
  const known = atom.searched?.judged.get(role);
  if (pace !== null && known?.signal === signal)
    return known.over.acts(lastClosed(pace, later(minute.time, MINUTE_MS)), heldPositions(atom));
  const seen = seenBars(account, atom, asked);
  return seen !== null && signal.acts({ ...seen, positions: heldPositions(atom) });
}

/**
 * What a signal sees at the close of this minute. It is judged when a bar of its first window closes, and only while
 * every window is complete: null at any other time.
 */
function seenBars(
  account: RunningAccount,
  { key: { symbol, direction }, instrument }: RunningAtom,
  { signal, minute }: { readonly signal: Pick<Signal, 'reads'>; readonly minute: ClosedMinute },
): Omit<SeenBars, 'positions'> | null {
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
