import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deleteBot, finishBot, restartBot, setCondition, setIsEnterEnabled, stopBot } from '#contract/bot.ts';
import type { SentBody } from '#contract/call.ts';
import type { BotKind } from '#engine/model/bot.ts';
import { api } from '#web/api/api.ts';
import { useKind } from '#web/kinds/use-kind.ts';

/** A command to a bot of the page's kind. */
function useBotCommand<Input, Output>(run: (input: Input, kind: BotKind) => Promise<Output>) {
  const queries = useQueryClient();
  const kind = useKind();
  return useMutation({
    mutationFn: (input: Input) => run(input, kind),
    onSettled: () =>
      Promise.all(['bots', 'cycles', 'portfolios'].map((topic) => queries.invalidateQueries({ queryKey: [topic] }))),
  });
}

export const useFinishBot = () =>
  useBotCommand((strategyExecutorId: string, kind) =>
    api(finishBot, { params: { kind }, body: { strategyExecutorId } }),
  );

export const useStopBot = () =>
  useBotCommand((body: SentBody<typeof stopBot>, kind) => api(stopBot, { params: { kind }, body }));

export const useRestartBot = () =>
  useBotCommand((strategyExecutorId: string, kind) =>
    api(restartBot, { params: { kind }, body: { strategyExecutorId } }),
  );

export const useDeleteBot = () => useBotCommand((id: string, kind) => api(deleteBot, { params: { kind, id } }));

export const useSetEntries = () =>
  useBotCommand((body: SentBody<typeof setIsEnterEnabled>, kind) => api(setIsEnterEnabled, { params: { kind }, body }));

export const useSetCondition = () =>
  useBotCommand((body: SentBody<typeof setCondition>, kind) => api(setCondition, { params: { kind }, body }));
