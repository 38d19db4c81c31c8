import Decimal from 'decimal.js';
import { describe, expect, test } from 'vitest';
import { cashFrom } from '#base/decimal.ts';
import { DAY_MS, HOUR_MS, type Instant, instantOf, later } from '#base/time.ts';
import { cagr } from './cagr.ts';
import { calmar } from './calmar.ts';
import { dailyReturns, mean } from './daily-returns.ts';
import { drawdownFrom } from './drawdown.ts';
import type { EquityPoint } from './equity-point.ts';
import { expectancy } from './expectancy.ts';
import { statisticsOf } from './metrics.ts';
import { payoff } from './payoff.ts';
import { profitFactor } from './profit-factor.ts';
import { type RunFigures, tallyOf } from './run-figures.ts';
import { sampleDeviation, sharpe } from './sharpe.ts';
import { downsideDeviation, sortino } from './sortino.ts';
import { winRate } from './win-rate.ts';

const point = (at: Instant, equity: string): EquityPoint => ({ at, equity: cashFrom(equity) });
const curveOf = (...equity: string[]) => equity.map((value, day) => point(instantOf(day * DAY_MS), value));
const figuresOf = (curve: readonly EquityPoint[], results: readonly string[] = [], depth = 0): RunFigures => ({
  curve,
  results: tallyOf(results.map(cashFrom)),
  depth,
});
const printed = (value: number | null, digits = 10) => value?.toFixed(digits) ?? 'none';

describe('the reference curve of the domain document, section 5', () => {
  const figures = figuresOf(
    curveOf('1000', '1012', '1005', '1031', '998', '1007', '1040', '1026'),
    ['18.23', '-7.40', '4.10', '-2.05', '9.90'],
    drawdownFrom(cashFrom('1031'), cashFrom('998')),
  );

  test('has the published mean, deviation and downside deviation of daily returns', () => {
    const returns = dailyReturns(figures.curve);
    expect(
      [mean(returns), sampleDeviation(returns), downsideDeviation(returns)].map((value) => printed(value)),
    ).toEqual(['0.0038961421', '0.0227882389', '0.0133820483']);
  });

  test.each([
    ['Sharpe ratio', sharpe, '3.2664081860'],
    ['Sortino ratio', sortino, '5.5623540159'],
    ['profit factor', profitFactor, '3.4105820106'],
    ['expectancy', expectancy, '4.5560000000'],
    ['win rate', winRate, '0.6000000000'],
    ['payoff', payoff, '2.2737213404'],
  ])('has a %s of %s', (_name, metric, expected) => {
    expect(printed(metric(figures))).toBe(expected);
  });

  test('has a deepest drawdown of 3.2007759457 %', () => {
    expect(printed(figures.depth * 100)).toBe('3.2007759457');
  });

  test('has the CAGR and the Calmar ratio that decimal.js computes', () => {
    const growth = new Decimal('1.026').pow(new Decimal(365).div(7)).minus(1);
    expect(printed(cagr(figures))).toBe(growth.toFixed(10));
    expect(printed(calmar(figures), 8)).toBe(growth.div(new Decimal(33).div(1031)).toFixed(8));
  });
});

test('CAGR counts the incomplete days at both ends: 40 days and 7.5 hours, checked with decimal.js', () => {
  const [start, end] = [instantOf(16.5 * HOUR_MS), instantOf(41 * DAY_MS)];
  const curve = [point(start, '1000'), point(instantOf(DAY_MS), '990'), point(end, '1100')];
  const years = new Decimal(end - start).div(365 * DAY_MS);
  expect(printed(cagr(figuresOf(curve)))).toBe(new Decimal('1.1').pow(new Decimal(1).div(years)).minus(1).toFixed(10));
});

describe('the ratios of an equity curve', () => {
  const days = curveOf(...Array.from({ length: 31 }, (_, day) => String(1000 + ((day * 7) % 5))));
  const cut = (count: number) => figuresOf(days.slice(0, count), ['2', '-1'], 0.004);

  test('are left out with the reason FEW_RETURNS when there are only 29 daily returns', () => {
    const { values, ...told } = statisticsOf(cut(30));
    expect(told).toEqual({ dailyReturns: 29, flags: ['FEW_RETURNS'] });
    expect(values).toMatchObject({ cagr: null, sharpe: null, sortino: null, calmar: null, winRate: 0.5 });
  });

  test('are given from 30 daily returns on', () => {
    const { values, ...told } = statisticsOf(cut(31));
    expect(told).toEqual({ dailyReturns: 30, flags: [] });
    for (const name of ['cagr', 'sharpe', 'sortino', 'calmar'] as const) expect(values[name]).not.toBeNull();
  });

  test('use the returns from midnight to midnight, whatever other points the curve has', () => {
    const hours = days.flatMap((midnight) => [
      midnight,
      { at: later(midnight.at, 5 * HOUR_MS), equity: cashFrom('7') },
    ]);
    expect(dailyReturns(hours)).toEqual(dailyReturns(days));
  });
});

test('a run without cycles and without days has no statistics', () => {
  const { values } = statisticsOf(figuresOf([]));
  expect(new Set(Object.values(values))).toEqual(new Set([null]));
});

test('a run without a loss has no profit factor, payoff, Sortino or Calmar ratio', () => {
  const figures = figuresOf(curveOf('100', '101', '102'), ['1', '2']);
  expect([profitFactor, payoff, sortino, calmar].map((metric) => metric(figures))).toEqual([null, null, null, null]);
  expect(winRate(figures)).toBe(1);
});

test('an equity that fell to nothing has no Sharpe or Sortino ratio', () => {
  const figures = figuresOf(curveOf('100', '0', '50'));
  expect([sharpe(figures), sortino(figures)]).toEqual([null, null]);
});

test('a drawdown is a share of its peak, and zero from a peak that is not above zero', () => {
  expect([drawdownFrom(200, 50), drawdownFrom(200, -50), drawdownFrom(200, 200), drawdownFrom(0, -50)]).toEqual([
    0.75, 1.25, 0, 0,
  ]);
});
