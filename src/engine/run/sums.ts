import { add, type Cash, type Steps, subtract, type Ticks, ZERO_CASH, ZERO_STEPS } from '#base/exact.ts';
import type { Cycle } from '../model/cycle.ts';
import type { Direction } from '../model/order.ts';
import { isCross, type Slot } from './book.ts';

/** What all open cycles of the account make together, kept up to date cycle by cycle. */
export interface Sums {
  /** Margin committed. */
  committed: Cash;
  /** Σ wallets of isolated positions. */
  isolated: Cash;
  /** Positions that share the wallet, as one a symbol and side. */
  readonly legs: Map<string, Leg>;
  /** Marks that liquidate them, as they are asked for; void once anything moves. */
  readonly triggers: Map<string, Ticks | null>;
}

export interface Leg {
  readonly symbol: string;
  readonly direction: Direction;
  /** One of the atoms that hold it or held it. */
  readonly slot: Slot;
  quantity: Steps;
  cost: Cash;
}

export function noSums(): Sums {
  return { committed: ZERO_CASH, isolated: ZERO_CASH, legs: new Map(), triggers: new Map() };
}

/** Marks or positions moved: what liquidates the shared wallet has to be asked for again. */
export function forgetTriggers({ triggers }: Sums): void {
  if (triggers.size > 0) triggers.clear(); // Clearing an empty map costs as much, and most accounts share nothing.
}

export const legKeyOf = (symbol: string, direction: Direction): string => `${symbol}-${direction}`;

/** Takes the cycle of an atom out of the sums and puts the one that stands for it now in. */
export function recount(sums: Sums, slot: Slot, { before, now }: { before: Cycle | null; now: Cycle | null }): void {
  forgetTriggers(sums);
  sums.committed = add(
    subtract(sums.committed, before?.committedMargin ?? ZERO_CASH),
    now?.committedMargin ?? ZERO_CASH,
  );
  sums.isolated = add(subtract(sums.isolated, before?.isolatedWallet ?? ZERO_CASH), now?.isolatedWallet ?? ZERO_CASH);
  const had = shared(slot, before);
  const has = shared(slot, now);
  if (had === has) return;
  const key = legKeyOf(slot.key.symbol, slot.key.direction);
  const { symbol, direction } = slot.key;
  const leg = sums.legs.get(key) ?? { symbol, direction, slot, quantity: ZERO_STEPS, cost: ZERO_CASH };
  leg.quantity = add(subtract(leg.quantity, had?.quantity ?? ZERO_STEPS), has?.quantity ?? ZERO_STEPS);
  leg.cost = add(subtract(leg.cost, had?.cost ?? ZERO_CASH), has?.cost ?? ZERO_CASH);
  if (leg.quantity === 0) sums.legs.delete(key);
  else sums.legs.set(key, leg);
}

/** The position as far as it shares the wallet; null when it does not. */
function shared(slot: Slot, cycle: Cycle | null) {
  return cycle !== null && cycle.position.quantity > 0 && isCross(slot, cycle) ? cycle.position : null;
}
