import { useQueryClient } from '@tanstack/react-query';
import PQueue from 'p-queue';
import { useState } from 'react';
import type { Bot } from '#web/api/trading-queries.ts';

/** Commands under way at a time: enough for speed, and a browser has six connections. */
const AT_ONCE = 4;

/** What became of one bot. */
export type BotOutcome =
  | { readonly state: 'waiting' }
  | { readonly state: 'done' }
  | { readonly state: 'refused'; readonly error: unknown };

/** Carries a command out on one bot after another; what one refuses does not keep it from the others. */
export function useSeveralRuns(run: (bot: Bot) => Promise<unknown>) {
  const queries = useQueryClient();
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, BotOutcome>>(new Map());
  const tell = (botId: string, outcome: BotOutcome) => setOutcomes((before) => new Map(before).set(botId, outcome));
  const start = async (bots: readonly Bot[]) => {
    for (const bot of bots) tell(bot.botId, { state: 'waiting' });
    const queue = new PQueue({ concurrency: AT_ONCE });
    await queue.addAll(
      bots.map((bot) => async () => {
        const outcome = await run(bot).then(
          (): BotOutcome => ({ state: 'done' }),
          (error: unknown): BotOutcome => ({ state: 'refused', error }),
        );
        tell(bot.botId, outcome);
      }),
    );
    for (const topic of ['bots', 'cycles', 'portfolios']) void queries.invalidateQueries({ queryKey: [topic] });
  };
  return { outcomes, start: (bots: readonly Bot[]) => void start(bots) };
}
