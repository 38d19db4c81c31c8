import type { Cash, Rate, Steps, Ticks } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { Side } from '#engine/model/order.ts';
import type { PositionSide } from '#engine/model/position.ts';

/** The rows the exchange keeps, exact and in its own words. Ids are decimal texts: many lie above 2^53. */
export type WireMarginType = 'CROSSED' | 'ISOLATED';
export type WorkingType = 'CONTRACT_PRICE' | 'MARK_PRICE';
export type WireTimeInForce = 'GTC' | 'IOC' | 'FOK' | 'GTX' | 'GTD' | 'RPI';
export type ClassicType = 'LIMIT' | 'MARKET';
export type ConditionalType = 'STOP' | 'STOP_MARKET' | 'TAKE_PROFIT' | 'TAKE_PROFIT_MARKET' | 'TRAILING_STOP_MARKET';
export type OrderStatus =
  | 'NEW'
  | 'PARTIALLY_FILLED'
  | 'FILLED'
  | 'CANCELED'
  | 'EXPIRED'
  | 'EXPIRED_IN_MATCH'
  | 'NEW_INSURANCE'
  | 'NEW_ADL';
export type AlgoStatus = 'NEW' | 'TRIGGERING' | 'TRIGGERED' | 'FINISHED' | 'CANCELED' | 'REJECTED' | 'EXPIRED';

export interface ExchangeOrder {
  readonly orderId: string;
  readonly clientOrderId: string;
  readonly symbol: string;
  readonly side: Side;
  readonly positionSide: PositionSide;
  readonly type: ClassicType | 'LIQUIDATION';
  /** The type of the conditional order that placed it; otherwise its own type. */
  readonly originalType: ClassicType | ConditionalType | 'LIQUIDATION';
  readonly timeInForce: WireTimeInForce;
  readonly status: OrderStatus;
  readonly price: Ticks | null;
  readonly stopPrice: Ticks | null;
  readonly quantity: Steps;
  readonly executed: Steps;
  /** Sum of price times quantity of its trades. */
  readonly executedCost: Cash;
  readonly reduceOnly: boolean;
  readonly closePosition: boolean;
  readonly workingType: WorkingType;
  readonly priceProtect: boolean;
  readonly priceMatch: string;
  readonly selfTradePreventionMode: string;
  /** 0 means none. */
  readonly goodTillDate: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly algoId: string | null;
  /** The exchange's `er`: "0" unless it expired for a reason. */
  readonly expiryReason: string;
}

export interface ExchangeTrade {
  /** Unique per symbol. */
  readonly tradeId: number;
  readonly orderId: string;
  readonly symbol: string;
  readonly side: Side;
  readonly positionSide: PositionSide;
  readonly price: Ticks;
  readonly quantity: Steps;
  readonly quoteQuantity: Cash;
  readonly commission: Cash;
  readonly realized: Cash;
  readonly isMaker: boolean;
  readonly time: Instant;
}

export interface AlgoOrder {
  readonly algoId: string;
  readonly clientAlgoId: string;
  readonly orderType: ConditionalType;
  readonly symbol: string;
  readonly side: Side;
  readonly positionSide: PositionSide;
  readonly timeInForce: WireTimeInForce;
  /** Null closes the position. */
  readonly quantity: Steps | null;
  readonly status: AlgoStatus;
  readonly triggerPrice: Ticks | null;
  readonly price: Ticks | null;
  readonly workingType: WorkingType;
  readonly priceMatch: string;
  readonly selfTradePreventionMode: string;
  readonly closePosition: boolean;
  readonly priceProtect: boolean;
  readonly reduceOnly: boolean;
  readonly activatePrice: Ticks | null;
  /** Of a trailing stop, as a fraction: 1 % is 0.01. */
  readonly callbackRate: Rate | null;
  readonly isActivated: boolean;
  readonly goodTillDate: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly triggeredAt: Instant | null;
  /** The order that it placed. */
  readonly orderId: string | null;
  readonly rejectReason: string;
}

/** A position valued at a mark. A short has a negative quantity. */
export interface PositionView {
  readonly symbol: string;
  readonly positionSide: PositionSide;
  readonly marginType: WireMarginType;
  readonly leverage: number;
  readonly quantity: Steps;
  /** Entry cost, always positive; entry price = cost / |quantity|. */
  readonly cost: Cash;
  /** Average entry price times 1e8 for display, 0 when flat; below it the same including fees paid so far. */
  readonly entryPrice: Cash;
  readonly breakEvenPrice: Cash;
  readonly mark: Ticks;
  /** Signed value at the mark. */
  readonly notional: Cash;
  readonly unrealized: Cash;
  /** Price times 1e8; 0 when there is none. */
  readonly liquidationPrice: Cash;
  readonly isolatedWallet: Cash;
  readonly initialMargin: Cash;
  readonly openOrderMargin: Cash;
  readonly maintenanceMargin: Cash;
  readonly maxNotional: Cash;
  readonly bidNotional: Cash;
  readonly askNotional: Cash;
  /** Realised result since the position was opened, before fees. */
  readonly realized: Cash;
  readonly updatedAt: Instant;
}

export interface AccountView {
  readonly walletBalance: Cash;
  readonly crossWalletBalance: Cash;
  readonly unrealized: Cash;
  readonly crossUnrealized: Cash;
  readonly initialMargin: Cash;
  readonly positionInitialMargin: Cash;
  readonly openOrderInitialMargin: Cash;
  readonly maintenanceMargin: Cash;
  readonly marginBalance: Cash;
  readonly available: Cash;
  readonly isDualSide: boolean;
  readonly isMultiAssets: boolean;
  /** Whether commissions are to be paid in BNB, which no account here holds. */
  readonly isBurningFees: boolean;
  readonly updatedAt: Instant;
}

/** Margin that its owner added to an isolated position, or removed. */
export interface MarginChange {
  readonly symbol: string;
  readonly positionSide: PositionSide;
  readonly direction: 'add' | 'reduce';
  readonly amount: Cash;
  readonly time: Instant;
}

/** A change of price and quantity of a resting order. */
export interface Amendment {
  readonly amendmentId: number;
  /** As the client has sent it; "0" without one. */
  readonly modifyId: string;
  readonly symbol: string;
  readonly orderId: string;
  readonly clientOrderId: string;
  /** Of a changed order: the first change is 1. */
  readonly count: number;
  readonly price: { readonly before: Ticks; readonly after: Ticks };
  readonly quantity: { readonly before: Steps; readonly after: Steps };
  readonly time: Instant;
}

/** What the exchange has kept of liquidated positions, less what it has paid for them, in 1e-8 USDT. */
export interface InsuranceFund {
  readonly balance: bigint;
  readonly updatedAt: Instant;
}

export type IncomeType = 'TRANSFER' | 'REALIZED_PNL' | 'FUNDING_FEE' | 'COMMISSION' | 'INSURANCE_CLEAR';

export interface IncomeRow {
  readonly symbol: string;
  readonly incomeType: IncomeType;
  readonly income: Cash;
  readonly info: string;
  readonly time: Instant;
  readonly transactionId: string;
  readonly tradeId: string;
}
