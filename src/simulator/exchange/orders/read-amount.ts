import { cashText, parseDecimal, trimDecimal } from '#base/decimal.ts';
import { type Steps, steps, type Ticks, ticks } from '#base/exact.ts';
import type { Grid, Instrument } from '#engine/model/instrument.ts';
import type { Filters } from '../../market/market.ts';
import { accept, refuse, type WireReply } from '../../wire-error.ts';
import type { ExchangeState, SymbolState } from '../exchange-state.ts';
import { worth } from '../funds/worth.ts';
import type { Refusal } from '../refusal.ts';
import { PRICE_MAX, PRICE_MIN } from './price-limits.ts';

/** -1111: more decimals than the grid has. Trailing zeros do not count. */
export function precisionRefusal(text: string | null, { decimals }: Grid): Refusal {
  const fraction = text === null ? '' : (trimDecimal(text).split('.')[1] ?? '');
  return fraction.length > decimals ? refuse('precision') : null;
}

/** Limits of prices and quantities of a symbol: its grids, and its current filters, which may be wider. */
export interface Limits {
  readonly instrument: Instrument;
  readonly filters: Filters;
}

export function limitsOf({ market }: ExchangeState, { listed: { instrument } }: SymbolState): Limits {
  return { instrument, filters: market.filters(instrument.symbol) ?? instrument };
}

/** A limit price by the PRICE_FILTER: -4001, -4013, -4002, -4014. */
export function readLimitPrice(limits: Limits, text: string): WireReply<Ticks> {
  const { tick } = limits.instrument;
  const count = countOf(text, tick);
  if (count < 0) return refuse('priceBelowZero');
  if (count < PRICE_MIN * tick.units) return refuse('priceBelowMin');
  if (count > PRICE_MAX * tick.units) return refuse('priceAboveMax');
  return onTick(limits, count);
}

/** A trigger price: -4006, -4007, and -4014 off the grid. */
export function readTrigger(limits: Limits, text: string): WireReply<Ticks> {
  const { tick } = limits.instrument;
  const count = countOf(text, tick);
  if (count <= 0) return refuse('stopBelowZero');
  if (count > PRICE_MAX * tick.units) return refuse('stopAboveMax');
  return onTick(limits, count);
}

function onTick({ instrument, filters }: Limits, count: number): WireReply<Ticks> {
  return count % filters.tick.units === 0 ? accept(ticks(count / instrument.tick.units)) : refuse('priceOffTick');
}

/** A quantity by LOT_SIZE or MARKET_LOT_SIZE: -4003, -4004, -4005, -4023. */
export function readOrderQuantity(
  { instrument, filters }: Limits,
  text: string,
  kind: 'limit' | 'market',
): WireReply<Steps> {
  const { step, quantityMin, quantityMax, marketQuantityMax } = instrument;
  const count = countOf(text, step);
  if (count <= 0) return refuse('quantityBelowZero');
  if (count < Math.max(quantityMin * step.units, filters.step.units)) return refuse('quantityBelowMin');
  if (count > (kind === 'limit' ? quantityMax : marketQuantityMax) * step.units) return refuse('quantityAboveMax');
  return count % filters.step.units === 0 ? accept(steps(count / step.units)) : refuse('quantityOffStep');
}

/** -4164: below the minimum notional. */
export function notionalRefusal({ instrument, filters }: Limits, price: Ticks, quantity: Steps): Refusal {
  const isEnough = worth(instrument, price, quantity) >= filters.notionalMin;
  return isEnough ? null : refuse('notional', trimDecimal(cashText(filters.notionalMin)));
}

/** The decimal in units of the grid's last digit; infinity when it is too large to be exact. */
function countOf(text: string, { decimals }: Grid): number {
  return parseDecimal(text, decimals) ?? (text.startsWith('-') ? -1 : Number.MAX_SAFE_INTEGER);
}
