import { type Instant, MINUTE_MS } from '#base/time.ts';
import { mayEnter } from '../account/entries.ts';
import { exitSignalOf } from '../account/exits.ts';
import type { RunningAccount } from '../account/running-account.ts';
import type { RunningAtom } from '../account/running-bot.ts';
import type { Triggers } from '../model/atom.ts';
import { CLOSE_OFFSET_MS } from '../model/candle.ts';
import type { MarketHistory, SymbolHistory } from '../model/history.ts';
import { nextEnd, nextFunding, thawAt } from '../scan/market-minutes.ts';
import { NO_PRICE_ABOVE, NO_PRICE_BELOW, nextTouch } from '../scan/search.ts';
import { nextEntry } from './next-entry.ts';
import { nextLiquidation } from './next-liquidation.ts';
import { nextSignal } from './next-signal.ts';
import { nextStep } from './next-step.ts';
import type { Span } from './span.ts';

/**
 * The first minute of the span in which something may happen in the account; `to` when there is none. Each search ends
 * where the one before found something, so the cheap ones come first.
 */
export function nextBusy(account: RunningAccount, { history, from, to }: Span): number {
  let end = to;
  for (const bot of account.botList) {
    for (const atom of bot.atoms) end = nextExit(atom, history, from, nextOwn(atom, history, from, end));
  }
  for (const bot of account.botList) {
    for (const atom of bot.atoms) end = nextStep(atom, { history, from, to: end });
  }
  end = nextLiquidation(account, { history, from, to: end });
  for (const bot of account.botList) {
    for (const atom of bot.atoms) if (mayEnter(atom)) end = nextEntry(account, atom, { history, from, to: end });
  }
  return end;
}

/**
 * The first minute in which the atom's own triggers are reached or its position pays funding. Its parameters are
 * positional, as in the searches below: they run for every visited minute, and span objects made for them were a
 * fortieth of all garbage.
 */
function nextOwn(atom: RunningAtom, history: MarketHistory, from: number, to: number): number {
  const { cycle, cooldownUntil } = atom.state;
  const stored = history.symbols.get(atom.key.symbol);
  if (stored === undefined || (cycle === null && cooldownUntil === null)) return to;
  let end = cycle === null ? to : nextEnd(stored.frozen, from, to);
  if (atom.triggers.at !== null) end = nextClose(stored, closeFrom(history, from, atom.triggers.at), end);
  if (cycle !== null && cycle.position.quantity > 0) end = nextSettlement(stored, from, end);
  return nextPrice(stored, atom.triggers, from, end);
}

/** The first minute at whose close the exit rules of the open position are judged. */
function nextExit(atom: RunningAtom, history: MarketHistory, from: number, to: number): number {
  const signal = exitSignalOf(atom);
  return signal === null ? to : nextSignal(atom, { role: 'exit', signal }, { history, from, to });
}

/** The first minute with a candle that touches the trigger prices. */
function nextPrice({ index, frozen }: SymbolHistory, { below, above }: Triggers, from: number, to: number): number {
  for (let minute = from; minute < to; ) {
    const touched = nextTouch(index, minute, to, below ?? NO_PRICE_BELOW, above ?? NO_PRICE_ABOVE);
    minute = thawAt(frozen, touched);
    if (minute === touched) return touched;
  }
  return to;
}

/** The first minute from `from` on that closes at or after an instant. */
function closeFrom({ start }: MarketHistory, from: number, at: Instant): number {
  return Math.max(from, Math.ceil((at - CLOSE_OFFSET_MS - start) / MINUTE_MS));
}

/** The first minute from `first` on that has a candle. */
function nextClose({ frozen }: SymbolHistory, first: number, to: number): number {
  return first < to ? Math.min(to, thawAt(frozen, first)) : to;
}

/** The first minute with a candle and a settlement of funding at a rate that is not zero. */
function nextSettlement({ funding, frozen }: SymbolHistory, from: number, to: number): number {
  for (let settlement = nextFunding(funding.minute, from); settlement < funding.minute.length; settlement += 1) {
    const minute = funding.minute[settlement] ?? to;
    if (minute >= to) return to;
    if (funding.rate[settlement] !== 0 && thawAt(frozen, minute) === minute) return minute;
  }
  return to;
}
