import { type Rate, type Steps, share, smaller, subtract, type Ticks, ticks, times, ZERO_STEPS } from '#base/exact.ts';
import { type Instant, instantOf } from '#base/time.ts';
import { isEntryOrder } from '../bots/ladder/entry.ts';
import {
  type BarHit,
  type BarLeg,
  hasStandingStop,
  hitAtOpen,
  hitOnLosingLeg,
  hitOnWinningLeg,
  volumeBudget,
} from '../matching/bar-fill.ts';
import type { MarketMinute } from '../model/account.ts';
import { type Candle, CLOSE_OFFSET_MS } from '../model/candle.ts';
import { notional } from '../model/instrument.ts';
import { signOf, type WorkingOrder } from '../model/order.ts';
import { applyEvent, applyFill } from './apply.ts';
import { type Book, isCross, type Slot } from './book.ts';
import { liquidateSlot } from './forced-close.ts';
import { liquidationTriggerOf } from './liquidation.ts';

/** Runs one atom through one closed minute, in the order of the fill model; nothing happens without a candle. */
export function runMinute(book: Book, slot: Slot, minute: MarketMinute): void {
  const { state } = slot;
  if (state.cycle === null && state.cooldownUntil === null) return;
  const candle = minute.candle(slot.key.symbol);
  if (candle === null) return;
  const rate = minute.funding(slot.key.symbol);
  if (rate !== null) {
    const quantity = state.cycle?.position.quantity ?? ZERO_STEPS;
    settle(book, slot, { candle, at: candle.time, rate, quantity });
  }
  if (isQuiet(book, slot, candle)) return;
  const isStopStanding = hasStandingStop(state.cycle?.orders ?? NO_ORDERS, candle.time);
  walk(book, slot, { candle, at: instantOf(candle.time + CLOSE_OFFSET_MS), rate, isStopStanding });
  if (slot.state.cycle === null && slot.state.cooldownUntil === null) return;
  applyIfChanged(book, slot, candle);
}

/** Whether the triggers say that nothing can happen in this candle. */
function isQuiet(book: Book, slot: Slot, candle: Candle): boolean {
  const { cycle } = slot.state;
  const isShared = cycle !== null && cycle.position.quantity > 0 && isCross(slot, cycle);
  // The liquidation of a shared wallet moves with everything else on it, so it is no part of what is kept.
  if (isShared && isLiquidated(slot, candle, liquidationTriggerOf(book, slot))) return false;
  const { below, above, at } = slot.triggers;
  if (below !== null && candle.low <= below) return false;
  if (above !== null && candle.high >= above) return false;
  return at === null || candle.time + CLOSE_OFFSET_MS < at;
}

function isLiquidated({ key }: Slot, { low, high }: Candle, liquidation: Ticks | null): boolean {
  if (liquidation === null) return false;
  return key.direction === 'buy' ? low <= liquidation : high >= liquidation;
}

interface Bar {
  readonly candle: Candle;
  readonly at: Instant;
  readonly rate: Rate | null;
  readonly isStopStanding: boolean;
}

/** Open, losing leg, winning leg. */
function walk(book: Book, slot: Slot, { candle, at, rate, isStopStanding }: Bar): void {
  const { direction } = slot.key;
  const { slippage } = book.market;
  const bar: OpenBar = { direction, candle, rate, slippage, isStopStanding, volumeLeft: volumeBudget(candle) };
  take(book, slot, { bar, hit: hitAtOpen(ordersOf(slot), bar, positionOf(book, slot)), at: candle.time });
  for (let hit = nextLoss(book, slot, bar); hit !== null; hit = nextLoss(book, slot, bar))
    take(book, slot, { bar, hit, at });
  take(book, slot, { bar, hit: hitOnWinningLeg(ordersOf(slot), bar), at });
}

/** The minute under way as the matcher sees it: fills of limit orders use its volume up. */
interface OpenBar extends BarLeg {
  readonly rate: Rate | null;
  volumeLeft: Steps;
}

const NO_ORDERS: readonly WorkingOrder[] = [];

function ordersOf(slot: Slot): readonly WorkingOrder[] {
  return slot.state.cycle?.orders ?? NO_ORDERS;
}

function positionOf(book: Book, slot: Slot) {
  const isOpen = (slot.state.cycle?.position.quantity ?? 0) > 0;
  return { isOpen, liquidation: isOpen ? liquidationTriggerOf(book, slot) : null };
}

function nextLoss(book: Book, slot: Slot, bar: OpenBar): BarHit | null {
  return hitOnLosingLeg(ordersOf(slot), bar, positionOf(book, slot));
}

function take(book: Book, slot: Slot, { bar, hit, at }: { bar: OpenBar; hit: BarHit | null; at: Instant }): void {
  if (hit === null) return;
  if (hit.type === 'liquidation') return liquidateSlot(book, slot, { price: hit.price, at });
  if (hit.isMaker) bar.volumeLeft = subtract(bar.volumeLeft, smaller(bar.volumeLeft, hit.quantity ?? ZERO_STEPS));
  applyFill(book, slot, { order: hit.order, at, price: hit.price, quantity: hit.quantity, isMaker: hit.isMaker });
  if (isEntryOrder(hit.order)) settleEntered(book, slot, { bar, at, order: hit.order.number, quantity: hit.quantity });
}

interface Settlement {
  readonly candle: Candle;
  readonly at: Instant;
  readonly rate: Rate;
  readonly quantity: Steps;
  /** The entry that was filled in the minute of the settlement; left out for what was held before. */
  readonly order?: number;
}

/** Funding on a quantity at the open as mark: longs pay a positive rate. */
function settle(book: Book, slot: Slot, { candle, at, rate, quantity, order }: Settlement): void {
  if (quantity === 0 || slot.state.cycle === null) return;
  const value = notional(slot.instrument, ticks(candle.open), quantity);
  const paid = times(share(value, rate, 'half-up'), signOf(slot.key.direction));
  if (paid === 0) return;
  const event = { type: 'FundingSettled', at, paid } as const;
  applyEvent(book, slot, order === undefined ? event : { ...event, order });
}

/** What is bought in the minute of a settlement counts as held only where that is a cost, however soon it is sold. */
function settleEntered(
  book: Book,
  slot: Slot,
  { bar, at, order, quantity }: { bar: OpenBar; at: Instant; order: number; quantity: Steps | null },
): void {
  const { candle, rate } = bar;
  if (rate === null || quantity === null || rate * signOf(slot.key.direction) <= 0) return;
  settle(book, slot, { candle, at, rate, quantity, order });
}

/** Ends the candle for the atom where that changes something. */
function applyIfChanged(book: Book, slot: Slot, candle: Candle): void {
  if (isQuiet(book, slot, candle)) return;
  applyEvent(book, slot, {
    type: 'CandleClosed',
    at: instantOf(candle.time + CLOSE_OFFSET_MS),
    high: ticks(candle.high),
    low: ticks(candle.low),
    close: ticks(candle.close),
  });
}
