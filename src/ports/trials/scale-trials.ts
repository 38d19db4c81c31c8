import type { Cash } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { BotKind, EngineBot } from '#engine/model/bot.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import type { Direction } from '#engine/model/order.ts';

/** What ended a cycle by its parameters or by the user, as the bot had it; percent text, null is off. */
export type PastExits = Pick<EngineBot, 'stopLossPercent' | 'takeProfitPercent'>;

/** An ended cycle, and what it is to be tried with. */
export interface PastCycle {
  /** One at a time: the next cycle of an atom begins only when the one before has ended. */
  readonly atomId: string;
  readonly kind: BotKind;
  readonly direction: Direction;
  /** The close at which it was decided. */
  readonly openedAt: Instant;
  /** Those that it ran with. */
  readonly params: BotParams;
  readonly scaledParams: BotParams;
  /** The exits that its bot may have had; the first with which it ends as it did is taken. Not empty. */
  readonly exits: readonly PastExits[];
  readonly told: {
    readonly closeReason: string | null;
    /** Decimal text, in units of the base asset. */
    readonly entryQuantity: string;
    readonly result: Cash;
  };
}

/** The ended cycles of one symbol. */
export interface ScaleRequest {
  readonly instrument: Instrument;
  /** Open of the first minute of the tracks that are told, and the end of the last. */
  readonly from: Instant;
  readonly to: Instant;
  /** Alone in it, each cycle must find its margin. */
  readonly wallet: Cash;
  /** In the order in which they were opened; none before `from`. */
  readonly cycles: readonly PastCycle[];
}

/** The sum of cycles at the close of each minute of a request, in cash. */
export interface ScaleTrack {
  /** What they have booked with their open results; the result stays when a cycle has ended. */
  readonly equity: Float64Array;
  /** Initial margin in use. */
  readonly margin: Float64Array;
}

/** Sums over cycles of one symbol. */
export interface ScaleSums {
  /** Cycles that began. */
  readonly cycles: number;
  /** Net, of those that have ended. */
  readonly result: Cash;
  readonly liquidations: number;
  /** Cycles that have not ended yet, and what they have booked with their open results. */
  readonly unfinished: number;
  readonly openResult: Cash;
  /** The most margin of a single cycle, also inside of a minute. */
  readonly peakMargin: Cash;
  readonly track: ScaleTrack;
}

/** Why a cycle is not compared. */
export interface LeftOut {
  /**
   * `CANDLES_MISSING`: of its time; `ENDED_OTHERWISE`: with its own ladder it does not end as it did, because somebody or
   * something else had a hand in it; else why the other ladder is refused at its price.
   */
  readonly code: string;
  readonly result: Cash;
}

export interface ScaleTrial {
  /** What the compared cycles really gave; margin and course as the engine computes them again. */
  readonly before: ScaleSums;
  /** The net result of the same ladders computed again: beside the real one it tells how exact the rest is. */
  readonly againResult: Cash;
  readonly after: ScaleSums;
  /** Compared cycles that cannot begin with the other scale, because the one before has not ended. */
  readonly blocked: number;
  readonly leftOut: readonly LeftOut[];
  /** Whether settlements of funding in the past of the symbol are not known and the usual rate was taken. */
  readonly isFundingAssumed: boolean;
}

/** Lets ended cycles live again with another ladder, apart from what serves requests and decides for bots. */
export interface ScaleTrials {
  /** @throws AppError OVERLOADED, and what reading the candles throws */
  tryScale(request: ScaleRequest): Promise<ScaleTrial>;
}
