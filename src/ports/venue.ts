import type { Cash, Rate, Steps, Ticks } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { Bracket, Instrument } from '#engine/model/instrument.ts';
import type { Side } from '#engine/model/order.ts';
import type { PositionSide } from '#engine/model/position.ts';

/** Whether positions of a symbol share the account's margin, or each has its own. */
export type MarginType = 'cross' | 'isolated';
/** How long a limit order stays: until cancelled; only what fills at once; all at once or nothing; never as taker. */
export type TimeInForce = 'GTC' | 'IOC' | 'FOK' | 'GTX';

/** What a client id may be made of; it names an order among the open ones of its account, and for us for ever. */
export const CLIENT_ID = /^[.A-Z:/a-z0-9_-]{1,36}$/;

/** Fields of every request that changes the account. */
interface Sending {
  readonly instrument: Instrument;
  readonly clientId: string;
  /**
   * The moment that is signed, on the exchange's clock as `Venue.now()` tells it. The exchange takes the request only
   * up to `recvWindowMs` later, so that a reading of its clock beyond that proves that no copy can still be taken.
   */
  readonly timestamp: Instant;
}

interface Placing extends Sending {
  readonly side: Side;
  readonly positionSide: PositionSide;
  /** `close` can only reduce risk, so it is sent even when the request budget is nearly used. */
  readonly intent: 'open' | 'close';
  /** Only in one-way mode; in hedge mode the position side says it. */
  readonly reduceOnly: boolean;
}

/** An order that goes to the book now: at the market, or at a limit. */
export type PlaceOrder = Placing & { readonly quantity: Steps } & (
    | { readonly type: 'MARKET' }
    | { readonly type: 'LIMIT'; readonly price: Ticks; readonly timeInForce: TimeInForce }
  );

/** An order that waits at the exchange until a price is reached; a kind of its own, with ids of its own. */
export interface PlaceConditional extends Placing {
  readonly type: 'STOP_MARKET' | 'TAKE_PROFIT_MARKET';
  readonly triggerPrice: Ticks;
  readonly workingType: 'last' | 'mark';
  /** Null closes whatever the position holds when it triggers. */
  readonly quantity: Steps | null;
}

/** Names an order of ours by the client id. */
export type CancelOrder = Sending;

/** Why an order was rejected; `late` and `circuit` are our own, and nothing was sent. */
export type RejectionCause =
  /** The symbol's rules: tick, step, least notional. `rules` are then the newest ones. */
  | 'filter'
  | 'margin'
  /** The order it names is not open or not known. */
  | 'absent'
  /** The client id is open already. */
  | 'duplicate'
  /** A conditional order that would trigger at once. */
  | 'trigger'
  /** The setting is as wanted already. */
  | 'unchanged'
  | 'key'
  | 'clock'
  /** Turned away by the exchange's protection. */
  | 'overload'
  | 'symbol'
  | 'other'
  /** Too much time had passed since the timestamp. */
  | 'late'
  /** The same request was rejected for the same reason three times. */
  | 'circuit';

/** Why it is unknown whether the exchange accepted a request. */
export type UnknownReason = 'not-connected' | 'no-answer' | 'unreadable' | 'exchange-unsure';

/**
 * The outcome of a request that was sent at most once.
 * - `acknowledged`: taken
 * - `rejected`: surely not taken
 * - `unknown`: anything else; the exchange has to be asked before anything is done
 * - `throttled`: surely not taken, and nothing is sent for so long (wall milliseconds)
 */
export type SendOutcome<T> =
  | { readonly kind: 'acknowledged'; readonly value: T }
  | {
      readonly kind: 'rejected';
      readonly cause: RejectionCause;
      /** The exchange's own number; null where it was not the exchange. */
      readonly venueCode: number | null;
      readonly reason: string;
      /** Of cause `filter`: the instrument as the exchange lists it now; null where it could not be read. */
      readonly rules: Instrument | null;
    }
  | { readonly kind: 'unknown'; readonly reason: UnknownReason }
  | { readonly kind: 'throttled'; readonly pauseMs: number };

/** An order's life: NEW, then PARTIALLY_FILLED, then one of the final ones. */
export type VenueOrderState = 'NEW' | 'PARTIALLY_FILLED' | 'FILLED' | 'CANCELED' | 'EXPIRED' | 'REJECTED';

