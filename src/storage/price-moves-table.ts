import type { PriceMoves } from '#engine/moves/price-moves.ts';
import type { Json, Time } from './database/columns.ts';

/** How far a price has moved, as last measured for a question. */
export interface PriceMovesTable {
  symbol: string;
  direction: 'buy' | 'sell';
  /** In 1e-8. */
  rebound: number;
  windowDays: number;
  horizonDays: number;
  /** Which program wrote it: rows of another shape are measured again. */
  shape: number;
  /** The end of the last measured minute; market time. */
  toAt: Time;
  /** How many minutes of the window were stored then. */
  minutesStored: number;
  moves: Json<PriceMoves>;
  /** Wall time. */
  computedAt: Time;
  askedAt: Time;
}
