import type { Cash } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { AtomEvent } from './atom.ts';
import type { BotCommand } from './bot.ts';
import type { Candle, MarkMinute } from './candle.ts';
import type { AtomKey } from './record.ts';

/** A performer's report on the orders of an atom, with every price and amount. */
export type AtomReport = Extract<
  AtomEvent,
  { type: 'OrderFilled' | 'OrderEnded' | 'PositionReduced' | 'FundingSettled' | 'Liquidated' | 'ContractEnded' }
>;

/**
 * Everything that can happen to an account. Plain JSON data: a journal of these events, applied in order to the same
 * snapshot, gives the same account again, whoever made the fills.
 */
export type EngineEvent =
  | { readonly type: 'Reported'; readonly atom: AtomKey; readonly report: AtomReport }
  /**
   * Candles and marks by symbol. A symbol without a candle is frozen for that minute; a symbol without a mark uses its
   * candle instead. Minutes come in order. `isMissed`: the minute closed while the program was down; it values positions
   * and lets time pass, but nothing opens, adds or trails at its prices. Omitted for every other minute.
   */
  | {
      readonly type: 'MinuteClosed';
      readonly time: Instant;
      readonly candles: Readonly<Record<string, Candle>>;
      readonly marks: Readonly<Record<string, MarkMinute>>;
      readonly isMissed?: true;
    }
  /** What the exchange account of live portfolios leaves for this one, with the margin that it has committed already. */
  | { readonly type: 'MarginRead'; readonly at: Instant; readonly margin: Cash }
  /** The exchange contradicts what the bot holds: it takes no more risk, and what is open keeps its exits. */
  | { readonly type: 'BotDoubted'; readonly at: Instant; readonly botId: string; readonly reason: 'POSITION_MISMATCH' }
  /** Happens between two minutes. */
  | { readonly type: 'Commanded'; readonly at: Instant; readonly command: BotCommand };
