/** What the score rests on; null where it is not known. Percentages in percent. */
export interface ScoredFacts {
  readonly volumeDay: number | null;
  readonly swingsPerDay: number | null;
  readonly dropTailPercent: number | null;
  readonly fundingMeanPercent: number | null;
  readonly btcCorrelation: number | null;
  readonly ageDays: number | null;
}

export type ScorePartName = 'liquidity' | 'swings' | 'tail' | 'funding' | 'independence' | 'age';

export interface ScorePart {
  readonly part: ScorePartName;
  /** Null where what it rests on is not known. */
  readonly points: number | null;
  readonly pointsMax: number;
}

export interface DcaScore {
  /** 0 to 100; null while parts of more than half of the points are unknown. */
  readonly score: number | null;
  readonly parts: readonly ScorePart[];
}

const POINTS = { liquidity: 25, swings: 25, tail: 20, funding: 10, independence: 10, age: 10 } as const;
const POINTS_KNOWN_MIN = 50;
const ALL_POINTS = 100;

/**
 * How well contracts suit a ladder of averaging buys, in the order given: ranks among all of them, as section 8 of
 * docs/domain.md weighs them. Of a part that is not known the points count neither for nor against: the others are scaled
 * to 100.
 */
export function dcaScores(contracts: readonly ScoredFacts[]): readonly DcaScore[] {
  const ranks = {
    volume: ranksOf(contracts.map(({ volumeDay }) => volumeDay)),
    swings: ranksOf(contracts.map(({ swingsPerDay }) => swingsPerDay)),
    tail: ranksOf(contracts.map(({ dropTailPercent }) => dropTailPercent)),
    funding: ranksOf(
      contracts.map((one) => (one.fundingMeanPercent === null ? null : Math.abs(one.fundingMeanPercent))),
    ),
    age: ranksOf(contracts.map(({ ageDays }) => ageDays)),
  };
  return contracts.map(({ btcCorrelation }, row) =>
    scoreOf([
      part('liquidity', ranks.volume[row]),
      part('swings', ranks.swings[row]),
      part('tail', rest(ranks.tail[row])),
      part('funding', rest(ranks.funding[row])),
      part('independence', btcCorrelation === null ? null : 1 - Math.max(0, btcCorrelation)),
      part('age', ranks.age[row]),
    ]),
  );
}

function part(name: ScorePartName, share: number | null | undefined): ScorePart {
  const pointsMax = POINTS[name];
  return { part: name, points: share == null ? null : share * pointsMax, pointsMax };
}

function rest(share: number | null | undefined): number | null {
  return share == null ? null : 1 - share;
}

function scoreOf(parts: readonly ScorePart[]): DcaScore {
  const known = parts.filter(({ points }) => points !== null);
  const possible = known.reduce((sum, { pointsMax }) => sum + pointsMax, 0);
  const reached = known.reduce((sum, { points }) => sum + (points ?? 0), 0);
  return { score: possible < POINTS_KNOWN_MIN ? null : Math.round((reached / possible) * ALL_POINTS), parts };
}

/** The share of the other known values that lie below each, those equal to it by half; null where a value is not known. */
function ranksOf(values: readonly (number | null)[]): readonly (number | null)[] {
  const sorted = values.filter((value) => value !== null).sort((a, b) => a - b);
  const others = sorted.length - 1;
  return values.map((value) => {
    if (value === null) return null;
    if (others === 0) return 0.5; // Neither first nor last.
    const below = countBelow(sorted, value);
    const equal = countBelow(sorted, value, 'or equal') - below - 1;
    return (below + equal / 2) / others;
  });
}

function countBelow(sorted: readonly number[], value: number, bound: 'strictly' | 'or equal' = 'strictly'): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const one = sorted[middle] ?? value;
    if (one < value || (bound === 'or equal' && one === value)) low = middle + 1;
    else high = middle;
  }
  return low;
}
