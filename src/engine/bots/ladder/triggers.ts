import { type Ticks, ticks, ZERO_CASH } from '#base/exact.ts';
import { type Instant, instantOf } from '#base/time.ts';
import type { AtomState, Triggers } from '../../model/atom.ts';
import { closeWhenDue } from '../../model/candle.ts';
import type { Cycle } from '../../model/cycle.ts';
import { signOf, type WorkingOrder } from '../../model/order.ts';
import { liquidationTrigger } from '../../risk/margin/liquidation.ts';
import type { AtomContext } from '../atom-context.ts';
import { wantedTakeProfit } from './exits.ts';
import { timeLimitOf } from './time-limit.ts';

const NEVER: Triggers = { below: null, above: null, at: null };
const ALWAYS: Triggers = { below: ticks(Number.MAX_SAFE_INTEGER), above: ticks(0), at: null };

/**
 * The prices and the time before which nothing can happen to the atom: a candle strictly between `below` and `above`
 * that closes before `at` needs no transition. The liquidation of an isolated position is among them; that of a shared
 * wallet depends on other positions, so the account watches it. A limit order, which fills only beyond its price, counts
 * from its price.
 *
 * @param liquidation - that of `ownLiquidation`, which the caller may know
 */
export function triggersOf(
  state: AtomState,
  context: AtomContext,
  liquidation: Ticks | null = ownLiquidation(state, context),
): Triggers {
  const { cycle, cooldownUntil } = state;
  if (cycle === null) return cooldownUntil === null ? NEVER : { ...NEVER, at: closeWhenDue(cooldownUntil) };
  const sign = signOf(state.direction);
  // What the market meets first on its way to where the position loses, and to where it wins.
  let lost = liquidation;
  let won = trailingPrice(state, context);
  for (const order of cycle.orders) {
    if (order.type === 'MARKET') return ALWAYS;
    if (isLosingSide(order)) lost = sooner(lost, priceOf(order), -sign);
    else won = sooner(won, priceOf(order), sign);
  }
  return { below: sign === 1 ? lost : won, above: sign === 1 ? won : lost, at: soonest(state, cycle, context) };
}

/** The mark at which an isolated position is closed by force; null for a shared wallet, and while there is none. */
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

/** Entries and stops lie where the position loses; take-profit orders where it wins. */
function isLosingSide(order: WorkingOrder): boolean {
  return order.role !== 'take_profit';
}

function priceOf(order: WorkingOrder): Ticks {
  return order.price ?? order.triggerPrice ?? ticks(0);
}

/** Of two prices the one met first when the market moves up (+1) or down (−1). */
function sooner(known: Ticks | null, price: Ticks, way: number): Ticks {
  return known === null || way * (price - known) < 0 ? price : known;
}

/** Where the next completed candle arms the trailing exit or moves its stop. */
function trailingPrice(state: AtomState, context: AtomContext): Ticks | null {
  const { cycle } = state;
  if (cycle === null || cycle.exitReason !== null || context.ladderOf(cycle.params).trailing === null) return null;
  return cycle.trailingExtreme ?? wantedTakeProfit({ state, context });
}

/** When the open cycle has to be asked again because of the time: its limit, or a resting order that expires. */
function soonest(state: AtomState, cycle: Cycle, context: AtomContext): Instant | null {
  const limit = timeLimitOf(state, context.ladderOf(cycle.params));
  let time = limit ?? Number.POSITIVE_INFINITY;
  for (const { expiresAt } of cycle.orders) if (expiresAt !== null && expiresAt < time) time = expiresAt;
  return time === Number.POSITIVE_INFINITY ? null : closeWhenDue(instantOf(time));
}
