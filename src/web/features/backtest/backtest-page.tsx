import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useText } from '#web/i18n/text.tsx';
import '#web/kinds/kind-views.ts';
import { HeaderCreateButton } from '#web/ui/page/create-button.tsx';
import { Page } from '#web/ui/page/page.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { BacktestWords } from './backtest-words.tsx';
import { QueueCard } from './history/queue-card.tsx';
import { SampleRun } from './history/sample-run.tsx';
import { TestList } from './history/test-list.tsx';
import { useTestFilter } from './history/use-test-filter.ts';
import { queueQuery, testPagesQuery } from './test-queries.ts';

/** The tests that are computed and those of before. */
export function BacktestPage() {
  const t = useText();
  return (
    <BacktestWords title={t('nav.backtest')} skeleton={<SkeletonRows rows={8} />}>
      <LoadedPage />
    </BacktestWords>
  );
}

function LoadedPage() {
  const t = useText();
  const navigate = useNavigate();
  const { query, isAll } = useTestFilter();
  const total = useInfiniteQuery(testPagesQuery(query)).data?.pages[0]?.total;
  const open = useQuery(queueQuery).data?.length ?? 0;
  const isEmpty = isAll && total === 0 && open === 0;
  return (
    <Page
      title={t('nav.backtest')}
      facts={t('backtest.facts')}
      actions={<HeaderCreateButton label={t('backtest.new')} onClick={() => void navigate({ to: '/backtest/new' })} />}
    >
      <QueueCard />
      {isEmpty ? <SampleRun /> : <TestList />}
    </Page>
  );
}
