import { assert } from '#base/assert.ts';
import { ZERO_STEPS } from '#base/exact.ts';
import type { RunningAtom } from '#engine/account/running-bot.ts';
import { nextRequests } from '#engine/execution/next-requests.ts';
import type { Leg, SentOrder, VenueRequest } from '#engine/execution/sent-order.ts';
import { entrySide, exitSide } from '#engine/model/order.ts';
import type { LiveState } from '../account-state.ts';
import type { LivePortfolio } from '../live-portfolio.ts';
import { capHold, holdOf } from './gate.ts';
import type { LiveOrder } from './live-order.ts';

export const LEG_CODES: Readonly<Record<Leg, string>> = {
  entry: 'en',
  profit: 'tp',
  stop: 'sl',
  bridge: 'br',
  exit: 'ex',
};

/** Adds the next requests of all atoms to the draft, as orders that are being sent or cancelled. */
export function planRequests(state: LiveState): void {
  for (const portfolio of state.portfolios.values()) {
    for (const bot of portfolio.running.botList) for (const atom of bot.atoms) planAtom(state, portfolio, atom);
  }
}

function planAtom(state: LiveState, portfolio: LivePortfolio, atom: RunningAtom): void {
  const { key } = atom;
  const sent = state.orders.of(key);
  const { cycle } = atom.state;
  if (cycle === null && sent.length === 0) return;
  const mayOpen = holdOf(state, key) === null && !isHeldBack(state, key, 'entry');
  for (const request of nextRequests({ direction: key.direction, cycle, sent, mayOpen })) {
    if (request.kind === 'cancel') cancel(state, request.clientId);
    else place(state, { portfolio, atom }, request.order);
  }
}

/** Requests of the same kind wait after a refusal that may pass. */
export const backOffKey = ({ symbol, direction }: LiveOrder['atom'], leg: Leg | 'cancel'): string =>
  `${symbol} ${direction} ${leg}`;

function isHeldBack(state: LiveState, atom: LiveOrder['atom'], leg: Leg | 'cancel'): boolean {
  return performance.now() < (state.notBefore.get(backOffKey(atom, leg)) ?? 0);
}

function place(
  state: LiveState,
  { portfolio, atom }: { readonly portfolio: LivePortfolio; readonly atom: RunningAtom },
  order: Extract<VenueRequest, { kind: 'place' }>['order'],
): void {
  const { key } = atom;
  if (isHeldBack(state, key, order.leg)) return;
  const raisesExposure = order.leg === 'entry';
  if (raisesExposure && capHold(state, { atom, running: portfolio.running, order }) !== null) return;
  const number = takeNumber(state);
  const clientId = state.nameOrder({ botId: key.botId, number, leg: LEG_CODES[order.leg] });
  const sentAt = state.venue.now();
  const placed: LiveOrder = {
    ...order,
    ...typeOf(order),
    clientId,
    progress: 'sending',
    portfolioId: portfolio.paper.portfolioId,
    atom: key,
    intent: number,
    cancel: null,
    sentAt,
    orderId: null,
    childId: null,
    executed: ZERO_STEPS,
    booked: ZERO_STEPS,
    end: null,
  };
  state.orders.put(placed);
  state.draft.orders.add(clientId);
  state.draft.requests.push({ number, kind: 'place', order: placed, raisesExposure, sentAt });
  state.sentAt.push(performance.now());
}

/** A bridge is a stop, whatever it stands for. */
const typeOf = ({ leg, type }: Pick<SentOrder, 'leg' | 'type'>): Pick<SentOrder, 'type'> => ({
  type: leg === 'bridge' ? 'STOP_MARKET' : type,
});

function cancel(state: LiveState, clientId: string): void {
  const order = state.orders.find(clientId);
  assert(order !== undefined, 'what is cancelled was sent');
  if (isHeldBack(state, order.atom, 'cancel')) return;
  const number = takeNumber(state);
  const sentAt = state.venue.now();
  const cancelled = state.orders.change(clientId, { progress: 'cancelling', cancel: number, sentAt });
  state.draft.requests.push({ number, kind: 'cancel', order: cancelled, raisesExposure: false, sentAt });
}

function takeNumber(state: LiveState): number {
  const number = state.nextIntent;
  state.nextIntent += 1;
  return number;
}

/** Takes back the requests of the draft that add risk: the account was halted before they were stored. */
export function dropEntries(state: LiveState): void {
  const { requests, orders } = state.draft;
  for (const { order } of requests.filter(({ raisesExposure }) => raisesExposure)) {
    state.orders.end(state.orders.change(order.clientId, { end: 'CANCELED', cancel: order.intent }));
    orders.delete(order.clientId);
  }
  requests.splice(0, requests.length, ...requests.filter(({ raisesExposure }) => !raisesExposure));
}

/** The side of the book that an order of an atom is on. */
export const sideOf = ({ leg, atom }: LiveOrder): 'BUY' | 'SELL' =>
  leg === 'entry' ? entrySide(atom.direction) : exitSide(atom.direction);
