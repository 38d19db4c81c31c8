import { assert } from '#base/assert.ts';
import type { Instant } from '#base/time.ts';
import { gridText, hasSameGrids, priceText, quantityText } from '#engine/model/instrument.ts';
import { afterRejection, afterSuccess, CLOSED_CIRCUIT, isOpenFor } from '#engine/risk/orders/rejection-circuit.ts';
import {
  type CancelOrder,
  CLIENT_ID,
  type PlaceConditional,
  type PlaceOrder,
  type SendOutcome,
  type VenueConditional,
  type VenueOrder,
} from '#ports/venue.ts';
import { ExchangeError } from '../transport/exchange-error.ts';
import { TOO_MANY_ORDERS } from '../transport/rest.ts';
import type { RouteName, RouteParams } from '../transport/routes.ts';
import type { Urgency } from '../transport/weight-limiter.ts';
import { OrderPace } from './order-pace.ts';
import { outcomeOf, rejected } from './outcome.ts';
import { type AccountAccess, readConditional, readOrder } from './venue-reads.ts';

/** A request that waited longer than this after its timestamp is not sent at all. */
const SEND_WITHIN_MS = 500;

/** What the sender needs from its environment. */
export interface OrderSenderOptions {
  /** Best estimate of the exchange's clock. */
  readonly now: () => Instant;
  /** Whether no trade of the symbol is missed any more; must be so before its first order. */
  readonly isTracked: (symbol: string) => boolean;
  /** Called when the exchange refused the timestamp of a request. */
  readonly readClock: () => void;
}

interface Sending {
  readonly name: RouteName;
  readonly params: RouteParams;
  readonly timestamp: Instant;
  readonly urgency: Urgency;
}

/**
 * Sends requests that change an account, each at most once, and returns the outcome. Never throws for outside failures.
 */
export class OrderSender {
  private readonly access: AccountAccess;
  private readonly terms: OrderSenderOptions;
  private readonly pace = new OrderPace(() => performance.now());
  private circuit = CLOSED_CIRCUIT;

  constructor(access: AccountAccess, terms: OrderSenderOptions) {
    this.access = access;
    this.terms = terms;
  }

  place(order: PlaceOrder): Promise<SendOutcome<VenueOrder>> {
    const { instrument } = order;
    const limit =
      order.type === 'LIMIT' ? { price: priceText(instrument, order.price), timeInForce: order.timeInForce } : {};
    const params = {
      ...placing(order),
      ...limit,
      quantity: quantityText(instrument, order.quantity),
      newClientOrderId: order.clientId,
      newOrderRespType: 'RESULT',
    };
    return this.placed(order, { name: 'openOrder', params }, (value) => readOrder(this.access.catalog, value));
  }

  placeConditional(order: PlaceConditional): Promise<SendOutcome<VenueConditional>> {
    const { instrument, quantity } = order;
    const size = quantity === null ? { closePosition: true } : { quantity: quantityText(instrument, quantity) };
    const params = {
      ...placing(order),
      ...size,
      algoType: 'CONDITIONAL',
      triggerPrice: priceText(instrument, order.triggerPrice),
      workingType: order.workingType === 'mark' ? 'MARK_PRICE' : 'CONTRACT_PRICE',
      priceProtect: order.isPriceProtected,
      clientAlgoId: order.clientId,
    };
    return this.placed(order, { name: 'openAlgo', params }, (value) => readConditional(this.access.catalog, value));
  }

  cancel({ instrument, clientId, timestamp }: CancelOrder): Promise<SendOutcome<VenueOrder>> {
    const params = { symbol: instrument.symbol, origClientOrderId: clientId };
    const sending = { name: 'cancelOrder', params, timestamp, urgency: 'reduce' } as const;
    return this.sent(sending, (value) => readOrder(this.access.catalog, value));
  }

  cancelConditional({ clientId, timestamp }: CancelOrder): Promise<SendOutcome<null>> {
    const params = { clientAlgoId: clientId };
    return this.sent({ name: 'cancelAlgo', params, timestamp, urgency: 'reduce' }, nothing);
  }

  /** Changes a setting of the account. */
  set(name: RouteName, params: RouteParams): Promise<SendOutcome<null>> {
    return this.sent({ name, params, timestamp: this.terms.now(), urgency: 'account' }, nothing);
  }

