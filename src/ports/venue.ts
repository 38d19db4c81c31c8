import type { Cash, Rate, Steps, Ticks } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { Bracket, Instrument } from '#engine/model/instrument.ts';
import type { Side } from '#engine/model/order.ts';
import type { PositionSide } from '#engine/model/position.ts';

/** Whether positions of a symbol share the account's margin, or each has its own. */
export type MarginType = 'cross' | 'isolated';
/** Time in force: until cancelled; only what fills at once; all at once or nothing; never as taker. */
export type TimeInForce = 'GTC' | 'IOC' | 'FOK' | 'GTX';

/** The form of a client id. It identifies an order among the open ones of its account, and for us permanently. */
export const CLIENT_ID = /^[.A-Z:/a-z0-9_-]{1,36}$/;

/** Fields of every request that changes the account. */
interface Sending {
  readonly instrument: Instrument;
  readonly clientId: string;
  /**
   * The signed timestamp, on the exchange's clock as given by `Venue.now()`. The exchange accepts the request only up to
   * `recvWindowMs` later (`barrierMarginMs` says when no copy can still be on its way).
   */
  readonly timestamp: Instant;
}

interface Placing extends Sending {
  readonly side: Side;
  readonly positionSide: PositionSide;
  /** `close` can only reduce risk, so it is sent even when the request budget is nearly used. */
  readonly intent: 'open' | 'close';
  /** Only in one-way mode; in hedge mode the position side determines it. */
  readonly reduceOnly: boolean;
}

/** An order that goes to the book now: at market, or at a limit. */
export type PlaceOrder = Placing & { readonly quantity: Steps } & (
    | { readonly type: 'MARKET' }
    | { readonly type: 'LIMIT'; readonly price: Ticks; readonly timeInForce: TimeInForce }
  );

/**
 * A conditional order, which waits at the exchange until a price is reached; it has a separate type and separate ids.
 */
export interface PlaceConditional extends Placing {
  readonly type: 'STOP_MARKET' | 'TAKE_PROFIT_MARKET';
  readonly triggerPrice: Ticks;
  readonly workingType: 'last' | 'mark';
  /** Does not trigger while mark and last price are further apart than the symbol allows. */
  readonly isPriceProtected: boolean;
  /** Null closes the whole position when it triggers. */
  readonly quantity: Steps | null;
}

/** Identifies one of our orders by its client id. */
export type CancelOrder = Sending;

/** Why an order was rejected; `late` and `circuit` are our own, and nothing was sent. */
export type RejectionCause =
  /** The symbol's rules: tick, step, least notional. `rules` are then the newest ones. */
  | 'filter'
  | 'margin'
  /** Position and open orders would be above the largest that the leverage allows. */
  | 'position-limit'
  /** More than is free to close: the position less what resting orders close already. */
  | 'closes-too-much'
  /** An open order of this type and direction closes the whole position already. */
  | 'duplicate-close'
  /** Too many open orders of the symbol, or conditional orders of the account. */
  | 'order-count'
  /** The position side does not fit the account's position mode. */
  | 'position-mode'
  /** The best price is too far from the mark for an order at market. */
  | 'price-band'
  /** A post-only order that would have taken. */
  | 'would-take'
  /** The symbol is not trading. */
  | 'not-trading'
  /** The exchange no longer accepts this type of order here: its interface has changed. */
  | 'order-type'
  /** The order it names is not open or not known. */
  | 'absent'
  /** The client id belongs to an order that is still open. */
  | 'duplicate'
  /** A conditional order that would trigger at once. */
  | 'trigger'
  /** The setting already has this value. */
  | 'unchanged'
  | 'key'
  | 'clock'
  /** Refused by the exchange's overload protection. */
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
 * - `acknowledged`: accepted
 * - `rejected`: certainly not accepted
 * - `unknown`: anything else; query the exchange before doing anything
 * - `throttled`: certainly not accepted, and nothing is sent for this long (wall milliseconds)
 */
export type SendOutcome<T> =
  | { readonly kind: 'acknowledged'; readonly value: T }
  | {
      readonly kind: 'rejected';
      readonly cause: RejectionCause;
      /** The exchange's error code; null when the rejection is our own. */
      readonly venueCode: number | null;
      readonly reason: string;
      /** For cause `filter`: the instrument as listed now; null if it could not be read. */
      readonly rules: Instrument | null;
    }
  | { readonly kind: 'unknown'; readonly reason: UnknownReason }
  | { readonly kind: 'throttled'; readonly pauseMs: number };

