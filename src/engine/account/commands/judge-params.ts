import type { Reason } from '#base/errors.ts';
import { subtract } from '#base/exact.ts';
import { familyOf } from '../../bots/families.ts';
import { type ParamsRequest, paramsRefusals } from '../../bots/params-refusals.ts';
import type { BotCommand } from '../../model/bot.ts';
import type { RunningAccount } from '../running-account.ts';

type Command<T extends BotCommand['type']> = Extract<BotCommand, { type: T }>;

/**
 * Why a bot cannot run with the parameters of a command, checked by the rules of its kind at the prices that the command
 * carries. Empty when it can run, or when the command carries no parameters.
 *
 * @returns every reason with its figures, and the field of the request in `path`
 */
export function judgeParams(account: RunningAccount, command: BotCommand): readonly Reason[] {
  const request = requestOf(account, command);
  if (request === null || !('prices' in command)) return [];
  const lastPrice = (symbol: string) => command.prices[symbol] ?? null;
  return paramsRefusals({ instruments: account.setting.instruments, lastPrice }, request);
}

function requestOf(account: RunningAccount, command: BotCommand): ParamsRequest | null {
  if (command.type === 'create' || command.type === 'join') return newBot(account, command);
  return command.type === 'apply-params' || command.type === 'set-conditions' ? changedBot(account, command) : null;
}

/** A bot that is new to the account must also fit into the current wallet and limit. */
function newBot({ wallet, margin, limit, sums }: RunningAccount, { bot }: Command<'create' | 'join'>): ParamsRequest {
  const { kind, symbols, params, stopLossPercent, takeProfitPercent } = bot;
  const own = familyOf(kind).exitsOf(params);
  return {
    ...{ kind, symbols, params },
    ...(stopLossPercent === own.stopLossPercent ? {} : { stopLossPercent }),
    ...(takeProfitPercent === own.takeProfitPercent ? {} : { takeProfitPercent }),
    wallet: margin ?? wallet,
    limitLeft: limit === null ? null : subtract(limit, sums.committed),
  };
}

/** Null when there is nothing to check. Exits already in force were checked when set; the price may have moved since. */
function changedBot(
  account: RunningAccount,
  command: Command<'apply-params' | 'set-conditions'>,
): ParamsRequest | null {
  const bot = account.bots.get(command.botId)?.bot;
  if (bot === undefined || bot.state === 'DELETED') return null;
  const { kind, symbols } = bot;
  if (command.type === 'apply-params') return { kind, symbols, params: command.params };
  const { stopLossPercent, takeProfitPercent } = command;
  if (stopLossPercent === bot.stopLossPercent && takeProfitPercent === bot.takeProfitPercent) return null;
  return { kind, symbols, params: bot.params, stopLossPercent, takeProfitPercent };
}
