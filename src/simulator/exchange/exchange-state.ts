import { assert } from '#base/assert.ts';
import { type Cash, type Steps, type Ticks, ZERO_CASH, ZERO_STEPS } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { Side } from '#engine/model/order.ts';
import type { PositionSide } from '#engine/model/position.ts';
import type { OwnPrint, SimulatedMarket } from '../market/market.ts';
import type { ListedSymbol } from '../prices/listed-symbols.ts';
import type { AccountEvent } from './events.ts';
import type {
  AlgoOrder,
  Amendment,
  ExchangeOrder,
  ExchangeTrade,
  IncomeRow,
  InsuranceFund,
  MarginChange,
  WireMarginType,
} from './rows.ts';

/** A fault set on demand: an order fills in these fractions of its quantity, the next one at `nextAt`. */
export interface PartPlan {
  readonly fractions: readonly number[];
  readonly nextAt: Instant;
  readonly isMaker: boolean;
}

/** An open order. Its row is replaced on every change and never mutated. */
export interface OpenOrder {
  readonly account: AccountState;
  row: ExchangeOrder;
  /** Time priority: of two orders at one price, the lower number came first. */
  priority: number;
  /** Quantity ahead of it in the queue at its price. */
  ahead: Steps;
  parts: PartPlan | null;
}

/** A conditional order that is waiting for its trigger. */
export interface OpenAlgo {
  readonly account: AccountState;
  row: AlgoOrder;
  readonly priority: number;
  /** Best price since a trailing stop was activated. */
  extreme: Ticks | null;
}

/** The position of one side of a symbol in an account. */
export interface Holding {
  readonly symbol: string;
  readonly side: PositionSide;
  /** Signed: a short is negative. */
  readonly quantity: Steps;
  /** Entry cost, never negative; the average entry price is cost / |quantity|. */
  readonly cost: Cash;
  /** Commissions that belong to the open quantity. */
  readonly fees: Cash;
  /** Isolated margin reserved for this position; zero in cross margin. */
  readonly isolated: Cash;
  /** Realised result since the position was opened, before fees. */
  readonly realized: Cash;
  readonly updatedAt: Instant;
}

/**
 * An open range of marks within which neither warning nor liquidation can happen, as long as the account does not
 * change.
 */
export interface SafeBand {
  readonly symbol: string;
  readonly low: number;
  readonly high: number;
}

export interface SymbolSettings {
  readonly leverage: number;
  readonly marginType: WireMarginType;
}

export interface AccountState {
  readonly id: string;
  isDualSide: boolean;
  isMultiAssets: boolean;
  isBurningFees: boolean;
  /** Wallet balance: deposits plus everything realised, including the margin of isolated positions. */
  wallet: Cash;
  updatedAt: Instant;
  readonly settings: Map<string, SymbolSettings>;
  /** Positions that are not flat, by `keyOf`. */
  readonly holdings: Map<string, Holding>;
  readonly orders: Map<string, OpenOrder>;
  readonly algos: Map<string, OpenAlgo>;
  /** Orders that have ended, oldest first. A triggered conditional order is here even while its order is still open. */
  readonly pastOrders: Map<string, ExchangeOrder>;
  readonly pastAlgos: Map<string, AlgoOrder>;
  trades: ExchangeTrade[];
  income: IncomeRow[];
  marginChanges: MarginChange[];
  amendments: Amendment[];
  /** Sum of the income rows that have been dropped. */
  forgotten: Cash;
  /** Margin warnings in force: 'CROSSED', or the key of an isolated position. */
  readonly warned: Set<string>;
  /** Ranges within which the marks may move without consequences; null when they must be recomputed. */
  safe: readonly SafeBand[] | null;
  /** Fractions in which new orders of a symbol fill. */
  readonly parts: Map<string, readonly number[]>;
}

