import { describe, expect, test } from 'vitest';
import { cashFrom } from '#base/decimal.ts';
import { DAY_MS, instantOf } from '#base/time.ts';
import { dailyReturns, mean } from './daily-returns.ts';
import { deepestDrawdown } from './drawdown.ts';
import { statisticsOf } from './metrics.ts';
import { sampleDeviation } from './sharpe.ts';
import { downsideDeviation } from './sortino.ts';

const curve = (...equity: string[]) =>
  equity.map((value, day) => ({ at: instantOf(day * DAY_MS), equity: cashFrom(value) }));
const daily = curve('1000', '1012', '1005', '1031', '998', '1007', '1040', '1026');
const results = ['18.23', '-7.40', '4.10', '-2.05', '9.90'].map(cashFrom);
const printed = (value: number | null, digits = 10) => value?.toFixed(digits) ?? 'none';

describe('the reference vector', () => {
  const { values } = statisticsOf({ daily, results });

  test('mean, deviation and downside deviation of the daily returns', () => {
    const returns = dailyReturns(daily);
    expect(
      [mean(returns), sampleDeviation(returns), downsideDeviation(returns)].map((value) => printed(value)),
    ).toEqual(['0.0038961421', '0.0227882389', '0.0133820483']);
  });

  test.each([
    ['sharpe', '3.2664081860'],
    ['sortino', '5.5623540159'],
    ['profitFactor', '3.4105820106'],
    ['expectancy', '4.5560000000'],
    ['winRate', '0.6000000000'],
    ['payoff', '2.2737213404'],
  ] as const)('%s is %s', (name, expected) => {
    expect(printed(values[name])).toBe(expected);
  });

  test('the deepest drawdown is 3.2007759457 %, one day down and two days back', () => {
    expect(printed((values.maxDrawdown ?? 0) * 100)).toBe('3.2007759457');
    expect([values.drawdownDuration, values.drawdownRecovery]).toEqual([DAY_MS, 2 * DAY_MS]);
  });

  test('growth a year and its ratio to the drawdown follow from 1.026 in seven days', () => {
    const growth = Math.exp((365 / 7) * Math.log(1.026)) - 1;
    expect(values.cagr).toBeCloseTo(growth, 10);
    expect(values.calmar).toBeCloseTo(growth / (33 / 1031), 8);
  });
});

test('seven daily returns are flagged as few, thirty are not', () => {
  expect(statisticsOf({ daily, results })).toMatchObject({ dailyReturns: 7, flags: ['FEW_RETURNS'] });
  const month = curve(...Array.from({ length: 31 }, (_, day) => String(1000 + (day % 5))));
  expect(statisticsOf({ daily: month, results })).toMatchObject({ dailyReturns: 30, flags: [] });
});

test('without cycles and without days every figure but the drawdown is absent', () => {
  const { values } = statisticsOf({ daily: [], results: [] });
  expect(values).toEqual({
    winRate: null,
    profitFactor: null,
    expectancy: null,
    payoff: null,
    cagr: null,
    sharpe: null,
    sortino: null,
    calmar: null,
    maxDrawdown: 0,
    drawdownDuration: null,
    drawdownRecovery: null,
  });
});

test('a run without a loss has no profit factor and no payoff', () => {
  const { values } = statisticsOf({ daily: curve('100', '101', '102'), results: ['1', '2'].map(cashFrom) });
  expect(values).toMatchObject({ profitFactor: null, payoff: null, winRate: 1, sortino: null, calmar: null });
});

test('an equity that fell to nothing gives no ratios', () => {
  const { values } = statisticsOf({ daily: curve('100', '0', '50'), results: [] });
  expect(values).toMatchObject({ sharpe: null, sortino: null, maxDrawdown: 1 });
});

test('a drawdown that has not ended has no recovery', () => {
  expect(deepestDrawdown(curve('100', '120', '90', '119.99'))).toEqual({
    depth: 0.25,
    peakAt: DAY_MS,
    troughAt: 2 * DAY_MS,
    recoveredAt: null,
  });
});

test('of two drawdowns the deeper counts, whichever was first', () => {
  expect(deepestDrawdown(curve('100', '80', '100', '90'))?.depth).toBeCloseTo(0.2, 12);
  expect(deepestDrawdown(curve('100', '90', '100', '80'))?.depth).toBeCloseTo(0.2, 12);
});

test('of equal drawdowns the first counts, from the last time its peak was touched', () => {
  expect(deepestDrawdown(curve('100', '100', '90', '100', '90'))).toMatchObject({
    peakAt: DAY_MS,
    troughAt: 2 * DAY_MS,
    recoveredAt: 3 * DAY_MS,
  });
});
