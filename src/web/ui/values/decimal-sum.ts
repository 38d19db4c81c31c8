import { cashFrom, cashText } from '#base/decimal.ts';
import { sum } from '#base/exact.ts';

/** The exact sum of USDT texts with at most eight decimals. */
export function addDecimals(values: readonly string[]): string {
  return cashText(sum(values.map(cashFrom)));
}
