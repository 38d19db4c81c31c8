import { add, type Cash, subtract, type Ticks, ticks, ZERO_CASH } from '#base/exact.ts';
import { notional } from '../model/instrument.ts';
import { FLAT } from '../model/position.ts';
import { type LiquidationInput, liquidationTrigger } from '../risk/liquidation.ts';
import { maintenanceMargin } from '../risk/margin.ts';
import { type Book, isCross, type Slot } from './book.ts';
import { markIn } from './marks.ts';
import { type Leg, legKeyOf } from './sums.ts';

/** Open result of the positions that share the wallet, at the last marks. */
export function crossUnrealized(book: Book): Cash {
  let total = ZERO_CASH;
  for (const leg of book.sums.legs.values()) total = add(total, legAt(leg, markOf(book, leg.slot)).unrealized);
  return total;
}

/** Value and open result of a side of a symbol at a mark. */
function legAt({ slot, direction, quantity, cost }: Leg, mark: Ticks) {
  const value = notional(slot.instrument, mark, quantity);
  return { value, unrealized: direction === 'buy' ? subtract(value, cost) : subtract(cost, value) };
}

/** The mark other positions are valued at: the open of the minute under way, else the last close. */
export function markOf(book: Book, slot: Slot): Ticks {
  const candle = book.current?.candle(slot.key.symbol) ?? null;
  if (candle !== null && book.minute !== candle.time) return ticks(candle.open);
  return markIn(book, slot.key.symbol) ?? slot.state.cycle?.basePrice ?? ticks(0);
}

/** What the positions that share the wallet have of it: everything but the wallets of isolated ones. */
export function sharedBalance(book: Book): Cash {
  return subtract(book.wallet, book.sums.isolated);
}

/** The mark at which the position is closed by force, on the tick grid; null when there is none. */
export function liquidationTriggerOf(book: Book, slot: Slot): Ticks | null {
  const { cycle } = slot.state;
  if (cycle === null || cycle.position.quantity === 0) return null;
  return isCross(slot, cycle) ? sharedTrigger(book, slot) : slot.liquidation;
}

function sharedTrigger(book: Book, slot: Slot): Ticks | null {
  const { triggers } = book.sums;
  const key = legKeyOf(slot.key.symbol, slot.key.direction);
  const known = triggers.get(key);
  if (known !== undefined) return known;
  const input = sharedInput(book, slot);
  const trigger = input === null ? null : liquidationTrigger(input);
  triggers.set(key, trigger);
  return trigger;
}

/** All positions of a symbol on the shared wallet move together, so they are one position a side with one price. */
function sharedInput(book: Book, { key, instrument }: Slot): LiquidationInput | null {
  const { legs } = book.sums;
  const own = legs.get(legKeyOf(key.symbol, key.direction));
  const hedge = legs.get(legKeyOf(key.symbol, key.direction === 'buy' ? 'sell' : 'buy'));
  if (own === undefined) return null;
  let [otherMaintenance, otherUnrealized] = [ZERO_CASH, ZERO_CASH];
  for (const leg of legs.values()) {
    if (leg.symbol === key.symbol) continue;
    const { value, unrealized } = legAt(leg, markOf(book, leg.slot));
    otherMaintenance = add(otherMaintenance, maintenanceMargin(leg.slot.instrument, value));
    otherUnrealized = add(otherUnrealized, unrealized);
  }
  return {
    instrument,
    direction: key.direction,
    position: { ...FLAT, quantity: own.quantity, cost: own.cost },
    wallet: sharedBalance(book),
    otherMaintenance,
    otherUnrealized,
    ...(hedge === undefined ? {} : { hedge }),
  };
}
