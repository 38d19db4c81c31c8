import type { Fields } from './call-row.ts';

/** A strategy of as many different values as there may be. @param value - of a number from 0 to 599 */
export function longRules(value: (number: number) => Fields): Fields {
  const rule = (first: number) => ({
    all: Array.from({ length: 50 }, (_, index) => {
      const [a, low, high] = [0, 1, 2].map((place) => value(first + 3 * index + place));
      return { op: 'between', a, low, high };
    }),
  });
  const side = (first: number) => ({ enter: rule(first), exit: rule(first + 150), take_profit_percent: '1' });
  const sizing = { type: 'fixed_notional', value: '200' };
  return { symbols: ['ETHUSDT'], timeframe: '5m', sizing, buy: side(0), sell: side(300) };
}
