import { normalQuantile, normalShare } from './normal.ts';

/** Returns of a run as far as its Sharpe ratio is judged by them. */
export interface ReturnMoments {
  readonly count: number;
  /** Mean / sample deviation of one return, not of a year. */
  readonly sharpe: number;
  readonly skewness: number;
  /** Of a normal distribution it is 3. */
  readonly kurtosis: number;
}

/** Moments of returns; null below three, or without spread. */
export function momentsOf(returns: readonly number[]): ReturnMoments | null {
  const count = returns.length;
  if (count < 3) return null;
  const mean = returns.reduce((sum, value) => sum + value, 0) / count;
  const central = (power: number): number => returns.reduce((sum, value) => sum + (value - mean) ** power, 0) / count;
  const variance = central(2);
  if (variance === 0) return null;
  return {
    count,
    sharpe: mean / Math.sqrt((variance * count) / (count - 1)),
    skewness: central(3) / variance ** 1.5,
    kurtosis: central(4) / variance ** 2,
  };
}

const EULER_GAMMA = 0.5772156649015329;

/**
 * The highest Sharpe ratio to be expected of so many independent trials without any skill: √V · ((1 − γ) Φ⁻¹(1 − 1/N) +
 * γ Φ⁻¹(1 − 1/(N e))), γ the Euler-Mascheroni constant (D. H. Bailey, M. López de Prado: The Deflated Sharpe Ratio, Journal
 * of Portfolio Management 40 (5), 2014, equation 1).
 * @param variance - of the Sharpe ratios of the trials
 */
export function sharpeByLuck(trials: number, variance: number): number {
  if (trials < 2) return 0;
  const expected =
    (1 - EULER_GAMMA) * normalQuantile(1 - 1 / trials) + EULER_GAMMA * normalQuantile(1 - 1 / (trials * Math.E));
  return Math.sqrt(variance) * expected;
}

/**
 * Probability that the true Sharpe ratio exceeds `benchmark`, for returns that need not be normal: Φ((SR − SR₀) √(T − 1) /
 * √(1 − γ₃ SR + (γ₄ − 1)/4 · SR²)) (the same article, equation 2). With `sharpeByLuck` as the benchmark it is deflated.
 */
export function probableSharpe({ count, sharpe, skewness, kurtosis }: ReturnMoments, benchmark: number): number {
  const spread = 1 - skewness * sharpe + ((kurtosis - 1) / 4) * sharpe ** 2;
  return normalShare(((sharpe - benchmark) * Math.sqrt(count - 1)) / Math.sqrt(spread));
}
