import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo } from 'react';
import { PartText, useText } from '#web/i18n/text.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { Page } from '#web/ui/page/page.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { useSearchText } from '#web/ui/table/search-text.ts';
import { ScreenerDrawer } from './drawer/screener-drawer.tsx';
import { readFilters } from './filters/screener-filters.ts';
import { LoadedScreener } from './loaded-screener.tsx';
import { useRule } from './rule/use-rule.ts';
import { ScreenerFacts } from './screener-facts.tsx';
import { screeningQuery } from './screener-queries.ts';
import { useSelected } from './use-selected.ts';

const LOADING_ROWS = 18;

/** All contracts in one table, filtered and scored; filters, columns and search are in the address. */
export function ScreenerPage() {
  const t = useText();
  const loading = (
    <Page title={t('nav.screener')}>
      <SkeletonRows rows={LOADING_ROWS} />
    </Page>
  );
  return (
    <Suspense fallback={loading}>
      <PartText part="screener">
        <WordedPage />
      </PartText>
    </Suspense>
  );
}

function WordedPage() {
  const t = useText();
  const [filterText] = useSearchText('f');
  const [search] = useSearchText('q');
  const [openSymbol, setOpen] = useSearchText('symbol');
  const [selected, setSelected] = useSelected();
  const filters = useMemo(() => readFilters(filterText), [filterText]);
  const rule = useRule();
  const found = useQuery(screeningQuery(filters, search, rule.judged));
  const items = found.data?.items ?? [];
  const opened = items.find((row) => row.futuresTicker === openSymbol);
  const walk = (step: number) => {
    const next = opened && items[items.indexOf(opened) + step];
    return next && (() => setOpen(next.futuresTicker));
  };
  return (
    <Page
      title={t('nav.screener')}
      facts={found.data ? <ScreenerFacts found={found.data} /> : null}
      side={
        opened ? (
          <ScreenerDrawer
            row={opened}
            rule={rule}
            onClose={() => setOpen(null)}
            onPrevious={walk(-1)}
            onNext={walk(1)}
          />
        ) : null
      }
    >
      {found.isPending ? <SkeletonRows rows={LOADING_ROWS} /> : null}
      {found.isError ? <ProblemNote error={found.error} onRetry={() => void found.refetch()} /> : null}
      {found.data?.listed === 0 ? <Empty title={t('screener.none')}>{t('screener.noneMore')}</Empty> : null}
      {found.data && found.data.listed > 0 ? (
        <LoadedScreener
          found={found.data}
          filters={filters}
          isStale={found.isPlaceholderData || found.isError}
          selection={{ ids: selected, onChange: setSelected }}
          open={{ symbol: openSymbol, onOpen: setOpen }}
          rule={rule}
        />
      ) : null}
    </Page>
  );
}
