import type { Environment } from '#base/environment.ts';
import type { Cash, Steps, Ticks } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { AccountCaps } from '#engine/execution/account-caps.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import type { Side } from '#engine/model/order.ts';
import type { PositionSide } from '#engine/model/position.ts';
import type { AtomKey } from '#engine/model/record.ts';
import type { AccountBatch, StoredCommand } from '../recorder/account-batch.ts';

export type IntentKind = 'place' | 'place-conditional' | 'cancel' | 'cancel-conditional';
/** An intent is stored as SENDING; UNKNOWN may still turn into each of the others, and ABSENT into ACKNOWLEDGED. */
export type IntentState = 'SENDING' | 'ACKNOWLEDGED' | 'REJECTED' | 'UNKNOWN' | 'ABSENT';
export type ClaimSide = 'LONG' | 'SHORT';

/** A request that is about to be sent. */
export interface NewIntent extends AtomKey {
  /** From `nextIntent` of the account; never reused. */
  readonly number: number;
  readonly portfolioId: string;
  readonly cycleSeq: number;
  readonly orderNumber: number;
  readonly leg: string;
  readonly generation: number;
  readonly kind: IntentKind;
  /** The order's own; a cancel names the order that it cancels. */
  readonly clientId: string;
  /** JSON. */
  readonly request: unknown;
  /** Such an intent is refused while a halt is on. */
  readonly raisesExposure: boolean;
  /** The signed timestamp, on the exchange's clock. */
  readonly sentAt: Instant;
}

/** What is known of a sent request; a state that is already final is not taken back. */
export interface IntentOutcome {
  readonly number: number;
  readonly state: Exclude<IntentState, 'SENDING'>;
  /** JSON. */
  readonly outcome: unknown;
  /** The exchange's error code of a rejection; it is shown with the order. */
  readonly rejectCode?: number | null;
}

/** What the exchange last reported of one of our orders. A final state stays, and the executed quantity never falls. */
export interface VenueOrderRow {
  readonly clientId: string;
  readonly intentNumber: number;
  /** Null: not known; an id that is stored stays. */
  readonly orderId: string | null;
  readonly algoId: string | null;
  readonly actualOrderId: string | null;
  readonly state: string;
  /** Exact decimal text, units of the base asset. */
  readonly executed: string;
  readonly updatedAt: Instant;
}

/** A trade at the exchange. Its prices and quantities are counted on the grid of the journal's instrument. */
export interface FillRow {
  readonly symbol: string;
  readonly tradeId: string;
  readonly orderId: string;
  readonly clientId: string | null;
  /** Null for a trade that no bot has made. */
  readonly botId: string | null;
  /** The trade of our books that it became, `<order id>-<fill>`; null for none. */
  readonly recordId: string | null;
  readonly side: Side;
  readonly positionSide: PositionSide;
  readonly price: Ticks;
  readonly quantity: Steps;
  /** In 1e-8 of the commission asset; a rebate is negative. */
  readonly commission: Cash;
  readonly commissionAsset: string;
  readonly realized: Cash;
  readonly isMaker: boolean;
  readonly at: Instant;
}

/** A line of the account's income; one that is stored under the same key stays as it is. */
export interface IncomeLine {
  readonly key: string;
  /** Empty if it concerns no symbol. */
  readonly symbol: string;
  readonly type: string;
  /** In 1e-8 of the asset. */
  readonly amount: Cash;
  readonly asset: string;
  readonly transactionId: string;
  readonly tradeId: string | null;
  readonly at: Instant;
}

/** An event as received. */
export interface VenueEventRow {
  /** When it was received, wall time. */
  readonly at: Instant;
  readonly kind: string;
  /** JSON. */
  readonly body: unknown;
}

/** A decision of an atom; `number` counts the decisions of the atom. */
export interface DecisionRow extends AtomKey {
  readonly number: number;
  readonly inputHash: string;
  readonly at: Instant;
}

/** A side of a symbol that a bot holds on the account. */
export interface ClaimRow {
  readonly symbol: string;
  readonly side: ClaimSide;
  readonly botId: string;
  readonly claimedAt: Instant;
}

