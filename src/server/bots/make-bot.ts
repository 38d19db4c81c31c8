import type { createBot } from '#contract/bot.ts';
import { familyOf } from '#engine/bots/families.ts';
import { newEngineBot } from '#engine/bots/new-bot.ts';
import { type BotExecution, kindEntry } from '#engine/bots/registry.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import type { NamedStrategy } from '#ports/runtime.ts';
import type { PortfolioRow } from '#storage/portfolios.ts';
import type { Context } from '../http/context.ts';
import { invalidField, ProblemError } from '../http/problem.ts';
import { type ChosenParams, chosenParams } from '../strategies/chosen-params.ts';
import { refuseUnknownSymbols } from '../strategies/params-check.ts';
import { presentOwnBot } from './commanded-bot.ts';
import { confirmLive, refuseUnavailable } from './kind-check.ts';
import { ownPortfolio } from './own-bot.ts';
import type { BotReply } from './present-bot.ts';

type CreateContext = Context<typeof createBot>;

/** Parameters of a new bot and the version that they are. */
export interface BotPlan extends ChosenParams {
  /** The strategy that gets this version with the bot. */
  readonly addsVersionTo?: NamedStrategy;
}

/**
 * Creates a bot with its first run; `autostart` starts it. Only what cannot change is checked here; the engine judges name,
 * wallet, limit and prices.
 * @param choose - what it runs; by default what the body names
 */
export async function makeBot(
  context: CreateContext,
  choose: () => Promise<BotPlan> = () => chosenParams(context),
): Promise<BotReply> {
  const { body, caller, params, services } = context;
  refuseUnavailable(params.kind);
  const botId = context.newId();
  if (!context.isRepeat) {
    const portfolio = await context.read((tx) => ownPortfolio(tx, caller.userId, body.portfolioId));
    refuseMismatch(portfolio, context);
    refuseRepeatedSymbols(body.symbols);
    refuseUnknownSymbols(services.runtime, body.symbols);
    const plan = await choose();
    refuseForeignSwitch(context, plan.params);
    const bot = newEngineBot({
      botId,
      kind: params.kind,
      symbols: body.symbols,
      params: plan.params,
      paramsVersion: plan.strategyVersion ?? 1,
      isEnterBuyEnabled: body.isEnterBuyEnabled,
      isEnterSellEnabled: body.isEnterSellEnabled,
      stopLossPercent: body.stopLossPercent,
      takeProfitPercent: body.takeProfitPercent,
    });
    const { strategyId, strategyVersion } = plan;
    const execution = executionOf(portfolio, body);
    const row = { name: body.name, comment: body.comment, strategyId, strategyVersion, execution };
    const command = { type: 'create', bot, autostart: body.autostart } as const;
    const added =
      plan.addsVersionTo && strategyVersion !== null ? { addsVersionTo: plan.addsVersionTo, strategyVersion } : {};
    confirmLive(params.kind, context);
    await context.command(portfolio.portfolioId, command, { row, ...added });
  }
  return presentOwnBot(context, botId);
}

function refuseMismatch(portfolio: PortfolioRow, { body, params }: CreateContext): void {
  if (portfolio.kind !== params.kind) throw new ProblemError('KIND_MISMATCH');
  const execution = executionOf(portfolio, body);
  const { executions } = kindEntry(params.kind);
  const isPossible = executions.includes(execution) && (portfolio.execution ?? execution) === execution;
  if (!isPossible) throw new ProblemError('EXECUTION_MISMATCH');
}

/** The first bot of a portfolio fixes how it trades. */
function executionOf({ kind, execution }: PortfolioRow, body: CreateContext['body']): BotExecution {
  return body.execution ?? execution ?? kindEntry(kind).executions[0];
}

function refuseRepeatedSymbols(symbols: readonly string[]): void {
  const repeated = symbols.findIndex((symbol, index) => symbols.indexOf(symbol) !== index);
  if (repeated >= 0) throw invalidField(['symbols', repeated], 'is named twice');
}

function refuseForeignSwitch({ body, params: { kind } }: CreateContext, params: BotParams): void {
  const directions = familyOf(kind).directionsOf(params);
  const foreign = [
    body.isEnterBuyEnabled === true && !directions.includes('buy') ? 'isEnterBuyEnabled' : null,
    body.isEnterSellEnabled === true && !directions.includes('sell') ? 'isEnterSellEnabled' : null,
  ].find((field) => field !== null);
  if (foreign === undefined) return;
  throw new ProblemError('DIRECTION_NOT_IN_PARAMS', [
    { code: 'DIRECTION_NOT_IN_PARAMS', detail: 'is on for a direction the parameters lack', path: [foreign] },
  ]);
}
