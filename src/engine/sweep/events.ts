import type { Cash, Steps, Ticks } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { BlockReason } from '../model/atom.ts';
import type { CloseReason } from '../model/cycle.ts';
import type { Direction, OrderRole } from '../model/order.ts';

/**
 * An event of a sweep run, in the order of the account's records, with one difference: a base order that expires unfilled
 * ends before the other direction's fills in the same minute; the account ends it after them.
 */
export type SweepEvent =
  | {
      readonly type: 'fill';
      readonly at: Instant;
      readonly direction: Direction;
      readonly role: OrderRole;
      /** Entries: 0 is the base order, k the k-th safety order. Exits: 0. */
      readonly level: number;
      readonly price: Ticks;
      readonly quantity: Steps;
      readonly commission: Cash;
      readonly gross: Cash;
      readonly isMaker: boolean;
    }
  | { readonly type: 'funding'; readonly at: Instant; readonly direction: Direction; readonly paid: Cash }
  | { readonly type: 'liquidation'; readonly at: Instant; readonly direction: Direction; readonly fee: Cash }
  /** A cycle has opened at the close of a minute; its first fill comes later, or never. */
  | { readonly type: 'opened'; readonly at: Instant; readonly direction: Direction }
  /** A cycle has ended; one that was cancelled before its first fill has no result. */
  | {
      readonly type: 'ended';
      readonly at: Instant;
      readonly direction: Direction;
      readonly reason: CloseReason;
      readonly result: Cash;
    }
  | { readonly type: 'blocked'; readonly at: Instant; readonly direction: Direction; readonly reason: BlockReason }
  /** The run has used up its number of cycles. */
  | { readonly type: 'finishing'; readonly at: Instant }
  /** The bot lost a position by liquidation and opens no more cycles. */
  | { readonly type: 'failed'; readonly at: Instant };

/** Receives the events of a run as they happen. Without a sink, none are created. */
export type SweepSink = (event: SweepEvent) => void;
