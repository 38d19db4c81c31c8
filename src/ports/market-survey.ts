import type { Steps } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { BestPrices, BookDepth, HourlyInterest } from './market-source.ts';

/** What the exchange tells of one contract when it is asked; null where it did not answer that. */
export interface ContractSurvey {
  readonly symbol: string;
  /** Market time. */
  readonly at: Instant;
  readonly best: BestPrices | null;
  readonly depth: BookDepth | null;
  /** Trades in 24 hours. */
  readonly trades: number | null;
  /** Contracts held open. */
  readonly openInterest: Steps | null;
  /** The highest price since the listing, in USDT: a statistic, from candles of a week. */
  readonly highest: number | null;
}

/** Asks the exchange about contracts, within the part of its budget that is for work in bulk. */
export interface MarketSurvey {
  /** Asks what one answer tells of all contracts, for the surveys that follow. */
  begin(): Promise<void>;
  contract(symbol: string): Promise<ContractSurvey>;
  /** Open interest at the full hours from an instant of the last month to the present; without those that it does not answer. */
  interestSince(symbol: string, from: Instant): Promise<readonly HourlyInterest[]>;
}
