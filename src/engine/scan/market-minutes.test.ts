import { expect, it } from 'vitest';
import { later } from '#base/time.ts';
import { START } from '../../../tests/support/market.ts';
import { instantAt, marketMinute } from './market-minutes.ts';
import { skipIndexOf } from './skip-index.ts';

it('tells the extremes of the minutes that opened between two instants, not of the one that holds the first', () => {
  const column = (...prices: readonly number[]) => Int32Array.from(prices);
  const columns = {
    start: START,
    open: column(100, 100, 100),
    high: column(150, 110, 120),
    low: column(50, 90, 80),
    close: column(100, 100, 100),
    volume: column(1, 1, 1),
  };
  const funding = { minute: column(), rate: column() };
  const stored = { columns, index: skipIndexOf(columns), funding, frozen: [] };
  const history = { start: START, minutes: 3, symbols: new Map([['ETHUSDT', stored]]) };
  const { range } = marketMinute(history, 2);
  const [first, second] = [instantAt(history, 0), instantAt(history, 1)];
  expect(range('ETHUSDT', first, second)).toEqual({ low: 50, high: 150 });
  // A limit fills inside a minute and is stamped with its close: what that minute did before counts for nothing.
  expect(range('ETHUSDT', later(first, 59_999), later(second, 59_999))).toEqual({ low: 90, high: 110 });
  expect(range('ETHUSDT', later(first, 1), later(first, 59_999))).toBeNull();
});