/** An order on the account, whoever placed it. */
export interface VenueOrder {
  readonly symbol: string;
  readonly clientId: string;
  /** The exchange's id as text: many lie above 2^53. */
  readonly orderId: string;
  readonly side: Side;
  readonly positionSide: PositionSide;
  /** The exchange's word; LIMIT and MARKET are ours. */
  readonly type: string;
  readonly state: VenueOrderState;
  /** Null where it has none. */
  readonly price: Ticks | null;
  readonly quantity: Steps;
  readonly executed: Steps;
  readonly updatedAt: Instant;
}

/** A conditional order's life: it waits, triggers, and ends with the order that it became, or without one. */
export type ConditionalState = 'WAITING' | 'TRIGGERED' | 'FINISHED' | 'CANCELED' | 'REJECTED' | 'EXPIRED';

/** A conditional order on the account, whoever placed it. */
export interface VenueConditional {
  readonly symbol: string;
  readonly clientId: string;
  readonly algoId: string;
  readonly side: Side;
  readonly positionSide: PositionSide;
  readonly type: string;
  readonly state: ConditionalState;
  readonly triggerPrice: Ticks | null;
  /** Null closes the position. */
  readonly quantity: Steps | null;
  /** The order that it placed; null before that. */
  readonly orderId: string | null;
  /** Why it was rejected when it triggered; empty else. */
  readonly rejectReason: string;
  readonly updatedAt: Instant;
}

/** One trade of an order. Account, symbol and trade id name it: to be booked once. */
export interface VenueFill {
  readonly account: string;
  readonly symbol: string;
  readonly tradeId: string;
  readonly orderId: string;
  /** Null where the source does not tell it. */
  readonly clientId: string | null;
  readonly side: Side;
  readonly positionSide: PositionSide;
  readonly price: Ticks;
  readonly quantity: Steps;
  /** Gross result of what it closed. */
  readonly realized: Cash;
  /** In 1e-8 of the commission asset; a rebate is negative. */
  readonly commission: Cash;
  readonly commissionAsset: string;
  readonly isMaker: boolean;
  readonly at: Instant;
}

/** What a position side of a symbol holds. */
export interface VenuePosition {
  readonly symbol: string;
  readonly positionSide: PositionSide;
  /** Signed: a short has a negative quantity. */
  readonly quantity: Steps;
  /** Cash a coin; zero when flat. */
  readonly entryPrice: Cash;
  readonly updatedAt: Instant;
}

/** What the account has of an asset. */
export interface VenueBalance {
  readonly asset: string;
  /** In 1e-8 of the asset. */
  readonly wallet: Cash;
  /** Null where the source does not tell it. */
  readonly available: Cash | null;
}

/** A line of the account's income: results, commissions, funding, transfers. */
export interface VenueIncome {
  /** Empty where it concerns no symbol. */
  readonly symbol: string;
  /** The exchange's word, such as FUNDING_FEE or COMMISSION. */
  readonly type: string;
  readonly amount: Cash;
  readonly asset: string;
  readonly transactionId: string;
  readonly tradeId: string | null;
  readonly at: Instant;
}

/** A message about a symbol that cannot be resolved yet: kept as received, never dropped. */
export interface Unresolved {
  readonly symbol: string;
  /** JSON. */
  readonly raw: string;
}

/** Parsed rows, and those of unknown symbols. */
export interface Rows<T> {
  readonly rows: readonly T[];
  readonly unresolved: readonly Unresolved[];
}

/** Settings of the account and of each symbol. */
export interface VenueSettings {
  readonly isHedgeMode: boolean;
  readonly symbols: ReadonlyMap<string, { readonly leverage: number; readonly marginType: MarginType }>;
}

/** The account's fees as fractions of a trade's value; a rebate is negative. */
export interface VenueFees {
  readonly maker: Rate;
  readonly taker: Rate;
}

/** A reading of the exchange's clock, the only one that a barrier may use. */
export interface ServerReading {
  readonly serverTime: Instant;
  readonly roundTripMs: number;
}

/** Everything of an account, read after the stream was there; what the stream said meanwhile comes behind it. */
export interface AccountPicture {
  readonly orders: Rows<VenueOrder>;
  readonly conditionals: Rows<VenueConditional>;
  readonly positions: Rows<VenuePosition>;
  readonly balances: readonly VenueBalance[];
  readonly takenAt: Instant;
}

