import type { Instant } from '#base/time.ts';
import type { BotKind } from '#engine/model/bot.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import type { Direction } from '#engine/model/order.ts';

/** A strategy of rules that is judged on every symbol. */
export interface RuleScreenRequest {
  readonly kind: BotKind;
  /** As the schema of the kind returns them. */
  readonly params: BotParams;
  /** How far back its triggers count. */
  readonly days: number;
}

/** Why what happened over the days is not told of a symbol. */
export type RuleMissing =
  /** No minute of the symbol is stored. */
  | 'NOT_STORED'
  /** More than a twentieth of the days, or of the past that the rules read before them, is missing. */
  | 'PAST_SHORT'
  /** The rules do not know their values at more than a twentieth of the closes. */
  | 'UNDEFINED'
  /** A bot of the strategy would be refused on the symbol: its size or leverage does not fit. */
  | 'NOT_TRADABLE';

/** What became of the cycles of a direction. Shares are of what a position was worth at its entry, after all costs. */
export interface RuleCycles {
  /** Cycles that have ended, and those of them with a result above zero. */
  readonly ended: number;
  readonly won: number;
  readonly shareSum: number;
  /** Null when none has ended. */
  readonly shareWorst: number | null;
}

/** One direction of the strategy on one symbol. */
export interface RuleSide {
  readonly direction: Direction;
  /** Whether its entry rule is true at the last close; null: unknown. */
  readonly isTrue: boolean | null;
  /** The close at which it became true; null where it is not, or where that is longer ago than the days. */
  readonly trueSince: Instant | null;
  /** Closes of the days at which its entry rule acted, and the last of them. */
  readonly triggers: number;
  readonly triggeredAt: Instant | null;
  readonly cycles: RuleCycles;
}

/** The strategy on one symbol. */
export interface RuleFinding {
  readonly symbol: string;
  /** The end of the last minute that is stored; null where none is. */
  readonly pastAt: Instant | null;
  /** Null: everything over the days is known. */
  readonly missing: RuleMissing | null;
  readonly sides: readonly RuleSide[];
}

/** How far a strategy has been judged on the market. */
export interface RuleScreen {
  /** Market time of the last close of the strategy's timeframe when it began. */
  readonly closedAt: Instant;
  readonly done: number;
  readonly total: number;
  /** In no order; null until every symbol is judged. */
  readonly findings: readonly RuleFinding[] | null;
}

/** Judges strategies on the stored past of every symbol, apart from what serves requests and decides for bots. */
export interface RuleScreens {
  /**
   * What is known of a strategy at the last close of its timeframe. Who asks first begins the work; it is waited for a
   * moment, and then told how far it is. A result stands until a bar of the timeframe closes.
   * @throws AppError OVERLOADED while the strategies of others are judged
   */
  screen(request: RuleScreenRequest): Promise<RuleScreen>;
  /** The last result, also of an earlier close; null when the strategy has not been judged yet. */
  known(request: RuleScreenRequest): RuleScreen | null;
}
