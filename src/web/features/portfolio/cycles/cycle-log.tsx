import { useQuery } from '@tanstack/react-query';
import { LogCut } from '#web/bots/cycles/log-cut.tsx';
import { cycleLogQuery } from '#web/bots/cycles/whole-log.ts';
import { useText } from '#web/i18n/text.tsx';
import { useKind } from '#web/kinds/use-kind.ts';
import { Empty } from '#web/ui/page/empty.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { LogList } from '#web/ui/words/log-list.tsx';

/** Decisions of the cycle, newest first. */
export function CycleLog({ cycleId }: { cycleId: string }) {
  const t = useText();
  const log = useQuery(cycleLogQuery(useKind(), cycleId));
  if (log.isPending) return <SkeletonRows rows={6} height={30} />;
  if (!log.data) return <ProblemNote error={log.error} onRetry={() => void log.refetch()} />;
  if (log.data.entries.length === 0) return <Empty title={t('cycles.noLog')} />;
  return (
    <>
      <LogCut log={log.data} search={{ cycle: cycleId }} />
      <LogList entries={log.data.entries} />
    </>
  );
}
