import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Segments } from '#web/ui/form/segments.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { NoticeList } from './notice-list.tsx';
import { type Notice, noticesQuery, useAskAgain, useMarkNotices } from './notice-queries.ts';
import css from './notices.module.css';

/** The notices of the user, all or unread, with everything to read them; the bell and the page show the same. */
export function PagedNotices({ onLeave }: { readonly onLeave?: () => void }) {
  const t = useText();
  const askAgain = useAskAgain();
  const [show, setShow] = useState<'all' | 'unread'>('all');
  const list = useInfiniteQuery(noticesQuery(show === 'unread'));
  const mark = useMarkNotices();
  const notices = list.data?.pages.flatMap((page) => page.items) ?? [];
  const newest = notices[0];
  const markOne = ({ noticeId, readAt }: Notice) => mark.mutate({ noticeIds: [noticeId], isRead: readAt === null });
  return (
    <div className={css['paged']}>
      <div className={css['toolbar']}>
        <Segments
          label={t('notices.show')}
          value={show}
          options={[
            { value: 'all', label: t('notices.all') },
            { value: 'unread', label: t('notices.onlyUnread') },
          ]}
          onChange={setShow}
        />
        <Button
          size="compact-sm"
          disabled={newest === undefined || (list.data?.pages[0]?.unread ?? 0) === 0}
          loading={mark.isPending}
          onClick={() => newest && mark.mutate({ upTo: newest.noticeId })}
        >
          {t('notices.markAll')}
        </Button>
      </div>
      {mark.error ? <ProblemNote error={mark.error} /> : null}
      {list.isPending ? <SkeletonRows rows={6} /> : null}
      {list.error ? <ProblemNote error={list.error} onRetry={askAgain} /> : null}
      {list.isSuccess && notices.length === 0 ? (
        <Empty title={t(show === 'unread' ? 'notices.noUnread' : 'notices.none')} heading="h2">
          {t('notices.noneWhy')}
        </Empty>
      ) : null}
      <NoticeList notices={notices} onMark={markOne} onLeave={onLeave} />
      {list.hasNextPage ? (
        <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('notices.more')}
        </Button>
      ) : null}
    </div>
  );
}