/** States of an order: NEW, then PARTIALLY_FILLED, then one of the final ones. */
export type VenueOrderState = 'NEW' | 'PARTIALLY_FILLED' | 'FILLED' | 'CANCELED' | 'EXPIRED' | 'REJECTED';

/** An order on the account, whoever placed it. */
export interface VenueOrder {
  readonly symbol: string;
  readonly clientId: string;
  /** The exchange's id as text, because many are above 2^53. */
  readonly orderId: string;
  readonly side: Side;
  readonly positionSide: PositionSide;
  /** The exchange's order type; ours are LIMIT and MARKET. */
  readonly type: string;
  readonly state: VenueOrderState;
  /** Null if it has none. */
  readonly price: Ticks | null;
  readonly quantity: Steps;
  readonly executed: Steps;
  readonly updatedAt: Instant;
}

/** States of a conditional order: it waits, triggers, and ends with the order that it became, or without one. */
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
  /** Why it was rejected when it triggered; otherwise empty. */
  readonly rejectReason: string;
  readonly updatedAt: Instant;
}

/** One trade of an order. Account, symbol and trade id identify it; it must be booked once. */
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
  /** Gross result of the closed quantity. */
  readonly realized: Cash;
  /** In 1e-8 of the commission asset; a rebate is negative. */
  readonly commission: Cash;
  readonly commissionAsset: string;
  readonly isMaker: boolean;
  readonly at: Instant;
}

/** A position side of a symbol. */
export interface VenuePosition {
  readonly symbol: string;
  readonly positionSide: PositionSide;
  /** Signed: a short has a negative quantity. */
  readonly quantity: Steps;
  /** Cash per coin; zero when flat. */
  readonly entryPrice: Cash;
  readonly updatedAt: Instant;
}

/** The account's balance of an asset. */
export interface VenueBalance {
  readonly asset: string;
  /** In 1e-8 of the asset. */
  readonly wallet: Cash;
  /** Null where the source does not tell it. */
  readonly available: Cash | null;
}

/** A line of the account's income: results, commissions, funding, transfers. */
export interface VenueIncome {
  /** Identifies the line among all of its account, in every answer. */
  readonly key: string;
  /** Empty if it concerns no symbol. */
  readonly symbol: string;
  /** The exchange's type, such as FUNDING_FEE or COMMISSION. */
  readonly type: string;
  readonly amount: Cash;
  readonly asset: string;
  readonly transactionId: string;
  readonly tradeId: string | null;
  readonly at: Instant;
}

/**
 * A row or message that cannot be read: stored as received, never dropped, and never a flat position or the absence of an
 * order. It blocks entries on its symbol, and on the whole account when the symbol is empty, because it is unknown.
 */
export interface Unresolved {
  readonly symbol: string;
  /** JSON. */
  readonly raw: string;
}

/**
 * The rows of an answer about the account. Only `all` says that nothing else is held or open: what is absent from `some` may
 * be among its unresolved rows, so its readable ones have another name.
 */
export type Rows<T> =
  | { readonly kind: 'all'; readonly rows: readonly T[] }
  | { readonly kind: 'some'; readonly readable: readonly T[]; readonly unresolved: readonly Unresolved[] };

/** Where nothing may be opened, because a row of an order or position there cannot be read. */
export type EntryBlock =
  | { readonly kind: 'account' }
  | { readonly kind: 'symbols'; readonly symbols: ReadonlySet<string> };

