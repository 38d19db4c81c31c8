import { useQueryClient } from '@tanstack/react-query';
import PQueue from 'p-queue';
import { useState } from 'react';

/** Commands under way at a time: enough for speed, and a browser has six connections. */
const AT_ONCE = 4;

/** What a command is about: a bot, or what becomes one. */
export interface RunTarget {
  readonly id: string;
  readonly name: string;
}

/** What became of one of them. */
export type RunOutcome =
  | { readonly state: 'waiting' }
  | { readonly state: 'done' }
  | { readonly state: 'refused'; readonly error: unknown };

/** Carries a command out on one after another; what one refuses does not keep it from the others. */
export function useSeveralRuns<Target extends RunTarget>(run: (target: Target) => Promise<unknown>) {
  const queries = useQueryClient();
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, RunOutcome>>(new Map());
  const tell = (id: string, outcome: RunOutcome) => setOutcomes((before) => new Map(before).set(id, outcome));
  const start = async (targets: readonly Target[]) => {
    for (const { id } of targets) tell(id, { state: 'waiting' });
    const queue = new PQueue({ concurrency: AT_ONCE });
    await queue.addAll(
      targets.map((target) => async () => {
        const outcome = await run(target).then(
          (): RunOutcome => ({ state: 'done' }),
          (error: unknown): RunOutcome => ({ state: 'refused', error }),
        );
        tell(target.id, outcome);
      }),
    );
    for (const topic of ['bots', 'cycles', 'portfolios', 'strategies', 'screener'])
      void queries.invalidateQueries({ queryKey: [topic] });
  };
  return { outcomes, start: (targets: readonly Target[]) => void start(targets) };
}
