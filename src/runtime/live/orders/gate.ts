import { add, type Cash, cash, share, subtract, sum, ZERO_CASH } from '#base/exact.ts';
import type { RunningAccount } from '#engine/account/running-account.ts';
import type { RunningAtom, RunningBot } from '#engine/account/running-bot.ts';
import { markIn } from '#engine/account/valuation/marks.ts';
import type { SentOrder } from '#engine/execution/sent-order.ts';
import { type Instrument, notional } from '#engine/model/instrument.ts';
import type { AtomKey } from '#engine/model/record.ts';
import type { LiveState } from '../account-state.ts';
import type { LiveOrder } from './live-order.ts';

const MINUTE_MS = 60_000;

/** Why an order that adds risk is not sent now. It stays wanted, and is asked for again. */
export type Hold =
  | 'NOT_SYNCED'
  | 'HALTED'
  | 'UNREADABLE'
  | 'CAPS_NOT_SET'
  | 'CAP_BOT'
  | 'CAP_ACCOUNT'
  | 'CAP_ORDERS'
  | 'CAP_DAILY_LOSS'
  | 'CAP_PRICE';

/** Why nothing may be opened by a bot on a symbol of the account at all; null: it may. */
export function holdOf(state: LiveState, { botId, symbol }: AtomKey): Hold | null {
  if (!state.isSynced) return 'NOT_SYNCED';
  const { account, all, bots } = state.halts;
  if (account !== null || all !== null || bots.has(botId)) return 'HALTED';
  const { blocked } = state;
  return blocked.kind === 'account' || blocked.symbols.has(symbol) ? 'UNREADABLE' : null;
}

type NewOrder = Omit<SentOrder, 'clientId' | 'progress'>;

/** Whether an order that adds risk keeps within the caps of the account; the last check before it is stored and sent. */
export function capHold(
  state: LiveState,
  { atom, running, order }: { readonly atom: RunningAtom; readonly running: RunningAccount; readonly order: NewOrder },
): Hold | null {
  const { botNotional, accountNotional, ordersPerMinute, dailyLoss, priceBand } = state.caps;
  if (botNotional === null || accountNotional === null || ordersPerMinute === null) return 'CAPS_NOT_SET';
  if (dailyLoss === null || priceBand === null) return 'CAPS_NOT_SET';
  const last = markIn(running, atom.key.symbol);
  const price = order.price ?? last;
  if (price === undefined || last === undefined || order.quantity === null) return 'CAP_PRICE';
  const isFar = Math.abs(price - last) > share(cash(last), priceBand, 'half-up');
  if (isFar && isBeyond(order, atom.key, price > last)) return 'CAP_PRICE';
  const value = notional(atom.instrument, price, order.quantity);
  if (add(valueOfBot(state, atom.bot), value) > botNotional) return 'CAP_BOT';
  const all = sum(
    [...state.portfolios.values()].flatMap((one) => one.running.botList.map((bot) => valueOfBot(state, bot))),
  );
  if (add(all, value) > accountNotional) return 'CAP_ACCOUNT';
  const since = performance.now() - MINUTE_MS;
  state.sentAt = state.sentAt.filter((at) => at > since);
  if (state.sentAt.length >= ordersPerMinute) return 'CAP_ORDERS';
  return -state.resultToday >= dailyLoss ? 'CAP_DAILY_LOSS' : null;
}

/** A limit order that buys below the last price or sells above it waits there, however far away; only the other way costs. */
const isBeyond = ({ type }: NewOrder, { direction }: AtomKey, isAbove: boolean): boolean =>
  type === 'MARKET' || (direction === 'buy') === isAbove;

/** What a bot holds at cost, and what its open entries may add. */
function valueOfBot(state: LiveState, { atoms }: RunningBot): Cash {
  return sum(
    atoms.map((atom) => {
      const held = atom.state.cycle?.position.cost ?? ZERO_CASH;
      return sum([held, ...state.orders.of(atom.key).map((order) => restingValue(order, atom.instrument))]);
    }),
  );
}

function restingValue(order: LiveOrder, instrument: Instrument): Cash {
  if (order.leg !== 'entry' || order.price === null || order.quantity === null) return ZERO_CASH;
  return notional(instrument, order.price, subtract(order.quantity, order.booked));
}
