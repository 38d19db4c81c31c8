import { applyStrategy } from '#contract/strategy.ts';
import type { UserCommand } from '#ports/runtime.ts';
import type { BotRow } from '#storage/bots.ts';
import { findStrategy } from '#storage/strategies.ts';
import { commandedBot, presentOwnBot } from '../bots/commanded-bot.ts';
import { confirmLive } from '../bots/kind-check.ts';
import { orderEffectOf, previewed } from '../bots/order-effect.ts';
import type { Context } from '../http/context.ts';
import { ProblemError } from '../http/problem.ts';
import { type Route, route } from '../http/route.ts';

type ApplyContext = Context<typeof applyStrategy>;

/** Applies a version of its strategy to a bot, or only previews the effect. */
export function applyRoute(): Route {
  return route(applyStrategy, async (context) => {
    const { body, services } = context;
    const { row, runNo } = await commandedBot(context, body.strategyExecutorId);
    const { strategyVersion: paramsVersion, when } = body;
    const params = await versionOf(context, row);
    const { botId, portfolioId, ownerId } = row;
    const command: UserCommand = { type: 'apply-params', botId, params, paramsVersion, when };
    if (!body.preview) confirmLive(row.kind, context);
    const done = body.preview
      ? null
      : await context.command(portfolioId, command, { runNo, strategyVersion: paramsVersion });
    const outcome = done ?? (await previewed(services, { ownerId, portfolioId, command, runNo }));
    const effect = orderEffectOf(outcome, services.runtime.instruments);
    return { isApplied: !body.preview, effect, bot: await presentOwnBot(context, botId) };
  });
}

async function versionOf({ body, caller, read }: ApplyContext, { strategyId }: BotRow) {
  const found = strategyId === null ? undefined : await read((tx) => findStrategy(tx, caller.userId, strategyId));
  const version = found?.versions.find((each) => each.version === body.strategyVersion);
  if (version === undefined) throw new ProblemError('STRATEGY_NOT_FOUND');
  return version.params;
}
