import { add, type Cash, subtract, type Ticks, ticks, ZERO_CASH } from '#base/exact.ts';
import { notional } from '../../model/instrument.ts';
import { opposite } from '../../model/order.ts';
import { FLAT } from '../../model/position.ts';
import { liquidationTrigger } from '../../risk/margin/liquidation.ts';
import type { LiquidationInput } from '../../risk/margin/liquidation-input.ts';
import { maintenanceMargin } from '../../risk/margin/margin.ts';
import type { RunningAccount } from '../running-account.ts';
import { isCross, type RunningAtom } from '../running-bot.ts';
import { markIn, markMinuteIn } from './marks.ts';
import { type Leg, legKeyOf } from './sums.ts';

/** Open result of the positions that share the wallet, at the last marks. */
export function crossUnrealized(account: RunningAccount): Cash {
  let total = ZERO_CASH;
  for (const leg of account.sums.legs.values()) total = add(total, legAt(leg, markOf(account, leg.atom)).unrealized);
  return total;
}

/** Value and open result of one side of a symbol at a mark. */
function legAt({ atom, direction, quantity, cost }: Leg, mark: Ticks) {
  const value = notional(atom.instrument, mark, quantity);
  return { value, unrealized: direction === 'buy' ? subtract(value, cost) : subtract(cost, value) };
}

/** The mark that a position is valued at: the opening mark of the minute under way, or else the last one. */
export function markOf(account: RunningAccount, atom: RunningAtom): Ticks {
  const mark = account.underWay === null ? null : markMinuteIn(account.underWay, atom.key.symbol);
  if (mark !== null) return ticks(mark.open);
  return markIn(account, atom.key.symbol) ?? atom.state.cycle?.basePrice ?? ticks(0);
}

/** The part of the wallet that cross positions share: everything but the wallets of isolated positions. */
export function sharedBalance(account: RunningAccount): Cash {
  return subtract(account.margin ?? account.wallet, account.sums.isolated);
}

/** The mark at which the position is liquidated, on the tick grid; null when there is none. */
export function liquidationTriggerOf(account: RunningAccount, atom: RunningAtom): Ticks | null {
  const { cycle } = atom.state;
  if (cycle === null || cycle.position.quantity === 0 || atom.isOffGrid) return null;
  return isCross(atom, cycle) ? sharedTrigger(account, atom) : atom.liquidation;
}

function sharedTrigger(account: RunningAccount, atom: RunningAtom): Ticks | null {
  const { triggers } = account.sums;
  const key = legKeyOf(atom.key.symbol, atom.key.direction);
  const known = triggers.get(key);
  if (known !== undefined) return known;
  const input = sharedInput(account, atom);
  const trigger = input === null ? null : liquidationTrigger(input);
  triggers.set(key, trigger);
  return trigger;
}

/** All cross positions of a symbol move together, so each side counts as one position with one liquidation price. */
function sharedInput(account: RunningAccount, { key, instrument }: RunningAtom): LiquidationInput | null {
  const { legs } = account.sums;
  const own = legs.get(legKeyOf(key.symbol, key.direction));
  const hedge = legs.get(legKeyOf(key.symbol, opposite(key.direction)));
  if (own === undefined) return null;
  let [otherMaintenance, otherUnrealized] = [ZERO_CASH, ZERO_CASH];
  for (const leg of legs.values()) {
    if (leg.symbol === key.symbol) continue;
    const { value, unrealized } = legAt(leg, markOf(account, leg.atom));
    otherMaintenance = add(otherMaintenance, maintenanceMargin(leg.atom.instrument, value));
    otherUnrealized = add(otherUnrealized, unrealized);
  }
  return {
    instrument,
    direction: key.direction,
    position: { ...FLAT, quantity: own.quantity, cost: own.cost },
    wallet: sharedBalance(account),
    otherMaintenance,
    otherUnrealized,
    ...(hedge === undefined ? {} : { hedge }),
  };
}
