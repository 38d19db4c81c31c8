import { cashFrom } from '#base/decimal.ts';
import { type Instant, instantOf, MINUTE_MS } from '#base/time.ts';
import type { AccountInSimulation, AccountSnapshot, Market, MarketMinute } from '#engine/model/account.ts';
import type { AtomState } from '#engine/model/atom.ts';
import type { BotCommand } from '#engine/model/bot.ts';
import type { Cycle } from '#engine/model/cycle.ts';
import { type LadderParams, type LadderParamsInput, ladderParams } from '#engine/model/ladder-params.ts';
import type { OrderRole } from '#engine/model/order.ts';
import type { AccountRecord } from '#engine/model/record.ts';
import { simulateAccount } from '#engine/simulation/simulate-account.ts';
import { type CandlePrices, DOGE, ETH, marketOf, minutesOf, START } from './market.ts';
import { type CreateCommand, startedAccount } from './stored-bots.ts';

export const EMPTY: AccountSnapshot = { wallet: cashFrom('10000'), limit: null, minute: null, bots: [] };

/** A price that does not move for a minute. */
export const flat = (price: number): CandlePrices => [price, price, price, price];

/** The timestamp of a command given after `count` minutes: the close of the last one. */
export const afterMinutes = (count: number): Instant => instantOf(START + count * MINUTE_MS - 1);

/** An account that received these commands before its first minute and then ran through the candles of ETHUSDT. */
export function accountAfter(
  commands: readonly BotCommand[],
  candles: readonly CandlePrices[],
  market: Market = marketOf([ETH, DOGE]),
): AccountInSimulation {
  const account = simulateAccount(EMPTY, market);
  for (const command of commands) {
    const outcome = account.command(command, afterMinutes(0));
    if (!outcome.ok) throw new Error(`the account refuses ${command.type}: ${JSON.stringify(outcome.reasons)}`);
  }
  runMinutes(account, minutesOf({ ETHUSDT: candles }));
  return account;
}

/** The same for one stored bot. It is not created, so its ladder need not be valid. */
export function storedAfter(
  { bot }: CreateCommand,
  candles: readonly CandlePrices[],
  market: Market = marketOf([ETH, DOGE]),
): AccountInSimulation {
  const account = startedAccount(EMPTY, market, { bots: [bot], at: afterMinutes(0) });
  runMinutes(account, minutesOf({ ETHUSDT: candles }));
  return account;
}

export function runMinutes(account: AccountInSimulation, minutes: readonly MarketMinute[]): AccountRecord[] {
  return minutes.flatMap((minute) => [...account.advance(minute)]);
}

/** The minutes of these candles, which follow `past` earlier minutes. */
export function laterMinutes(past: number, candles: readonly CandlePrices[]): readonly MarketMinute[] {
  return minutesOf({ ETHUSDT: [...Array.from({ length: past }, () => flat(1)), ...candles] }).slice(past);
}

export function paramsOf(input: LadderParamsInput): LadderParams {
  return ladderParams.parse(input);
}

export function firstAtom(account: AccountInSimulation, botId = 'bot'): AtomState | undefined {
  return account.bot(botId)?.bot.atoms[0];
}

export function openCycleOf(account: AccountInSimulation, botId = 'bot'): Cycle | null {
  return firstAtom(account, botId)?.cycle ?? null;
}

export function rolesOf(account: AccountInSimulation, botId = 'bot'): OrderRole[] {
  return (openCycleOf(account, botId)?.orders ?? []).map(({ role }) => role);
}
