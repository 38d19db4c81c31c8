import type { Cash, Steps } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { AccountCaps } from '#engine/execution/account-caps.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import type { EntryBlock, Venue } from '#ports/venue.ts';
import type { StoredExchangeAccount } from '#storage/live/live-rows.ts';
import type { JournalDraft } from './journal/journal-draft.ts';
import type { LivePortfolio } from './live-portfolio.ts';
import type { LiveOrders } from './orders/live-order.ts';

/** Makes the client ids of an installation. */
export type NameOrder = (named: { readonly botId: string; readonly number: number; readonly leg: string }) => string;

/** What has been halted: no order that adds risk is sent there. */
export type Halts = StoredExchangeAccount['halts'];

/** An exchange account in memory: mutable, changed only while one input after another is handled. */
export interface LiveState {
  readonly accountId: string;
  readonly ownerId: string;
  readonly fence: number;
  readonly venue: Venue;
  readonly instruments: ReadonlyMap<string, Instrument>;
  /** Live portfolios of the owner, by id. */
  readonly portfolios: Map<string, LivePortfolio>;
  readonly orders: LiveOrders;
  readonly nameOrder: NameOrder;
  nextIntent: number;
  caps: AccountCaps;
  halts: Halts;
  /** Whether the account's stream is connected and its picture has been compared. */
  isSynced: boolean;
  /** Where a row of an order or position could not be read. */
  blocked: EntryBlock;
  /** Trades that have been booked, as `symbol id`. */
  readonly booked: Set<string>;
  /** Wall milliseconds before which a request of this kind is not sent again, by `symbol direction leg`. */
  readonly notBefore: Map<string, number>;
  /** How often an unknown order was not found beyond its barrier, by client id. */
  readonly absences: Map<string, number>;
  /** The newest trade booked of each symbol. */
  readonly tradeIds: Map<string, string>;
  /** Quantities as the exchange reported them last, without a sign, by `symbol side`; a side that is missing was not read. */
  readonly positions: Map<string, Steps>;
  /** Position differences that one reading has shown, by `symbol side`. */
  readonly doubts: Map<string, { readonly difference: number; readonly at: number }>;
  /** The exchange account's balance in USDT as it was read last; null before that. */
  wallet: Cash | null;
  /** Realised today, UTC days of the market: results less commissions, with funding. */
  resultToday: Cash;
  /** Lines of income that are known, by key; they are read from `incomeFrom` on when `wantsIncome` is set. */
  readonly incomeKeys: Set<string>;
  incomeFrom: Instant;
  wantsIncome: boolean;
  /** Wall milliseconds of the orders sent within the last minute. */
  sentAt: number[];
  lastSyncAt: Instant | null;
  /** Market time: of the last minute or event, whichever is later. */
  now: Instant;
  draft: JournalDraft;
}
