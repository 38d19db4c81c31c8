import { multiplyDivide, type Steps, steps } from '#base/exact.ts';
import type { AggregateTrade } from '../market.ts';

/**
 * The quantity of one of the single trades that an aggregate trade stands for: its quantity is divided among them as evenly
 * as steps allow.
 * @param id - from `firstId` to `lastId` of the trade
 */
export function singleQuantity(trade: AggregateTrade, id: number): Steps {
  const count = trade.lastId - trade.firstId + 1;
  const until = (singles: number): number => multiplyDivide(trade.quantity, singles, count, 'floor');
  const offset = id - trade.firstId;
  return steps(until(offset + 1) - until(offset));
}
