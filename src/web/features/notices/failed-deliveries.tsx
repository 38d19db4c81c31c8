import { useInfiniteQuery } from '@tanstack/react-query';
import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { utcMinute } from '#web/ui/values/format.ts';
import { deliveriesQuery, type Undelivered, useAskAgain, useRetry } from './notice-queries.ts';
import css from './notices.module.css';

/** What has not arrived, why, and when it is tried again. */
export function FailedDeliveries() {
  const t = useText();
  const askAgain = useAskAgain();
  const list = useInfiniteQuery(deliveriesQuery);
  const retry = useRetry();
  const rows = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Card title={t('notices.failedTitle')}>
      {list.isPending ? <SkeletonRows rows={2} /> : null}
      {list.error ? <ProblemNote error={list.error} onRetry={askAgain} /> : null}
      {retry.error ? <ProblemNote error={retry.error} /> : null}
      {list.isSuccess && rows.length === 0 ? <p className={css['advice']}>{t('notices.allArrived')}</p> : null}
      <ol className={css['list']}>
        {rows.map((row) => (
          <li key={`${row.noticeId} ${row.channel}`} className={css['failed']}>
            <div className={css['words']}>
              <div className={css['title']}>
                <b>{t(`notices.event.${row.event}`)}</b>
                <span>{t(`notices.channel.${row.channel}`)}</span>
                <time dateTime={row.toldAt}>{utcMinute(row.toldAt, t.language)}</time>
              </div>
              <p>{t(`notices.failure.${row.failure}`)}</p>
              <p className={css['advice']}>{nextOf(row, t)}</p>
            </div>
            <Button size="compact-sm" disabled={retry.isPending} onClick={() => retry.mutate(row)}>
              {t('notices.retry')}
            </Button>
          </li>
        ))}
      </ol>
      {list.hasNextPage ? (
        <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('notices.more')}
        </Button>
      ) : null}
    </Card>
  );
}

function nextOf({ attempts, nextAt }: Undelivered, t: ReturnType<typeof useText>): string {
  const tries = t('notices.tries', { count: attempts });
  if (nextAt === null) return `${tries} ${t('notices.givenUp')}`;
  return `${tries} ${t('notices.nextTry', { time: utcMinute(nextAt, t.language) })}`;
}
