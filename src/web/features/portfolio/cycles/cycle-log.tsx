import { useQuery } from '@tanstack/react-query';
import { useText } from '#web/i18n/text.tsx';
import { useKind } from '#web/kinds/use-kind.ts';
import { Empty } from '#web/ui/page/empty.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { utcMinute } from '#web/ui/values/format.ts';
import { logSentence } from '#web/ui/words/log-sentence.ts';
import css from '../portfolio.module.css';
import { cycleLogsQuery } from '../portfolio-queries.ts';

/** Decisions of the cycle, newest first. */
export function CycleLog({ cycleId }: { cycleId: string }) {
  const t = useText();
  const logs = useQuery(cycleLogsQuery(useKind(), cycleId));
  if (logs.isPending) return <SkeletonRows rows={6} height={30} />;
  if (!logs.data) return <ProblemNote error={logs.error} onRetry={() => void logs.refetch()} />;
  if (logs.data.items.length === 0) return <Empty title={t('cycles.noLog')} />;
  return (
    <ol className={css['log']}>
      {logs.data.items.map((entry) => (
        <li key={entry.logId} data-level={entry.level}>
          <time dateTime={entry.ts}>{utcMinute(entry.ts, t.language)}</time>
          <span>{logSentence(entry, t)}</span>
        </li>
      ))}
    </ol>
  );
}
