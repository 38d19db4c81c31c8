import type { Instant } from '#base/time.ts';
import type { AtomEvent } from './atom.ts';
import type { BotCommand } from './bot.ts';
import type { Candle, MarkMinute } from './candle.ts';
import type { AtomKey } from './record.ts';

/** What whoever performs an atom's orders reports of them, with every price and amount given. */
export type AtomReport = Extract<AtomEvent, { type: 'OrderFilled' | 'FundingSettled' | 'Liquidated' }>;

/**
 * Everything that can happen to an account. Plain JSON data: a journal of these events, applied in order to the same
 * snapshot, gives the same account again, whoever made the fills.
 */
export type EngineEvent =
  | { readonly type: 'Reported'; readonly atom: AtomKey; readonly report: AtomReport }
  /**
   * Candles and marks by symbol. A symbol without a candle is frozen for that minute; for one without a mark its candle
   * stands for it. Minutes come in order.
   */
  | {
      readonly type: 'MinuteClosed';
      readonly time: Instant;
      readonly candles: Readonly<Record<string, Candle>>;
      readonly marks: Readonly<Record<string, MarkMinute>>;
    }
  /** Between two minutes. */
  | { readonly type: 'Commanded'; readonly at: Instant; readonly command: BotCommand };
