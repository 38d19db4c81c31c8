import { assert } from '#base/assert.ts';
import { divide, type Ticks, ticks } from '#base/exact.ts';
import type { ClosedMinute } from '../../model/account.ts';
import type { MarkMinute } from '../../model/candle.ts';
import { sizeRatio } from '../../model/instrument.ts';
import type { RunningAccount } from '../running-account.ts';
import type { RunningAtom } from '../running-bot.ts';
import { forgetTriggers } from './sums.ts';

/** The mark over a minute: the exchange's, or else the candle. Null when the symbol is frozen in that minute. */
export function markMinuteIn(minute: ClosedMinute, symbol: string): MarkMinute | null {
  const candle = minute.candle(symbol);
  return candle === null ? null : (minute.mark(symbol) ?? candle);
}

/** The last mark of a symbol; undefined before its first one, and while no bot trades it. */
export function markIn(account: RunningAccount, symbol: string): Ticks | undefined {
  readMarks(account);
  return account.marks.get(symbol);
}

/** The last mark of the atom's symbol in the ticks that the atom counts in, rounded half up where they are off the grid. */
export function markFor(account: RunningAccount, { key: { symbol }, instrument, isOffGrid }: RunningAtom) {
  const mark = markIn(account, symbol);
  if (mark === undefined || !isOffGrid) return mark;
  const present = account.setting.instruments.get(symbol);
  assert(present !== undefined, `the instrument ${symbol} is known`);
  const [numerator, denominator] = sizeRatio(present.tick, instrument.tick);
  return ticks(divide(BigInt(mark) * numerator, denominator, 'half-up'));
}

/** Values positions at the closing marks of a minute. A symbol without a candle keeps its last mark. */
export function markAll(account: RunningAccount, minute: ClosedMinute): void {
  for (const { atoms } of account.botList) {
    for (const { key } of atoms) {
      const mark = markMinuteIn(minute, key.symbol);
      if (mark !== null) account.marks.set(key.symbol, ticks(mark.close));
    }
  }
  forgetTriggers(account.sums);
}

/** Reads the last closes of skipped minutes. They are rarely needed, so they are not read before. */
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
