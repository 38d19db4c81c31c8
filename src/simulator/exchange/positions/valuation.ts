import { assert } from '#base/assert.ts';
import { type Cash, cash, larger, negate, subtract, type Ticks, ZERO_CASH } from '#base/exact.ts';
import { initialMargin, maintenanceMargin } from '#engine/risk/margin/margin.ts';
import {
  type AccountState,
  type ExchangeState,
  type Holding,
  keyOf,
  type SymbolSettings,
  type SymbolState,
  settingsOf,
  symbolStateOf,
} from '../exchange-state.ts';
import { minus, plus, worth } from '../funds/worth.ts';

/** A position valued at the current mark. */
export interface HoldingValue {
  readonly holding: Holding;
  readonly symbolState: SymbolState;
  readonly settings: SymbolSettings;
  readonly mark: Ticks;
  /** Absolute value at the mark. */
  readonly value: Cash;
  readonly unrealized: Cash;
  readonly maintenance: Cash;
  readonly initial: Cash;
}

/** The current mark of a symbol, or its last price when it no longer has a mark. */
export function markPrice({ market, at, marks }: ExchangeState, symbol: string): Ticks {
  const known = marks.get(symbol);
  if (known !== undefined) return known;
  const mark = market.mark(symbol, at) ?? market.last(symbol, at);
  assert(mark !== null, `${symbol} has a price`);
  marks.set(symbol, mark);
  return mark;
}

export function valueHolding(state: ExchangeState, account: AccountState, holding: Holding): HoldingValue {
  const symbolState = symbolStateOf(state, holding.symbol);
  const { instrument } = symbolState.listed;
  const settings = settingsOf(account, holding.symbol);
  const mark = markPrice(state, holding.symbol);
  const value = worth(instrument, mark, holding.quantity);
  const unrealized = holding.quantity > 0 ? minus(value, holding.cost) : minus(holding.cost, value);
  const maintenance = holding.quantity === 0 ? ZERO_CASH : maintenanceMargin(instrument, value);
  const initial = initialMargin(value, settings.leverage);
  return { holding, symbolState, settings, mark, value, unrealized, maintenance, initial };
}

/** Every position of the account at the marks of this instant. */
export function valuesOf(state: ExchangeState, account: AccountState): HoldingValue[] {
  return Array.from(account.holdings.values(), (holding) => valueHolding(state, account, holding));
}

/** The wallet that cross positions share: everything but isolated margin. */
export function crossWallet(account: AccountState): Cash {
  let shared = account.wallet;
  for (const { isolated } of account.holdings.values()) shared = minus(shared, isolated);
  return shared;
}

/** Total value of open orders on each side that could enlarge a position, at their own prices. */
export interface Exposure {
  readonly bid: Cash;
  readonly ask: Cash;
}
export const NO_EXPOSURE: Exposure = { bid: ZERO_CASH, ask: ZERO_CASH };

/** Open orders by symbol and position side, without reduce-only ones. */
export function exposures(state: ExchangeState, account: AccountState): Map<string, Exposure> {
  const found = new Map<string, Exposure>();
  for (const { row } of account.orders.values()) {
    if (row.reduceOnly || row.price === null) continue;
    const { instrument } = symbolStateOf(state, row.symbol).listed;
    const value = worth(instrument, row.price, subtract(row.quantity, row.executed));
    const key = keyOf(row.symbol, row.positionSide);
    const { bid, ask } = found.get(key) ?? NO_EXPOSURE;
    found.set(key, row.side === 'BUY' ? { bid: plus(bid, value), ask } : { bid, ask: plus(ask, value) });
  }
  return found;
}

/** The largest value that a position can reach when all orders of one side fill; the worse of the two sides. */
export function worstValue({ quantity }: Holding, value: Cash, { bid, ask }: Exposure): Cash {
  const signed = quantity < 0 ? negate(value) : value;
  return larger(cash(Math.abs(plus(signed, bid))), cash(Math.abs(minus(signed, ask))));
}

/** Margin of open orders beyond that of the position. */
export function orderMargin(holding: Holding, value: Cash, exposure: Exposure, leverage: number): Cash {
  const worst = initialMargin(worstValue(holding, value, exposure), leverage);
  return larger(subtract(worst, initialMargin(value, leverage)), ZERO_CASH);
}
