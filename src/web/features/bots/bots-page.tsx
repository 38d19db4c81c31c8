import { Button, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus, Search } from 'lucide-react';
import { useStatus } from '#web/api/live/use-live.ts';
import { useLiveBots } from '#web/api/live/use-live-bots.ts';
import { useStaleSeconds } from '#web/api/live/use-stale.ts';
import { type Bot, botsQuery } from '#web/api/trading-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { kindAddress } from '#web/kinds/kind-address.ts';
import { useBotsView, useKindView } from '#web/kinds/use-kind.ts';
import { Chips } from '#web/ui/form/chips.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { KindPage } from '#web/ui/page/kind-page.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { useSearchText } from '#web/ui/table/search-text.ts';
import { addDecimals } from '#web/ui/values/decimal-sum.ts';
import { durationText } from '#web/ui/values/format.ts';
import { Money } from '#web/ui/values/money.tsx';
import { BotCards } from './bot-cards.tsx';
import { botColumns } from './bot-columns.tsx';
import { type BotFilter, botFilters, fits, fitsSearch, needsUser, rowsOf } from './bot-rows.ts';
import css from './bots.module.css';
import { BotsAlarm } from './bots-alarm.tsx';
import { BotsBand } from './bots-band.tsx';

/** The bots of a kind with live values. */
export function BotsPage() {
  const t = useText();
  const { kind, title } = useKindView();
  const { facts, empty } = useBotsView();
  const bots = useQuery(botsQuery(kind));
  const create = (
    <Button
      component={Link}
      to={kindAddress(kind, 'strategy')}
      variant="filled"
      className={css['primary'] ?? ''}
      leftSection={<Plus size={16} />}
    >
      {t('bots.new')}
    </Button>
  );
  return (
    <KindPage title={title(t)} facts={facts(t)} tab="bots" actions={create}>
      {bots.isPending ? <SkeletonRows rows={14} height={34} /> : null}
      {bots.isError && !bots.data ? <ProblemNote error={bots.error} onRetry={() => void bots.refetch()} /> : null}
      {bots.data?.items.length === 0 ? (
        <Empty title={empty(t)} action={create} link={<Link to="/portfolios">{t('strategy.empty.demo')}</Link>} />
      ) : null}
      {bots.data && bots.data.items.length > 0 ? <Bots loaded={bots.data.items} /> : null}
    </KindPage>
  );
}

function Bots({ loaded }: { loaded: readonly Bot[] }) {
  const live = useLiveBots(loaded);
  const marketTime = useStatus()?.marketTime;
  const isPhone = useMediaQuery('(max-width: 767px)') ?? false;
  const marketNow = marketTime === undefined ? null : Date.parse(marketTime);
  const view = useBotFilter(loaded, live, marketNow);
  return (
    <div className={css['live']}>
      <BotsAlarm bots={live} marketNow={marketNow} />
      <BotsBand bots={live} />
      {isPhone ? (
        <>
          <div className={css['phoneChips']}>
            <FilterChips live={live} view={view} marketNow={marketNow} />
            <StaleAge />
          </div>
          <BotCards rows={view.rows} marketNow={marketNow} />
        </>
      ) : (
        <BotTable live={live} view={view} marketNow={marketNow} />
      )}
    </div>
  );
}

/** Shows the age of the values once they are too old to act on. */
function StaleAge() {
  const t = useText();
  const seconds = useStaleSeconds();
  if (seconds === null) return null;
  return <span className={css['age']}>{t('age.old', { age: durationText(seconds * 1_000, t) })}</span>;
}

type View = ReturnType<typeof useBotFilter>;

/** Filter and search, both in the address. */
function useBotFilter(loaded: readonly Bot[], live: readonly Bot[], marketNow: number | null) {
  const [filterText, setFilter] = useSearchText('show');
  const [search, setSearch] = useSearchText('q');
  const filter = botFilters.find((one) => one === filterText) ?? 'all';
  const rows = rowsOf(loaded, live, marketNow).filter(
    ({ bot }) => fits(bot, filter, marketNow) && fitsSearch(bot, search),
  );
  return { filter, setFilter, search, setSearch, rows };
}

interface ViewProps {
  readonly live: readonly Bot[];
  readonly view: View;
  readonly marketNow: number | null;
}

function FilterChips({ live, view, marketNow }: ViewProps) {
  const t = useText();
  const count = (filter: BotFilter) => live.filter((bot) => fits(bot, filter, marketNow)).length;
  const items = botFilters
    .map((value) => ({ value, label: t(`bots.filter.${value}`), count: count(value) }))
    .filter((item) => item.count > 0 || item.value === 'all' || item.value === view.filter)
    .map((item) => (item.value === 'needs' ? { ...item, tone: 'danger' as const } : item));
  return (
    <Chips
      label={t('bots.filter')}
      value={view.filter}
      onChange={(value) => view.setFilter(value === 'all' ? null : value)}
      items={items}
    />
  );
}

function BotTable({ live, view, marketNow }: ViewProps) {
  const t = useText();
  const { kind, title } = useKindView();
  const { columns } = useBotsView();
  const shown = [...new Set(view.rows.map((row) => row.bot))];
  const sum = (pick: (bot: Bot) => string) => <Money value={addDecimals(shown.map(pick))} />;
  return (
    <section className={css['card']}>
      <div className={css['toolbar']}>
        <FilterChips live={live} view={view} marketNow={marketNow} />
        <StaleAge />
        <TextInput
          className={css['search'] ?? ''}
          type="search"
          aria-label={t('bots.search')}
          placeholder={t('bots.search')}
          leftSection={<Search size={14} />}
          value={view.search}
          onChange={(event) => view.setSearch(event.currentTarget.value)}
        />
      </div>
      <DataTable
        label={title(t)}
        rows={view.rows}
        columns={botColumns({ rows: view.rows, marketNow, own: columns, t })}
        rowId={(row) => row.id}
        rowHeight={34}
        rowTone={(row) => (needsUser(row.bot) && !row.isChild ? 'danger' : null)}
        storageKey="bots"
        csvName={`${kind}s.csv`}
        empty={
          <Empty
            title={t('bots.noneHere')}
            action={<Button onClick={() => view.setFilter(null)}>{t('bots.showAll')}</Button>}
          />
        }
        totals={{
          state: t.plural('bots', shown.length),
          open: sum((bot) => bot.unrealized),
          day: sum((bot) => bot.resultToday),
          week: sum((bot) => bot.result7d),
          spark: t('bots.net'),
        }}
      />
    </section>
  );
}
