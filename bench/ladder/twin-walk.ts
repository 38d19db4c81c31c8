import { type FigureName, figureNames } from '#engine/sweep/figures.ts';
import type { TwinPlan } from './twin-plan.ts';

/** What the twins read: columns of equal length, and funding by minute, oldest first. */
export interface TwinMarket {
  readonly open: Int32Array;
  readonly high: Int32Array;
  readonly low: Int32Array;
  readonly close: Int32Array;
  readonly volume: Int32Array;
  readonly fundingMinute: Int32Array;
  readonly fundingRate: Int32Array;
}

/** A run under way. One object of one shape, written in place. */
export interface TwinWalk {
  readonly plan: TwinPlan;
  readonly market: TwinMarket;
  /** By the names and with the meaning of the sweep's own. */
  readonly figures: Record<FigureName, number>;
  /** Place of the next settlement. */
  settlement: number;
  /** The next minute in which something is due by time. */
  next: number;
  /** Equity at a close is `cash + units · close`. */
  cash: number;
  units: number;
  wallet: number;
  isDead: boolean;
  /** The base order waits for the next open. */
  isEntering: boolean;
  /** The first minute at whose close a cycle may open. */
  freeFrom: number;
  volumeLeft: number;
  /** Highest equity so far. */
  peak: number;

  quantity: number;
  cost: number;
  fees: number;
  fundingPaid: number;
  isolated: number;
  /** Gross result of the cycle's exits so far. */
  gained: number;
  /** Commission of the cycle so far and funding paid. */
  charged: number;
  baseQuantity: number;
  basePrice: number;

  /** The nearest safety order that is not filled, from 1; beyond the last level there is none. */
  level: number;
  levelPrice: number;
  levelLeft: number;
  /** The minute in which each level was filled; the base is level 0. */
  readonly filledIn: Int32Array;

  /** Prices; zero is none. */
  takeProfit: number;
  takeProfitIn: number;
  takeProfitLeft: number;
  stop: number;
  stopIn: number;
  trail: number;
  /** Best price since the trailing exit armed; zero before. */
  extreme: number;
  liquidation: number;
}

/** Beyond every price and every minute, and small enough for machine integers. */
export const FAR = 2 ** 30;

export function walkOf(plan: TwinPlan, market: TwinMarket): TwinWalk {
  return {
    plan,
    market,
    figures: noFigures(),
    settlement: 0,
    next: 0,
    cash: plan.wallet,
    units: 0,
    wallet: plan.wallet,
    isDead: false,
    isEntering: false,
    freeFrom: 0,
    volumeLeft: 0,
    peak: plan.wallet,
    quantity: 0,
    cost: 0,
    fees: 0,
    fundingPaid: 0,
    isolated: 0,
    gained: 0,
    charged: 0,
    baseQuantity: 0,
    basePrice: 0,
    level: 0,
    levelPrice: 0,
    levelLeft: 0,
    filledIn: new Int32Array(plan.levels.length + 1),
    takeProfit: 0,
    takeProfitIn: 0,
    takeProfitLeft: 0,
    stop: 0,
    stopIn: 0,
    trail: 0,
    extreme: 0,
    liquidation: 0,
  };
}

/** A number of a column, whose index the loop keeps inside it: too hot for a check, and always the same kind of array. */
export function look(column: Int32Array, index: number): number {
  return column[index] as number; // See above.
}

function noFigures(): Record<FigureName, number> {
  return Object.fromEntries(figureNames.map((name) => [name, 0])) as Record<FigureName, number>; // Every name has its entry.
}
