import { type Cash, ZERO_CASH } from '#base/exact.ts';
import type { AtomReport } from '#engine/model/engine-event.ts';
import { type Direction, exitSide } from '#engine/model/order.ts';
import { type AtomKey, orderIdOf } from '#engine/model/record.ts';
import type { VenueFill } from '#ports/venue.ts';
import { readClientId } from '#storage/live/client-id.ts';
import type { LiveState } from '../account-state.ts';
import type { LivePortfolio } from '../live-portfolio.ts';

/** Books a trade of the account once: for the order that it belongs to, or as something from outside. */
export function recordFill(state: LiveState, fill: VenueFill): void {
  const name = `${fill.symbol} ${fill.tradeId}`;
  if (state.booked.has(name)) return;
  state.booked.add(name);
  noteTrade(state, fill);
  const order = state.orders.owner(fill);
  if (order === undefined) return recordForeign(state, fill);
  state.draft.orders.add(order.clientId);
  state.orders.book(order, fill.quantity);
  const recordId = reportTrade(state, order.atom, {
    type: 'OrderFilled',
    at: fill.at,
    order: order.number,
    price: fill.price,
    quantity: fill.quantity,
    commission: commissionOf(fill),
    isMaker: fill.isMaker,
  });
  state.draft.fills.push({ fill, botId: order.atom.botId, recordId });
}

/** Trade ids of a symbol grow; the newest is where a read of missed trades begins. */
function noteTrade({ tradeIds }: LiveState, { symbol, tradeId }: VenueFill): void {
  const newest = tradeIds.get(symbol);
  if (newest === undefined || BigInt(tradeId) > BigInt(newest)) tradeIds.set(symbol, tradeId);
}

/** In USDT; a commission in another asset is stored with the trade and is no part of a result in USDT. */
const commissionOf = ({ commission, commissionAsset }: VenueFill): Cash =>
  commissionAsset === 'USDT' ? commission : ZERO_CASH;

/** Why the exchange trades for an account by itself, by how it names such orders. */
const BY_EXCHANGE = [
  ['autoclose-', 'liquidation'],
  ['adl_autoclose', 'adl'],
  ['settlement_autoclose-', 'delisting'],
] as const;

/** A trade of no order of ours: the exchange's own, or the user's. It may close what a bot holds; it never opens for one. */
function recordForeign(state: LiveState, fill: VenueFill): void {
  const atom = atomHolding(state, fill);
  // An order under one of our names that is in no books comes from a copy of this installation: nobody knows what it is for.
  const isNamedByUs = fill.clientId !== null && readClientId(fill.clientId) !== null;
  const isClosing = atom !== null && !isNamedByUs && fill.side === exitSide(atom.direction);
  if (!isClosing) {
    state.draft.fills.push({ fill, botId: atom?.botId ?? null, recordId: null });
    return atom === null ? undefined : doubt(state, atom);
  }
  const by = BY_EXCHANGE.find(([prefix]) => fill.clientId?.startsWith(prefix) === true)?.[1] ?? 'external';
  const recordId = reportTrade(state, atom, {
    type: 'PositionReduced',
    at: fill.at,
    by,
    price: fill.price,
    quantity: fill.quantity,
    commission: commissionOf(fill),
    fee: ZERO_CASH,
  });
  state.draft.fills.push({ fill, botId: atom.botId, recordId });
}

/** Reports a trade. @returns the id of the trade in our books that it became; null when it contradicts them */
function reportTrade(state: LiveState, atom: AtomKey, told: AtomReport): string | null {
  const records = portfolioOf(state, atom)?.paper.pending.records ?? [];
  const before = records.length;
  report(state, atom, told);
  const trade = records.slice(before).find((record) => record.type === 'trade');
  return trade === undefined ? null : `${orderIdOf(trade, trade.cycleSeq, trade.order)}-${trade.fill}`;
}

/** The atom of this account that trades the symbol and side of a fill. */
export function atomHolding(
  state: LiveState,
  { symbol, positionSide }: Pick<VenueFill, 'symbol' | 'positionSide'>,
): AtomKey | null {
  const direction: Direction = positionSide === 'SHORT' ? 'sell' : 'buy';
  for (const { running } of state.portfolios.values()) {
    for (const { atoms } of running.botList) {
      const atom = atoms.find(({ key, state: { cycle } }) => cycle !== null && isPlace(key, symbol, direction));
      if (atom !== undefined) return atom.key;
    }
  }
  return null;
}

const isPlace = (key: AtomKey, symbol: string, direction: Direction): boolean =>
  key.symbol === symbol && key.direction === direction;

/** Reports something to the portfolio of an atom; what contradicts it puts the bot in doubt. */
export function report(state: LiveState, atom: AtomKey, told: AtomReport): void {
  const refusal = portfolioOf(state, atom)?.report({ type: 'Reported', atom, report: told }) ?? null;
  if (refusal !== null) doubt(state, atom);
}

/** The exchange contradicts what the bot holds: it takes no more risk. */
export function doubt(state: LiveState, atom: AtomKey): void {
  const at = state.now;
  portfolioOf(state, atom)?.report({ type: 'BotDoubted', at, botId: atom.botId, reason: 'POSITION_MISMATCH' });
}

export function portfolioOf(state: LiveState, { botId }: Pick<AtomKey, 'botId'>): LivePortfolio | undefined {
  return [...state.portfolios.values()].find(({ running }) => running.bots.has(botId));
}
