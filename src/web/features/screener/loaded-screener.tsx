import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Chips } from '#web/ui/form/chips.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { useSearchSort } from '#web/ui/table/search-sort.ts';
import { useSearchText } from '#web/ui/table/search-text.ts';
import { TableToolbar } from '#web/ui/table/table-toolbar.tsx';
import { CoinNote } from './coin-note.tsx';
import { FilterForm } from './filters/filter-form.tsx';
import { filtersText, type ScreenerFilter } from './filters/screener-filters.ts';
import { ScreenerFunnel } from './filters/screener-funnel.tsx';
import { RuleBar } from './rule/rule-bar.tsx';
import type { ShownRule } from './rule/use-rule.ts';
import css from './screener.module.css';
import { screenerCard } from './screener-card.tsx';
import { screenerColumns } from './screener-columns.tsx';
import type { Screening } from './screener-queries.ts';
import { columnSetNames } from './screener-sets.ts';
import { SelectedSymbols } from './selected-symbols.tsx';
import { ScreenerViews } from './views/screener-views.tsx';

interface LoadedProps {
  readonly found: Screening;
  readonly filters: readonly ScreenerFilter[];
  readonly isStale: boolean;
  readonly selection: { readonly ids: ReadonlySet<string>; readonly onChange: (ids: ReadonlySet<string>) => void };
  readonly rule: ShownRule;
  readonly open: { readonly symbol: string; readonly onOpen: (symbol: string) => void };
}

/** The funnel of the filters, and the table of what they leave. */
export function LoadedScreener({ found, filters, isStale, selection, open, rule }: LoadedProps) {
  const t = useText();
  const [, setFilterText] = useSearchText('f');
  const [search, setSearch] = useSearchText('q');
  const [setText, setSet] = useSearchText('columns');
  const [sort, setSort] = useSearchSort();
  const set = columnSetNames.find((name) => name === setText) ?? 'overview';
  const setFilters = (next: readonly ScreenerFilter[]) => setFilterText(next.length === 0 ? null : filtersText(next));
  return (
    <>
      <div className={css['views']}>
        <ScreenerViews filters={filters} onChange={setFilters} />
        <FilterForm rule={rule.judged} onAdd={(filter) => setFilters([...filters, filter])} />
      </div>
      <ScreenerFunnel
        filters={filters}
        found={found}
        onRemove={(filter) => setFilters(filters.filter((one) => one !== filter))}
      />
      <section className={css['list']}>
        <TableToolbar search={{ label: t('screener.search'), value: search, onChange: setSearch }}>
          <strong className={css['matches']} role="status">
            {t('screener.matches', { count: found.total })}
          </strong>
          <Chips
            label={t('screener.columns')}
            value={set}
            onChange={(value) => setSet(value === 'overview' ? null : value)}
            items={columnSetNames.map((value) => ({ value, label: t(`screener.set.${value}`) }))}
          />
        </TableToolbar>
        {set === 'rule' ? <RuleBar rule={rule} /> : null}
        {set === 'coin' ? <CoinNote rows={found.items} /> : null}
        <DataTable
          label={t('nav.screener')}
          rows={found.items}
          columns={screenerColumns({ found, rule }, set, t)}
          rowId={({ futuresTicker }) => futuresTicker}
          isStale={isStale}
          initialSort={{ id: 'score', isDescending: true }}
          sort={sort}
          onSort={setSort}
          selection={{ ...selection, nameOf: ({ futuresTicker }) => futuresTicker }}
          selectedId={open.symbol === '' ? null : open.symbol}
          onOpen={({ futuresTicker }) => open.onOpen(futuresTicker)}
          storageKey={`screener.${set}`}
          csvName="screener"
          card={screenerCard}
          empty={
            <Empty
              title={t('screener.noMatch')}
              action={<Button onClick={() => setFilters([])}>{t('screener.showAll')}</Button>}
            >
              {t('screener.noMatchMore')}
            </Empty>
          }
        />
        <SelectedSymbols
          symbols={[...selection.ids]}
          strategyId={rule.strategyId}
          onClear={() => selection.onChange(new Set())}
        />
      </section>
    </>
  );
}
