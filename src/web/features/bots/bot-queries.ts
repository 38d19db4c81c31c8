import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deleteBot, finishBot, restartBot, setCondition, setIsEnterEnabled, stopBot } from '#contract/bot.ts';
import type { SentBody } from '#contract/call.ts';
import { api } from '#web/api/api.ts';
import { PAPER_LADDER } from '#web/api/trading-queries.ts';

const params = { kind: PAPER_LADDER } as const;

function useBotCommand<Input, Output>(run: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSettled: () =>
      Promise.all(['bots', 'cycles', 'portfolios'].map((topic) => queries.invalidateQueries({ queryKey: [topic] }))),
  });
}

export const useFinishBot = () =>
  useBotCommand((strategyExecutorId: string) => api(finishBot, { params, body: { strategyExecutorId } }));

export const useStopBot = () => useBotCommand((body: SentBody<typeof stopBot>) => api(stopBot, { params, body }));

export const useRestartBot = () =>
  useBotCommand((strategyExecutorId: string) => api(restartBot, { params, body: { strategyExecutorId } }));

export const useDeleteBot = () => useBotCommand((id: string) => api(deleteBot, { params: { kind: PAPER_LADDER, id } }));

export const useSetEntries = () =>
  useBotCommand((body: SentBody<typeof setIsEnterEnabled>) => api(setIsEnterEnabled, { params, body }));

export const useSetCondition = () =>
  useBotCommand((body: SentBody<typeof setCondition>) => api(setCondition, { params, body }));
