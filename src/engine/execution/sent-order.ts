import type { Steps, Ticks } from '#base/exact.ts';
import type { OrderType } from '../model/order.ts';

/**
 * What an order at the exchange does for an atom. `bridge` protects a position while its stop is moved: a stop with a quantity,
 * beside which the exchange allows the stop of the whole position.
 */
export type Leg = 'entry' | 'profit' | 'stop' | 'bridge' | 'exit';

/**
 * How far an order is at the exchange. `sending` and `cancelling`: a request is on its way. `unknown`: the answer does not say
 * whether the request was accepted.
 */
export type Progress = 'sending' | 'open' | 'cancelling' | 'unknown';

/** An order that is at the exchange or may be, and has not ended. */
export interface SentOrder {
  readonly clientId: string;
  /** The order of the atom that it stands for. */
  readonly cycleSeq: number;
  readonly number: number;
  /** Of a step, its level. */
  readonly level: number;
  readonly leg: Leg;
  readonly type: OrderType;
  readonly price: Ticks | null;
  readonly triggerPrice: Ticks | null;
  /** Null closes the whole position. */
  readonly quantity: Steps | null;
  readonly progress: Progress;
}

/** What to request next of the exchange. */
export type VenueRequest =
  | { readonly kind: 'place'; readonly order: Omit<SentOrder, 'clientId' | 'progress'> }
  | { readonly kind: 'cancel'; readonly clientId: string };
