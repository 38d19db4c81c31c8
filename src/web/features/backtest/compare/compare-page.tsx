import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useText } from '#web/i18n/text.tsx';
import '#web/kinds/kind-views.ts';
import { Empty } from '#web/ui/page/empty.tsx';
import { Note } from '#web/ui/page/note.tsx';
import { Page } from '#web/ui/page/page.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';
import { useSearchText } from '#web/ui/table/search-text.ts';
import { BacktestWords } from '../backtest-words.tsx';
import { comparisonQuery } from '../test-queries.ts';
import { CompareChart } from './compare-chart.tsx';
import { CompareFigures } from './compare-figures.tsx';

const LOADING_HEIGHT = 420;

/** Points side by side: their curves over one another, their figures, and what they set differently. */
export function ComparePage() {
  const t = useText();
  return (
    <BacktestWords title={t('nav.backtest')} skeleton={<SkeletonBlock height={LOADING_HEIGHT} />}>
      <LoadedPage />
    </BacktestWords>
  );
}

function LoadedPage() {
  const t = useText();
  const [text] = useSearchText('bots');
  const botIds = text.split(',').filter((id) => id !== '');
  return (
    <Page title={t('backtest.compare')} crumbs={[{ label: t('nav.backtest'), to: '/backtest' }]}>
      {botIds.length < 2 ? (
        <Empty title={t('backtest.compareNone')} link={<Link to="/backtest">{t('backtest.toList')}</Link>} />
      ) : (
        <Compared botIds={botIds} />
      )}
    </Page>
  );
}

function Compared({ botIds }: { readonly botIds: readonly string[] }) {
  const t = useText();
  const comparison = useQuery(comparisonQuery(botIds));
  if (comparison.isPending) return <SkeletonBlock height={LOADING_HEIGHT} />;
  if (comparison.isError) return <ProblemNote error={comparison.error} onRetry={() => void comparison.refetch()} />;
  return (
    <>
      {comparison.data.isSameMarket ? null : (
        <Note tone="warn" title={t('backtest.otherMarket')}>
          {t('backtest.otherMarketMore')}
        </Note>
      )}
      <CompareChart comparison={comparison.data} />
      <CompareFigures comparison={comparison.data} />
    </>
  );
}
