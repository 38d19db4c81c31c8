import type { Instant } from '#base/time.ts';
import type { Conditions } from '../bots/conditions.ts';
import { applyEvent } from './apply.ts';
import type { Book, Slot } from './book.ts';

export function holdsConditions({ state }: Slot, rates: Conditions): boolean {
  return state.stopLoss === rates.stopLoss && state.takeProfit === rates.takeProfit;
}

/** Brings conditions to an atom that holds others. */
export function bringConditions(book: Book, slot: Slot, told: { rates: Conditions; at: Instant }): void {
  if (holdsConditions(slot, told.rates)) return;
  applyEvent(book, slot, { type: 'ConditionsSet', at: told.at, ...told.rates, exit: null });
}
