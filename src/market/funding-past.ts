import { type Rate, sum } from '#base/exact.ts';
import { DAY_MS, type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import { settlementTimes } from '#engine/schedule/funding-holes.ts';
import type { MarketStore } from './store/market-store.ts';
import type { MinuteSpan } from './store/span-set.ts';
import type { StoredSettlement } from './store/symbol-record.ts';

/** Spans over which it is told what a long has paid. */
const HELD_DAYS = [1, 7, 30, 90] as const;

export interface FundingQuery {
  readonly symbol: string;
  /** Excluded; null: the market's present. */
  readonly before: Instant | null;
  readonly limit: number;
}

/** What a long has paid over the last days, at one settlement after the other. */
export interface HeldCost {
  readonly days: number;
  /** The sum of the rates; null when the contract is younger or settlements are missing. */
  readonly paid: Rate | null;
  readonly settlements: number;
  /** How many more the contract's interval lets expect. */
  readonly missing: number;
}

/** A page of the stored settlements of a contract. */
export interface FundingPast {
  /** Newest first. */
  readonly settled: readonly StoredSettlement[];
  readonly hasOlder: boolean;
  readonly held: readonly HeldCost[];
}

type FundingStore = Pick<MarketStore, 'listings' | 'settlements' | 'missingFunding'>;

/** Reads what is stored of a contract's funding. @param presentAt - the end of the last closed minute */
export function fundingPast(
  store: FundingStore,
  { symbol, before, limit }: FundingQuery,
  presentAt: Instant,
): FundingPast {
  const to = instantOf(Math.min(before ?? presentAt, presentAt));
  const older = store.settlements(symbol, { from: instantOf(0), to }).toReversed();
  return {
    settled: older.slice(0, limit),
    hasOlder: older.length > limit,
    held: HELD_DAYS.map((days) => heldCost(store, symbol, { days, presentAt })),
  };
}

function heldCost(
  store: FundingStore,
  symbol: string,
  { days, presentAt }: { readonly days: number; readonly presentAt: Instant },
): HeldCost {
  const span = { from: later(presentAt, -days * DAY_MS), to: presentAt };
  const rates = store.settlements(symbol, span).map(({ rate }) => rate);
  const listing = store.listings.get(symbol);
  const missing = listing === undefined ? 0 : unknownIn(store, symbol, span, listing.fundingHours);
  const isWhole = listing !== undefined && listing.onboardDate <= span.from && missing === 0;
  return { days, paid: isWhole ? sum(rates) : null, settlements: rates.length, missing };
}

/** Settlements that are due by the clock of the contract and of which it is not stored whether they were made. */
function unknownIn(store: FundingStore, symbol: string, { from, to }: MinuteSpan, hours: number): number {
  const listed = store.listings.get(symbol)?.onboardDate ?? from;
  const due = settlementTimes({ from: instantOf(Math.max(from, listed)), to }, hours);
  return due.filter((time) => store.missingFunding(symbol, { from: time, to: later(time, MINUTE_MS) }).length > 0)
    .length;
}
