import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { OrderEffect } from '#contract/bots/order-effect.ts';
import { previewCondition } from '#contract/bots/preview-condition.ts';
import type { SentBody } from '#contract/call.ts';
import { api } from '#web/api/api.ts';
import type { Bot } from '#web/api/trading-queries.ts';

/** Shorter pauses while typing are not computed. */
const TYPING_MS = 250;

interface ExitEffect {
  /** The orders of other values lie behind it while these are computed; null: none is known. */
  readonly effect: OrderEffect | null;
  readonly isComputing: boolean;
  readonly error: Error | null;
}

/** What other exits would do to the orders of a bot, computed by the engine while they are entered. */
export function useExitEffect(bot: Bot, exits: SentBody<typeof previewCondition>, isChanged: boolean): ExitEffect {
  const entered = JSON.stringify(exits);
  const [settled] = useDebouncedValue(entered, TYPING_MS);
  const isWanted = isChanged && bot.atoms.some(({ currentCycleId }) => currentCycleId !== null);
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['bots', 'exit-effect', bot.kind, settled],
    queryFn: ({ signal }) => api(previewCondition, { params: { kind: bot.kind }, body: JSON.parse(settled), signal }),
    placeholderData: keepPreviousData,
    retry: false,
    enabled: isWanted && settled === entered,
  });
  if (!isWanted) return { effect: null, isComputing: false, error: null };
  if (settled === entered && error !== null) return { effect: null, isComputing: false, error };
  const isCurrent = settled === entered && data !== undefined && !isPlaceholderData;
  return { effect: data ?? null, isComputing: !isCurrent, error: null };
}
