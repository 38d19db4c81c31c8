import { accepted, type Outcome, refused } from '#base/errors.ts';
import { DAY_MS, HOUR_MS, type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import type { Listing, MarkPrice, Ticker } from '#ports/market-source.ts';
import type { BackFill } from './back-fill/back-fill.ts';
import type { BackFillJob, BackFillRequest } from './back-fill/back-fill-job.ts';
import { type FundingPast, type FundingQuery, fundingPast } from './funding-past.ts';
import type { MarketStore } from './store/market-store.ts';
import type { MinuteSpan } from './store/span-set.ts';
import type { TickerBoard } from './ticker-board.ts';

/** A contract as the list of the market shows it. */
export interface ContractFacts {
  readonly listing: Listing;
  readonly ticker: Ticker | null;
  readonly mark: MarkPrice | null;
  /** From the oldest stored minute to the end of the newest; null while there is none. */
  readonly stored: MinuteSpan | null;
  /**
   * How much of the last thirty days is stored, not counting the last hour, whose minutes may still be in flight; 0 to
   * 100.
   */
  readonly coveredPercent: number;
}

/** Which minutes of a contract are stored, and which are missing since the oldest one; each oldest first. */
export interface ContractHistory {
  readonly present: readonly MinuteSpan[];
  readonly absent: readonly MinuteSpan[];
  readonly gaps: readonly MinuteSpan[];
  /** The end of the last closed minute. */
  readonly presentAt: Instant;
}

/** What request handlers need from the stored market and its back-fill jobs. */
export interface MarketAnswers {
  /** All contracts, by symbol. */
  contracts(): Promise<readonly ContractFacts[]>;
  history(symbol: string): Promise<ContractHistory>;
  funding(query: FundingQuery): Promise<FundingPast>;
  /** Unfinished jobs in their order, then ended ones, newest first. */
  backFills(): Promise<readonly BackFillJob[]>;
  /** An end in the future means "up to the present". Refuses with SYMBOL_UNKNOWN, PERIOD_EMPTY or BACK_FILL_FULL. */
  startBackFill(request: BackFillRequest): Promise<Outcome<BackFillJob>>;
  /** Refuses with BACK_FILL_NOT_FOUND, BACK_FILL_NOT_OWN or BACK_FILL_ENDED. */
  cancelBackFill(asked: { readonly jobId: string; readonly userId: string }): Promise<Outcome<BackFillJob>>;
}

export interface MarketParts {
  readonly store: Pick<MarketStore, 'listings' | 'coverage' | 'missing' | 'settlements' | 'missingFunding'>;
  readonly board: Pick<TickerBoard, 'ticker' | 'mark'>;
  readonly backFill: Pick<BackFill, 'jobs' | 'start' | 'cancel'>;
  /** Open of the last minute closed at the exchange, whether or not it is complete here. */
  readonly due: () => Instant;
}

/** Creates the answers from the parts of an open market. */
export function marketAnswers(parts: MarketParts): MarketAnswers {
  const { store, backFill, due } = parts;
  const presentAt = (): Instant => later(due(), MINUTE_MS);
  return {
    contracts: async () =>
      [...store.listings.values()]
        .sort((a, b) => (a.instrument.symbol < b.instrument.symbol ? -1 : 1))
        .map((listing) => contractFacts(listing, parts)),
    async history(symbol) {
      const { present, absent } = store.coverage(symbol);
      const [from, to] = [present[0]?.from ?? null, presentAt()];
      return { present, absent, gaps: from === null ? [] : store.missing(symbol, { from, to }), presentAt: to };
    },
    funding: async (query) => fundingPast(store, query, presentAt()),
    backFills: async () => backFill.jobs(),
    startBackFill: async (request) =>
      backFill.start({ ...request, to: request.to !== null && request.to >= presentAt() ? null : request.to }),
    async cancelBackFill({ jobId, userId }) {
      const outcome = backFill.cancel(jobId, userId);
      const job = backFill.jobs().find((one) => one.jobId === jobId);
      if (outcome === null || job === undefined) {
        return refused({ code: 'BACK_FILL_NOT_FOUND', detail: 'There is no such download.' });
      }
      if (outcome === 'not-own') {
        return refused({ code: 'BACK_FILL_NOT_OWN', detail: 'Only who started a download can cancel it.' });
      }
      if (outcome === 'ended') return refused({ code: 'BACK_FILL_ENDED', detail: 'The download has already ended.' });
      return accepted(job);
    },
  };
}

function contractFacts(listing: Listing, { store, board, due }: MarketParts): ContractFacts {
  const { symbol } = listing.instrument;
  const { present } = store.coverage(symbol);
  const [first, last] = [present[0], present.at(-1)];
  return {
    listing,
    ticker: board.ticker(symbol),
    mark: board.mark(symbol),
    stored: first === undefined || last === undefined ? null : { from: first.from, to: last.to },
    coveredPercent: coveredPercent(listing, store, due()),
  };
}

const COVERED_PAST_MS = 30 * DAY_MS;
const ALL_PERCENT = 100;

function coveredPercent({ instrument, onboardDate }: Listing, store: MarketParts['store'], due: Instant): number {
  const to = later(due, -HOUR_MS);
  const from = instantOf(Math.max(onboardDate, to - COVERED_PAST_MS));
  if (from >= to) return ALL_PERCENT; // Listed for a future date: nothing can be missing.
  const missing = store.missing(instrument.symbol, { from, to }).reduce((sum, span) => sum + span.to - span.from, 0);
  return Math.floor(ALL_PERCENT * (1 - missing / (to - from)));
}
