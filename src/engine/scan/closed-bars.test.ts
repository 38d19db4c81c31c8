import { describe, expect, it } from 'vitest';
import { type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import type { MarketHistory, Stretch } from '../model/history.ts';
import type { WindowSpec } from '../model/window.ts';
import { closesBar, nextBarClose, windowAt } from './closed-bars.ts';
import { marketMinute } from './market-minutes.ts';
import { skipIndexOf } from './skip-index.ts';

const SYMBOL = 'ETHUSDT';
/** Midnight UTC: every timeframe up to a day begins here. */
const START = instantOf(Date.UTC(2025, 0, 1));
const at = (minute: number): Instant => later(START, minute * MINUTE_MS);
const FIVE: WindowSpec = { timeframe: '5m', columns: ['open', 'high', 'low', 'close', 'volume'], bars: 2 };

/** Minute `i` opens at 100 + i, closes one higher, reaches three higher and one lower, and trades i. */
function history(minutes: number, frozen: readonly Stretch[] = []): MarketHistory {
  const column = (shift: number) => Int32Array.from({ length: minutes }, (_unused, minute) => 100 + minute + shift);
  const volume = Int32Array.from({ length: minutes }, (_unused, minute) => minute);
  const columns = { start: START, open: column(0), high: column(3), low: column(-1), close: column(1), volume };
  const funding = { minute: new Int32Array(0), rate: new Int32Array(0) };
  const stored = { columns, index: skipIndexOf(columns), funding, frozen };
  return { start: START, minutes, symbols: new Map([[SYMBOL, stored]]) };
}

const seenAt = (minute: number, spec = FIVE, past = history(60)) =>
  windowAt(new Map(), marketMinute(past, minute), SYMBOL, spec);

describe('a window on closed bars', () => {
  it('holds the last bars that have closed, oldest first, and nothing of the one that is forming', () => {
    for (const minute of [14, 15, 18]) {
      const window = seenAt(minute);
      expect([...(window?.column('open') ?? [])], `minute ${minute}`).toEqual([105, 110]);
      expect([...(window?.column('close') ?? [])]).toEqual([110, 115]);
      expect([...(window?.column('high') ?? [])]).toEqual([112, 117]);
      expect([...(window?.column('low') ?? [])]).toEqual([104, 109]);
      expect([...(window?.column('volume') ?? [])]).toEqual([5 + 6 + 7 + 8 + 9, 10 + 11 + 12 + 13 + 14]);
    }
    expect([...(seenAt(19)?.column('close') ?? [])]).toEqual([115, 120]);
  });

  it('does not exist until enough bars have closed', () => {
    expect(seenAt(8)).toBeNull();
    expect(seenAt(9)).not.toBeNull();
  });

  it('does not exist while one of its bars has no candle; one candle is enough for a bar', () => {
    const past = history(60, [{ from: 10, to: 15 }]);
    expect([14, 19, 23].map((minute) => seenAt(minute, FIVE, past))).toEqual([null, null, null]);
    expect([...(seenAt(24, FIVE, past)?.column('close') ?? [])]).toEqual([120, 125]);
    const halted = history(60, [{ from: 11, to: 15 }]);
    expect([...(seenAt(14, FIVE, halted)?.column('close') ?? [])]).toEqual([110, 111]);
  });

  it('has the same values whether bars were remembered or read anew', () => {
    const known = new Map();
    const past = history(400, [{ from: 120, to: 133 }]);
    const long: WindowSpec = { timeframe: '15m', columns: ['close'], bars: 6 };
    for (const minute of [3, 14, 29, 95, 104, 119, 134, 137, 250, 251, 399]) {
      for (const spec of [FIVE, { ...FIVE, bars: 7 }, long]) {
        const [kept, fresh] = [windowAt(known, marketMinute(past, minute), SYMBOL, spec), seenAt(minute, spec, past)];
        expect(kept?.column('close'), `minute ${minute}`).toEqual(fresh?.column('close'));
      }
    }
  });

  it('has only the declared columns', () => {
    expect(() => seenAt(30, { ...FIVE, columns: ['close'] })?.column('open')).toThrow('declares the column open');
  });
});

describe('a market minute', () => {
  it('cuts every bar off at its own close, so that nobody can look ahead', () => {
    const minute = marketMinute(history(60), 11);
    expect(minute.bar(SYMBOL, at(10), at(15))).toEqual(minute.bar(SYMBOL, at(10), at(12)));
    expect(minute.bar(SYMBOL, at(10), at(15))?.close).toBe(112);
    expect(minute.bar(SYMBOL, at(12), at(15))).toBeNull();
  });
});

describe('the close of a bar', () => {
  it('falls on the last minute of its timeframe, counted from midnight UTC, and from Monday for weeks', () => {
    expect([3, 4, 5, 9].map((minute) => closesBar(at(minute), '5m'))).toEqual([false, true, false, true]);
    expect([239, 240].map((minute) => closesBar(at(minute), '4h'))).toEqual([true, false]);
    const sunday = instantOf(Date.UTC(2025, 0, 5, 23, 59));
    expect([closesBar(sunday, '1w'), closesBar(later(sunday, -1_440 * MINUTE_MS), '1w')]).toEqual([true, false]);
  });

  it('is found from any minute inside the bar', () => {
    expect([0, 4, 5].map((minute) => nextBarClose(at(minute), '5m'))).toEqual([at(4), at(4), at(9)]);
  });
});
