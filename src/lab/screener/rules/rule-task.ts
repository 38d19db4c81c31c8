import type { Instant } from '#base/time.ts';
import type { MarketPast } from '#ports/market-past.ts';
import type { RuleFinding, RuleScreenRequest } from '#ports/screener/rule-screens.ts';
import type { ScreenedContract } from '#ports/screener.ts';

/** A strategy and the symbols that it is judged on. */
export interface RuleTask {
  readonly request: RuleScreenRequest;
  /** The folder of the market's candles. */
  readonly folder: string;
  readonly contracts: readonly ScreenedContract[];
  /** By symbol, minutes that may not be in the files yet. */
  readonly tails: ReadonlyMap<string, MarketPast>;
  /** The end of the last closed minute of the market. */
  readonly now: Instant;
}

/** A task for one of the workers, which take symbols from a counter that they share. */
export interface RuleJob extends RuleTask {
  /** Index of the next symbol that nobody has taken. */
  readonly next: Int32Array;
}

/** What a worker says: symbols that it has judged, and at last that none are left. */
export type RuleWord = readonly RuleFinding[] | 'ended';
