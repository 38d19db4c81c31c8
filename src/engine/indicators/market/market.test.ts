import { describe, expect, it } from 'vitest';
import { series } from '../../../../tests/support/indicator-values.ts';

const NONE = Number.NaN;

describe('what the market tells', () => {
  it('changes are in percent, and a drawdown is measured from the highest high', () => {
    const bars = { close: Float64Array.of(100, 110, 99), high: Float64Array.of(105, 120, 100) };
    expect([...series('price_change_percent', { n: 1 }, bars)]).toEqual([NONE, 10, -10]);
    expect([...series('drawdown_from_high', { n: 2 }, bars)]).toEqual([NONE, 100 / 12, 17.5]);
    expect([...series('oi_change_percent', { n: 2 }, { open_interest: Float64Array.of(8, 9, 10) })]).toEqual([
      NONE,
      NONE,
      25,
    ]);
  });

  it('funding and basis are fractions', () => {
    expect([...series('funding_rate', {}, { funding_rate: Float64Array.of(0.0001, NONE) })]).toEqual([0.0001, NONE]);
    const bars = { mark: Float64Array.of(101, 99), index: Float64Array.of(100, 100) };
    expect([...series('basis', {}, bars)]).toEqual([0.01, -0.01]);
  });

  it.each(['predicted_funding_rate', 'oi_change_percent', 'btc_corr', 'taker_buy_ratio'])(
    '%s is unknown where its series is not stored',
    (id) => {
      const column = Float64Array.of(1, 2, 3);
      expect([...series(id, {}, { close: column, volume: column })]).toEqual([NONE, NONE, NONE]);
    },
  );

  it('hours and days are those in which a bar opens, in UTC', () => {
    const time = Float64Array.of(Date.UTC(2025, 0, 5, 23, 45), Date.UTC(2025, 0, 6), Date.UTC(2025, 0, 11, 13, 59));
    expect([...series('hour_of_day', {}, { time })]).toEqual([23, 0, 13]);
    expect([...series('day_of_week', {}, { time })]).toEqual([7, 1, 6]);
  });
});
