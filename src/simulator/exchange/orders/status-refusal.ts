import { refuse } from '../../wire-error.ts';
import type { ExchangeState } from '../exchange-state.ts';
import type { Refusal } from '../refusal.ts';
import type { OrderTarget } from './order-target.ts';

/**
 * For a symbol that is not trading: -4140 for an order that would open a position, -4141 for one that would close it.
 */
export function statusRefusal({ market, at }: ExchangeState, { symbol, reduceOnly }: OrderTarget): Refusal {
  if (market.status(symbol, at) === 'TRADING') return null;
  return reduceOnly ? refuse('symbolClosed') : refuse('symbolNotTrading');
}
