import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useSearchText } from '#web/ui/table/search-text.ts';
import { type RuleColumns, type RuleScreening, ruleScreeningQuery } from './rule-queries.ts';

export const DAYS = [7, 30, 90] as const;

/** The rule that the address names, as far as it is judged. */
export interface ShownRule {
  /** Empty: none is chosen. */
  readonly strategyId: string;
  readonly days: number;
  readonly screening: RuleScreening | undefined;
  readonly error: unknown;
  readonly retry: () => void;
  readonly judged: RuleColumns | null;
}

/** Judges the strategy that the address names. */
export function useRule(): ShownRule {
  const [strategyId] = useSearchText('rule');
  const [daysText] = useSearchText('days');
  const days = DAYS.find((one) => String(one) === daysText) ?? 90;
  const { data, error, refetch } = useQuery(ruleScreeningQuery(strategyId, days));
  // While a newer bar is judged the rows of the last one stay.
  const last = useRef<RuleColumns | null>(null);
  const known = last.current?.strategyId === strategyId && last.current.days === days ? last.current.closedAt : null;
  const judged = strategyId === '' ? null : { strategyId, days, closedAt: data?.items ? data.closedAt : known };
  last.current = judged;
  return { strategyId, days, screening: data, error, retry: () => void refetch(), judged };
}
