import { at } from '#base/assert.ts';
import type { CandleDay } from '#simulator/prices/days/day.ts';

const [HOUR, DAY, YEAR] = [60, 1_440, 525_600];

/** Statistical moments of a market: plain numbers, annual volatility as a fraction. */
export interface PriceStatistics {
  readonly annualVolatility: number;
  readonly kurtosisMinute: number;
  readonly kurtosisHour: number;
  readonly kurtosisDay: number;
  /** Autocorrelation of returns from minute to minute. */
  readonly returnsLag1: number;
  /** Autocorrelation of absolute returns over a minute, an hour and a day. */
  readonly sizesLag1: number;
  readonly sizesLag60: number;
  readonly sizesLag1440: number;
}

/** Logarithmic returns of every minute of whole days. */
export function returnsOf(days: readonly CandleDay[]): Float64Array {
  const returns = new Float64Array(days.length * DAY);
  let before = Math.log(at(at(days, 0).open, 0));
  for (const [place, { close }] of days.entries()) {
    for (let minute = 0; minute < DAY; minute += 1) {
      const level = Math.log(at(close, minute));
      returns[place * DAY + minute] = level - before;
      before = level;
    }
  }
  return returns;
}

export function statisticsOf(returns: Float64Array): PriceStatistics {
  const sizes = returns.map(Math.abs);
  return {
    annualVolatility: Math.sqrt(variance(returns) * YEAR),
    kurtosisMinute: kurtosis(returns),
    kurtosisHour: kurtosis(summed(returns, HOUR)),
    kurtosisDay: kurtosis(summed(returns, DAY)),
    returnsLag1: correlation(returns.subarray(1), returns.subarray(0, -1)),
    sizesLag1: correlation(sizes.subarray(1), sizes.subarray(0, -1)),
    sizesLag60: correlation(sizes.subarray(HOUR), sizes.subarray(0, -HOUR)),
    sizesLag1440: correlation(sizes.subarray(DAY), sizes.subarray(0, -DAY)),
  };
}

/** Correlation of the hourly returns of two coins. */
export function hourlyCorrelation(one: Float64Array, other: Float64Array): number {
  return correlation(summed(one, HOUR), summed(other, HOUR));
}

function summed(returns: Float64Array, length: number): Float64Array {
  const sums = new Float64Array(Math.floor(returns.length / length));
  for (let index = 0; index < sums.length * length; index += 1) {
    const place = Math.floor(index / length);
    sums[place] = at(sums, place) + at(returns, index);
  }
  return sums;
}

/** Mean of a function of the values: a plain loop, because these are long columns. */
function meanOf(values: Float64Array, value: (value: number, index: number) => number): number {
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) sum += value(at(values, index), index);
  return sum / values.length;
}

function mean(values: Float64Array): number {
  return meanOf(values, (value) => value);
}

function variance(values: Float64Array): number {
  const middle = mean(values);
  return meanOf(values, (value) => (value - middle) * (value - middle));
}

/** 3 for a normal distribution. */
function kurtosis(values: Float64Array): number {
  const middle = mean(values);
  return meanOf(values, (value) => (value - middle) ** 4) / variance(values) ** 2;
}

function correlation(one: Float64Array, other: Float64Array): number {
  const [middle, otherMiddle] = [mean(one), mean(other)];
  const product = meanOf(one, (value, index) => (value - middle) * (at(other, index) - otherMiddle));
  return product / Math.sqrt(variance(one) * variance(other));
}
