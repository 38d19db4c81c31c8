import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useMarketNow } from '#web/api/live/use-live.ts';
import { useBotsByFacts, useLiveBots } from '#web/api/live/use-live-bots.ts';
import { useStaleSeconds } from '#web/api/live/use-stale.ts';
import { type Bot, botsQuery } from '#web/api/trading-queries.ts';
import { ActHost } from '#web/bots/act-host.tsx';
import { useLastChange } from '#web/bots/changes/use-change-bots.ts';
import { useIsLive } from '#web/bots/confirm/use-is-live.ts';
import { LiveAccountPart } from '#web/bots/exchange/live-account-part.tsx';
import { NewBotButton } from '#web/bots/new/new-bot-button.tsx';
import { SelectionStrip } from '#web/bots/several/selection-strip.tsx';
import { useText } from '#web/i18n/text.tsx';
import { useBotsView, useKindView } from '#web/kinds/use-kind.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Chips } from '#web/ui/form/chips.tsx';
import { ChoiceList } from '#web/ui/form/choice-list.tsx';
import { AfterPaint } from '#web/ui/page/after-paint.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { KindPage } from '#web/ui/page/kind-page.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { useIsPhone } from '#web/ui/page/use-is-phone.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { useSearchSort } from '#web/ui/table/search-sort.ts';
import { TableToolbar } from '#web/ui/table/table-toolbar.tsx';
import { addDecimals } from '#web/ui/values/decimal-sum.ts';
import { durationText } from '#web/ui/values/format.ts';
import { Money } from '#web/ui/values/money.tsx';
import { botColumns } from './bot-columns.tsx';
import { type BotFilter, type BotLine, botFilters, fits, listFacts, needsUser } from './bot-rows.ts';
import css from './bots.module.css';
import { BotsAlarm } from './bots-alarm.tsx';
import { BotsBand } from './bots-band.tsx';
import { BotSide } from './drawer/bot-side.tsx';
import { PhoneBots } from './phone-bots.tsx';
import { signalsQuery } from './signal-queries.ts';
import { type BotView, rowId, useBotView } from './use-bot-view.ts';

const UndoLine = lazy(async () => ({ default: (await import('#web/bots/changes/undo-line.tsx')).UndoLine }));

/** The bots of a kind with live values. */
export function BotsPage() {
  const t = useText();
  const { kind, title } = useKindView();
  const { facts, empty, isInDemo } = useBotsView();
  const bots = useQuery(botsQuery(kind));
  const isPhone = useIsPhone();
  return (
    <KindPage
      title={title(t)}
      facts={isPhone ? null : facts(t)}
      tab="bots"
      actions={<NewBotButton portfolioId={null} place="header" />}
      side={bots.data ? <BotSide loaded={bots.data.items} /> : null}
    >
      <LiveAccountPart look="whole" />
      {bots.isPending ? <SkeletonRows rows={14} height={34} /> : null}
      {bots.isError && !bots.data ? <ProblemNote error={bots.error} onRetry={() => void bots.refetch()} /> : null}
      {bots.data?.items.length === 0 ? (
        <Empty
          title={empty(t)}
          action={<NewBotButton portfolioId={null} place="content" />}
          link={isInDemo ? <Link to="/portfolios">{t('strategy.empty.demo')}</Link> : null}
        />
      ) : null}
      {bots.data && bots.data.items.length > 0 ? <Bots loaded={bots.data.items} /> : null}
      {isPhone ? <p className={css['quiet']}>{facts(t)}</p> : null}
    </KindPage>
  );
}

const ROW_HEIGHT = 34;

function Bots({ loaded }: { loaded: readonly Bot[] }) {
  const live = useBotsByFacts(loaded, listFacts);
  const marketNow = useMarketNow();
  const isPhone = useIsPhone();
  const view = useBotView(loaded, live, marketNow);
  return (
    <div className={css['live']}>
      <BotsAlarm bots={live} marketNow={marketNow} />
      <LastChange bots={loaded} />
      <ActHost bots={live}>
        {isPhone ? (
          <>
            <PhoneBots live={live} view={view} marketNow={marketNow}>
              <FilterChips live={live} view={view} marketNow={marketNow} />
              <PortfolioChoice live={live} view={view} />
              <StaleAge />
            </PhoneBots>
            <BotsBand bots={live} />
          </>
        ) : (
          <>
            <BotsBand bots={live} />
            <AfterPaint height={live.length * ROW_HEIGHT}>
              <BotTable live={live} view={view} marketNow={marketNow} />
            </AfterPaint>
          </>
        )}
      </ActHost>
    </div>
  );
}

