import type { Rate } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import { maybeRate } from '../bots/new-bot.ts';
import type { EngineBot } from '../model/bot.ts';
import { applyEvent } from './apply.ts';
import type { Book, Slot } from './book.ts';

/** Distances of the exits; null is off. */
export interface Conditions {
  readonly stopLoss: Rate | null;
  readonly takeProfit: Rate | null;
}

type Percents = Pick<EngineBot, 'stopLossPercent' | 'takeProfitPercent'>;

/** Read once: a bot's own are asked for at every entry. */
const read = new WeakMap<Percents, Conditions>();

export function conditionsOf(told: Percents): Conditions {
  let conditions = read.get(told);
  if (conditions === undefined) {
    conditions = { stopLoss: maybeRate(told.stopLossPercent), takeProfit: maybeRate(told.takeProfitPercent) };
    read.set(told, conditions);
  }
  return conditions;
}

export function holdsConditions({ state }: Slot, rates: Conditions): boolean {
  return state.stopLoss === rates.stopLoss && state.takeProfit === rates.takeProfit;
}

/** Brings conditions to an atom that holds others. */
export function bringConditions(book: Book, slot: Slot, told: { rates: Conditions; at: Instant }): void {
  if (holdsConditions(slot, told.rates)) return;
  applyEvent(book, slot, { type: 'ConditionsSet', at: told.at, ...told.rates, exit: null });
}
