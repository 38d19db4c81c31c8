import { describe, expect, it } from 'vitest';
import { cashFrom } from '#base/decimal.ts';
import { DAY_MS, HOUR_MS, instantOf } from '#base/time.ts';
import { tallyOf } from '#engine/report/run-figures.ts';
import { presentStatistics } from './present-statistics.ts';

const point = (time: number, equity: string) => ({ at: instantOf(time), equity: cashFrom(equity) });
/** The series and the results of the domain document, section 5, with figures worked out there. */
const week = ['1000', '1012', '1005', '1031', '998', '1007', '1040', '1026'].map((text, day) =>
  point(day * DAY_MS, text),
);
const weekFall = { percent: '-3.200776', depth: 33 / 1031, at: instantOf(4 * DAY_MS) };
const results = { ...tallyOf(['18.23', '-7.40', '4.10', '-2.05', '9.90'].map(cashFrom)), worst: '-7.40000000' };
const none = { ...tallyOf([]), worst: null };
const flat = { percent: '0', depth: 0, at: null };
const month = Array.from({ length: 31 }, (_, day) => point(day * DAY_MS, `${1_000 + ((day * 7) % 5)}`));

describe('the statistics of a period', () => {
  it('statistics are those of the worked series; ratios of seven daily returns are not shown', () => {
    expect(presentStatistics(week, weekFall, results)).toEqual({
      cycles: 5,
      winRate: '0.6',
      profitFactor: '3.41058201',
      expectancy: '4.556',
      payoff: '2.27372134',
      worstCycle: '-7.40000000',
      sharpe: null,
      sortino: null,
      calmar: null,
      maxDrawdownPercent: '-3.200776',
      dailyReturns: 7,
      isFewReturns: true,
    });
  });

  it('statistics use daily returns at midnights, whatever other points the curve has', () => {
    const dip = point(2 * DAY_MS + HOUR_MS, '502');
    const shown = presentStatistics([...month.slice(0, 3), dip, ...month.slice(3)], flat, results);
    expect(shown.sharpe).toBe(presentStatistics(month, flat, results).sharpe);
    expect(shown.sharpe).not.toBeNull();
  });

  it('statistics without cycles and days have no values', () => {
    const shown = presentStatistics(week.slice(0, 1), flat, none);
    const { cycles, maxDrawdownPercent, dailyReturns, isFewReturns, ...others } = shown;
    expect({ cycles, maxDrawdownPercent, dailyReturns, isFewReturns }).toEqual({
      cycles: 0,
      maxDrawdownPercent: '0',
      dailyReturns: 0,
      isFewReturns: true,
    });
    expect(new Set(Object.values(others))).toEqual(new Set([null]));
  });

  it('a ratio that is too large to mean anything is left out', () => {
    const exploding = month.map(({ at: time }, day) => point(time, day === 30 ? '9000000' : `0.0${10 + (day % 2)}`));
    const fall = { percent: '-9.090909', depth: 1 / 11, at: instantOf(2 * DAY_MS) };
    expect(presentStatistics(exploding, fall, none).calmar).toBeNull();
  });

  it('ratios are shown from thirty daily returns on', () => {
    expect(presentStatistics(month.slice(0, 30), flat, none)).toMatchObject({ isFewReturns: true, sharpe: null });
    const { isFewReturns, sharpe } = presentStatistics(month, flat, none);
    expect(isFewReturns).toBe(false);
    expect(sharpe).not.toBeNull();
  });
});
