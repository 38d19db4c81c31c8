import type { Cash } from '#base/exact.ts';
import type { Side } from '#engine/model/order.ts';
import type { PositionSide } from '#engine/model/position.ts';
import type { ClassicType, ConditionalType, WireMarginType, WireTimeInForce, WorkingType } from './rows.ts';

/**
 * An order as a client requests it: words are validated, decimals are still text, because the exchange checks them
 * against its filters in its own order. Null means "not sent".
 */
export interface OrderRequest {
  readonly symbol: string;
  readonly side: Side;
  readonly positionSide: PositionSide | null;
  readonly type: ClassicType;
  readonly timeInForce: WireTimeInForce | null;
  readonly quantity: string | null;
  readonly price: string | null;
  readonly reduceOnly: boolean | null;
  readonly clientOrderId: string | null;
  readonly priceMatch: string | null;
  readonly selfTradePreventionMode: string | null;
  readonly goodTillDate: number | null;
}

export interface AlgoRequest {
  readonly symbol: string;
  readonly side: Side;
  readonly positionSide: PositionSide | null;
  readonly type: ConditionalType;
  readonly timeInForce: WireTimeInForce | null;
  readonly quantity: string | null;
  readonly price: string | null;
  readonly triggerPrice: string | null;
  readonly workingType: WorkingType | null;
  readonly priceMatch: string | null;
  readonly closePosition: boolean | null;
  readonly priceProtect: boolean | null;
  readonly reduceOnly: boolean | null;
  readonly activatePrice: string | null;
  readonly callbackRate: string | null;
  readonly clientAlgoId: string | null;
  readonly selfTradePreventionMode: string | null;
  readonly goodTillDate: number | null;
}

/** An order by one of its two ids; the exchange's id wins when both are given. */
export interface OrderName {
  readonly id: string | null;
  readonly clientId: string | null;
}

/** Everything that changes an account, as plain JSON, so that the state can be rebuilt from a journal of commands. */
export type AccountCommand =
  | { readonly type: 'place-order'; readonly request: OrderRequest }
  | {
      readonly type: 'modify-order';
      readonly symbol: string;
      readonly order: OrderName;
      readonly side: Side;
      readonly quantity: string;
      readonly price: string;
      /** The client's own id of this change. */
      readonly modifyId?: string;
    }
  | { readonly type: 'cancel-order'; readonly symbol: string; readonly order: OrderName }
  | { readonly type: 'cancel-all'; readonly symbol: string }
  | { readonly type: 'place-algo'; readonly request: AlgoRequest }
  | { readonly type: 'cancel-algo'; readonly algo: OrderName }
  | { readonly type: 'cancel-all-algo'; readonly symbol: string }
  | { readonly type: 'set-leverage'; readonly symbol: string; readonly leverage: number }
  | { readonly type: 'set-margin-type'; readonly symbol: string; readonly marginType: WireMarginType }
  | { readonly type: 'set-position-mode'; readonly isDualSide: boolean }
  | { readonly type: 'set-multi-assets'; readonly isMultiAssets: boolean }
  | { readonly type: 'set-fee-burn'; readonly isBurningFees: boolean }
  | {
      readonly type: 'change-position-margin';
      readonly symbol: string;
      readonly positionSide: PositionSide | null;
      readonly amount: string;
      readonly direction: 'add' | 'reduce';
    }
  /** A deposit, or a withdrawal when negative; admin surface only. */
  | { readonly type: 'transfer'; readonly amount: Cash }
  /** Liquidates a position; admin surface only. */
  | { readonly type: 'liquidate'; readonly symbol: string; readonly positionSide: PositionSide };

/** Everything that changes the exchange; the journal line's `at` says when. */
export type ExchangeCommand =
  | {
      readonly type: 'open-account';
      readonly accountId: string;
      readonly deposit: Cash;
      readonly isDualSide: boolean;
    }
  | { readonly type: 'account'; readonly accountId: string; readonly command: AccountCommand }
  /** Settles funding of a symbol out of schedule, at the current premium; admin surface only. */
  | { readonly type: 'settle-funding'; readonly symbol: string }
  /** The account's next orders on the symbol fill in these fractions of their quantity, one trade a second. */
  | {
      readonly type: 'fill-in-parts';
      readonly accountId: string;
      readonly symbol: string;
      readonly parts: readonly number[];
    };
