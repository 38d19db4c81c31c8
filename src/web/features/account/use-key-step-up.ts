import { useQueryClient } from '@tanstack/react-query';
import type { ExchangeKey } from '#web/api/exchange-key-query.ts';
import { useStepUp } from '#web/bots/confirm/use-step-up.tsx';
import { keepKey } from './key-queries.ts';

/** An action on the key, which requires a fresh sign-in. */
export function useKeyStepUp(act: () => Promise<ExchangeKey>) {
  const queries = useQueryClient();
  return useStepUp({ act, onSuccess: (key) => keepKey(queries, key) });
}
