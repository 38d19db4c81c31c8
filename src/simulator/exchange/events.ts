import type { Cash, Ticks } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { AlgoRow, MarginType, OrderRow, PositionSide, PositionView, TradeRow } from './rows.ts';

export type Execution = 'NEW' | 'TRADE' | 'CANCELED' | 'EXPIRED' | 'CALCULATED' | 'AMENDMENT';
export type AccountReason =
  | 'ORDER'
  | 'FUNDING_FEE'
  | 'DEPOSIT'
  | 'WITHDRAW'
  | 'MARGIN_TYPE_CHANGE'
  | 'MARGIN_TRANSFER'
  | 'INSURANCE_CLEAR';

/** What the user stream tells of an account, in the order in which it happened. `time` is market time. */
export type AccountEvent =
  | {
      readonly kind: 'order';
      readonly time: Instant;
      readonly execution: Execution;
      readonly order: OrderRow;
      /** Of a fill. */
      readonly trade: TradeRow | null;
    }
  | {
      readonly kind: 'account';
      readonly time: Instant;
      readonly reason: AccountReason;
      /** Of funding: what was settled. */
      readonly symbol?: string;
      /** Only when the balance changed. */
      readonly balance: { readonly wallet: Cash; readonly crossWallet: Cash; readonly change: Cash } | null;
      /** Only those that changed. */
      readonly positions: readonly PositionView[];
    }
  | { readonly kind: 'algo'; readonly time: Instant; readonly algo: AlgoRow }
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
        readonly marginType: MarginType;
        readonly isolatedWallet: Cash;
        readonly mark: Ticks;
        readonly unrealized: Cash;
        readonly maintenanceMargin: Cash;
      }[];
    };