/** Everything of one event of one account, stored in one transaction. */
export interface LiveJournal {
  readonly accountId: string;
  readonly ownerId: string;
  /** The number under which the engine has taken the account. */
  readonly fence: number;
  readonly batches: readonly AccountBatch[];
  readonly commands: readonly StoredCommand[];
  /** Of every symbol in the batches and fills. */
  readonly instruments: ReadonlyMap<string, Instrument>;
  readonly events: readonly VenueEventRow[];
  readonly intents: readonly NewIntent[];
  readonly outcomes: readonly IntentOutcome[];
  readonly orders: readonly VenueOrderRow[];
  /** Trades that no journal before has contained. */
  readonly fills: readonly FillRow[];
  readonly income: readonly IncomeLine[];
  readonly decisions: readonly DecisionRow[];
  /** Released before others are taken. */
  readonly claims: {
    readonly taken: readonly ClaimRow[];
    readonly released: readonly Omit<ClaimRow, 'claimedAt'>[];
  };
  /** Above the number of each intent; the stored one never falls. */
  readonly nextIntent: number;
  /** Halts the account from the next journal on; the reason of an earlier halt stays. */
  readonly haltReason?: string | null;
  /** JSON; left out: as before. */
  readonly settingsSeen?: unknown;
  /** When account and exchange were found equal, wall time; left out: as before. */
  readonly lastSyncAt?: Instant;
}

/**
 * The outcome of storing a journal. With any other than `stored`, this call has written nothing:
 * - `fenced`: another engine has taken the account
 * - `halted`: an intent raises exposure while its bot, the account or all accounts are halted
 * - `repeated-fill`: an earlier journal contains one of the fills, so the batches would book it twice
 */
export type JournalOutcome = 'stored' | 'fenced' | 'halted' | 'repeated-fill';

/** Why and since when nothing is sent that raises exposure; wall time. */
export interface StoredHalt {
  readonly at: Instant;
  readonly reason: string;
}

export interface StoredIntent extends NewIntent {
  readonly state: IntentState;
  readonly fence: number;
  readonly outcome: unknown;
}

/** An order that is not final, with the intent that placed it. */
export interface StoredVenueOrder extends VenueOrderRow {
  readonly intent: StoredIntent;
}

/** What the account has traded of a symbol. */
export interface TradedSymbol {
  readonly symbol: string;
  /** When the first intent of the symbol was sent; null where only foreign trades are known. */
  readonly firstSentAt: Instant | null;
  /** The greatest stored trade id; null before the first trade. */
  readonly lastTradeId: string | null;
}

/** A stored exchange account, ready to be reconciled with the exchange. */
export interface StoredExchangeAccount {
  readonly accountId: string;
  readonly ownerId: string;
  readonly environment: Environment;
  readonly fence: number;
  readonly caps: AccountCaps;
  readonly halts: {
    readonly account: StoredHalt | null;
    readonly all: StoredHalt | null;
    readonly bots: ReadonlyMap<string, StoredHalt>;
  };
  readonly settingsSeen: unknown;
  readonly lastSyncAt: Instant | null;
  readonly nextIntent: number;
  /** SENDING and UNKNOWN ones, oldest first. */
  readonly openIntents: readonly StoredIntent[];
  /** Those that are not final, in the order in which they were placed. */
  readonly openOrders: readonly StoredVenueOrder[];
  readonly symbols: readonly TradedSymbol[];
  readonly claims: readonly ClaimRow[];
  /** Latest signed timestamp of any intent, on the exchange's clock; null before the first. */
  readonly maxSentAt: Instant | null;
}

/** What to halt, or to release. */
export type HaltTarget =
  | { readonly kind: 'bot'; readonly ownerId: string; readonly botId: string }
  | { readonly kind: 'account'; readonly ownerId: string; readonly accountId: string }
  /** All accounts of all users. */
  | { readonly kind: 'all' };

/** The parts of an order's name. */
export interface ClientIdParts {
  readonly environment: Environment;
  /** Four characters that name the installation. */
  readonly installation: string;
  /** 12 lower-case letters and digits. */
  readonly botId: string;
  /** Number of its intent. */
  readonly number: number;
  /** Two lower-case letters or digits. */
  readonly leg: string;
  /** 0 to 35. */
  readonly generation: number;
}
