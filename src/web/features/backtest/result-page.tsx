import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { isApiError } from '#web/api/api-error.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import '#web/kinds/kind-views.ts';
import { KindTag } from '#web/ui/figures/kind.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { Page } from '#web/ui/page/page.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';
import { useSearchText } from '#web/ui/table/search-text.ts';
import { BacktestWords } from './backtest-words.tsx';
import { CycleDrawer } from './cycles/cycle-drawer.tsx';
import { TestHeaderActs } from './result/header-acts.tsx';
import { TestBody } from './result/test-body.tsx';
import { TestTabs } from './result/test-tabs.tsx';
import { useRunOf } from './result/use-run-of.ts';
import { type TestDetail, testQuery } from './test-queries.ts';
import { symbolsText, testPeriodText, tookText } from './test-words.ts';

const LOADING_HEIGHT = 520;

/** One test: how far it is, and what came of it. */
export function ResultPage() {
  const t = useText();
  const { id = '' } = useParams({ strict: false });
  return (
    <BacktestWords title={t('nav.backtest')} skeleton={<SkeletonBlock height={LOADING_HEIGHT} />}>
      <LoadedPage key={id} id={id} />
    </BacktestWords>
  );
}

function LoadedPage({ id }: { readonly id: string }) {
  const t = useText();
  const test = useQuery(testQuery(id));
  if (test.data) return <OneTest test={test.data} />;
  const isGone = isApiError(test.error, 'TEST_NOT_FOUND');
  return (
    <Page title={t('nav.backtest')} crumbs={[{ label: t('nav.backtest'), to: '/backtest' }]}>
      {test.isPending ? <SkeletonBlock height={LOADING_HEIGHT} /> : null}
      {isGone ? (
        <Empty title={t('problem.TEST_NOT_FOUND')} link={<Link to="/backtest">{t('backtest.toList')}</Link>} />
      ) : null}
      {test.isError && !isGone ? <ProblemNote error={test.error} onRetry={() => void test.refetch()} /> : null}
    </Page>
  );
}

function OneTest({ test }: { readonly test: TestDetail }) {
  const t = useText();
  const run = useRunOf(test);
  const [cycleId] = useSearchText('cycle');
  return (
    <Page
      title={test.name}
      crumbs={[{ label: t('nav.backtest'), to: '/backtest' }]}
      tag={<KindTag kind="test" />}
      facts={factsOf(test, t)}
      actions={<TestHeaderActs test={test} run={run} />}
      tabs={<TestTabs test={test} />}
      side={run === null || cycleId === '' ? undefined : <CycleDrawer run={run} cycleId={cycleId} />}
    >
      <TestBody test={test} run={run} />
    </Page>
  );
}

/** "ETHUSDT, 4 May 2025 to 14 Jun 2025, 90 points, ran 41 s". */
function factsOf(test: TestDetail, t: Text): string {
  const points = t.plural('backtest.points', test.pointsTotal, { count: t.number(String(test.pointsTotal)) });
  const took = tookText(test, t);
  return [symbolsText(test.symbols, t), testPeriodText(test, t), points, ...(took === null ? [] : [took])].join(', ');
}
