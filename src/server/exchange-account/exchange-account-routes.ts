import { cashFrom, rateFromPercent } from '#base/decimal.ts';
import type { Outcome } from '#base/errors.ts';
import {
  getExchangeAccount,
  haltExchangeAccount,
  releaseExchangeAccount,
  setExchangeCaps,
} from '#contract/account/exchange-account.ts';
import type { Call, Reply } from '#contract/call.ts';
import { isLiveKind } from '#engine/bots/registry.ts';
import type { AccountCaps } from '#engine/execution/account-caps.ts';
import { findBot } from '#storage/bots.ts';
import type { Context } from '../http/context.ts';
import { ProblemError, problemOfReasons } from '../http/problem.ts';
import { type Route, route, shrinkingRoute } from '../http/route.ts';
import { presentExchangeAccount } from './present-exchange-account.ts';

/** The exchange account of a user's live bots: what the engine has of it, its caps and its halts. */
export function exchangeAccountRoutes(): Route[] {
  return [
    route(getExchangeAccount, present),
    route(setExchangeCaps, changeCaps),
    shrinkingRoute(haltExchangeAccount, halt),
    route(releaseExchangeAccount, release),
  ];
}

type Answer = Reply<typeof getExchangeAccount>;

async function present({ caller, services }: Pick<Context<Call>, 'caller' | 'services'>): Promise<Answer> {
  const { runtime, settings } = services;
  const account = await runtime.exchangeAccount(caller.userId);
  return {
    account: account === null ? null : presentExchangeAccount(account, { runtime, environment: settings.environment }),
  };
}

async function changeCaps(context: Context<typeof setExchangeCaps>): Promise<Answer> {
  const { body, caller, services, address } = context;
  const caps: AccountCaps = {
    botNotional: cashFrom(body.botNotional),
    accountNotional: cashFrom(body.accountNotional),
    ordersPerMinute: body.ordersPerMinute,
    dailyLoss: cashFrom(body.dailyLoss),
    priceBand: rateFromPercent(body.priceBandPercent),
  };
  const account = await services.runtime.exchangeAccount(caller.userId);
  if (account === null || isRaised(account.caps, caps)) context.confirm();
  take(context, await services.runtime.setCaps({ ownerId: caller.userId, address, caps }));
  return present(context);
}

/** A cap that was not set let nothing open. */
function isRaised(before: AccountCaps, after: AccountCaps): boolean {
  return (Object.keys(after) as (keyof AccountCaps)[]).some((name) => (after[name] ?? 0) > (before[name] ?? 0));
}

async function halt(context: Context<typeof haltExchangeAccount>): Promise<Answer> {
  const { body, caller, services, address } = context;
  const botId = await haltedBot(context, body.botId ?? null);
  take(context, await services.runtime.setHalt({ ownerId: caller.userId, address, botId, reason: body.reason }));
  return present(context);
}

async function release(context: Context<typeof releaseExchangeAccount>): Promise<Answer> {
  const { body, caller, services, address } = context;
  const botId = await haltedBot(context, body.botId ?? null);
  context.confirm();
  take(context, await services.runtime.setHalt({ ownerId: caller.userId, address, botId, reason: null }));
  return present(context);
}

async function haltedBot({ caller, read }: Pick<Context<Call>, 'caller' | 'read'>, botId: string | null) {
  if (botId === null) return null;
  const bot = await read((tx) => findBot(tx, caller.userId, botId));
  if (bot === undefined || !isLiveKind(bot.kind)) throw new ProblemError('BOT_NOT_FOUND');
  return botId;
}

/** @throws ProblemError with the reasons of a refusal */
function take({ caller, services, tookEffect }: Context<Call>, outcome: Outcome<null>): void {
  if (!outcome.ok) throw problemOfReasons(outcome.reasons);
  tookEffect();
  services.touches.tell(caller.userId, 'bots');
}
