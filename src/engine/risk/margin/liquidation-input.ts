import type { Cash, Steps } from '#base/exact.ts';
import type { Instrument } from '../../model/instrument.ts';
import type { Direction } from '../../model/order.ts';
import type { Position } from '../../model/position.ts';

/** A position, and everything its liquidation price depends on. */
export interface LiquidationInput {
  readonly instrument: Instrument;
  readonly direction: Direction;
  /** Not flat. */
  readonly position: Position;
  /** Isolated: the wallet of the position. Cross: the whole wallet, after entry fees. */
  readonly wallet: Cash;
  /** Cross: maintenance margin and open result of all other positions; zero for isolated. */
  readonly otherMaintenance: Cash;
  readonly otherUnrealized: Cash;
  /** Cross: the other direction of the same symbol, which shares the liquidation price. */
  readonly hedge?: { readonly quantity: Steps; readonly cost: Cash };
}
