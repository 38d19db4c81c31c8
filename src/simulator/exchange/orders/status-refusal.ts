import { refuse } from '../../wire-error.ts';
import type { ExchangeState } from '../exchange-state.ts';
import type { Refusal } from '../refusal.ts';
import type { OrderPlace } from './order-place.ts';

/** A symbol that does not trade: -4140 for what would open a position, -4141 for what would close one. */
export function statusRefusal({ market, at }: ExchangeState, { symbol, reduceOnly }: OrderPlace): Refusal {
  if (market.status(symbol, at) === 'TRADING') return null;
  return reduceOnly ? refuse('symbolClosed') : refuse('symbolNotTrading');
}