/** Settings of the account and of each symbol. */
export interface VenueSettings {
  readonly isHedgeMode: boolean;
  /** Whether every asset of `marginAssets` bears the margin of every contract; otherwise each contract uses its own. */
  readonly isMultiAssets: boolean;
  /** Assets with a balance that can be margin. */
  readonly marginAssets: readonly string[];
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

/** The complete state of an account, read after the stream was opened; events received meanwhile follow it. */
export interface AccountPicture {
  readonly orders: Rows<VenueOrder>;
  readonly conditionals: Rows<VenueConditional>;
  readonly positions: Rows<VenuePosition>;
  readonly balances: readonly VenueBalance[];
  readonly blocked: EntryBlock;
  readonly takenAt: Instant;
}

/**
 * Events of an account's stream, in the order in which they must be applied. A fill is reported once, before the order
 * whose executed quantity contains it; the state of an order never goes back.
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
  /** Events may be missed until the next `picture`; nothing should be opened meanwhile. */
  | { readonly kind: 'gap' }
  | { readonly kind: 'picture'; readonly picture: AccountPicture };

/**
 * A trade of a symbol on the account, up to which none is missing or wanted. Before our first order on the symbol that is
 * the account's newest trade at that time (`newestTrade`), so that older ones are never taken for ours.
 */
export interface TradesSince {
  readonly symbol: string;
  readonly fromId: string;
}

/** Before the first trade of an account on a symbol. */
export const NO_TRADE = '0';

/**
 * An exchange account that accepts real orders. Sends never throw and are attempted once; reads throw AppError
 * EXCHANGE_UNAVAILABLE, EXCHANGE_BUSY, EXCHANGE_ANSWER, EXCHANGE_KEY_REFUSED and so on, and never return an empty list
 * for something that could not be read.
 */
export interface Venue {
  /** Our name for the account; the first part of a fill's identity. */
  readonly account: string;
  /** How long after its timestamp the exchange accepts a request. */
  readonly recvWindowMs: number;
  /**
   * Once a reading of the exchange's clock exceeds a request's timestamp by the window and this margin, no copy of the
   * request can still be accepted. By then the request has ended, whatever its outcome.
   */
  readonly barrierMarginMs: number;
  /** The best estimate of the exchange's clock: for timestamps, not for barriers. */
  now(): Instant;
  readServerTime(): Promise<ServerReading>;
  /**
   * The instrument whose tick and step are used here: the first one listed for the symbol since the start, so that
   * ticks stay comparable when its rules change. Null if the symbol is not listed.
   */
  instrument(symbol: string): Promise<Instrument | null>;

  place(order: PlaceOrder): Promise<SendOutcome<VenueOrder>>;
  cancel(request: CancelOrder): Promise<SendOutcome<VenueOrder>>;
  placeConditional(order: PlaceConditional): Promise<SendOutcome<VenueConditional>>;
  cancelConditional(request: CancelOrder): Promise<SendOutcome<null>>;

  /** Null if the exchange says that there is none; a first "not found" does not prove it. */
  order(symbol: string, clientId: string): Promise<VenueOrder | null>;
  conditional(symbol: string, clientId: string): Promise<VenueConditional | null>;
  openOrders(symbol?: string): Promise<Rows<VenueOrder>>;
  openConditionals(symbol?: string): Promise<Rows<VenueConditional>>;
  /** Positions that are not flat. */
  positions(): Promise<Rows<VenuePosition>>;
  balances(): Promise<readonly VenueBalance[]>;
  /** Trades after the given one, oldest first, at most 1,000. */
  trades(since: TradesSince): Promise<readonly VenueFill[]>;
  /** The id of the account's newest trade on the symbol; `NO_TRADE` when the exchange has none. */
  newestTrade(symbol: string): Promise<string>;
  /** All income of [from, to], oldest first. @throws AppError EXCHANGE_ANSWER for more than 50,000 lines */
  income(from: Instant, to: Instant): Promise<readonly VenueIncome[]>;

  settings(): Promise<VenueSettings>;
  setLeverage(symbol: string, leverage: number): Promise<SendOutcome<null>>;
  setMarginType(symbol: string, marginType: MarginType): Promise<SendOutcome<null>>;
  setHedgeMode(): Promise<SendOutcome<null>>;
  brackets(): Promise<ReadonlyMap<string, readonly Bracket[]>>;
  fees(symbol: string): Promise<VenueFees>;
  /** Cancels all ordinary orders of the symbol unless called again in time; zero disarms it. */
  countdownCancel(symbol: string, ms: number): Promise<SendOutcome<null>>;

  /**
   * From now on reports every later trade of the symbol once, also those missed by the stream, and none up to the given
   * one. Must come before the first order on the symbol. A second call for a symbol changes nothing.
   */
  track(since: TradesSince): void;
  /**
   * Follows the account until `close`: a first `picture` once the exchange is reached, then events, and after an
   * interruption `gap`, the missed fills of tracked symbols and a new `picture`.
   */
  follow(listener: (event: VenueEvent) => void): void;
  health(): { readonly isConnected: boolean; readonly heardAt: Instant | null };
  close(): Promise<void>;
}
