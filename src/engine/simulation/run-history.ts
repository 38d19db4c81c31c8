import type { AccountInSimulation } from '../model/account.ts';
import type { MarketHistory } from '../model/history.ts';
import type { AccountRecord } from '../model/record.ts';
import { storedMinutes } from '../scan/market-minutes.ts';

/** The part of the history that an account runs through, and who receives its records. */
export interface Passage {
  /** Minute indexes: from the minute after the account's last one up to but not including `to`. */
  readonly from: number;
  readonly to: number;
  /** Receives the records of a minute, in the order of the minutes; not called for a minute without records. */
  tell(records: readonly AccountRecord[]): void;
  readonly watch?: Watch;
}

/** Observes the account at chosen minutes, such as the close of every day. */
export interface Watch {
  /** Minute indexes, ascending; those outside the passage are ignored. */
  readonly minutes: readonly number[];
  /** Called when the account is in its state after the close of the minute, marks included. */
  look(minute: number): void;
}

/**
 * Runs an account through stored minutes. The records and the final account are those of calling `advance` for every
 * minute, but minutes in which nothing can happen are skipped.
 *
 * @returns how many minutes were visited
 */
export function runHistory(account: AccountInSimulation, history: MarketHistory, passage: Passage): number {
  const { from, to, watch } = passage;
  const watched = (watch?.minutes ?? []).filter((minute) => minute >= from && minute < to);
  const minuteAt = storedMinutes(history);
  let [next, visited, stopIndex] = [from, 0, 0];
  while (next < to) {
    const records = account.advance(minuteAt(next));
    if (records.length > 0) passage.tell(records);
    visited += 1;
    next += 1;
    // Skips quiet minutes up to the next busy one, and stops after every watched minute.
    for (;;) {
      const stop = (watched[stopIndex] ?? to - 1) + 1;
      if (next < stop) next = account.skip(history, { from: next, to: stop });
      if (next < stop || stopIndex === watched.length) break;
      watch?.look(stop - 1);
      stopIndex += 1;
    }
  }
  return visited;
}
