import { type Cash, subtract, type Ticks, ZERO_CASH } from '#base/exact.ts';
import type { Cycle } from '../../model/cycle.ts';
import { notional } from '../../model/instrument.ts';
import { signOf } from '../../model/order.ts';
import type { RunningAtom } from '../running-bot.ts';

/** Open result of a cycle's position at a mark. */
export function unrealizedOf(atom: RunningAtom, cycle: Cycle, mark: Ticks): Cash {
  const { quantity, cost } = cycle.position;
  if (quantity === 0) return ZERO_CASH;
  const value = notional(atom.instrument, mark, quantity);
  return signOf(atom.key.direction) === 1 ? subtract(value, cost) : subtract(cost, value);
}
