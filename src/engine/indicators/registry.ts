import { ema } from './averages/ema.ts';
import { atr } from './bands/atr.ts';
import type { Indicator } from './indicator.ts';
import { rsi } from './oscillators/rsi.ts';

/** Every indicator, in the order in which lists show them. */
export const INDICATORS: readonly Indicator[] = [ema, rsi, atr];

/** The indicator of an id; null if there is none. */
export function indicatorOf(id: string): Indicator | null {
  return INDICATORS.find((indicator) => indicator.id === id) ?? null;
}
