import type { Cash, Steps, Ticks } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { BlockReason } from '../model/atom.ts';
import type { CloseReason } from '../model/cycle.ts';
import type { Direction, OrderRole } from '../model/order.ts';

/**
 * What happens in a sweep run, in the order of the account's records. One difference: a base order that expires unfilled
 * ends before the fills that the other direction has in the same minute; the account ends it after them.
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
  /** A cycle is over; one that was withdrawn before its first fill has no result. */
  | {
      readonly type: 'ended';
      readonly at: Instant;
      readonly direction: Direction;
      readonly reason: CloseReason;
      readonly result: Cash;
    }
  | { readonly type: 'blocked'; readonly at: Instant; readonly direction: Direction; readonly reason: BlockReason }
  /** The run has had as many cycles as it may have. */
  | { readonly type: 'finishing'; readonly at: Instant }
  /** The bot lost a position by force and opens no more cycles. */
  | { readonly type: 'failed'; readonly at: Instant };

/** Takes the events of a run as they happen. Without one, none is made. */
export type SweepSink = (event: SweepEvent) => void;
