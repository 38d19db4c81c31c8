import { at } from '#base/assert.ts';
import { chance } from '#base/prng.ts';

/** What resampled results come to. Amounts in the unit of the results. */
export interface MonteCarlo {
  /** Quantiles of equity after so many cycles. */
  readonly bands: readonly { readonly cycle: number; readonly quantiles: Quantiles; readonly actual: number }[];
  readonly equityEnd: Quantiles;
  /** Deepest fall as a share of its peak, over the ends of the cycles. */
  readonly maxDrawdown: Quantiles;
  /** Share of the draws that end below the start. */
  readonly lossShare: number;
}

/** The values that 5, 25, 50, 75 and 95 % of the draws lie below. */
export type Quantiles = readonly [
  low: number,
  lowerQuarter: number,
  middle: number,
  upperQuarter: number,
  high: number,
];

/** Points of the bands. */
const BANDS_MAX = 200;

/**
 * Draws as many results as there are, with replacement, many times over: what else could have come of the same cycles.
 * @param results - of the cycles in the order in which they ended; at least one
 */
export function monteCarlo(
  results: readonly number[],
  { start, seed, draws }: { readonly start: number; readonly seed: number; readonly draws: number },
): MonteCarlo {
  const dice = chance(seed);
  const marks = bandMarks(results.length);
  const atMarks = marks.map(() => new Float64Array(draws));
  const [ends, falls] = [new Float64Array(draws), new Float64Array(draws)];
  for (let draw = 0; draw < draws; draw += 1) {
    let [equity, peak, fall, mark] = [start, start, 0, 0];
    for (let cycle = 1; cycle <= results.length; cycle += 1) {
      equity += at(results, dice.between(0, results.length - 1));
      peak = Math.max(peak, equity);
      fall = Math.max(fall, (peak - equity) / peak);
      if (marks[mark] !== cycle) continue;
      at(atMarks, mark)[draw] = equity;
      mark += 1;
    }
    ends[draw] = equity;
    falls[draw] = fall;
  }
  const sums = runningSums(results, start);
  return {
    bands: marks.map((cycle, place) => ({
      cycle,
      quantiles: quantilesOf(at(atMarks, place)),
      actual: at(sums, cycle - 1),
    })),
    equityEnd: quantilesOf(ends),
    maxDrawdown: quantilesOf(falls),
    lossShare: ends.filter((end) => end < start).length / draws,
  };
}

/** Every so many cycles, and the last. */
function bandMarks(cycles: number): readonly number[] {
  const every = Math.ceil(cycles / BANDS_MAX);
  const marks = Array.from({ length: Math.floor(cycles / every) }, (_, place) => (place + 1) * every);
  return marks.at(-1) === cycles ? marks : [...marks, cycles];
}

function runningSums(results: readonly number[], start: number): readonly number[] {
  let equity = start;
  return results.map((result) => {
    equity += result;
    return equity;
  });
}

function quantilesOf(values: Float64Array): Quantiles {
  const sorted = values.toSorted();
  const lying = (share: number): number => at(sorted, Math.min(sorted.length - 1, Math.floor(share * sorted.length)));
  return [lying(0.05), lying(0.25), lying(0.5), lying(0.75), lying(0.95)];
}
