import type { Steps, Ticks } from '#base/exact.ts';
import { DAY_MS } from '#base/time.ts';
import type { Side } from '#engine/model/order.ts';
import type { AggregateTrade, OwnPrint } from '../../market/market.ts';
import type { TradeCounts } from '../../prices/prints/trade-counts.ts';
import { type ExchangeState, type SymbolState, symbolStateOf } from '../exchange-state.ts';

/** How long the tape shows what accounts have traded, and how many prints a symbol; candles that are older lose them. */
const KEPT_MS = 90 * DAY_MS;
const PRINTS_MAX = 100_000;

/** What an account traded at one price. */
interface Traded {
  readonly takerSide: Side;
  readonly price: Ticks;
  readonly quantity: Steps;
}

/** What an order of an account made. */
interface Made extends Omit<Traded, 'takerSide'> {
  readonly side: Side;
}

/** The id on the tape of what is printed in addition next, after all that was traded up to now. */
export function nextTradeId({ market, at }: ExchangeState, symbol: string): number {
  return (market.latest(symbol, at)?.lastId ?? 0) + 1;
}

/** The id on the tape of the next part of a trade of the market. */
export function nextPartId(state: ExchangeState, symbol: string, trade: AggregateTrade): number {
  const own = symbolStateOf(state, symbol).prints;
  const before = own.findLastIndex(({ partOf }) => partOf !== trade.id);
  return trade.firstId + (own[before]?.added.trades ?? 0) + own.length - 1 - before;
}

/** Puts on the tape what an account has taken, or made for a taker that the market's tape does not have. */
export function printTraded(state: ExchangeState, symbol: string, traded: Traded): void {
  if (traded.quantity > 0) add(state, symbol, { ...traded, partOf: null }, { prints: 1, trades: 1 });
}

/**
 * Puts on the tape what an order made of a trade of the market: that much of the trade was at the order's price.
 *
 * @param before - what other orders have made of the trade at prices of theirs
 * @returns what orders have now made of it
 */
export function printMade(
  state: ExchangeState,
  { symbol, trade, before }: { readonly symbol: string; readonly trade: AggregateTrade; readonly before: number },
  { side, price, quantity }: Made,
): number {
  if (quantity === 0) return before;
  const left = trade.quantity - before;
  const singles = (steps: number): number => Math.min(trade.lastId - trade.firstId + 1, steps);
  const rest = left - quantity;
  const added = { prints: rest === 0 ? 0 : 1, trades: 1 + singles(rest) - singles(left) };
  const takerSide = side === 'BUY' ? 'SELL' : 'BUY';
  add(state, symbol, { takerSide, price, quantity, partOf: trade.id }, added);
  return before + quantity;
}

function add(
  state: ExchangeState,
  symbol: string,
  print: Omit<OwnPrint, 'time' | 'added'>,
  { prints, trades }: TradeCounts,
): void {
  const own = symbolStateOf(state, symbol).prints;
  const before = own.at(-1)?.added ?? { prints: 0, trades: 0 };
  const added = { prints: before.prints + prints, trades: before.trades + trades };
  own.push({ time: state.at, ...print, added });
}

/** Drops what is too old. The newest stays, because it counts what all have added. */
export function forgetPrints({ prints }: SymbolState, at: number): void {
  const young = prints.findIndex(({ time }) => time + KEPT_MS >= at);
  const first = Math.max(young < 0 ? prints.length : young, prints.length - PRINTS_MAX);
  prints.splice(0, Math.min(first, prints.length - 1));
}
