import type { GeneratedAlways } from 'kysely';
import type { DealKind } from '#engine/model/order.ts';
import type { NullableNumeric, Time } from '../database/columns.ts';

/** A deal by hand as its user asked for it; what became of it is in the row of its order. Rows never change. */
export interface ManualDealsTable {
  manualDealId: string;
  ownerId: string;
  portfolioId: string;
  botId: string;
  cycleId: string;
  orderId: string;
  symbol: string;
  direction: 'buy' | 'sell';
  kind: DealKind;
  /** What `size` counts; null for all of a position. */
  sizeUnit: 'qty' | 'notional' | 'percent' | null;
  size: NullableNumeric;
  orderType: 'market' | 'limit';
  price: NullableNumeric;
  comment: string;
  /** Market time, which several deals may share. */
  createdAt: Time;
  /** Order in which they were ordered. */
  dealSeq: GeneratedAlways<string>;
}
