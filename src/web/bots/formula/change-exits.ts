import { getBotByNameAndPortfolio, setCondition } from '#contract/bot.ts';
import { api } from '#web/api/api.ts';
import type { Bot } from '#web/api/trading-queries.ts';
import { type Exits, trimmedExits } from './planned-edit.ts';

interface ExitsChange {
  readonly from: Exits;
  readonly to: Exits;
}

/** Sends the new percentages of a bot, unless it no longer has those that the change was calculated from. */
export async function changeExits(bot: Bot, { from, to }: ExitsChange): Promise<'done' | 'outdated'> {
  const { kind, name, portfolioId, strategyExecutorId } = bot;
  const now = await api(getBotByNameAndPortfolio, { query: { name, portfolioId } });
  const has = trimmedExits(now);
  const isSame = has.takeProfitPercent === from.takeProfitPercent && has.stopLossPercent === from.stopLossPercent;
  if (now.botId !== bot.botId || !isSame) return 'outdated';
  await api(setCondition, { params: { kind }, body: { strategyExecutorId, ...to } });
  return 'done';
}
