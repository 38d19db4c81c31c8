import { type Ticks, ticks } from '#base/exact.ts';
import type { ClosedMinute } from '../../model/account.ts';
import type { RunningAccount } from '../running-account.ts';
import { forgetTriggers } from './sums.ts';

/** The last close of a symbol; undefined before its first one, and while no bot trades it. */
export function markIn(account: RunningAccount, symbol: string): Ticks | undefined {
  readMarks(account);
  return account.marks.get(symbol);
}

/** Values positions at the closes of a minute. A symbol without a candle keeps its mark. */
export function markAll(account: RunningAccount, minute: ClosedMinute): void {
  for (const { atoms } of account.botList) {
    for (const { key } of atoms) {
      const candle = minute.candle(key.symbol);
      if (candle !== null) account.marks.set(key.symbol, ticks(candle.close));
    }
  }
  forgetTriggers(account.sums);
}

/** Reads the last closes of minutes that were skipped. They are read only when they are needed, which is rare. */
export function readMarks(account: RunningAccount): void {
  const { unread } = account;
  if (unread === null) return;
  account.unread = null;
  for (const { atoms } of account.botList) {
    for (const { key } of atoms) {
      const close = unread(key.symbol);
      if (close !== null) account.marks.set(key.symbol, ticks(close));
    }
  }
}

/** Prepares the marks for a minute: its closes will overwrite the unread ones of every symbol that has a candle. */
export function passMarks(account: RunningAccount, minute: ClosedMinute): void {
  if (account.unread === null) return;
  if (!haveCandles(account, minute)) readMarks(account);
  account.unread = null;
}

function haveCandles({ botList }: RunningAccount, minute: ClosedMinute): boolean {
  for (const { atoms } of botList) for (const { key } of atoms) if (minute.candle(key.symbol) === null) return false;
  return true;
}