  private async placed<T>(
    order: PlaceOrder | PlaceConditional,
    { name, params }: { readonly name: RouteName; readonly params: RouteParams },
    read: (value: unknown) => Promise<T>,
  ): Promise<SendOutcome<T>> {
    assert(CLIENT_ID.test(order.clientId), 'a client id is one to 36 letters, digits and .:/_-');
    assert(this.terms.isTracked(order.instrument.symbol), 'the trades of a symbol are tracked before its first order');
    const offGrid = this.offGrid(order);
    if (offGrid !== null) return offGrid;
    const request = requestName(params);
    if (isOpenFor(this.circuit, request, { intent: order.intent, now: this.terms.now() })) {
      return rejected('circuit', 'rejected three times for the same reason');
    }
    const pauseMs = this.pace.take(order.intent);
    if (pauseMs > 0) return { kind: 'throttled', pauseMs };
    const urgency = order.intent === 'close' ? 'reduce' : 'order';
    const outcome = await this.sent({ name, params, timestamp: order.timestamp, urgency }, read);
    return this.judged(request, order.instrument.symbol, outcome);
  }

  /** Refuses an order that counts neither in the tick and step that fills are read in nor in those of the latest rules. */
  private offGrid({ instrument }: PlaceOrder | PlaceConditional): SendOutcome<never> | null {
    const { symbol } = instrument;
    const { catalog } = this.access;
    const [own, rules] = [catalog.known.get(symbol), catalog.rulesOf(symbol)];
    if (own === undefined || [own, rules].some((one) => one !== null && hasSameGrids(one, instrument))) return null;
    const [theirs, ours] = [instrument, own].map(({ tick, step }) => `${gridText(tick)} and ${gridText(step)}`);
    const reason = `not sent: it counts in ticks and steps of ${theirs} instead of ${ours}`;
    return { kind: 'rejected', cause: 'filter', venueCode: null, reason, rules };
  }

  /** Updates the circuit breaker, and reads the symbol's rules again after a refusal by a filter. */
  private async judged<T>(request: string, symbol: string, outcome: SendOutcome<T>): Promise<SendOutcome<T>> {
    if (outcome.kind === 'acknowledged') this.circuit = afterSuccess(this.circuit, request);
    if (outcome.kind !== 'rejected' || outcome.venueCode === null) return outcome;
    this.circuit = afterRejection(this.circuit, request, { why: String(outcome.venueCode), at: this.terms.now() });
    if (outcome.cause !== 'filter') return outcome;
    const { catalog } = this.access;
    const isRead = await catalog.refresh().then(
      () => true,
      () => false, // With null rules the caller parks the order.
    );
    return { ...outcome, rules: isRead ? catalog.rulesOf(symbol) : null };
  }

  private async sent<T>(
    { name, params, timestamp, urgency }: Sending,
    read: (value: unknown) => Promise<T>,
  ): Promise<SendOutcome<T>> {
    if (this.terms.now() - timestamp > SEND_WITHIN_MS) {
      return rejected('late', 'not sent: too late after its timestamp');
    }
    try {
      const value = await this.access.calls.send({ name, params, urgency }, timestamp);
      return { kind: 'acknowledged', value: await read(value) };
    } catch (error) {
      return this.failed(error);
    }
  }

  private failed(error: unknown): SendOutcome<never> {
    const outcome = outcomeOf(error);
    if (error instanceof ExchangeError && error.venueCode === TOO_MANY_ORDERS) {
      this.pace.pause(error.retryAfterMs ?? 0);
    }
    if (outcome.kind === 'rejected' && outcome.cause === 'clock') this.terms.readClock();
    return outcome;
  }
}

function placing({ instrument, side, positionSide, type, reduceOnly }: PlaceOrder | PlaceConditional): RouteParams {
  return { symbol: instrument.symbol, side, positionSide, type, reduceOnly: reduceOnly ? true : undefined };
}

/** Identifies equal requests: everything but the client id. */
function requestName(params: RouteParams): string {
  return JSON.stringify({ ...params, newClientOrderId: undefined, clientAlgoId: undefined });
}

async function nothing(): Promise<null> {
  return null;
}
