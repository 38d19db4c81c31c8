import type { Cash, Ticks } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { PositionSide } from '#engine/model/position.ts';
import type { AlgoOrder, ExchangeOrder, ExchangeTrade, PositionView, WireMarginType } from './rows.ts';

export type Execution = 'NEW' | 'TRADE' | 'CANCELED' | 'EXPIRED' | 'CALCULATED' | 'AMENDMENT';
export type AccountReason =
  | 'ORDER'
  | 'FUNDING_FEE'
  | 'DEPOSIT'
  | 'WITHDRAW'
  | 'MARGIN_TYPE_CHANGE'
  | 'MARGIN_TRANSFER'
  | 'INSURANCE_CLEAR';

/** An event of the user stream, in the order in which it happened. `time` is market time. */
export type AccountEvent =
  | {
      readonly kind: 'order';
      readonly time: Instant;
      readonly execution: Execution;
      readonly order: ExchangeOrder;
      /** Present for a fill. */
      readonly trade: ExchangeTrade | null;
    }
  | {
      readonly kind: 'account';
      readonly time: Instant;
      readonly reason: AccountReason;
      /** The settled symbol, for funding. */
      readonly symbol?: string;
      /** Present only when the balance changed. */
      readonly balance: { readonly wallet: Cash; readonly crossWallet: Cash; readonly change: Cash } | null;
      /** Only the positions that changed. */
      readonly positions: readonly PositionView[];
    }
  | { readonly kind: 'algo'; readonly time: Instant; readonly algo: AlgoOrder }
  | { readonly kind: 'leverage'; readonly time: Instant; readonly symbol: string; readonly leverage: number }
  | { readonly kind: 'multi-assets'; readonly time: Instant; readonly isMultiAssets: boolean }
  | {
      readonly kind: 'margin-call';
      readonly time: Instant;
      readonly crossWallet: Cash;
      readonly positions: readonly {
        readonly symbol: string;
        readonly positionSide: PositionSide;
        readonly quantity: number;
        readonly marginType: WireMarginType;
        readonly isolatedWallet: Cash;
        readonly mark: Ticks;
        readonly unrealized: Cash;
        readonly maintenanceMargin: Cash;
      }[];
    };
