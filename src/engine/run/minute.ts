import { add, type Rate, type Steps, share, smaller, subtract, ticks, times, ZERO_STEPS } from '#base/exact.ts';
import { type Instant, instantOf } from '#base/time.ts';
import { isEntryOrder } from '../bots/entry.ts';
import { triggersOf } from '../bots/triggers.ts';
import { type BarHit, hitAtOpen, hitOnLosingLeg, hitOnWinningLeg, volumeBudget } from '../matching/bar-fill.ts';
import type { MarketMinute } from '../model/account.ts';
import { type Candle, CLOSE_OFFSET_MS } from '../model/candle.ts';
import { notional } from '../model/instrument.ts';
import { signOf } from '../model/order.ts';
import { applyEvent, applyFill } from './apply.ts';
import type { Book, Slot } from './book.ts';
import { isCross, liquidateSlot, liquidationTriggerOf } from './liquidation.ts';

/** Runs one atom through one closed minute, in the order of the fill model; nothing happens without a candle. */
export function runMinute(book: Book, slot: Slot, minute: MarketMinute): void {
  const { state } = slot;
  if (state.cycle === null && state.cooldownUntil === null) return;
  const candle = minute.candle(slot.key.symbol);
  if (candle === null) return;
  const rate = minute.funding(slot.key.symbol);
  if (rate === null && isQuiet(book, slot, candle)) return;
  const at = instantOf(candle.time + CLOSE_OFFSET_MS);
  const entered = walk(book, slot, { candle, at, rate });
  if (rate !== null) settleLate(book, slot, { candle, at, rate, entered });
  if (slot.state.cycle === null && slot.state.cooldownUntil === null) return;
  applyIfChanged(book, slot, candle, at);
}

/** Whether the triggers say that nothing can happen in this candle. */
function isQuiet(book: Book, slot: Slot, candle: Candle): boolean {
  const { cycle } = slot.state;
  const isShared = cycle !== null && cycle.position.quantity > 0 && isCross(cycle);
  if (slot.triggers === null || isShared) {
    slot.triggers = triggersOf(slot.state, slot.context, liquidationTriggerOf(book, slot));
  }
  const { below, above, at } = slot.triggers;
  if (below !== null && candle.low <= below) return false;
  if (above !== null && candle.high >= above) return false;
  return at === null || candle.time + CLOSE_OFFSET_MS < at;
}

interface Bar {
  readonly candle: Candle;
  readonly at: Instant;
  readonly rate: Rate | null;
}

/** Funding, open, losing leg, winning leg. @returns the quantity that entries filled */
function walk(book: Book, slot: Slot, { candle, at, rate }: Bar): Steps {
  if (rate !== null)
    settle(book, slot, { candle, at: candle.time, rate, quantity: slot.state.cycle?.position.quantity ?? ZERO_STEPS });
  const bar: OpenBar = { candle, volumeLeft: volumeBudget(candle), entered: ZERO_STEPS };
  take(book, slot, { bar, hit: hitAtOpen(ordersOf(slot), legOf(book, slot, bar)), at: candle.time });
  for (let hit = nextLoss(book, slot, bar); hit !== null; hit = nextLoss(book, slot, bar))
    take(book, slot, { bar, hit, at });
  take(book, slot, { bar, hit: hitOnWinningLeg(ordersOf(slot), legOf(book, slot, bar)), at });
  return bar.entered;
}

interface OpenBar {
  readonly candle: Candle;
  volumeLeft: Steps;
  entered: Steps;
}

const ordersOf = (slot: Slot) => slot.state.cycle?.orders ?? [];

function legOf(book: Book, slot: Slot, { candle, volumeLeft }: OpenBar) {
  return { direction: slot.key.direction, candle, volumeLeft, slippage: book.market.slippage };
}

function nextLoss(book: Book, slot: Slot, bar: OpenBar): BarHit | null {
  const isOpen = (slot.state.cycle?.position.quantity ?? 0) > 0;
  const liquidation = isOpen ? liquidationTriggerOf(book, slot) : null;
  return hitOnLosingLeg(ordersOf(slot), legOf(book, slot, bar), { isOpen, liquidation });
}

function take(book: Book, slot: Slot, { bar, hit, at }: { bar: OpenBar; hit: BarHit | null; at: Instant }): void {
  if (hit === null) return;
  if (hit.type === 'liquidation') return liquidateSlot(book, slot, { price: hit.price, at });
  if (hit.isMaker) bar.volumeLeft = subtract(bar.volumeLeft, smaller(bar.volumeLeft, hit.quantity ?? ZERO_STEPS));
  if (isEntryOrder(hit.order)) bar.entered = add(bar.entered, hit.quantity ?? ZERO_STEPS);
  applyFill(book, slot, { order: hit.order, at, price: hit.price, quantity: hit.quantity, isMaker: hit.isMaker });
}

/** Funding on a quantity at the open as mark: longs pay a positive rate. */
function settle(
  book: Book,
  slot: Slot,
  { candle, at, rate, quantity }: { candle: Candle; at: Instant; rate: Rate; quantity: Steps },
): void {
  if (quantity === 0 || slot.state.cycle === null) return;
  const value = notional(slot.instrument, ticks(candle.open), quantity);
  const paid = times(share(value, rate, 'half-up'), signOf(slot.key.direction));
  if (paid !== 0) applyEvent(book, slot, { type: 'FundingSettled', at, paid });
}

/** What was bought in the same minute counts as held only where that is a cost. */
function settleLate(book: Book, slot: Slot, bar: { candle: Candle; at: Instant; rate: Rate; entered: Steps }): void {
  const { position } = slot.state.cycle ?? {};
  if (position === undefined || bar.rate * signOf(slot.key.direction) <= 0) return;
  settle(book, slot, { ...bar, quantity: smaller(bar.entered, position.quantity) });
}

/** Ends the candle for the atom where that changes something. */
function applyIfChanged(book: Book, slot: Slot, candle: Candle, at: Instant): void {
  if (isQuiet(book, slot, candle)) return;
  applyEvent(book, slot, {
    type: 'CandleClosed',
    at,
    high: ticks(candle.high),
    low: ticks(candle.low),
    close: ticks(candle.close),
  });
}
