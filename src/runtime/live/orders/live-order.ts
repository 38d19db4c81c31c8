import { assert } from '#base/assert.ts';
import { add, type Steps } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { SentOrder } from '#engine/execution/sent-order.ts';
import type { AtomKey } from '#engine/model/record.ts';
import type { VenueConditional, VenueFill, VenueOrder } from '#ports/venue.ts';

/** How an order ended at the exchange. */
export type VenueEnd = 'FILLED' | 'CANCELED' | 'EXPIRED' | 'REJECTED';

/** An order of ours at the exchange, from the commit of its intent until its end and all its fills are known. */
export interface LiveOrder extends SentOrder {
  readonly portfolioId: string;
  readonly atom: AtomKey;
  /** Number of the intent that placed it, and of the one that cancels it. */
  readonly intent: number;
  readonly cancel: number | null;
  /** The signed timestamp of the request under way, on the exchange's clock. */
  readonly sentAt: Instant;
  /** Ids of the exchange; `childId` is the order that a triggered conditional order has become. */
  readonly orderId: string | null;
  readonly childId: string | null;
  /** What the exchange says it has executed, and what of it has been booked. */
  readonly executed: Steps;
  readonly booked: Steps;
  /** Null while it has not ended. */
  readonly end: VenueEnd | null;
}

/** Whether it is one of the exchange's conditional orders, which have calls and ids of their own. */
export const isConditional = ({ triggerPrice }: Pick<LiveOrder, 'triggerPrice'>): boolean => triggerPrice !== null;

/** The orders of one exchange account that have not ended, and the last ones that have. */
export class LiveOrders {
  readonly #alive = new Map<string, LiveOrder>();
  readonly #ended = new Map<string, LiveOrder>();

  get alive(): readonly LiveOrder[] {
    return [...this.#alive.values()];
  }

  of(atom: AtomKey): readonly LiveOrder[] {
    return this.alive.filter(
      (one) =>
        one.atom.botId === atom.botId && one.atom.symbol === atom.symbol && one.atom.direction === atom.direction,
    );
  }

  /** The order with this client id, alive or among the last that have ended. */
  find(clientId: string): LiveOrder | undefined {
    return this.#alive.get(clientId) ?? this.#ended.get(clientId);
  }

  /** The order that a fill or an update of an ordinary order belongs to: a triggered stop fills as its child. */
  owner({ clientId, orderId }: Pick<VenueFill, 'clientId' | 'orderId'>): LiveOrder | undefined {
    const named = clientId === null ? undefined : this.find(clientId);
    if (named !== undefined && !isConditional(named)) return named;
    const isOwn = (one: LiveOrder): boolean =>
      one.childId === orderId || (!isConditional(one) && one.orderId === orderId);
    return this.alive.find(isOwn) ?? [...this.#ended.values()].find(isOwn) ?? named;
  }

  put(order: LiveOrder): void {
    this.#alive.set(order.clientId, order);
  }

  /** Changes an order and returns it. */
  change(clientId: string, change: Partial<LiveOrder>): LiveOrder {
    const before = this.find(clientId);
    assert(before !== undefined, 'the order is known');
    const after = { ...before, ...change };
    if (this.#alive.has(clientId)) this.#alive.set(clientId, after);
    else this.#ended.set(clientId, after);
    return after;
  }

  book(order: LiveOrder, quantity: Steps): LiveOrder {
    return this.change(order.clientId, { booked: add(order.booked, quantity) });
  }

  /** Takes it from the living; late fills still find it. */
  end(order: LiveOrder): void {
    this.#alive.delete(order.clientId);
    this.#ended.set(order.clientId, order);
    if (this.#ended.size <= ENDED_MAX) return;
    const [oldest] = this.#ended.keys();
    if (oldest !== undefined) this.#ended.delete(oldest);
  }
}

const ENDED_MAX = 10_000;

/** What an update of an ordinary order says of ours. */
export function afterOrder(order: LiveOrder, { orderId, state, executed }: VenueOrder): Partial<LiveOrder> {
  const known = {
    executed: larger(order.executed, executed),
    ...(isConditional(order) ? { childId: orderId } : { orderId }),
  };
  if (state === 'NEW' || state === 'PARTIALLY_FILLED') return { ...known, progress: progressOf(order) };
  return { ...known, end: state };
}

/** What an update of a conditional order says of ours. It ends with its child, or without one. */
export function afterConditional(order: LiveOrder, { algoId, orderId, state }: VenueConditional): Partial<LiveOrder> {
  const known = { orderId: algoId, ...(orderId === null ? {} : { childId: orderId }) };
  switch (state) {
    case 'WAITING':
    case 'TRIGGERED':
      return { ...known, progress: progressOf(order) };
    case 'FINISHED':
      return known; // Its child says how.
    default:
      return { ...known, end: state };
  }
}

/** An order that the exchange shows has been accepted; a cancel may still be on its way. */
const progressOf = ({ progress }: LiveOrder): LiveOrder['progress'] => (progress === 'cancelling' ? progress : 'open');

const larger = (one: Steps, other: Steps): Steps => (one > other ? one : other);
