import { describe, expect, it } from 'vitest';
import { scaled, scaledRounds } from './scaled-rounds.ts';

const priceOf = (first: number, last: number) => {
  const scaleOf = scaledRounds(first, last);
  return (round: number) => ({ open: scaled(first, scaleOf(round)), close: scaled(last, scaleOf(round)) });
};

describe('the rounds of a replayed recording', () => {
  it.each([
    ['rises', 1_000, 1_300],
    ['falls', 1_000, 800],
    ['stays', 1_000, 1_000],
    ['barely moves', 30_001, 30_002],
  ])('each begin at the price at which the previous one ended when the recording %s', (_how, first, last) => {
    const round = priceOf(first, last);
    expect(round(1)).toEqual({ open: first, close: last });
    expect(round(0).close).toBe(first);
    for (let number = 1; number < 8; number++) expect(round(number + 1).open).toBe(round(number).close);
  });

  it.each([
    ['sixteen times as high', 1_000, 2_000],
    ['sixteen times as low', 2_000, 1_000],
  ])('begin again at the recorded price once prices are more than %s', (_where, first, last) => {
    const opens = Array.from({ length: 7 }, (_, index) => priceOf(first, last)(index + 1).open);
    expect(opens.slice(0, 5).map((open) => Math.max(open / first, first / open))).toEqual([1, 2, 4, 8, 16]);
    expect(opens[5]).toBe(first);
    expect(opens[6]).toBe(last);
  });

  it('never scale a price down to zero', () => {
    expect(scaled(1, { numerator: 1, denominator: 1_000 })).toBe(1);
  });

  it('keep prices in order, so that candles stay valid', () => {
    const scale = { numerator: 777, denominator: 1_001 };
    const prices = Array.from({ length: 400 }, (_, index) => scaled(index + 1, scale));
    expect([...prices].sort((a, b) => a - b)).toEqual(prices);
  });
});
