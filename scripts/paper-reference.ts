import type { Cash } from '#base/exact.ts';
import { type Instant, later, MINUTE_MS } from '#base/time.ts';
import { PAPER_SLIPPAGE } from '#engine/matching/paper-slippage.ts';
import type { AccountSnapshot } from '#engine/model/account.ts';
import type { BotCommand } from '#engine/model/bot.ts';
import type { AccountRecord } from '#engine/model/record.ts';
import { simulateAccount } from '#engine/simulation/simulate-account.ts';
import type { Feed } from '#ports/feed.ts';

/** The stored past of one portfolio: enough to run it again. */
export interface StoredHistory {
  readonly walletStart: Cash;
  readonly commands: readonly { readonly afterMinute: Instant; readonly at: Instant; readonly command: BotCommand }[];
  /** Open of the last minute whose effects are stored. */
  readonly until: Instant;
}

export interface Relived {
  readonly records: readonly AccountRecord[];
  readonly snapshot: AccountSnapshot;
}

/** One uninterrupted engine run in memory, fed the stored commands at their recorded market times. */
export function relive(feed: Feed, { walletStart, commands, until }: StoredHistory): Relived {
  const market = { instruments: feed.instruments, slippage: PAPER_SLIPPAGE };
  const begin = commands[0]?.afterMinute ?? until;
  const snapshot = { wallet: walletStart, limit: null, minute: begin, bots: [] };
  const account = simulateAccount(snapshot, market, feed.minute(begin));
  const records: AccountRecord[] = [];
  let minute = begin;
  const advanceTo = (end: Instant): void => {
    while (minute < end) {
      minute = later(minute, MINUTE_MS);
      records.push(...account.advance(feed.minute(minute)));
    }
  };
  for (const { afterMinute, at, command } of commands) {
    advanceTo(afterMinute);
    const outcome = account.command(command, at);
    if (!outcome.ok)
      throw new Error(`a stored command was refused in the repeated run: ${JSON.stringify(outcome.reasons)}`);
    records.push(...outcome.value);
  }
  advanceTo(until);
  return { records, snapshot: account.snapshot() };
}
