import { type Cash, subtract, ZERO_CASH } from '#base/exact.ts';
import type { AccountRecord, LedgerAccount } from '#engine/model/record.ts';

/** The realised result of each bot so far, including bookings of open cycles. */
export type RealizedByBot = Map<string, Cash>;

/** Adds the ledger bookings of a minute or command to the bots whose cycles they belong to. */
export function addRealized(realized: RealizedByBot, records: readonly AccountRecord[]): void {
  for (const record of records) {
    if (record.type !== 'ledger') continue;
    for (const { account, amount } of record.postings) {
      const botId = botOf(account);
      if (botId !== null) realized.set(botId, subtract(realized.get(botId) ?? ZERO_CASH, amount));
    }
  }
}

/** A cycle's id is `<bot>-<symbol>-<direction>-<number>`; only the bot's part may itself contain hyphens. */
function botOf(account: LedgerAccount): string | null {
  const colon = account.indexOf(':');
  if (colon < 0) return null;
  return account
    .slice(colon + 1)
    .split('-')
    .slice(0, -3)
    .join('-');
}
