import { add, type Cash, type Steps, subtract, type Ticks, ZERO_CASH, ZERO_STEPS } from '#base/exact.ts';
import type { Cycle } from '../../model/cycle.ts';
import type { Direction } from '../../model/order.ts';
import { isCross, type RunningAtom } from '../running-bot.ts';

/** Sums over all open cycles of the account, updated cycle by cycle. */
export interface Sums {
  /** Margin committed. */
  committed: Cash;
  /** Σ wallets of isolated positions. */
  isolated: Cash;
  /** Cross positions, added up per symbol and side. */
  readonly legs: Map<string, Leg>;
  /** Their liquidation marks, computed on demand and dropped once anything moves. */
  readonly triggers: Map<string, Ticks | null>;
}

export interface Leg {
  readonly symbol: string;
  readonly direction: Direction;
  /** One of the atoms that hold or held it. */
  readonly atom: RunningAtom;
  quantity: Steps;
  cost: Cash;
}

export function noSums(): Sums {
  return { committed: ZERO_CASH, isolated: ZERO_CASH, legs: new Map(), triggers: new Map() };
}

/** Drops the liquidation marks of cross positions after marks or positions have changed. */
export function forgetTriggers({ triggers }: Sums): void {
  if (triggers.size > 0) triggers.clear(); // Clearing an empty map costs as much, and most are empty.
}

export const legKeyOf = (symbol: string, direction: Direction): string => `${symbol}-${direction}`;

/** Replaces an atom's cycle in the sums with its current one. */
export function recount(
  sums: Sums,
  atom: RunningAtom,
  { before, now }: { before: Cycle | null; now: Cycle | null },
): void {
  forgetTriggers(sums);
  sums.committed = add(
    subtract(sums.committed, before?.committedMargin ?? ZERO_CASH),
    now?.committedMargin ?? ZERO_CASH,
  );
  sums.isolated = add(subtract(sums.isolated, before?.isolatedWallet ?? ZERO_CASH), now?.isolatedWallet ?? ZERO_CASH);
  const had = crossPosition(atom, before);
  const has = crossPosition(atom, now);
  if (had === has) return;
  const key = legKeyOf(atom.key.symbol, atom.key.direction);
  const { symbol, direction } = atom.key;
  const leg = sums.legs.get(key) ?? { symbol, direction, atom, quantity: ZERO_STEPS, cost: ZERO_CASH };
  leg.quantity = add(subtract(leg.quantity, had?.quantity ?? ZERO_STEPS), has?.quantity ?? ZERO_STEPS);
  leg.cost = add(subtract(leg.cost, had?.cost ?? ZERO_CASH), has?.cost ?? ZERO_CASH);
  if (leg.quantity === 0) sums.legs.delete(key);
  else sums.legs.set(key, leg);
}

/** The position if it is a cross position; null otherwise, and while its counts cannot be added to those of others. */
function crossPosition(atom: RunningAtom, cycle: Cycle | null) {
  if (cycle === null || cycle.position.quantity === 0 || atom.isOffGrid) return null;
  return isCross(atom, cycle) ? cycle.position : null;
}

/** Margin that open and starting cycles commit. */
export function committedOf(atoms: readonly RunningAtom[]): Cash {
  return atoms.reduce(
    (total, { state }) => (state.cycle === null ? total : add(total, state.cycle.committedMargin)),
    ZERO_CASH,
  );
}
