import { later, MINUTE_MS } from '#base/time.ts';
import type { RunningAtom } from '../account/running-bot.ts';
import { heldPositions } from '../account/signals/held-positions.ts';
import type { JudgedSignal, SearchedPast, SignalRole } from '../account/signals/searched-past.ts';
import type { EntrySignal } from '../bots/signal.ts';
import { storedPast } from '../bots/stored-past.ts';
import type { SymbolHistory } from '../model/history.ts';
import { closeOf, lastClosed, wholeWindows } from '../scan/bar-table.ts';
import { nextBarClose } from '../scan/closed-bars.ts';
import { indexOf, instantAt } from '../scan/market-minutes.ts';
import type { Span } from './span.ts';

/**
 * The first minute of the span at whose close a signal may act; `to` when there is none. A signal that can be judged over
 * a stored past is judged once; what is decided at a close follows from the bars that have closed by then.
 */
export function nextSignal(atom: RunningAtom, { role, signal }: Asked, { history, from, to }: Span): number {
  const pace = signal.reads[0]?.timeframe;
  const stored = history.symbols.get(atom.key.symbol);
  if (from >= to || stored === undefined) return to;
  if (pace === undefined) return from;
  const close = nextBarClose(instantAt(history, from), pace);
  const judged = judgedOver(atom, stored, { role, signal });
  if (judged === null) return Math.min(to, indexOf(history, close));
  const first = lastClosed(pace, later(close, MINUTE_MS));
  const end = lastClosed(pace, instantAt(history, to)) + 1;
  const place = judged.over.next(first, end, heldPositions(atom));
  return place >= end ? to : indexOf(history, later(closeOf(pace, place), -MINUTE_MS));
}

interface Asked {
  readonly role: SignalRole;
  readonly signal: EntrySignal;
}

/** A signal over a past; null where it cannot be judged at once. */
function judgedOver(atom: RunningAtom, stored: SymbolHistory, { role, signal }: Asked): JudgedSignal | null {
  if (signal.overPast === undefined) return null;
  const { past, judged } = searchedPast(atom, stored);
  const known = judged.get(role);
  if (known?.signal === signal) return known;
  const { direction } = atom.key;
  const opening = signal.opening?.overPast(past, direction) ?? null;
  const found = { signal, over: signal.overPast(past, direction), opening };
  judged.set(role, found);
  return found;
}

function searchedPast(atom: RunningAtom, stored: SymbolHistory): SearchedPast {
  if (atom.searched?.stored === stored) return atom.searched;
  // The other direction of a bot reads the same bars.
  const beside = atom.bot.atoms.find(({ searched }) => searched?.stored === stored)?.searched;
  const past = beside?.past ?? storedPast(atom.instrument, wholeWindows(stored));
  atom.searched = { stored, past, judged: new Map() };
  return atom.searched;
}
