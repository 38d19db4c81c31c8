import type { MarketHistory, Stretch } from '../model/history.ts';

/** A stretch of stored minutes, and where they are stored. */
export interface Span extends Stretch {
  readonly history: MarketHistory;
}
