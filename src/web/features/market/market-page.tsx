import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { type MarketRow, marketQuery } from '#web/api/market/market-queries.ts';
import { settingsQuery } from '#web/api/system-queries.ts';
import { PartText, useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Chips } from '#web/ui/form/chips.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { Page } from '#web/ui/page/page.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { useSearchText } from '#web/ui/table/search-text.ts';
import { TableToolbar } from '#web/ui/table/table-toolbar.tsx';
import { decimalsOf } from '#web/ui/values/format.ts';
import { ExchangeNote } from './exchange-note.tsx';
import { OpenJobsCard } from './history/jobs-card.tsx';
import { LeftOutNote } from './left-out-note.tsx';
import css from './market.module.css';
import { marketCard } from './market-card.tsx';
import { marketColumns } from './market-columns.tsx';
import { fitsFilter, fitsSearch, type MarketFilter, marketFilters } from './market-rows.ts';
import { StaleAge, useStaleSeconds } from './stale-age.tsx';

const LOADING_ROWS = 16;

/** Every contract of the exchange, with its prices and how much of its history is stored. */
export function MarketPage() {
  const t = useText();
  const loading = (
    <Page title={t('nav.market')}>
      <SkeletonRows rows={LOADING_ROWS} />
    </Page>
  );
  return (
    <Suspense fallback={loading}>
      <PartText part="market">
        <LoadedPage />
      </PartText>
    </Suspense>
  );
}

function LoadedPage() {
  const t = useText();
  const market = useQuery(marketQuery);
  const settings = useQuery(settingsQuery);
  const exchange = settings.data === undefined ? '' : t(`market.exchange.${settings.data.environment}`);
  const count = market.data?.items.length ?? 0;
  return (
    <Page title={t('market.title')} facts={count === 0 ? null : t('market.facts', { count, exchange })}>
      <ExchangeNote />
      <LeftOutNote rows={market.data?.leftOut ?? []} />
      <OpenJobsCard />
      {market.isPending ? <SkeletonRows rows={LOADING_ROWS} /> : null}
      {market.isError ? <ProblemNote error={market.error} onRetry={() => void market.refetch()} /> : null}
      {market.data && count === 0 ? <Empty title={t('market.empty')}>{t('market.emptyMore')}</Empty> : null}
      {market.data && count > 0 ? <Contracts all={market.data.items} readAt={market.dataUpdatedAt} /> : null}
    </Page>
  );
}

interface ContractsProps {
  readonly all: readonly MarketRow[];
  /** Wall time at which they were read, milliseconds. */
  readonly readAt: number;
}

/** The list with its filters, which are kept in the address. */
export function Contracts({ all, readAt }: ContractsProps) {
  const t = useText();
  const navigate = useNavigate();
  const [filterText, setFilter] = useSearchText('show');
  const [typed, setTyped] = useSearchText('q');
  const staleSeconds = useStaleSeconds(readAt);
  const filter = marketFilters.find((one) => one === filterText) ?? 'all';
  const rows = all.filter((row) => fitsFilter(row, filter) && fitsSearch(row, typed));
  const decimals = Math.max(...all.map(({ tickSize }) => decimalsOf(tickSize)));
  return (
    <div className={css['list']} data-stale={staleSeconds === null ? undefined : ''}>
      <TableToolbar search={{ label: t('market.search'), value: typed, onChange: setTyped }}>
        <FilterChips all={all} value={filter} onChange={(value) => setFilter(value === 'all' ? null : value)} />
        {staleSeconds === null ? null : <StaleAge seconds={staleSeconds} />}
      </TableToolbar>
      <DataTable
        label={t('market.title')}
        rows={rows}
        columns={marketColumns(t, decimals)}
        rowId={({ symbol }) => symbol}
        initialSort={{ id: 'turnover', isDescending: true }}
        onOpen={({ symbol }) => void navigate({ to: '/market/$symbol', params: { symbol } })}
        linkColumn="symbol"
        storageKey="market"
        csvName="market"
        card={marketCard}
        empty={<NoneHere />}
      />
    </div>
  );
}

interface FilterChipsProps {
  readonly all: readonly MarketRow[];
  readonly value: MarketFilter;
  readonly onChange: (value: MarketFilter) => void;
}

function FilterChips({ all, value, onChange }: FilterChipsProps) {
  const t = useText();
  const items = marketFilters.map((filter) => ({
    value: filter,
    label: t(`market.filter.${filter}`),
    count: all.filter((row) => fitsFilter(row, filter)).length,
  }));
  return <Chips label={t('market.filter')} value={value} onChange={onChange} items={items} />;
}

function NoneHere() {
  const t = useText();
  const navigate = useNavigate();
  return (
    <Empty
      title={t('market.noneHere')}
      action={<Button onClick={() => void navigate({ to: '/market', search: {} })}>{t('market.showAll')}</Button>}
    />
  );
}
