import { steps, subtract, ZERO_STEPS } from '#base/exact.ts';
import { instantOf } from '#base/time.ts';
import type { AccountPicture, VenueEvent, VenuePosition } from '#ports/venue.ts';
import type { LiveState } from '../account-state.ts';
import { afterConditional, afterOrder, type LiveOrder } from '../orders/live-order.ts';
import { doubt, recordFill } from './record-fill.ts';
import { atomsOf } from './settle-orders.ts';

/** Two readings must show a difference of positions, at least this far apart. */
const DOUBT_AFTER_MS = 5_000;

/** Takes an event of the account's stream. */
export function takeEvent(state: LiveState, event: VenueEvent): void {
  noteTime(state, event);
  if (event.kind !== 'picture') state.draft.events.push({ at: instantOf(Date.now()), kind: event.kind, body: event });
  switch (event.kind) {
    case 'fill':
      return recordFill(state, event.fill);
    case 'order': {
      const order = state.orders.owner(event.order);
      if (order !== undefined) change(state, order, afterOrder(order, event.order));
      return;
    }
    case 'conditional': {
      const order = state.orders.find(event.conditional.clientId);
      if (order !== undefined) change(state, order, afterConditional(order, event.conditional));
      return;
    }
    case 'balance':
      if (event.balance.asset === 'USDT') readMargin(state, event.balance.wallet);
      if (event.reason === 'FUNDING_FEE') state.wantsIncome = true;
      return;
    case 'gap':
      state.isSynced = false;
      return;
    case 'unresolved':
      state.blocked = blockedBy(state, event.event.symbol);
      return;
    case 'picture':
      return takePicture(state, event.picture);
    case 'position':
      notePosition(state, event.position);
      return; // Compared with the picture only: the trade that moved it may still be on its way.
    default:
      return; // Margin calls and leverage change nothing here.
  }
}

/** Market time moves on with what the exchange stamps. */
function noteTime(state: LiveState, event: VenueEvent): void {
  const at = event.kind === 'fill' ? event.fill.at : event.kind === 'order' ? event.order.updatedAt : state.now;
  if (at > state.now) state.now = at;
}

function change(state: LiveState, order: LiveOrder, what: Partial<LiveOrder>): void {
  state.orders.change(order.clientId, what);
  state.draft.orders.add(order.clientId);
}

function blockedBy({ blocked }: LiveState, symbol: string): LiveState['blocked'] {
  if (symbol === '' || blocked.kind === 'account') return { kind: 'account' };
  return { kind: 'symbols', symbols: new Set([...blocked.symbols, symbol]) };
}

/** What the account leaves is shared by all its portfolios: each sees it with what it has committed itself. */
export function readMargin(state: LiveState, wallet: LiveState['resultToday']): void {
  state.wallet = wallet;
  const committed = [...state.portfolios.values()].map(({ running }) => running.sums.committed);
  for (const portfolio of state.portfolios.values()) {
    const others = committed.reduce((total, one) => total + one, 0) - portfolio.running.sums.committed;
    const margin = subtract(wallet, others as typeof wallet);
    if (portfolio.running.margin !== margin) portfolio.report({ type: 'MarginRead', at: state.now, margin });
  }
}

function takePicture(state: LiveState, picture: AccountPicture): void {
  const usdt = picture.balances.find(({ asset }) => asset === 'USDT');
  if (usdt !== undefined) readMargin(state, usdt.wallet);
  state.blocked = picture.blocked;
  state.isSynced = true;
  state.wantsIncome = true;
  state.lastSyncAt = picture.takenAt;
  comparePositions(state, picture);
  const { orders, conditionals } = picture;
  for (const order of orders.kind === 'all' ? orders.rows : orders.readable) takeEvent(state, { kind: 'order', order });
  for (const conditional of conditionals.kind === 'all' ? conditionals.rows : conditionals.readable)
    takeEvent(state, { kind: 'conditional', conditional });
  if (orders.kind !== 'all' || conditionals.kind !== 'all') return;
  const open = new Set([...orders.rows, ...conditionals.rows].map(({ clientId }) => clientId));
  for (const order of state.orders.alive) {
    // It may have ended: it is asked for.
    if (order.end === null && order.progress !== 'sending' && !open.has(order.clientId))
      change(state, order, { progress: 'unknown' });
  }
}

/** A difference counts when a second reading, some seconds later, shows the same one. Exposure follows the exchange: nothing is traded. */
export function comparePositions(state: LiveState, { positions }: Pick<AccountPicture, 'positions'>): void {
  if (positions.kind !== 'all') return;
  for (const name of state.positions.keys()) state.positions.set(name, ZERO_STEPS);
  for (const row of positions.rows) notePosition(state, row);
  for (const {
    key,
    state: { cycle },
  } of atomsOf(state)) {
    const side = key.direction === 'buy' ? 'LONG' : 'SHORT';
    const held = positions.rows.find((row) => row.symbol === key.symbol && row.positionSide === side);
    const difference = Math.abs(quantityOf(held)) - (cycle?.position.quantity ?? 0);
    const name = `${key.symbol} ${side}`;
    const before = state.doubts.get(name);
    if (difference === 0) state.doubts.delete(name);
    else if (before?.difference !== difference) state.doubts.set(name, { difference, at: performance.now() });
    else if (performance.now() - before.at >= DOUBT_AFTER_MS) doubt(state, key);
  }
}

function notePosition(state: LiveState, { symbol, positionSide, quantity }: VenuePosition): void {
  state.positions.set(`${symbol} ${positionSide}`, steps(Math.abs(quantity)));
}

const quantityOf = (row: VenuePosition | undefined): number => row?.quantity ?? 0;
