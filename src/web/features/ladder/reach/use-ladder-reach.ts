import { useQueries } from '@tanstack/react-query';
import type { Direction } from '#engine/model/order.ts';
import { ladderReachQuery, type ToldReach } from '#web/moves/price-move-queries.ts';
import { useSettled } from '#web/ui/use-settled.ts';
import type { LadderEditor } from '../form/ladder-editor.ts';
import { reachQuestion } from './reach-question.ts';

/** How far one side of the draft reaches. */
export interface SideReach {
  /** Of the draft before while another is asked for; null before the first answer, and where nothing can be asked. */
  readonly reach: ToldReach | null;
  readonly isStale: boolean;
  readonly error: unknown;
  readonly retry: () => void;
}

export type ReachOfSide = (direction: Direction) => SideReach | null;

/** Asks how far each side of the draft reaches, once it has not changed for a moment. */
export function useLadderReach({ draft, check, sides }: LadderEditor): ReachOfSide {
  const questions = sides.map((side) => reachQuestion(draft.symbol, check, side));
  const settled = useSettled(questions);
  const isBehind = JSON.stringify(settled) !== JSON.stringify(questions);
  const answers = useQueries({ queries: settled.map(ladderReachQuery) });
  return (direction) => {
    const place = settled.findIndex((question) => question?.direction === direction);
    const answer = answers[place];
    if (answer === undefined) return null;
    return {
      reach: answer.data ?? null,
      isStale: isBehind || answer.isPlaceholderData,
      error: answer.error,
      retry: () => void answer.refetch(),
    };
  };
}
