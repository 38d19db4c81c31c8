import { type Cash, type Rate, subtract, type Ticks, ZERO_CASH } from '#base/exact.ts';
import { signOf } from '../../model/order.ts';
import type { Position } from '../../model/position.ts';
import { liquidationPrice, liquidationTrigger } from '../margin/liquidation.ts';
import { initialMargin } from '../margin/margin.ts';
import { stopLossPrice, takeProfitPrice } from './exits.ts';
import { type FilledLadder, type FilledLevel, fillLadder } from './filled-ladder.ts';
import type { LadderSide } from './levels.ts';

/** One direction of a ladder at a base price, with its exits. */
export interface SideInput extends LadderSide {
  readonly basePrice: Ticks;
  /** The exits in force; null is off. */
  readonly takeProfit: Rate | null;
  readonly stopLoss: Rate | null;
  /** The cross wallet before the cycle; without it a cross position has no known liquidation price. */
  readonly wallet: Cash | null;
}

/** A level filled at its price, and the exit prices of the position after it. */
export interface PlannedLevel extends FilledLevel {
  readonly initialMargin: Cash;
  readonly takeProfit: Ticks | null;
  readonly stopLoss: Ticks | null;
  /** In 1e-8 USDT per unit; null when it is unknown or no reachable price liquidates. */
  readonly liquidation: Cash | null;
  readonly liquidationTrigger: Ticks | null;
}

export interface PlannedSide extends SideInput {
  readonly levels: readonly PlannedLevel[];
  readonly end: FilledLadder['end'];
}

/** Fills one side of a ladder level by level, and computes exits and liquidation after each level. */
export function planSide(input: SideInput): PlannedSide {
  const { levels, end } = fillLadder(input, input.basePrice);
  return { ...input, levels: levels.map((level) => planLevel(input, level)), end };
}

function planLevel(input: SideInput, filled: FilledLevel): PlannedLevel {
  const { position } = filled;
  const margin = initialMargin(position.cost, input.ladder.leverage);
  if (position.quantity === 0) return { ...filled, ...NO_EXITS, initialMargin: margin };
  const { takeProfit, stopLoss } = input;
  const target = takeProfit === null ? null : takeProfitPrice({ ...input, position, takeProfit });
  const stop = stopLoss === null ? null : stopLossPrice({ ...input, position, stopLoss });
  return {
    ...filled,
    initialMargin: margin,
    takeProfit: abovePriceZero(target),
    stopLoss: abovePriceZero(stop),
    ...liquidationOf(input, position, margin),
  };
}

const NO_EXITS = { takeProfit: null, stopLoss: null, liquidation: null, liquidationTrigger: null };

function abovePriceZero(price: Ticks | null): Ticks | null {
  return price !== null && price > 0 ? price : null;
}

function liquidationOf({ ladder, instrument, direction, wallet }: SideInput, position: Position, margin: Cash) {
  const backing = ladder.marginType === 'isolated' ? margin : wallet === null ? null : subtract(wallet, position.fees);
  if (backing === null) return { liquidation: null, liquidationTrigger: null };
  const alone = { otherMaintenance: ZERO_CASH, otherUnrealized: ZERO_CASH };
  const input = { instrument, direction, position, wallet: backing, ...alone };
  return { liquidation: liquidationPrice(input), liquidationTrigger: liquidationTrigger(input) };
}

/** Whether a price lies strictly further from the market than another; null lies beyond everything. */
export function isBeyond({ direction }: LadderSide, price: Ticks | null, other: Ticks): boolean {
  return price === null || signOf(direction) * (other - price) > 0;
}
