import { queryOptions } from '@tanstack/react-query';
import { getCycles } from '#contract/cycle.ts';
import { getStrategies } from '#contract/strategy.ts';
import type { BotKind } from '#engine/model/bot.ts';
import { api } from '#web/api/api.ts';

/** Cycles of one number a portfolio that the palette offers. */
const CYCLES = '6';

/** The saved strategies of a kind, for their names. */
export const strategyNamesQuery = (kind: BotKind) =>
  queryOptions({
    queryKey: ['strategies', 'names', kind],
    queryFn: ({ signal }) => api(getStrategies, { params: { kind }, signal }),
  });

/** The cycles of a portfolio that carry this number. */
export const numberedCyclesQuery = (kind: BotKind, portfolioId: string, seq: string) =>
  queryOptions({
    queryKey: ['cycles', 'numbered', kind, portfolioId, seq],
    queryFn: ({ signal }) => api(getCycles, { params: { kind }, query: { portfolioId, seq, limit: CYCLES }, signal }),
  });
