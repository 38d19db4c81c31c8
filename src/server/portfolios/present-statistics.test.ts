import { describe, expect, it } from 'vitest';
import { cashFrom } from '#base/decimal.ts';
import { DAY_MS, HOUR_MS, instantOf } from '#base/time.ts';
import { presentStatistics } from './present-statistics.ts';

const point = (at: number, equity: string) => ({ at: instantOf(at), equity: cashFrom(equity) });
/** The series and the results of the domain paper, section 5, with figures worked out there. */
const daily = ['1000', '1012', '1005', '1031', '998', '1007', '1040', '1026'].map((text, day) =>
  point(day * DAY_MS, text),
);
const results = ['18.23', '-7.40', '4.10', '-2.05', '9.90'].map(cashFrom);

describe('the figures of a period', () => {
  it('are those of the worked series', () => {
    const shown = presentStatistics(daily, results);
    const values = Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, Number(value)]));
    expect(values['sharpe']).toBeCloseTo(3.266408186, 7);
    expect(values['sortino']).toBeCloseTo(5.562354016, 7);
    expect(values['profitFactor']).toBeCloseTo(3.4105820106, 7);
    expect(values['payoff']).toBeCloseTo(2.2737213404, 7);
    expect(shown).toMatchObject({ cycles: 5, winRate: '0.6', expectancy: '4.556', maxDrawdownPercent: '-3.200776' });
    expect(shown).toMatchObject({ dailyReturns: 7, isFewReturns: true });
  });

  it('take daily returns at midnights and the drawdown at every point', () => {
    const dip = point(2 * DAY_MS + HOUR_MS, '506');
    const shown = presentStatistics([...daily.slice(0, 3), dip, ...daily.slice(3)], results);
    expect(shown.maxDrawdownPercent).toBe('-50');
    expect(shown.sharpe).toBe(presentStatistics(daily, results).sharpe);
  });

  it('have no value where there is nothing to judge by', () => {
    expect(presentStatistics([point(0, '1000')], [])).toEqual({
      cycles: 0,
      winRate: null,
      profitFactor: null,
      expectancy: null,
      payoff: null,
      sharpe: null,
      sortino: null,
      calmar: null,
      maxDrawdownPercent: '0',
      dailyReturns: 0,
      isFewReturns: true,
    });
  });

  it('are left out where they would be a number without a sense', () => {
    const doubled = [point(0, '1'), point(DAY_MS, '0.99'), point(2 * DAY_MS, '1000')];
    expect(presentStatistics(doubled, []).calmar).toBeNull();
  });

  it('lose their warning with thirty daily returns', () => {
    const days = Array.from({ length: 31 }, (_, day) => point(day * DAY_MS, `${1_000 + day}`));
    expect(presentStatistics(days.slice(0, 30), []).isFewReturns).toBe(true);
    expect(presentStatistics(days, []).isFewReturns).toBe(false);
  });
});
