import { at } from '#base/assert.ts';
import { moveBots, setConditions } from '#contract/bots/several.ts';
import type { Reply } from '#contract/call.ts';
import type { Tx } from '#storage/database/database.ts';
import type { PortfolioRow } from '#storage/portfolios.ts';
import type { Context } from '../../http/context.ts';
import { invalidField, ProblemError } from '../../http/problem.ts';
import { type Route, route, shrinkingRoute } from '../../http/route.ts';
import { refuseLive } from '../kind-check.ts';
import { ownBot, ownPortfolio, ownRun } from '../own-bot.ts';
import { agreed, refuseRepeated } from './agreed.ts';
import { applyVersionsRoute } from './apply-versions.ts';

/** Changes of several bots at once, which the engine carries out in one transaction or not at all. */
export function severalRoutes(): Route[] {
  return [shrinkingRoute(setConditions, changeAll), applyVersionsRoute(), route(moveBots, moveAll)];
}

async function changeAll(context: Context<typeof setConditions>): Promise<Reply<typeof setConditions>> {
  refuseLive(context.params.kind);
  const { caller, body, services, address, answer, isRepeat } = context;
  const found = await context.read((tx) => runsOf(tx, context));
  const botIds = found.map(({ botId }) => botId);
  refuseRepeated(botIds, 'changes');
  if (isRepeat) return { changed: true, items: botIds.map((botId) => ({ botId, changed: true })) };
  const changes = body.changes.map(({ from, to }, place) => {
    const { botId, portfolioId, runNo } = at(found, place);
    const command = { type: 'set-conditions', botId, isConfirmed: false, ...to } as const;
    return { portfolioId, runNo, seen: from, command };
  });
  const outcome = await services.runtime.setConditions({ ownerId: caller.userId, address, ...answer, changes });
  const items = agreed(outcome, { list: 'changes', count: botIds.length }).map(({ changed }, place) => ({
    botId: at(botIds, place),
    changed,
  }));
  return { changed: items.some(({ changed }) => changed), items };
}

async function runsOf(tx: Tx, { caller, params, body }: Context<typeof setConditions>) {
  const found: { readonly botId: string; readonly portfolioId: string; readonly runNo: number }[] = [];
  for (const { strategyExecutorId } of body.changes) {
    const { run, bot } = await ownRun(tx, caller.userId, { ...params, strategyExecutorId });
    found.push({ botId: bot.botId, portfolioId: bot.portfolioId, runNo: run.runNo });
  }
  return found;
}

async function moveAll(context: Context<typeof moveBots>): Promise<Reply<typeof moveBots>> {
  refuseLive(context.params.kind);
  const { caller, body, services, address, answer, isRepeat } = context;
  const moves = body.moves.map(({ botId, fromPortfolioId: from, toPortfolioId: to }) => ({ botId, from, to }));
  const botIds = moves.map(({ botId }) => botId);
  refuseRepeated(botIds, 'moves');
  const idle = moves.findIndex(({ from, to }) => from === to);
  if (idle >= 0) throw invalidField(['moves', idle, 'toPortfolioId'], 'must be another portfolio');
  await context.read((tx) => refuseForeign(tx, context));
  if (!isRepeat) {
    const outcome = await services.runtime.moveBots({ ownerId: caller.userId, address, ...answer, moves });
    agreed(outcome, { list: 'moves', count: moves.length });
  }
  return { changed: true, items: botIds.map((botId) => ({ botId, changed: true })) };
}

/** What cannot change meanwhile: whose the bots and portfolios are, and what the portfolios hold. */
async function refuseForeign(tx: Tx, { caller: { userId }, params, body }: Context<typeof moveBots>): Promise<void> {
  for (const { botId } of body.moves) await ownBot(tx, userId, { ...params, botId });
  const ids = body.moves.flatMap(({ fromPortfolioId, toPortfolioId }) => [fromPortfolioId, toPortfolioId]);
  const portfolios = new Map<string, PortfolioRow>();
  for (const id of new Set(ids)) portfolios.set(id, await ownPortfolio(tx, userId, id));
  for (const { fromPortfolioId, toPortfolioId } of body.moves) {
    const [from, to] = [portfolios.get(fromPortfolioId), portfolios.get(toPortfolioId)];
    if (to?.kind !== params.kind) throw new ProblemError('KIND_MISMATCH');
    if (to.execution !== null && to.execution !== from?.execution) throw new ProblemError('EXECUTION_MISMATCH');
  }
}
