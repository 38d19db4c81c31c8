import { useQuery } from '@tanstack/react-query';
import { useText } from '#web/i18n/text.tsx';
import { useKind } from '#web/kinds/use-kind.ts';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { ChangeTable } from '../../versions/change-table.tsx';
import { CompareFrame } from '../../versions/compare-frame.tsx';
import { type RuleStrategy, ruleStrategyQuery } from '../strategy-queries.ts';
import { ruleChanges } from './rule-changes.ts';

/** What two versions of a strategy of rules say differently. */
export function CompareRules({ strategy }: { readonly strategy: RuleStrategy }) {
  return (
    <CompareFrame strategy={strategy}>{(against) => <Changes strategy={strategy} against={against} />}</CompareFrame>
  );
}

function Changes({ strategy, against }: { readonly strategy: RuleStrategy; readonly against: number }) {
  const t = useText();
  const older = useQuery(ruleStrategyQuery(useKind(), strategy.strategyId, against));
  if (older.isError) return <ProblemNote error={older.error} onRetry={() => void older.refetch()} />;
  if (older.isPending) return <SkeletonRows rows={6} />;
  const changes = ruleChanges(older.data.params, strategy.params, t);
  if (changes.length === 0) return <p>{t('compare.same')}</p>;
  return <ChangeTable label={t('compare.fields')} head={t('compare.field')} changes={changes} />;
}
