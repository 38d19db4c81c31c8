import { type Exact, ZERO } from './exact.ts';
import type { Held, Rung } from './ladder.ts';

export interface Resting extends Rung {
  filled: Exact;
  readonly placedAt: number;
}

export interface RestingExit {
  readonly price: Exact;
  readonly placedAt: number;
}

export interface Base {
  readonly price: Exact | null;
  readonly quantity: Exact;
  filled: Exact;
  readonly placedAt: number;
  isDone: boolean;
}

/** The state of one open cycle. */
export interface Episode {
  readonly number: number;
  readonly base: Base;
  readonly committed: Exact;
  basePrice: Exact | null;
  beginAt: number | null;
  /** Levels not placed yet, nearest first. */
  waiting: Rung[];
  resting: Resting[];
  /** Safety orders that filled completely, or partly before they were withdrawn. */
  levelsFilled: number;
  quantity: Exact;
  cost: Exact;
  fees: Exact;
  fundingPaid: Exact;
  margin: Exact;
  gross: Exact;
  commission: Exact;
  funding: Exact;
  liquidationFee: Exact;
  target: RestingExit | null;
  stop: RestingExit | null;
  trail: RestingExit | null;
  extreme: Exact | null;
  exit: { readonly reason: string } | null;
}

/** A cycle whose base order has just been submitted. */
export function newEpisode(plan: {
  number: number;
  isMarket: boolean;
  at: number;
  base: Rung;
  required: Exact;
}): Episode {
  const { quantity, price } = plan.base;
  return {
    number: plan.number,
    base: { price: plan.isMarket ? null : price, quantity, filled: ZERO, placedAt: plan.at, isDone: false },
    committed: plan.required,
    basePrice: null,
    beginAt: null,
    waiting: [],
    resting: [],
    levelsFilled: 0,
    quantity: ZERO,
    cost: ZERO,
    fees: ZERO,
    fundingPaid: ZERO,
    margin: ZERO,
    gross: ZERO,
    commission: ZERO,
    funding: ZERO,
    liquidationFee: ZERO,
    target: null,
    stop: null,
    trail: null,
    extreme: null,
    exit: null,
  };
}

/** Withdraws all safety orders; partly filled ones count as filled. */
export function withdrawRungs(episode: Episode): void {
  episode.levelsFilled += episode.resting.filter(({ filled }) => filled.gt(0)).length;
  episode.resting = [];
}

/** The position, and what partial exits have earned. */
export function heldBy(episode: Episode): Held {
  const { quantity, cost, fees, fundingPaid, gross, funding, commission } = episode;
  const closedFees = commission.minus(fees);
  return {
    quantity,
    cost,
    fees,
    fundingPaid,
    taken: { gross, net: gross.plus(funding).plus(fundingPaid).minus(closedFees) },
  };
}