/**
 * What an account's stream tells, in the order in which it has to be applied. A fill comes once, before the order whose
 * executed quantity contains it; the state of an order never goes back.
 */
export type VenueEvent =
  | { readonly kind: 'order'; readonly order: VenueOrder }
  | { readonly kind: 'fill'; readonly fill: VenueFill }
  | { readonly kind: 'conditional'; readonly conditional: VenueConditional }
  | { readonly kind: 'balance'; readonly balance: VenueBalance; readonly reason: string; readonly at: Instant }
  | { readonly kind: 'position'; readonly position: VenuePosition; readonly reason: string }
  | { readonly kind: 'leverage'; readonly symbol: string; readonly leverage: number }
  | { readonly kind: 'margin-call'; readonly symbols: readonly string[] }
  | { readonly kind: 'unresolved'; readonly event: Unresolved }
  /** Events until the next `picture` may be missed; nothing should be opened meanwhile. */
  | { readonly kind: 'gap' }
  | { readonly kind: 'picture'; readonly picture: AccountPicture };

/** The last trade that is known of a symbol; null asks for the newest ones. */
export interface TradesSince {
  readonly symbol: string;
  readonly fromId: string | null;
}

/**
 * An exchange account that takes real orders. Sends never throw and are tried once; reads throw AppError
 * EXCHANGE_UNAVAILABLE, EXCHANGE_BUSY, EXCHANGE_ANSWER, EXCHANGE_KEY_REFUSED and so on, and never answer with an empty
 * list for what they could not read.
 */
export interface Venue {
  /** Our name for the account; the first part of a fill's name. */
  readonly account: string;
  /** How long the exchange takes a request after its timestamp. */
  readonly recvWindowMs: number;
  /** The exchange's clock as well as it is known: for timestamps, not for barriers. */
  now(): Instant;
  readServerTime(): Promise<ServerReading>;
  /**
   * The instrument on whose grids everything is told here: the one that the symbol was first listed with since the start,
   * so that ticks stay comparable when its rules change. Null where the symbol is not listed.
   */
  instrument(symbol: string): Promise<Instrument | null>;

  place(order: PlaceOrder): Promise<SendOutcome<VenueOrder>>;
  cancel(request: CancelOrder): Promise<SendOutcome<VenueOrder>>;
  placeConditional(order: PlaceConditional): Promise<SendOutcome<VenueConditional>>;
  cancelConditional(request: CancelOrder): Promise<SendOutcome<null>>;

  /** Null where the exchange says that there is none; "not found" is no proof on first sight. */
  order(symbol: string, clientId: string): Promise<VenueOrder | null>;
  conditional(symbol: string, clientId: string): Promise<VenueConditional | null>;
  openOrders(symbol?: string): Promise<Rows<VenueOrder>>;
  openConditionals(symbol?: string): Promise<Rows<VenueConditional>>;
  /** Those that hold something. */
  positions(): Promise<Rows<VenuePosition>>;
  balances(): Promise<readonly VenueBalance[]>;
  /** Trades behind the id, oldest first, at most 1,000; the one that is named is not among them. */
  trades(since: TradesSince): Promise<readonly VenueFill[]>;
  /** [from, to], oldest first, at most 1,000. */
  income(from: Instant, to: Instant): Promise<readonly VenueIncome[]>;

  settings(): Promise<VenueSettings>;
  setLeverage(symbol: string, leverage: number): Promise<SendOutcome<null>>;
  setMarginType(symbol: string, marginType: MarginType): Promise<SendOutcome<null>>;
  setHedgeMode(): Promise<SendOutcome<null>>;
  brackets(): Promise<ReadonlyMap<string, readonly Bracket[]>>;
  fees(symbol: string): Promise<VenueFees>;
  /** Cancels all classic orders of the symbol unless called again in time; zero disarms. */
  countdownCancel(symbol: string, ms: number): Promise<SendOutcome<null>>;

  /**
   * Follows the account until `close`: a first `picture`, as soon as the exchange is reached, then what happens, and
   * after an interruption `gap`, the fills that were missed and a new `picture`.
   * @param since - what is known already; fills behind it come first
   */
  follow(since: readonly TradesSince[], listener: (event: VenueEvent) => void): void;
  health(): { readonly isConnected: boolean; readonly heardAt: Instant | null };
  close(): Promise<void>;
}
