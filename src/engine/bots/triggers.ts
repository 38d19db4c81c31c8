import { type Ticks, ticks, ZERO_CASH } from '#base/exact.ts';
import { type Instant, instantOf } from '#base/time.ts';
import type { AtomState, Triggers } from '../model/atom.ts';
import type { Cycle } from '../model/cycle.ts';
import { signOf, type WorkingOrder } from '../model/order.ts';
import { liquidationTrigger } from '../risk/liquidation.ts';
import type { AtomContext } from './draft.ts';
import { wantedTakeProfit } from './exits.ts';

const NEVER: Triggers = { below: null, above: null, at: null };
const ALWAYS: Triggers = { below: ticks(Number.MAX_SAFE_INTEGER), above: ticks(0), at: null };

/**
 * The prices and the time before which nothing can happen to the atom: a candle strictly between `below` and `above`
 * that closes before `at` needs no transition. The liquidation of an isolated position is among them; that of a shared
 * wallet hangs on other positions, so the account watches it. The prices are those at which something may happen, so a limit that needs a penetration counts from its own price.
 */
export function triggersOf(state: AtomState, context: AtomContext): Triggers {
  const { cycle } = state;
  if (cycle === null) return state.cooldownUntil === null ? NEVER : { ...NEVER, at: state.cooldownUntil };
  if (cycle.orders.some((order) => order.type === 'MARKET')) return ALWAYS;
  const losing = cycle.orders.filter(isLosingSide).map(priceOf);
  const winning = cycle.orders.filter((order) => !isLosingSide(order)).map(priceOf);
  const liquidation = ownLiquidation(state, context);
  if (liquidation !== null) losing.push(liquidation);
  const follow = trailingPrice(state, context);
  if (follow !== null) winning.push(follow);
  const sign = signOf(state.direction);
  const [lost, won] = [nearest(losing, -sign), nearest(winning, sign)];
  return { below: sign === 1 ? lost : won, above: sign === 1 ? won : lost, at: soonest(cycle, context) };
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

/** The price met first when the market moves up (+1) or down (−1). */
function nearest(prices: readonly Ticks[], way: number): Ticks | null {
  if (prices.length === 0) return null;
  return ticks(way > 0 ? Math.min(...prices) : Math.max(...prices));
}

/** Where the next completed candle arms the trailing exit or moves its stop. */
function trailingPrice(state: AtomState, context: AtomContext): Ticks | null {
  const { cycle } = state;
  if (cycle === null || cycle.exitReason !== null || context.ladderOf(cycle.params).trailing === null) return null;
  return cycle.trailingExtreme ?? wantedTakeProfit({ state, context });
}

function soonest(cycle: Cycle, context: AtomContext): Instant | null {
  const times = cycle.orders.flatMap((order) => (order.expiresAt === null ? [] : [order.expiresAt as number]));
  const { timeLimitMs } = context.ladderOf(cycle.params);
  if (timeLimitMs !== null && cycle.beginAt !== null) times.push(cycle.beginAt + timeLimitMs);
  return times.length === 0 ? null : instantOf(Math.min(...times));
}
