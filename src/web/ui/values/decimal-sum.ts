import { cashFrom, cashText } from '#base/decimal.ts';
import { subtract, sum } from '#base/exact.ts';

/** The exact sum of USDT texts with at most eight decimals. */
export function addDecimals(values: readonly string[]): string {
  return cashText(sum(values.map(cashFrom)));
}

/** The exact difference of two texts with at most eight decimals. */
export function subtractDecimals(from: string, what: string): string {
  return cashText(subtract(cashFrom(from), cashFrom(what)));
}