/** The way back of the last change of several bots. */
function LastChange({ bots }: { readonly bots: readonly Bot[] }) {
  const change = useLastChange(useKindView().kind);
  if (change === null) return null;
  return (
    <Suspense>
      <UndoLine change={change} bots={bots} />
    </Suspense>
  );
}

/** Shows the age of the values once they are too old to act on. */
function StaleAge() {
  const t = useText();
  const seconds = useStaleSeconds();
  if (seconds === null) return null;
  return <span className={css['age']}>{t('age.old', { age: durationText(seconds * 1_000, t) })}</span>;
}

interface ViewProps {
  readonly live: readonly Bot[];
  readonly view: BotView;
  readonly marketNow: number | null;
}

function FilterChips({ live, view, marketNow }: ViewProps) {
  const t = useText();
  const ofPortfolio = live.filter((bot) => view.portfolioId === '' || bot.portfolioId === view.portfolioId);
  const count = (filter: BotFilter) => ofPortfolio.filter((bot) => fits(bot, filter, marketNow)).length;
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

/** Offered as soon as the bots lie in several portfolios. */
function PortfolioChoice({ live, view }: Omit<ViewProps, 'marketNow'>) {
  const t = useText();
  const portfolios = new Map(live.map((bot) => [bot.portfolioId, bot.portfolioName]));
  if (portfolios.size < 2 && view.portfolioId === '') return null;
  const own = [...portfolios].map(([value, label]) => ({ value, label }));
  return (
    <ChoiceList
      className={css['portfolios'] ?? ''}
      aria-label={t('bots.portfolio')}
      value={view.portfolioId}
      onChange={view.setPortfolioId}
      options={[{ value: '', label: t('bots.allPortfolios') }, ...own]}
    />
  );
}

function LiveSum({ bots, pick }: { readonly bots: readonly Bot[]; readonly pick: (bot: Bot) => string }) {
  return <Money value={addDecimals(useLiveBots(bots).map(pick))} />;
}

function BotTable({ live, view, marketNow }: ViewProps) {
  const t = useText();
  const { kind, title } = useKindView();
  const { columns } = useBotsView();
  const signals = useQuery({ ...signalsQuery(kind), enabled: columns.includes('signal') });
  const [sort, setSort] = useSearchSort();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const nameOf = (row: BotLine) => (row.isChild ? null : row.bot.name);
  // Live bots take commands one at a time.
  const selection = useIsLive() ? {} : { selection: { ids: selected, onChange: setSelected, nameOf } };
  const shown = [...new Set(view.rows.map((row) => row.bot))];
  const sum = (pick: (bot: Bot) => string) => <LiveSum bots={shown} pick={pick} />;
  return (
    <section className={css['card']}>
      <TableToolbar
        choice={<PortfolioChoice live={live} view={view} />}
        search={{ label: t('bots.search'), value: view.search, onChange: view.setSearch }}
      >
        <FilterChips live={live} view={view} marketNow={marketNow} />
        <StaleAge />
      </TableToolbar>
      <SelectionStrip bots={live.filter((bot) => selected.has(bot.botId))} onClear={() => setSelected(new Set())} />
      <DataTable
        label={title(t)}
        rows={view.rows}
        columns={botColumns({
          rows: view.rows,
          marketNow,
          own: columns,
          ...(signals.data ? { signals: signals.data } : {}),
          isSorted: sort !== null,
          t,
        })}
        rowId={rowId}
        rowHeight={34}
        sort={sort}
        onSort={setSort}
        {...selection}
        selectedId={view.openId === '' ? null : view.openId}
        onOpen={({ bot }) => view.open(bot.botId)}
        rowTone={(row) => (needsUser(row.bot) && !row.isChild ? 'danger' : null)}
        linkColumn="bot"
        storageKey="bots"
        csvName={`${kind}s`}
        empty={
          <Empty title={t('bots.noneHere')} action={<Button onClick={view.showAll}>{t('bots.showAll')}</Button>} />
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
