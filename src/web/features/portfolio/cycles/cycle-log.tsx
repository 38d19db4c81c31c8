import { useQuery } from '@tanstack/react-query';
import { useText } from '#web/i18n/text.tsx';
import { useKind } from '#web/kinds/use-kind.ts';
import { Empty } from '#web/ui/page/empty.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { LogList } from '#web/ui/words/log-list.tsx';
import { cycleLogsQuery } from '../portfolio-queries.ts';

/** Decisions of the cycle, newest first. */
export function CycleLog({ cycleId }: { cycleId: string }) {
  const t = useText();
  const logs = useQuery(cycleLogsQuery(useKind(), cycleId));
  if (logs.isPending) return <SkeletonRows rows={6} height={30} />;
  if (!logs.data) return <ProblemNote error={logs.error} onRetry={() => void logs.refetch()} />;
  if (logs.data.items.length === 0) return <Empty title={t('cycles.noLog')} />;
  return <LogList entries={logs.data.items} />;
}
