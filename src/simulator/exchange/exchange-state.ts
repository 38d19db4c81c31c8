import { assert } from '#base/assert.ts';
import { type Cash, type Steps, type Ticks, ZERO_CASH, ZERO_STEPS } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { TapeRules } from '#engine/matching/tape-fill.ts';
import type { PositionSide } from '#engine/model/position.ts';
import type { SimulatedMarket } from '../market/market.ts';
import type { ListedSymbol } from '../prices/listed-symbols.ts';
import type { AccountEvent } from './events.ts';
import type { SafeBand } from './positions/safe-band.ts';
import type { AlgoOrder, ExchangeOrder, ExchangeTrade, IncomeRow, WireMarginType } from './rows.ts';

/** An order fills in these parts of its quantity, one at each `nextAt`; a fault made on demand. */
export interface PartPlan {
  readonly fractions: readonly number[];
  readonly nextAt: Instant;
  readonly isMaker: boolean;
}

/** An order that is not done. Its row is replaced at each change, never changed. */
export interface OpenOrder {
  readonly account: AccountState;
  row: ExchangeOrder;
  /** Of two at one price the lower one came first. */
  priority: number;
  /** What must trade at its price before it does. */
  ahead: Steps;
  parts: PartPlan | null;
}

/** A conditional order that waits for its trigger. */
export interface OpenAlgo {
  readonly account: AccountState;
  row: AlgoOrder;
  readonly priority: number;
  /** Of an activated trailing stop: the best price since. */
  extreme: Ticks | null;
}

/** A position: what one side of a symbol holds in an account. */
export interface Holding {
  readonly symbol: string;
  readonly side: PositionSide;
  /** Signed: a short is negative. */
  readonly quantity: Steps;
  /** What it cost, not negative; the average entry price is cost / |quantity|. */
  readonly cost: Cash;
  /** Commissions that belong to the open quantity. */
  readonly fees: Cash;
  /** What of the wallet stands behind it alone; zero for cross. */
  readonly isolated: Cash;
  /** Realised result since it was opened, before fees. */
  readonly realized: Cash;
  readonly updatedAt: Instant;
}

export interface SymbolSettings {
  readonly leverage: number;
  readonly marginType: WireMarginType;
}

export interface AccountState {
  readonly id: string;
  isDualSide: boolean;
  isMultiAssets: boolean;
  /** Everything paid in and realised; the wallets of isolated positions are part of it. */
  wallet: Cash;
  updatedAt: Instant;
  readonly settings: Map<string, SymbolSettings>;
  /** Not flat; by `keyOf`. */
  readonly holdings: Map<string, Holding>;
  readonly orders: Map<string, OpenOrder>;
  readonly algos: Map<string, OpenAlgo>;
  /** Done, oldest first. A triggered conditional order is among them while its order still works. */
  readonly pastOrders: Map<string, ExchangeOrder>;
  readonly pastAlgos: Map<string, AlgoOrder>;
  trades: ExchangeTrade[];
  income: IncomeRow[];
  /** Sum of the income rows that are no longer kept. */
  forgotten: Cash;
  /** What was warned of and still stands: 'CROSSED', or the key of an isolated position. */
  readonly warned: Set<string>;
  /** Where the marks may go without anything happening to its positions; null where that must be reckoned anew. */
  safe: readonly SafeBand[] | null;
  /** Parts in which new orders of a symbol fill. */
  readonly parts: Map<string, readonly number[]>;
}

/** What waits for the prices of one symbol, over all accounts. */
export interface SymbolState {
  readonly listed: ListedSymbol;
  /** Best price first, then oldest. */
  readonly buys: OpenOrder[];
  readonly sells: OpenOrder[];
  /** Oldest first. */
  readonly algos: OpenAlgo[];
  /** Accounts with a position in the symbol. */
  readonly holders: Set<AccountState>;
}

export interface Counters {
  priority: number;
  algo: bigint;
  transaction: bigint;
  /** Next order id and trade id of a symbol. */
  readonly orders: Map<string, bigint>;
  readonly trades: Map<string, number>;
}

export interface ExchangeState {
  readonly market: SimulatedMarket;
  readonly rules: TapeRules;
  at: Instant;
  readonly accounts: Map<string, AccountState>;
  readonly symbolStates: Map<string, SymbolState>;
  readonly counters: Counters;
  /** Orders that fill in parts, and those that end at a date. */
  readonly parting: Set<OpenOrder>;
  readonly dated: Set<OpenOrder | OpenAlgo>;
  /** Marks of this instant that were asked for in this call already. */
  readonly marks: Map<string, Ticks>;
  readonly tell: (account: AccountState, event: AccountEvent) => void;
}

/** Lets the state stand at an instant; what was seen of the market before is seen anew. */
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
    forgotten: ZERO_CASH,
    warned: new Set(),
    safe: null,
    parts: new Map(),
  };
}

export function settingsOf(account: AccountState, symbol: string): SymbolSettings {
  return account.settings.get(symbol) ?? DEFAULT_SETTINGS;
}

/** The position of that side, flat where there is none. */
export function holdingOf(account: AccountState, symbol: string, side: PositionSide): Holding {
  return account.holdings.get(keyOf(symbol, side)) ?? flatHolding(symbol, side, account.updatedAt);
}

export function flatHolding(symbol: string, side: PositionSide, updatedAt: Instant): Holding {
  const none = { quantity: ZERO_STEPS, cost: ZERO_CASH, fees: ZERO_CASH, isolated: ZERO_CASH, realized: ZERO_CASH };
  return { symbol, side, ...none, updatedAt };
}

/** The symbolState of a symbol that is known to the market. */
export function symbolStateOf(state: ExchangeState, symbol: string): SymbolState {
  const known = state.symbolStates.get(symbol);
  if (known !== undefined) return known;
  const listed = state.market.symbols.get(symbol);
  assert(listed !== undefined, `${symbol} is a symbol of the market`);
  const symbolState: SymbolState = { listed, buys: [], sells: [], algos: [], holders: new Set() };
  state.symbolStates.set(symbol, symbolState);
  return symbolState;
}
