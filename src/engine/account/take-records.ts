import type { Instant } from '#base/time.ts';
import type { AccountRecord } from '../model/record.ts';
import type { RunningAccount } from './running-account.ts';
import { botOf } from './running-bot.ts';

const NOTHING: readonly AccountRecord[] = [];

/** Everything recorded since the last call, followed by the current state of every changed bot. */
export function takeRecords(account: RunningAccount, at: Instant): readonly AccountRecord[] {
  if (account.setting.hasSteps !== false) {
    for (const bot of account.botList) {
      if (!bot.isDirty) continue;
      bot.isDirty = false;
      account.records.push({ type: 'bot', bot: botOf(bot), at });
    }
  }
  const { records } = account;
  if (records.length === 0) return NOTHING;
  account.records = []; // The caller owns the list now.
  return records;
}
