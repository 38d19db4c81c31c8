import { describe, expect, it } from 'vitest';
import { CASH_PER_USDT } from '#base/exact.ts';
import { DAY_MS, instantOf, later } from '#base/time.ts';
import { listedSymbols } from './listed-symbols.ts';

const START = instantOf(Date.UTC(2025, 4, 25));
const FIRST = later(START, -40 * DAY_MS);
const listed = listedSymbols({ firstMinute: FIRST, startMinute: START, recordings: new Map() });

describe('the listed symbols', () => {
  it('include Bitcoin and at least 45 others without duplicates, one of them halted and one new', () => {
    const names = listed.map(({ instrument }) => instrument.symbol);
    expect(names[0]).toBe('BTCUSDT');
    expect(names.length).toBeGreaterThan(45);
    expect(new Set(names).size).toBe(names.length);
    expect(listed.filter(({ haltedAt }) => haltedAt !== null)).toHaveLength(1);
    expect(listed.filter(({ onboardDate }) => onboardDate > FIRST)).toHaveLength(1);
    expect(new Set(listed.map(({ fundingHours }) => fundingHours))).toEqual(new Set([1, 4, 8]));
  });

  it.each(listed.map((symbol) => [symbol.instrument.symbol, symbol] as const))('%s can be traded', (_name, symbol) => {
    const { instrument, source } = symbol;
    if (source.kind !== 'generated') throw new Error('all are generated without recordings');
    // Fine enough that a tick is under 15 basis points, coarse enough to rise sixteenfold in 32 bits.
    expect(source.startTicks).toBeGreaterThan(650);
    expect(source.startTicks * 16).toBeLessThan(2 ** 31);
    const stepValue = source.startTicks * instrument.cashPerTickStep;
    expect(stepValue).toBeLessThan(instrument.notionalMin * 2);
    expect(instrument.marketQuantityMax).toBeLessThanOrEqual(instrument.quantityMax);
    expect(instrument.marketQuantityMax * stepValue).toBeGreaterThan(10_000 * CASH_PER_USDT);
    for (const [place, { floor, cap }] of instrument.brackets.entries()) {
      expect(floor).toBe(place === 0 ? 0 : instrument.brackets[place - 1]?.cap);
      expect(cap).toBeGreaterThan(floor);
    }
  });
});
