import { expect, it } from 'vitest';
import { later } from '#base/time.ts';
import { START } from '../../../tests/support/market.ts';
import { instantAt, marketMinute, nextFunding, storedMinutes } from './market-minutes.ts';
import { skipIndexOf } from './skip-index.ts';

it('the range between two instants covers the minutes that opened in it, not the one under way at its start', () => {
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

it('stored minutes can be read in any order, including those without a candle', () => {
  const prices = Int32Array.of(100, 101, 102);
  const columns = { start: START, open: prices, high: prices, low: prices, close: prices, volume: prices };
  const funding = { minute: Int32Array.of(2), rate: Int32Array.of(700) };
  const stored = { columns, index: skipIndexOf(columns), funding, frozen: [{ from: 1, to: 2 }] };
  const minuteAt = storedMinutes({ start: START, minutes: 3, symbols: new Map([['ETHUSDT', stored]]) });
  const told = [2, 0, 1, 2].map((index) => {
    const { time, candle, funding } = minuteAt(index);
    return [time, candle('ETHUSDT')?.open ?? null, candle('ETHUSDT')?.time ?? null, funding('ETHUSDT')];
  });
  const last = [later(START, 120_000), 102, later(START, 120_000), 700];
  expect(told).toEqual([last, [START, 100, START, null], [later(START, 60_000), null, null, null], last]);
});

it('the next funding settlement is found in whatever order minutes are asked for', () => {
  const [often, once, never] = [Int32Array.of(0, 8, 16, 24), Int32Array.of(5), Int32Array.of()];
  const found = [0, 1, 8, 9, 16, 17, 24, 25, 3, 24, 0, 25, 25].map((minute) => nextFunding(often, minute));
  expect(found).toEqual([0, 1, 1, 2, 2, 3, 3, 4, 1, 3, 0, 4, 4]);
  expect([6, 5, 0, 6].map((minute) => nextFunding(once, minute))).toEqual([1, 0, 0, 1]);
  expect([nextFunding(never, 0), nextFunding(never, 9), nextFunding(often, 9)]).toEqual([0, 0, 2]);
});
