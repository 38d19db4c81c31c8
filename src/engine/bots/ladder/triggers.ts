import { type Ticks, ticks, ZERO_CASH } from '#base/exact.ts';
import { type Instant, instantOf } from '#base/time.ts';
import type { AtomState, Triggers } from '../../model/atom.ts';
import { closeWhenDue } from '../../model/candle.ts';
import type { Cycle } from '../../model/cycle.ts';
import { type Direction, isOpening, signOf, type WorkingOrder } from '../../model/order.ts';
import { liquidationTrigger } from '../../risk/margin/liquidation.ts';
import type { AtomContext } from '../atom-context.ts';
import { wantedTakeProfit } from './exits.ts';
import { timeLimitOf } from './time-limit.ts';

const NEVER: Triggers = { below: null, above: null, at: null };
const ALWAYS: Triggers = { below: ticks(Number.MAX_SAFE_INTEGER), above: ticks(0), at: null };

/**
 * The prices and the time until which nothing can happen to the atom: a candle strictly between `below` and `above` that
 * closes before `at` needs no transition. They include the liquidation of an isolated position; that of a shared wallet
 * depends on other positions, so the account watches it. A limit order fills only beyond its price, but its price itself
 * is the trigger.
 *
 * @param liquidation - the result of `ownLiquidation`, if the caller has it
 */
export function triggersOf(
  state: AtomState,
  context: AtomContext,
  liquidation: Ticks | null = ownLiquidation(state, context),
): Triggers {
  const { cycle, cooldownUntil } = state;
  if (cycle === null) return cooldownUntil === null ? NEVER : { ...NEVER, at: closeWhenDue(cooldownUntil) };
  const sign = signOf(state.direction);
  // The first price met on the losing side of the position, and the first one on its winning side.
  let lost = liquidation;
  let won = trailingPrice(state, context);
  for (const order of cycle.orders) {
    if (order.type === 'MARKET') return ALWAYS;
    if (isLosingSide(order, state.direction)) lost = sooner(lost, priceOf(order), -sign);
    else won = sooner(won, priceOf(order), sign);
  }
  return { below: sign === 1 ? lost : won, above: sign === 1 ? won : lost, at: soonest(state, cycle, context) };
}

/** The mark that liquidates an isolated position; null on a shared wallet and when there is no such mark. */
export function ownLiquidation(state: AtomState, { instrument, ladderOf }: AtomContext): Ticks | null {
  const { cycle, direction } = state;
  if (cycle === null || cycle.position.quantity === 0 || ladderOf(cycle.params).marginType === 'cross') return null;
  return liquidationTrigger({
    instrument,
    direction,
    position: cycle.position,
    wallet: cycle.isolatedWallet,
    otherMaintenance: ZERO_CASH,
    otherUnrealized: ZERO_CASH,
  });
}

/** Entries and stops lie on the losing side of the position; take-profit orders and deals that reduce on its winning side. */
function isLosingSide(order: WorkingOrder, direction: Direction): boolean {
  return order.role === 'manual' ? isOpening(order, direction) : order.role !== 'take_profit';
}

function priceOf(order: WorkingOrder): Ticks {
  return order.price ?? order.triggerPrice ?? ticks(0);
}

/** The one of two prices that is met first when the market moves up (+1) or down (−1). */
function sooner(known: Ticks | null, price: Ticks, way: number): Ticks {
  return known === null || way * (price - known) < 0 ? price : known;
}

/** The price at which the next completed candle arms the trailing exit or moves its stop. */
function trailingPrice(state: AtomState, context: AtomContext): Ticks | null {
  const { cycle } = state;
  if (cycle === null || cycle.exitReason !== null || context.ladderOf(cycle.params).trailing === null) return null;
  return cycle.trailingExtreme ?? wantedTakeProfit({ state, context });
}

/** When time next affects the open cycle: its time limit, or the expiry of a resting order. */
function soonest(state: AtomState, cycle: Cycle, context: AtomContext): Instant | null {
  const limit = timeLimitOf(state, context.ladderOf(cycle.params));
  let time = limit ?? Number.POSITIVE_INFINITY;
  for (const { expiresAt } of cycle.orders) if (expiresAt !== null && expiresAt < time) time = expiresAt;
  return time === Number.POSITIVE_INFINITY ? null : closeWhenDue(instantOf(time));
}