/** Everything that depends on the price of one symbol, over all accounts. */
export interface SymbolState {
  readonly listed: ListedSymbol;
  /** Best price first, then oldest. */
  readonly buys: OpenOrder[];
  readonly sells: OpenOrder[];
  /** Oldest first. */
  readonly algos: OpenAlgo[];
  /** Accounts with a position in the symbol. */
  readonly holders: Set<AccountState>;
  /** What takers have lately taken from the market's book, oldest first. */
  dents: readonly Dent[];
  /** What accounts have traded that the market's own tape lacks, oldest first; the market reads this list. */
  readonly prints: OwnPrint[];
  /** Counts the changes that accounts have made to the book. */
  revision: number;
}

/** A level from which a taker has taken, since the time of the trade of the market that was the latest then. */
export interface Dent {
  /** The taker's. */
  readonly side: Side;
  readonly price: Ticks;
  readonly quantity: Steps;
  readonly since: Instant;
}

export interface Counters {
  priority: number;
  algo: bigint;
  transaction: bigint;
  amendment: number;
  /** Next order id and trade id of a symbol. */
  readonly orders: Map<string, bigint>;
}

export interface ExchangeState {
  readonly market: SimulatedMarket;
  at: Instant;
  readonly accounts: Map<string, AccountState>;
  readonly symbolStates: Map<string, SymbolState>;
  readonly counters: Counters;
  insurance: InsuranceFund;
  /** Orders that fill in parts, and orders with an expiry date. */
  readonly parting: Set<OpenOrder>;
  readonly dated: Set<OpenOrder | OpenAlgo>;
  /** Cache of the marks of this instant. */
  readonly marks: Map<string, Ticks>;
  readonly tell: (account: AccountState, event: AccountEvent) => void;
}

/** Moves the state to an instant and drops the cached marks. */
export function standAt(state: ExchangeState, at: Instant): void {
  state.at = at;
  state.marks.clear();
}

export const DEFAULT_SETTINGS: SymbolSettings = { leverage: 20, marginType: 'CROSSED' };

/** The key of an order among those of an account: ids count per symbol. */
export function keyOf(symbol: string, id: string): string {
  return `${symbol}:${id}`;
}

export function newAccount(id: string, at: Instant): AccountState {
  return {
    id,
    isDualSide: false,
    isMultiAssets: false,
    isBurningFees: false,
    wallet: ZERO_CASH,
    updatedAt: at,
    settings: new Map(),
    holdings: new Map(),
    orders: new Map(),
    algos: new Map(),
    pastOrders: new Map(),
    pastAlgos: new Map(),
    trades: [],
    income: [],
    marginChanges: [],
    amendments: [],
    forgotten: ZERO_CASH,
    warned: new Set(),
    safe: null,
    parts: new Map(),
  };
}

export function settingsOf(account: AccountState, symbol: string): SymbolSettings {
  return account.settings.get(symbol) ?? DEFAULT_SETTINGS;
}

/** The position on that side; a flat one when there is none. */
export function holdingOf(account: AccountState, symbol: string, side: PositionSide): Holding {
  return account.holdings.get(keyOf(symbol, side)) ?? flatHolding(symbol, side, account.updatedAt);
}

export function flatHolding(symbol: string, side: PositionSide, updatedAt: Instant): Holding {
  const none = { quantity: ZERO_STEPS, cost: ZERO_CASH, fees: ZERO_CASH, isolated: ZERO_CASH, realized: ZERO_CASH };
  return { symbol, side, ...none, updatedAt };
}

/** The state of a listed symbol, created on first use. */
export function symbolStateOf(state: ExchangeState, symbol: string): SymbolState {
  const known = state.symbolStates.get(symbol);
  if (known !== undefined) return known;
  const listed = state.market.symbols.get(symbol);
  assert(listed !== undefined, `${symbol} is a symbol of the market`);
  const symbolState: SymbolState = {
    listed,
    buys: [],
    sells: [],
    algos: [],
    holders: new Set(),
    dents: [],
    prints: [],
    revision: 0,
  };
  state.symbolStates.set(symbol, symbolState);
  state.market.include(symbol, symbolState.prints);
  return symbolState;
}
