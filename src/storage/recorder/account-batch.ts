import type { Cash } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { BotExecution } from '#engine/bots/registry.ts';
import type { BotSnapshot } from '#engine/model/account.ts';
import type { BotCommand, BotKind } from '#engine/model/bot.ts';
import type { AccountRecord } from '#engine/model/record.ts';

/** Everything that one account has decided since its last batch. */
export interface AccountBatch {
  readonly ownerId: string;
  readonly portfolioId: string;
  /** In the order in which it happened. */
  readonly records: readonly AccountRecord[];
  /** Balance after the records. */
  readonly wallet: Cash;
  /** Open of the last minute processed; null before the first. */
  readonly minute: Instant | null;
  /** The bots that changed, in their state after the records. */
  readonly bots: readonly BotSnapshot[];
  readonly hours: readonly {
    readonly botId: string;
    readonly at: Instant;
    readonly realized: Cash;
    readonly unrealized: Cash;
  }[];
  /** Number of the first trade among the records, in the account's own order. */
  readonly firstSeq: number;
}

/** A command that was carried out. */
export interface StoredCommand {
  readonly ownerId: string;
  readonly portfolioId: string;
  readonly botId: string | null;
  /** Open of the last minute processed before it; null before the first. */
  readonly afterMinute: Instant | null;
  readonly at: Instant;
  readonly command: BotCommand;
  /** Where its user sent it from; absent when the program itself gave it. */
  readonly address?: string | undefined;
  /** Columns of a new bot's row that the engine does not know; required for `create`. */
  readonly row?:
    | {
        readonly name: string;
        readonly comment: string;
        readonly strategyId: string | null;
        readonly strategyVersion: number | null;
        /** Of its portfolio, if it is the first bot there; omitted, the first execution of its kind. */
        readonly execution?: BotExecution;
      }
    | undefined;
  /** The saved version that `apply-params` applies. */
  readonly strategyVersion?: number | undefined;
  /** The strategy that gets this version with it. */
  readonly addsVersionTo?: { readonly strategyId: string; readonly kind: BotKind; readonly name: string } | undefined;
  /** The portfolio's comment, where it is set together with the limit. */
  readonly comment?: string | undefined;
  /** For `order-deal`: the row of the deal, and the order that it became. */
  readonly deal?:
    | { readonly dealId: string; readonly comment: string; readonly cycleId: string; readonly orderId: string }
    | undefined;
  /** The idempotency key under which the command was sent. */
  readonly answer?: { readonly key: string; readonly call: string; readonly bodyHash: string } | undefined;
}
