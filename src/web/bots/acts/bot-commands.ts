import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deleteBot, finishBot, restartBot, setCondition, setIsEnterEnabled, stopBot } from '#contract/bot.ts';
import type { SentBody } from '#contract/call.ts';
import type { BotKind } from '#engine/model/bot.ts';
import { api } from '#web/api/api.ts';
import { confirmed } from '#web/api/exchange/confirmed.ts';
import { useKind } from '#web/kinds/use-kind.ts';
import { useIsLive } from '../confirm/use-is-live.ts';
import { useStepUp } from '../confirm/use-step-up.tsx';

/** A command to a bot of the page's kind. */
function useBotCommand<Input, Output>(run: (input: Input, kind: BotKind) => Promise<Output>) {
  const onSettled = useRefresh();
  const kind = useKind();
  return useMutation({ mutationFn: (input: Input) => run(input, kind), onSettled });
}

/** Reads again what a command can change. */
function useRefresh() {
  const queries = useQueryClient();
  return () =>
    Promise.all(['bots', 'cycles', 'portfolios'].map((topic) => queries.invalidateQueries({ queryKey: [topic] })));
}

export const useFinishBot = () =>
  useBotCommand((strategyExecutorId: string, kind) =>
    api(finishBot, { params: { kind }, body: { strategyExecutorId } }),
  );

export const useStopBot = () =>
  useBotCommand((body: SentBody<typeof stopBot>, kind) => api(stopBot, { params: { kind }, body }));

/** Restarting a live bot needs a confirmation and a recent sign-in. */
export function useRestartBot(strategyExecutorId: string) {
  const onSettled = useRefresh();
  const kind = useKind();
  return useStepUp({
    act: () =>
      confirmed((confirmation) => api(restartBot, { params: { kind }, body: { strategyExecutorId, ...confirmation } })),
    onSettled,
    asks: useIsLive() ? 'when-old' : 'when-refused',
  });
}

export const useDeleteBot = () => useBotCommand((id: string, kind) => api(deleteBot, { params: { kind, id } }));

export const useSetEntries = () =>
  useBotCommand((body: SentBody<typeof setIsEnterEnabled>, kind) => api(setIsEnterEnabled, { params: { kind }, body }));

export const useSetCondition = () =>
  useBotCommand((body: SentBody<typeof setCondition>, kind) => api(setCondition, { params: { kind }, body }));
