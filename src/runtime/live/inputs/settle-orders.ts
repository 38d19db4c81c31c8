import type { RunningAtom } from '#engine/account/running-bot.ts';
import { endedOrders } from '#engine/execution/next-requests.ts';
import type { RefusalCause } from '#engine/model/atom.ts';
import type { LiveState } from '../account-state.ts';
import type { LiveOrder } from '../orders/live-order.ts';
import { report } from './record-fill.ts';

/** Every atom of the account's portfolios. */
export function atomsOf(state: LiveState): readonly RunningAtom[] {
  return [...state.portfolios.values()].flatMap(({ running }) => running.botList.flatMap(({ atoms }) => atoms));
}

/**
 * Takes the orders that have ended at the exchange out of the books and reports it to their atoms, once all their trades are
 * booked.
 * @returns symbols whose trades must be read, because an order has executed more than was booked
 */
export function settleOrders(state: LiveState): ReadonlySet<string> {
  const behind = new Set<string>();
  for (const order of state.orders.alive) {
    if (order.end === null) continue;
    if (order.executed > order.booked) behind.add(order.atom.symbol);
    else finish(state, order);
  }
  for (const atom of atomsOf(state)) reportWithdrawn(state, atom);
  return behind;
}

function finish(state: LiveState, order: LiveOrder): void {
  state.orders.end(order);
  state.draft.orders.add(order.clientId);
  const { end, leg, cancel } = order;
  // What was cancelled here is being withdrawn, or is placed again; only what others ended is news.
  if (end === null || leg === 'bridge' || cancel !== null) return;
  if (isWorking(state, order)) reportEnd(state, order, end, end === 'REJECTED' ? 'other' : null);
}

/** Whether the atom still counts on the order. */
function isWorking(state: LiveState, { atom, cycleSeq, number }: LiveOrder): boolean {
  const found = atomsOf(state).find(({ key }) => isSame(key, atom));
  const cycle = found?.state.cycle;
  return cycle?.seq === cycleSeq && cycle.orders.some((order) => order.number === number);
}

/** Reports the end of an order on which its atom counts. */
export function reportEnd(
  state: LiveState,
  { atom, number }: LiveOrder,
  end: NonNullable<LiveOrder['end']>,
  cause: RefusalCause | null,
): void {
  report(state, atom, { type: 'OrderEnded', at: state.now, order: number, state: end, cause });
}

/** Reports the end of withdrawn orders of which nothing is left; that may withdraw more. */
function reportWithdrawn(state: LiveState, { key, state: { cycle } }: RunningAtom): void {
  for (const number of endedOrders({ cycle, sent: state.orders.of(key) })) {
    report(state, key, { type: 'OrderEnded', at: state.now, order: number, state: 'CANCELED', cause: null });
  }
}

const isSame = (one: LiveOrder['atom'], other: LiveOrder['atom']): boolean =>
  one.botId === other.botId && one.symbol === other.symbol && one.direction === other.direction;
