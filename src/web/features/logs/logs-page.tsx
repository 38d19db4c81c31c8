import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { LiveAccountPart } from '#web/bots/exchange/live-account-part.tsx';
import { PartText, useText } from '#web/i18n/text.tsx';
import { useKind, useKindView } from '#web/kinds/use-kind.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { KindPage } from '#web/ui/page/kind-page.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { type LogCounts, type LogSearch, logCountsQuery, logsQuery } from './log-queries.ts';
import { LogRows } from './log-rows.tsx';
import { LogTail } from './log-tail.tsx';
import { LogToolbar } from './log-toolbar.tsx';
import css from './logs.module.css';
import { type LogChoice, useLogFilter } from './use-log-filter.ts';

// The log opens as lines.
const LogStories = lazy(async () => ({ default: (await import('./log-stories.tsx')).LogStories }));

/** What the bots of a kind did and why, newest first. */
export function LogsPage() {
  return (
    <PartText part="logs">
      <WordedLogsPage />
    </PartText>
  );
}

function WordedLogsPage() {
  const t = useText();
  const { title } = useKindView();
  return (
    <KindPage title={t('logs.title', { kind: title(t) })} facts={t('logs.facts')} tab="logs">
      <LiveAccountPart look="line" />
      <Logs />
    </KindPage>
  );
}

function Logs() {
  const t = useText();
  const choice = useLogFilter();
  const { logs, entries, counts, total, waiting, pause, resume, older } = useTail(choice.filter);
  return (
    <Card isFlush>
      <LogToolbar choice={choice} counts={counts} />
      <LogTail
        choice={choice}
        shown={entries.length}
        total={total}
        waiting={waiting}
        onPause={pause}
        onResume={resume}
      />
      {logs.isPending ? <SkeletonRows rows={16} height={30} /> : null}
      {logs.isError ? <ProblemNote error={logs.error} onRetry={() => void logs.refetch()} /> : null}
      {logs.data && entries.length === 0 ? <NoEntries choice={choice} /> : null}
      {entries.length > 0 ? (
        <div data-stale={logs.isPlaceholderData ? '' : undefined} className={css['list']}>
          {choice.view === 'cycles' ? (
            <Suspense fallback={<SkeletonRows rows={16} height={30} />}>
              <LogStories entries={entries} />
            </Suspense>
          ) : (
            <LogRows entries={entries} total={total} onEnd={older} />
          )}
        </div>
      ) : null}
      {logs.hasNextPage ? (
        <div className={css['more']}>
          <Button loading={logs.isFetchingNextPage} onClick={older}>
            {t('logs.more')}
          </Button>
        </div>
      ) : null}
      {counts ? <p className={css['kept']}>{t('logs.kept', { days: t.number(String(counts.keptDays)) })}</p> : null}
    </Card>
  );
}

/**
 * The lines that a filter finds, following the newest until they are paused. Loading older ones pauses as well: what
 * is read must stand still, and following would request every loaded page again at each new line.
 */
function useTail(filter: LogSearch) {
  const kind = useKind();
  const key = JSON.stringify(filter);
  const [paused, setPaused] = useState<{ readonly key: string; readonly total: number } | null>(null);
  const isPaused = paused?.key === key;
  const counts = useQuery(logCountsQuery(kind, filter)).data;
  const logs = useInfiniteQuery({
    ...logsQuery(kind, filter),
    enabled: !isPaused,
    placeholderData: (before) => before,
  });
  const total = counts ? totalOf(counts, filter) : null;
  const pause = () => setPaused({ key, total: total ?? 0 });
  return {
    logs,
    counts,
    total,
    entries: logs.data?.pages.flatMap((page) => page.items) ?? [],
    waiting: isPaused ? Math.max(0, (total ?? 0) - paused.total) : null,
    pause,
    resume: () => setPaused(null),
    older: () => {
      if (!logs.hasNextPage || logs.isFetchingNextPage) return;
      if (!isPaused) pause();
      void logs.fetchNextPage();
    },
  };
}

function totalOf(counts: LogCounts, { level }: LogSearch): number {
  return level === undefined ? counts.info + counts.warning + counts.error : counts[level];
}

/** Nothing has happened yet, or nothing matches the filter; then a button clears the filter. */
function NoEntries({ choice }: { choice: LogChoice }) {
  const t = useText();
  if (!choice.isFiltered) return <Empty title={t('logs.noneYet')}>{t('logs.noneYetMore')}</Empty>;
  const clear = <Button onClick={choice.clear}>{t('logs.clear')}</Button>;
  if (choice.filter.orderId === '') return <Empty title={t('logs.none')} action={clear} />;
  const { cycleId } = choice.filter;
  const ofCycle = <Button onClick={() => choice.set({ order: null })}>{t('logs.ofCycle')}</Button>;
  return (
    <Empty title={t('logs.none')} action={cycleId === '' ? clear : ofCycle}>
      {t('logs.noneOfOrder')}
    </Empty>
  );
}
