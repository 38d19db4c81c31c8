import { at } from '#base/assert.ts';
import { median } from '../median.ts';
import type { Received } from './receive.ts';

/** One round as plain figures: microseconds unless the name says otherwise. */
export interface RoundFigures {
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  readonly mean: number;
  /** Of the messages that reached none. */
  readonly quietMean: number;
  /** Of the messages that reached an atom. */
  readonly decisionP50: number;
  readonly decisionP99: number;
  readonly reachingPercent: number;
  readonly decisionsPerSecond: number;
  /** Decisions that changed the atom; a limit that is touched and not traded through, for one, changes nothing. */
  readonly changesPerSecond: number;
  /** From the sender's call. */
  readonly travelP50: number;
  readonly travelP99: number;
  readonly messagesPerSecond: number;
  readonly corePercent: number;
  readonly max: number;
  /** The longest of a round: the longer of what the loop's own monitor saw and what a message waited for the loop. */
  readonly pauseMs: number;
  /** The longest of all rounds, whatever its cause: a host that takes the core away for 30 ms causes one of 30 ms. */
  readonly pauseWorstMs: number;
  /** Most processor time in one turn of the loop; the kernel counts in ticks of some 4 ms. */
  readonly workMs: number;
  /** The longest garbage collection. */
  readonly collectionMs: number;
  readonly backlog: number;
}

/** Figures for which the worst round counts and not the median. */
const BY_WORST: readonly (keyof RoundFigures)[] = ['max', 'pauseWorstMs', 'workMs', 'collectionMs', 'backlog'];

export function figuresOf(round: Received): RoundFigures {
  const { decided, reaching, travelled, decidedSum, reachingSum } = round;
  const seconds = decided.length / round.perSecond;
  return {
    p50: quantile(decided, 0.5),
    p99: quantile(decided, 0.99),
    p999: quantile(decided, 0.999),
    mean: (decidedSum / decided.length) * 1_000,
    quietMean: ((decidedSum - reachingSum) / (decided.length - reaching.length)) * 1_000,
    decisionP50: quantile(reaching, 0.5),
    decisionP99: quantile(reaching, 0.99),
    reachingPercent: (reaching.length / decided.length) * 100,
    decisionsPerSecond: round.woken / seconds,
    changesPerSecond: round.changed / seconds,
    travelP50: quantile(travelled, 0.5),
    travelP99: quantile(travelled, 0.99),
    messagesPerSecond: round.perSecond,
    corePercent: round.coreShare * 100,
    max: quantile(decided, 1),
    pauseMs: pauseOf(round),
    pauseWorstMs: pauseOf(round),
    workMs: round.workMax,
    collectionMs: round.collectionMax,
    backlog: round.backlog,
  };
}

function pauseOf({ loopDelayMax, waitMax }: Received): number {
  return Math.max(loopDelayMax, waitMax);
}

/** A quantile of a sorted list of milliseconds, in microseconds; 0 of an empty one. */
function quantile(sorted: Float64Array, share: number): number {
  if (sorted.length === 0) return 0;
  return at(sorted, Math.min(sorted.length - 1, Math.floor(sorted.length * share))) * 1_000;
}

/** The rounds as one: the median of each figure, or the worst where that counts; two decimals. */
export function together(rounds: readonly RoundFigures[]): RoundFigures {
  const first = at(rounds, 0);
  const names = Object.keys(first) as (keyof RoundFigures)[]; // The keys of the interface, as `figuresOf` made them.
  const merged = names.map((name) => {
    const values = rounds.map((round) => round[name]);
    return [name, rounded(BY_WORST.includes(name) ? Math.max(...values) : median(values))];
  });
  return Object.fromEntries(merged) as RoundFigures; // Every key of the first round is there again.
}

export function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
