import type { Instant } from '#base/time.ts';
import type { VenueFill, VenueIncome } from '#ports/venue.ts';
import type { ClaimRow } from '#storage/live/live-rows.ts';
import type { AccountBatch, StoredCommand } from '#storage/recorder/recorder.ts';
import type { LiveOrder } from '../orders/live-order.ts';

/** A request that is stored before it is sent. */
export interface NewRequest {
  readonly number: number;
  readonly kind: 'place' | 'cancel';
  readonly order: LiveOrder;
  readonly raisesExposure: boolean;
  readonly sentAt: Instant;
}

/** What is known of a request that was sent. */
export interface RequestOutcome {
  readonly number: number;
  readonly state: 'ACKNOWLEDGED' | 'REJECTED' | 'UNKNOWN' | 'ABSENT';
  readonly outcome: unknown;
}

/** What the inputs of an exchange account have changed and its next transaction stores. */
export interface JournalDraft {
  /** Records and snapshots of the portfolios, taken when everything of the draft has been applied. */
  readonly batches: AccountBatch[];
  readonly events: { readonly at: Instant; readonly kind: string; readonly body: unknown }[];
  readonly requests: NewRequest[];
  readonly outcomes: RequestOutcome[];
  /** Client ids of orders that changed. */
  readonly orders: Set<string>;
  readonly fills: { readonly fill: VenueFill; readonly botId: string | null; readonly recordId: string | null }[];
  readonly claims: { readonly taken: ClaimRow[]; readonly released: Omit<ClaimRow, 'claimedAt'>[] };
  readonly income: VenueIncome[];
  readonly commands: StoredCommand[];
}

export const emptyJournal = (): JournalDraft => ({
  batches: [],
  events: [],
  requests: [],
  outcomes: [],
  orders: new Set(),
  fills: [],
  claims: { taken: [], released: [] },
  income: [],
  commands: [],
});
