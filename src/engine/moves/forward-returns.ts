import type { CandleColumns } from '../model/candle.ts';
import { deviationOf, meanOf, percentileOf } from './sample-figures.ts';

export const RETURN_HORIZONS = ['15m', '1h', '4h', '1d', '7d'] as const;
export type ReturnHorizon = (typeof RETURN_HORIZONS)[number];

const MINUTES: Readonly<Record<ReturnHorizon, number>> = { '15m': 15, '1h': 60, '4h': 240, '1d': 1_440, '7d': 10_080 };
const ALL_PERCENT = 100;

/** Changes of the close over a time, percent; figures are null when there are too few. */
export interface ForwardReturn {
  readonly horizon: ReturnHorizon;
  readonly samples: number;
  readonly mean: number | null;
  readonly deviation: number | null;
  readonly p1: number | null;
  readonly p5: number | null;
  readonly p50: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
}

/**
 * `close(t + h) / close(t) − 1` from each start. Section 7 C of docs/domain.md.
 *
 * @param starts - indexes of bars, ascending
 * @param isKnown - 1 for each bar that has a market
 */
export function forwardReturns(
  { close }: Pick<CandleColumns, 'close'>,
  starts: Int32Array,
  isKnown: Uint8Array,
): readonly ForwardReturn[] {
  return RETURN_HORIZONS.map((horizon) => {
    const ahead = MINUTES[horizon];
    const changes = new Float64Array(starts.length);
    let samples = 0;
    for (const start of starts) {
      if (isKnown[start + ahead] !== 1) continue;
      changes[samples] = changeOf(close, start, start + ahead);
      samples += 1;
    }
    return figuresOf(horizon, changes.subarray(0, samples).sort());
  });
}

function changeOf(close: Int32Array, from: number, to: number): number {
  const [before, after] = [close[from] ?? 0, close[to] ?? 0];
  return (ALL_PERCENT * (after - before)) / before;
}

function figuresOf(horizon: ReturnHorizon, sorted: Float64Array): ForwardReturn {
  return {
    horizon,
    samples: sorted.length,
    mean: meanOf(sorted),
    deviation: deviationOf(sorted),
    p1: percentileOf(sorted, 0.01),
    p5: percentileOf(sorted, 0.05),
    p50: percentileOf(sorted, 0.5),
    p95: percentileOf(sorted, 0.95),
    p99: percentileOf(sorted, 0.99),
  };
}
