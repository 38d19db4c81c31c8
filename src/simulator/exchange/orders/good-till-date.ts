import { SECOND_MS } from '#base/time.ts';
import { refuse } from '../../wire-error.ts';
import type { ExchangeState } from '../exchange-state.ts';
import type { Refusal } from '../refusal.ts';
import type { WireTimeInForce } from '../rows.ts';

const AHEAD_MS = 600 * SECOND_MS;
const DATE_MAX = 253_402_300_799_000;

/** -5040, judged by market time, like everything about an order. */
export function goodTillDateRefusal(
  { at }: ExchangeState,
  timeInForce: WireTimeInForce | null,
  date: number | null,
): Refusal {
  if (timeInForce !== 'GTD' || date === null) return null;
  return date > at + AHEAD_MS && date < DATE_MAX ? null : refuse('goodTillDate');
}

/** The exchange cuts the date to whole seconds. */
export function wholeSeconds(date: number): number {
  return Math.floor(date / SECOND_MS) * SECOND_MS;
}
