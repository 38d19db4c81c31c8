import { deleteBot, finishBot, restartBot, setCondition, setIsEnterEnabled, stopBot } from '#contract/bot.ts';
import { api } from '#web/api/api.ts';
import { directionOf } from '#web/api/bot-direction.ts';
import type { Bot } from '#web/api/trading-queries.ts';
import type { BotAct } from '#web/kinds/kind-view.ts';
import type { StopMode } from '../acts/stop-effect.ts';

/** An exit of several bots: as it is, or a percent for all of them; '' switches it off. */
export type ExitChoice = { readonly isKept: true } | { readonly isKept: false; readonly percent: string };

/** A direction's switch of several bots. */
export type SwitchChoice = 'keep' | 'on' | 'off';

/** What is chosen for all bots of an act; each act reads its own part. */
export interface ActChoice {
  readonly position: StopMode;
  readonly takeProfit: ExitChoice;
  readonly stopLoss: ExitChoice;
  readonly long: SwitchChoice;
  readonly short: SwitchChoice;
}

/** A copy is made of one bot only. */
export type SeveralAct = Exclude<BotAct, 'clone' | 'deal'>;

type Run = (bot: Bot, choice: ActChoice) => Promise<unknown>;

const runOf = (bot: Bot) => ({
  params: { kind: bot.kind },
  body: { strategyExecutorId: bot.strategyExecutorId },
});

/** The command of every act, to the kind of the bot it is given. */
export const actRuns: Readonly<Record<SeveralAct, Run>> = {
  finish: (bot) => api(finishBot, runOf(bot)),
  restart: (bot) => api(restartBot, runOf(bot)),
  delete: ({ kind, botId }) => api(deleteBot, { params: { kind, id: botId } }),
  stop(bot, { position }) {
    const { params, body } = runOf(bot);
    return api(stopBot, { params, body: { ...body, position } });
  },
  entries(bot, { long, short }) {
    const { params, body } = runOf(bot);
    const direction = directionOf(bot);
    const isEnterBuyEnabled = direction === 'sell' ? false : switched(long, bot.isEnterBuyEnabled);
    const isEnterSellEnabled = direction === 'buy' ? false : switched(short, bot.isEnterSellEnabled);
    return api(setIsEnterEnabled, { params, body: { ...body, isEnterBuyEnabled, isEnterSellEnabled } });
  },
  conditions(bot, { takeProfit, stopLoss }) {
    const { params, body } = runOf(bot);
    return api(setCondition, {
      params,
      body: {
        ...body,
        takeProfitPercent: chosen(takeProfit, bot.takeProfitPercent),
        stopLossPercent: chosen(stopLoss, bot.stopLossPercent),
      },
    });
  },
};

const switched = (choice: SwitchChoice, now: boolean): boolean => (choice === 'keep' ? now : choice === 'on');

function chosen(choice: ExitChoice, now: string | null): string | null {
  if (choice.isKept) return now;
  return choice.percent === '' ? null : choice.percent;
}
