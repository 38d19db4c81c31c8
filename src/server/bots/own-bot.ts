import type { BotKind } from '#engine/model/bot.ts';
import { type BotRow, findBot, findRun, type RunRow } from '#storage/bots.ts';
import type { Tx } from '#storage/database/database.ts';
import { findPortfolio, type PortfolioRow } from '#storage/portfolios.ts';
import { ProblemError } from '../http/problem.ts';

/** The caller's bot of this kind, deleted ones too; 404 BOT_NOT_FOUND. */
export async function ownBot(
  tx: Tx,
  ownerId: string,
  wanted: { readonly kind: BotKind; readonly botId: string },
): Promise<BotRow> {
  const bot = await findBot(tx, ownerId, wanted.botId);
  if (bot === undefined || bot.kind !== wanted.kind) throw new ProblemError('BOT_NOT_FOUND');
  return bot;
}

/** The caller's run with its bot; 404 EXECUTOR_NOT_FOUND. */
export async function ownRun(
  tx: Tx,
  ownerId: string,
  wanted: { readonly kind: BotKind; readonly strategyExecutorId: string },
): Promise<{ run: RunRow; bot: BotRow }> {
  const run = await findRun(tx, ownerId, wanted.strategyExecutorId);
  const bot = run === undefined ? undefined : await findBot(tx, ownerId, run.botId);
  if (run === undefined || bot === undefined || bot.kind !== wanted.kind) throw new ProblemError('EXECUTOR_NOT_FOUND');
  return { run, bot };
}

/** The caller's portfolio; 404 PORTFOLIO_NOT_FOUND. */
export async function ownPortfolio(tx: Tx, ownerId: string, portfolioId: string): Promise<PortfolioRow> {
  const portfolio = await findPortfolio(tx, ownerId, portfolioId);
  if (portfolio === undefined) throw new ProblemError('PORTFOLIO_NOT_FOUND');
  return portfolio;
}

/** The caller's portfolio for bots of this kind; 404 PORTFOLIO_NOT_FOUND. */
export async function ownPortfolioOfKind(
  tx: Tx,
  ownerId: string,
  wanted: { readonly kind: BotKind; readonly portfolioId: string },
): Promise<PortfolioRow> {
  const portfolio = await ownPortfolio(tx, ownerId, wanted.portfolioId);
  if (portfolio.kind !== wanted.kind) throw new ProblemError('PORTFOLIO_NOT_FOUND');
  return portfolio;
}
