import { type Steps, subtract } from '#base/exact.ts';
import type { Cycle } from '../model/cycle.ts';
import { type ApprovedOrder, type Direction, isOpening, signOf } from '../model/order.ts';
import type { SentOrder, VenueRequest } from './sent-order.ts';

/** What an atom wants at the exchange, and what is known to be there. */
export interface Comparison {
  readonly direction: Direction;
  /** Null while the atom has none. */
  readonly cycle: Cycle | null;
  /** Everything of this atom that has not ended at the exchange. */
  readonly sent: readonly SentOrder[];
  /** Whether requests that add risk may be sent now. */
  readonly mayOpen: boolean;
}

/**
 * The next requests that bring the exchange nearer to what the atom wants: at most one for its stop, and one for everything
 * else, so that a take profit that forty part-fills have moved is replaced once. Stops come first, then exits, then
 * entries; an entry follows only when the stop rests that the position needs. Pure: after an answer it is asked again.
 */
export function nextRequests(comparison: Comparison): readonly VenueRequest[] {
  return [...stopRequest(comparison), ...otherRequest(comparison)];
}

/** Numbers of withdrawn orders of which nothing is left at the exchange, so that their end can be reported. */
export function endedOrders({ cycle, sent }: Pick<Comparison, 'cycle' | 'sent'>): readonly number[] {
  if (cycle === null) return [];
  const alive = new Set(sent.filter(({ cycleSeq }) => cycleSeq === cycle.seq).map(({ number }) => number));
  return (cycle.leaving ?? []).map(({ order }) => order.number).filter((number) => !alive.has(number));
}

const isStop = ({ leg }: SentOrder): boolean => leg === 'stop' || leg === 'bridge';
const isOnItsWay = ({ progress }: SentOrder): boolean => progress !== 'open';

/**
 * Moves the stop of the whole position over a bridge, because the exchange allows one such stop a side: a stop with a
 * quantity at the new trigger, then the old stop is cancelled, the new one placed, and the bridge cancelled. Each step
 * follows from what is there, so it goes on after a restart between any two of them.
 */
function stopRequest({ direction, cycle, sent }: Comparison): readonly VenueRequest[] {
  const stops = sent.filter(isStop);
  if (stops.some(isOnItsWay)) return [];
  const wanted = wantedStop(cycle, direction);
  const stop = stops.find(({ leg }) => leg === 'stop');
  const bridge = stops.find(({ leg }) => leg === 'bridge');
  if (wanted === null || cycle === null) return cancelAny(stop ?? bridge);
  if (stop === undefined) return [placed(cycle, wanted, 'stop', null)];
  if (standsFor(stop, cycle, wanted)) return cancelAny(bridge);
  if (bridge === undefined) return [placed(cycle, wanted, 'bridge', cycle.position.quantity)];
  return cancelAny(stop);
}

/** The stop that is reached first: a stop loss and an armed trailing stop are one order at the exchange. */
export function wantedStop(cycle: Cycle | null, direction: Direction): ApprovedOrder | null {
  if (cycle === null || cycle.position.quantity === 0) return null;
  const stops = cycle.orders.filter(({ type, quantity }) => type === 'STOP_MARKET' && quantity === null);
  return stops.reduce<ApprovedOrder | null>((nearest, order) => {
    if (nearest === null || nearest.triggerPrice === null || order.triggerPrice === null) return order;
    return signOf(direction) * (order.triggerPrice - nearest.triggerPrice) > 0 ? order : nearest;
  }, null);
}

function otherRequest(comparison: Comparison): readonly VenueRequest[] {
  const { cycle, sent, direction } = comparison;
  const others = sent.filter((order) => !isStop(order));
  if (others.some(({ progress }) => progress === 'sending' || progress === 'cancelling')) return [];
  const open = others.filter(({ progress }) => progress === 'open');
  const stale = open.find((order) => cycle === null || !isWanted(order, cycle));
  if (stale !== undefined) return cancelAny(stale);
  if (cycle === null) return [];
  const exit = exitRequest(cycle, others, direction);
  if (exit.length > 0) return exit;
  return entryRequest(comparison, cycle, others);
}

/** Whether an open order is what the cycle wants still, in its quantity too. */
function isWanted(sent: SentOrder, cycle: Cycle): boolean {
  const order = cycle.orders.find((one) => standsFor(sent, cycle, one));
  if (order === undefined) return false;
  // A take profit by trigger closes the whole position, but needs a quantity at the exchange.
  return sent.leg !== 'profit' || order.quantity !== null || sent.quantity === cycle.position.quantity;
}

/** Closing orders carry what is held when they are sent, and the exchange refuses more than that in all of them. */
function exitRequest(cycle: Cycle, others: readonly SentOrder[], direction: Direction): readonly VenueRequest[] {
  const held = cycle.position.quantity;
  if (held === 0 || others.some(({ leg }) => leg === 'profit' || leg === 'exit')) return [];
  const closing = cycle.orders.filter((order) => !isOpening(order, direction));
  const market = closing.find(({ type }) => type === 'MARKET');
  if (market !== undefined) return [placed(cycle, market, 'exit', smallerOf(leftOf(market), held))];
  const profit = closing.find(({ type }) => type === 'LIMIT' || type === 'TAKE_PROFIT_MARKET');
  return profit === undefined ? [] : [placed(cycle, profit, 'profit', smallerOf(leftOf(profit), held))];
}

function leftOf({ quantity, filled }: ApprovedOrder): Steps | null {
  return quantity === null ? null : subtract(quantity, filled);
}

const smallerOf = (quantity: Steps | null, held: Steps): Steps =>
  quantity === null || quantity > held ? held : quantity;

function entryRequest(
  { direction, sent, mayOpen }: Comparison,
  cycle: Cycle,
  others: readonly SentOrder[],
): readonly VenueRequest[] {
  if (!mayOpen || others.some(({ progress }) => progress === 'unknown')) return [];
  const stop = wantedStop(cycle, direction);
  if (stop !== null && !sent.some((one) => one.leg === 'stop' && one.progress === 'open')) return [];
  const next = cycle.orders.find(
    (order) =>
      isOpening(order, direction) &&
      !others.some((one) => standsFor(one, cycle, order) || isSameLevel(one, cycle, order)),
  );
  return next === undefined ? [] : [placed(cycle, next, 'entry', leftOf(next))];
}

/** A level that is being withdrawn may still fill; its successor waits until it cannot. */
const isSameLevel = (sent: SentOrder, cycle: Cycle, order: ApprovedOrder): boolean =>
  sent.leg === 'entry' && sent.cycleSeq === cycle.seq && sent.level === order.level;

const standsFor = (sent: SentOrder, cycle: Cycle, { number }: ApprovedOrder): boolean =>
  sent.cycleSeq === cycle.seq && sent.number === number;

function placed(cycle: Cycle, order: ApprovedOrder, leg: SentOrder['leg'], quantity: Steps | null): VenueRequest {
  const { number, level, type, price, triggerPrice } = order;
  return { kind: 'place', order: { cycleSeq: cycle.seq, number, level, leg, type, price, triggerPrice, quantity } };
}

const cancelAny = (order: SentOrder | undefined): readonly VenueRequest[] =>
  order === undefined ? [] : [{ kind: 'cancel', clientId: order.clientId }];
