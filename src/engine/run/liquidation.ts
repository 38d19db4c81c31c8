import { add, type Cash, type Steps, subtract, type Ticks, ticks, ZERO_CASH } from '#base/exact.ts';
import { notional } from '../model/instrument.ts';
import type { Direction } from '../model/order.ts';
import { FLAT } from '../model/position.ts';
import { type LiquidationInput, liquidationTrigger } from '../risk/liquidation.ts';
import { maintenanceMargin } from '../risk/margin.ts';
import { unrealizedOf } from './apply.ts';
import { type Book, derivedOf, isCross, type Sharing, type Slot } from './book.ts';

/** Open result of the positions that share the wallet, at the last marks. */
export function crossUnrealized(book: Book): Cash {
  return derivedOf(book).sharing.reduce(
    (total, { slot, cycle }) => add(total, unrealizedOf(slot, cycle, markOf(book, slot))),
    ZERO_CASH,
  );
}

/** The mark other positions are valued at: the open of the minute under way, else the last close. */
export function markOf(book: Book, slot: Slot): Ticks {
  const candle = book.current?.candle(slot.key.symbol) ?? null;
  if (candle !== null && book.minute !== candle.time) return ticks(candle.open);
  return book.marks.get(slot.key.symbol) ?? slot.state.cycle?.basePrice ?? ticks(0);
}

/** What the positions that share the wallet have of it: everything but the wallets of isolated ones. */
export function sharedBalance(book: Book): Cash {
  return subtract(book.wallet, derivedOf(book).isolated);
}

/** The mark at which the position is closed by force, on the tick grid; null when there is none. */
export function liquidationTriggerOf(book: Book, slot: Slot): Ticks | null {
  const { cycle } = slot.state;
  if (cycle === null || cycle.position.quantity === 0) return null;
  if (isCross(cycle)) return sharedTrigger(book, slot);
  return liquidationTrigger({
    instrument: slot.instrument,
    direction: slot.key.direction,
    position: cycle.position,
    wallet: cycle.isolatedWallet,
    otherMaintenance: ZERO_CASH,
    otherUnrealized: ZERO_CASH,
  });
}

function sharedTrigger(book: Book, slot: Slot): Ticks | null {
  const { triggers } = derivedOf(book);
  const key = `${slot.key.symbol}-${slot.key.direction}`;
  const known = triggers.get(key);
  if (known !== undefined) return known;
  const trigger = liquidationTrigger(sharedInput(book, slot));
  triggers.set(key, trigger);
  return trigger;
}

/** All positions of a symbol on the shared wallet move together, so they are one position a side with one price. */
function sharedInput(book: Book, { key, instrument }: Slot): LiquidationInput {
  const { sharing } = derivedOf(book);
  const legOf = (direction: Direction) =>
    sumOf(sharing.filter(({ slot }) => slot.key.symbol === key.symbol && slot.key.direction === direction));
  let [otherMaintenance, otherUnrealized] = [ZERO_CASH, ZERO_CASH];
  for (const { slot, cycle } of sharing) {
    if (slot.key.symbol === key.symbol) continue;
    const mark = markOf(book, slot);
    const value = notional(slot.instrument, mark, cycle.position.quantity);
    otherMaintenance = add(otherMaintenance, maintenanceMargin(slot.instrument, value));
    otherUnrealized = add(otherUnrealized, unrealizedOf(slot, cycle, mark));
  }
  const hedge = legOf(key.direction === 'buy' ? 'sell' : 'buy');
  return {
    instrument,
    direction: key.direction,
    position: { ...FLAT, ...legOf(key.direction) },
    wallet: sharedBalance(book),
    otherMaintenance,
    otherUnrealized,
    ...(hedge.quantity === 0 ? {} : { hedge }),
  };
}

function sumOf(held: readonly Sharing[]): { readonly quantity: Steps; readonly cost: Cash } {
  let { quantity, cost } = FLAT;
  for (const { cycle } of held) {
    quantity = add(quantity, cycle.position.quantity);
    cost = add(cost, cycle.position.cost);
  }
  return { quantity, cost };
}
