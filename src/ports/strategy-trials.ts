import type { CandleInterval } from '#base/candle-interval.ts';
import type { Outcome } from '#base/errors.ts';
import type { Cash, Ticks } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { Inspection } from '#engine/bots/bot-family.ts';
import type { NamedRule } from '#engine/bots/rules/named-rule.ts';
import type { EntryWaitCode } from '#engine/model/atom.ts';
import type { EngineBot } from '#engine/model/bot.ts';
import type { CloseReason } from '#engine/model/cycle.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import type { Direction } from '#engine/model/order.ts';
import type { WindowSpec } from '#engine/model/window.ts';
import type { Operand } from '#engine/rules/rule.ts';

/** A strategy, saved or a draft, and the stored past of one symbol that it is tried on. */
export interface TrialRequest extends Pick<EngineBot, 'kind' | 'params'> {
  readonly instrument: Instrument;
  /** How far back from the present it is tried, days. */
  readonly days: number;
  /** How many bars are told one by one, and the instant by which the last of them has closed; null: the present. */
  readonly bars: number;
  readonly until: Instant | null;
}

/** What makes the figures of a trial doubtful. */
export type TrialFlag =
  /** Fewer than thirty cycles have ended. */
  | 'FEW_CYCLES'
  | 'LIQUIDATED'
  | 'OPEN_AT_END'
  /** Candles are missing for more than five minutes in a row. */
  | 'GAPS'
  /** Less of the past is stored than was asked for. */
  | 'SHORT_PAST'
  /** A rule lacks bars to be judged on at the beginning. */
  | 'WARMING_UP'
  | 'FUNDING_ASSUMED'
  | 'STEP_SKIPPED';

/** The bars of the timeframe, oldest first; prices in ticks, volume in steps, NaN where there was no market. */
export interface TrialBars {
  readonly timeframe: CandleInterval;
  /** When the first of them opened. */
  readonly start: Instant;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
}

/** What a rule compares, at each of the bars; NaN where it is unknown. */
export interface TrialSeries {
  readonly operand: Operand;
  /** Of a value that names no timeframe of its own. */
  readonly timeframe: CandleInterval;
  readonly values: Float64Array;
}

/** A condition at each of the bars. */
export interface TrialNode {
  readonly path: readonly (string | number)[];
  /** As `engine/rules/truth.ts` counts them. */
  readonly truths: Uint8Array;
  /** Places in the list of series, by the names of the fields that are compared; constants are left out. */
  readonly values: readonly { readonly name: string; readonly series: number }[];
}

export interface TrialRule extends Omit<NamedRule, 'rule'> {
  readonly nodes: readonly TrialNode[];
  /** The first close of the trial at which it knew its values; null: at none. */
  readonly knownSince: Instant | null;
}

/** Why a trigger opened no cycle: as a running bot would say it, or because of another rule at the same close. */
export type TrialSkip = EntryWaitCode | 'EXIT_ACTS' | 'BOTH_DIRECTIONS' | 'SIGNAL_UNKNOWN' | 'ENTRY_NOT_FILLED';

/** What became of a cycle. Shares of the entry's value are floats: 0.01 is one percent. */
export interface TrialCycle {
  readonly endAt: Instant | null;
  readonly closeReason: CloseReason | null;
  readonly entryPrice: Ticks;
  /** Null while it is open. */
  readonly exitPrice: Ticks | null;
  /** Net; of an open cycle with its open result at the end of the trial. */
  readonly result: Cash;
  readonly resultShare: number;
  /** How far the market went against it. Null while it is open. */
  readonly adverseShare: number | null;
  readonly heldMs: number;
  readonly levelsFilled: number;
}

/** A close at which the entry rule acted; without such a rule, one at which a cycle opened. */
export interface TrialTrigger {
  readonly closedAt: Instant;
  readonly direction: Direction;
  readonly price: Ticks;
  readonly skippedBy: TrialSkip | null;
  /** The end of the pause that it fell into; null for other reasons. */
  readonly pausedUntil: Instant | null;
  /** Null where it opened none. */
  readonly cycle: TrialCycle | null;
}

/** Statistics are floats, null where they have no value. */
export interface TrialFigures {
  readonly triggers: number;
  readonly triggersOfMonth: number;
  readonly entered: number;
  readonly skipped: readonly { readonly code: TrialSkip; readonly count: number }[];
  /** Cycles that ended. */
  readonly cycles: number;
  readonly result: Cash;
  readonly commission: Cash;
  readonly funding: Cash;
  readonly resultShareMean: number | null;
  readonly resultShareWorst: number | null;
  readonly winRate: number | null;
  readonly payoff: number | null;
  /** The deepest fall of the equity from its peak. */
  readonly drawdownShare: number;
  /** What holding the contract would have changed. */
  readonly holdingShare: number;
}

/** What a strategy would have done over the stored past of one symbol. */
export interface StrategyTrial {
  readonly from: Instant;
  readonly to: Instant;
  readonly wallet: Cash;
  readonly flags: readonly TrialFlag[];
  readonly bars: TrialBars;
  readonly series: readonly TrialSeries[];
  readonly rules: readonly TrialRule[];
  /** Newest first; the oldest are left out when there are too many. */
  readonly triggers: readonly TrialTrigger[];
  readonly figures: TrialFigures;
  /** What trying the rules on made-up bars found, with paths from the root of the parameters. */
  readonly inspection: Inspection;
  /** The longest past that the rules read of each timeframe, in bars. */
  readonly reads: readonly Pick<WindowSpec, 'timeframe' | 'bars'>[];
}

/** Tries strategies on the stored past, apart from what serves requests and decides for bots. */
export interface StrategyTrials {
  /**
   * @returns the trial, or why these parameters cannot trade the symbol, with paths from their root
   * @throws AppError OVERLOADED, TRIAL_FAILED, and what reading the candles throws
   */
  run(request: TrialRequest): Promise<Outcome<StrategyTrial>>;
  /** Tries the values of the rules in parameters on made-up bars, before they are saved. */
  inspect(strategy: Pick<EngineBot, 'kind' | 'params'>): Promise<Inspection>;
}
