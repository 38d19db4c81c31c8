import { add, type Cash, larger, negate, share, subtract, type Ticks, ticks, ZERO_CASH } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { Cycle } from '../model/cycle.ts';
import { notional } from '../model/instrument.ts';
import { signOf } from '../model/order.ts';
import { type LiquidationInput, liquidationTrigger } from '../risk/liquidation.ts';
import { maintenanceMargin } from '../risk/margin.ts';
import { applyEvent, unrealizedOf } from './apply.ts';
import { allSlots, type Book, cachedLadder, type Slot } from './book.ts';
import { failBot } from './bot-state.ts';

export function isCross(cycle: Cycle): boolean {
  return cachedLadder(cycle.params).marginType === 'cross';
}

/** Open cycles with a position, held on the wallet they share. */
function crossHolders(book: Book): readonly { slot: Slot; cycle: Cycle }[] {
  return allSlots(book).flatMap((slot) => {
    const { cycle } = slot.state;
    return cycle !== null && cycle.position.quantity > 0 && isCross(cycle) ? [{ slot, cycle }] : [];
  });
}

/** Open result of the positions that share the wallet, at the last marks. */
export function crossUnrealized(book: Book): Cash {
  return crossHolders(book).reduce(
    (total, { slot, cycle }) => add(total, unrealizedOf(slot, cycle, markOf(book, slot))),
    ZERO_CASH,
  );
}

/** The mark other positions are valued at: the open of the minute under way, else the last close. */
function markOf(book: Book, slot: Slot): Ticks {
  const candle = book.current?.candle(slot.key.symbol) ?? null;
  if (candle !== null && book.minute !== candle.time) return ticks(candle.open);
  return book.marks.get(slot.key.symbol) ?? slot.state.cycle?.basePrice ?? ticks(0);
}

/** What the liquidation formula needs of this position; null while there is none. */
function inputOf(book: Book, slot: Slot): LiquidationInput | null {
  const { cycle } = slot.state;
  if (cycle === null || cycle.position.quantity === 0) return null;
  const own = { instrument: slot.instrument, direction: slot.key.direction, position: cycle.position };
  if (!isCross(cycle))
    return { ...own, wallet: cycle.isolatedWallet, otherMaintenance: ZERO_CASH, otherUnrealized: ZERO_CASH };
  const isolated = allSlots(book).reduce(
    (total, { state }) => add(total, state.cycle?.isolatedWallet ?? ZERO_CASH),
    ZERO_CASH,
  );
  const others = crossHolders(book).filter((holder) => holder.slot !== slot);
  const leg = others.find((holder) => holder.slot.bot === slot.bot && holder.slot.key.symbol === slot.key.symbol);
  let [otherMaintenance, otherUnrealized] = [ZERO_CASH, ZERO_CASH];
  for (const holder of others.filter((candidate) => candidate !== leg)) {
    const mark = markOf(book, holder.slot);
    const value = notional(holder.slot.instrument, mark, holder.cycle.position.quantity);
    otherMaintenance = add(otherMaintenance, maintenanceMargin(holder.slot.instrument, value));
    otherUnrealized = add(otherUnrealized, unrealizedOf(holder.slot, holder.cycle, mark));
  }
  const input = { ...own, wallet: subtract(book.wallet, isolated), otherMaintenance, otherUnrealized };
  return leg === undefined ? input : { ...input, hedge: leg.cycle.position };
}

/** The mark at which the position is closed by force, on the tick grid; null when there is none. */
export function liquidationTriggerOf(book: Book, slot: Slot): Ticks | null {
  const input = inputOf(book, slot);
  return input === null ? null : liquidationTrigger(input);
}

/**
 * Closes by force. Isolated: the whole wallet of the position is lost. Cross: every position on the shared wallet goes,
 * each at its mark, with the liquidation fee on its value.
 */
export function liquidateSlot(book: Book, slot: Slot, hit: { price: Ticks; at: Instant }): void {
  const { cycle } = slot.state;
  if (cycle === null) return;
  if (!isCross(cycle)) return closeByForce(book, slot, { ...hit, wallet: cycle.isolatedWallet });
  const others = crossHolders(book).filter((holder) => holder.slot !== slot);
  closeByForce(book, slot, { ...hit, wallet: null });
  for (const holder of others) {
    closeByForce(book, holder.slot, { price: markOf(book, holder.slot), at: hit.at, wallet: null });
  }
}

function closeByForce(book: Book, slot: Slot, hit: { price: Ticks; at: Instant; wallet: Cash | null }): void {
  const { cycle } = slot.state;
  if (cycle === null) return;
  const value = notional(slot.instrument, hit.price, cycle.position.quantity);
  const { cost } = cycle.position;
  const plain = signOf(slot.key.direction) === 1 ? subtract(value, cost) : subtract(cost, value);
  const { wallet, price, at } = hit;
  // The isolated wallet is what can be lost and what is lost: the fee is what the price left of it.
  const gross = wallet === null ? plain : larger(plain, negate(wallet));
  const fee = wallet === null ? share(value, slot.instrument.liquidationFee, 'half-up') : add(wallet, gross);
  applyEvent(book, slot, { type: 'Liquidated', at, price, gross, fee });
  failBot(book, slot.bot, { reason: 'LIQUIDATED', at });
}
