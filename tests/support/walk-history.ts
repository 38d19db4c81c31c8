import { type Instant, instantOf, MINUTE_MS } from '#base/time.ts';
import type { AccountInSimulation, AccountSnapshot, Market, MarketMinute } from '#engine/model/account.ts';
import type { MarketHistory } from '#engine/model/history.ts';
import type { AccountRecord } from '#engine/model/record.ts';
import { marketMinute } from '#engine/scan/market-minutes.ts';
import { runHistory } from '#engine/simulation/run-history.ts';
import { simulateAccount } from '#engine/simulation/simulate-account.ts';
import type { RandomWeek } from './random-week.ts';

/** The outcome of a run: all records of the account, its snapshot, and its views. */
export interface Lived {
  readonly records: readonly AccountRecord[];
  readonly snapshot: AccountSnapshot;
  readonly views: readonly unknown[];
  /** How many minutes were visited. */
  readonly visited: number;
  /** How many minutes and commands gave records. */
  readonly busy: number;
}

/** Runs an account through [from, to) and reports its records. */
type Drive = (
  account: AccountInSimulation,
  history: MarketHistory,
  passage: { from: number; to: number; tell: (records: readonly AccountRecord[]) => void },
) => number;

/** Candle by candle. */
export const walk: Drive = (account, history, { from, to, tell }) => {
  for (let minute = from; minute < to; minute += 1) tell(account.advance(marketMinute(history, minute)));
  return to - from;
};

export const jump: Drive = runHistory;

/** Runs the week, with the commands between its stretches. */
export function live({ market, history, opened, commands, isReopened }: RandomWeek, drive: Drive): Lived {
  let account = simulateAccount(opened, market);
  const records: AccountRecord[] = [];
  const tell = (said: readonly AccountRecord[]): void => {
    for (const record of said) records.push(record);
    if (said.length > 0) busy += 1;
  };
  let [minute, visited, busy] = [0, 0, 0];
  for (const told of commands) {
    visited += drive(account, history, { from: minute, to: told.minute, tell });
    minute = told.minute;
    if (isReopened && minute > 0) account = reopened(account, market, marketMinute(history, minute - 1));
    const outcome = account.command(told.command, closeBefore(history, minute));
    if (outcome.ok) tell(outcome.value);
  }
  visited += drive(account, history, { from: minute, to: history.minutes, tell });
  const snapshot = account.snapshot();
  const views = snapshot.bots.flatMap(({ bot }) => account.views(bot.botId));
  return { records, snapshot, views, visited, busy };
}

/** The account reopened from its stored snapshot. */
function reopened(account: AccountInSimulation, market: Market, last: MarketMinute): AccountInSimulation {
  return simulateAccount(JSON.parse(JSON.stringify(account.snapshot())) as AccountSnapshot, market, last);
}

function closeBefore({ start }: MarketHistory, minute: number): Instant {
  return instantOf(start + minute * MINUTE_MS - 1);
}
