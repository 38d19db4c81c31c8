import type { Reason } from '#base/errors.ts';
import type { Cash, Rate } from '#base/exact.ts';
import type { MinutePath } from '#engine/model/account.ts';
import type { BotKind } from '#engine/model/bot.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import type { MarketHistory, Stretch } from '#engine/model/history.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import type { FigureName } from '#engine/sweep/figures.ts';

/** How fills are simulated, besides the fees, which the instruments carry. */
export interface PointCosts {
  readonly slippage: Rate;
  /** Null: the tenth of a minute's volume that paper bots may fill against. */
  readonly volumeCap: Rate | null;
  readonly path: MinutePath;
}

/** Parameter sets to be tried on the same symbols with a wallet of their own, over the same parts of a history. */
export interface PointTask {
  /** All its arrays are in shared memory; see `shareHistory`. */
  readonly history: MarketHistory;
  readonly instruments: ReadonlyMap<string, Instrument>;
  readonly symbols: readonly string[];
  readonly kind: BotKind;
  readonly wallet: Cash;
  readonly costs: PointCosts;
  readonly sets: readonly BotParams[];
  readonly spans: readonly Stretch[];
}

/** What a set came to over one part of the history, or why no bot could be created at its first close. */
export type PointRun =
  | { readonly type: 'refused'; readonly reason: Reason }
  | {
      readonly type: 'run';
      readonly figures: Readonly<Record<FigureName, number>>;
      /** Closed results and equity at the close of each UTC day and at the end, cash. */
      readonly curve: Float64Array;
      /** Margin of the full ladder at the first close; null where it depends on more than the price. */
      readonly committed: Cash | null;
      /** Whether its rules were unknown at some bar because history that they read is not stored. */
      readonly hasUnknownRules: boolean;
    };

/** One run a span, in the order of the spans. */
export type PointRuns = readonly PointRun[];
