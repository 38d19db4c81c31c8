import type { Rate } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { Direction } from '#engine/model/order.ts';
import type { LadderQuestion, LadderReach, StepReach } from '#engine/moves/ladder-reach.ts';
import type { PriceMoves } from '#engine/moves/price-moves.ts';

/** The past that is measured: whole UTC days up to the last midnight of the market. */
export interface MovesWindow {
  readonly from: Instant;
  readonly to: Instant;
  /** How many of its minutes are stored. */
  readonly minutesStored: number;
}

export interface MovesRequest {
  readonly symbol: string;
  readonly direction: Direction;
  readonly rebound: Rate;
  readonly windowDays: number;
  readonly horizonDays: number;
}

export interface MeasuredMoves {
  readonly window: MovesWindow;
  readonly moves: PriceMoves;
  /** Wall time. */
  readonly computedAt: Instant;
}

export interface ReachRequest extends LadderQuestion {
  readonly symbol: string;
  readonly windowDays: number;
  /** The rebound to the take profit of a position without steps; null: only the steps are asked for. */
  readonly rebound: Rate;
}

export interface MeasuredReach extends LadderReach {
  readonly window: MovesWindow;
  /** How many swings by the rebound of the request went at least as far as the last step. */
  readonly whole: StepReach;
}

/** Whether figures of the day that are kept will do. */
export type MovesFreshness = 'kept' | 'again';

/** Measures how far prices have moved, apart from what serves requests and decides for bots. */
export interface PriceMoveMeasures {
  /**
   * The figures of a day: measured by whoever asks first, and kept until the next midnight of the market, or until more
   * of the past is stored.
   *
   * @param freshness - `again`: measured anew, unless they were within the last minute
   * @throws AppError CANDLES_MISSING, OVERLOADED
   */
  moves(request: MovesRequest, freshness?: MovesFreshness): Promise<MeasuredMoves>;
  /** How far a ladder reaches. @throws AppError CANDLES_MISSING, OVERLOADED */
  reach(request: ReachRequest): Promise<MeasuredReach>;
}
