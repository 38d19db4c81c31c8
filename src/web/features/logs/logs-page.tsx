import { useKind, useKindView } from '#web/kinds/use-kind.ts';
import { KindPage } from '#web/ui/page/kind-page.tsx';
import '#web/ui/form/field-styles.ts';
import { Button, Select, TextInput } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useDeferredValue } from 'react';
import { botsQuery } from '#web/api/trading-queries.ts';
import { PartText, useText } from '#web/i18n/text.tsx';
import { Chips } from '#web/ui/form/chips.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { useSearchText } from '#web/ui/table/search-text.ts';
import { logsQuery } from './log-queries.ts';
import { LogRows } from './log-rows.tsx';
import css from './logs.module.css';

const levels = ['info', 'warning', 'error'] as const;

/** What the bots of a kind did and why, newest first. */
export function LogsPage() {
  return (
    <PartText part="logs">
      <WordedLogsPage />
    </PartText>
  );
}

function WordedLogsPage() {
  const t = useText();
  const { title } = useKindView();
  return (
    <KindPage title={t('logs.title', { kind: title(t) })} facts={t('logs.facts')} tab="logs">
      <Logs />
    </KindPage>
  );
}

/** Filters in the address. The list updates a moment after typing, so that it does not slow typing down. */
function useLogFilter() {
  const [levelText, setLevel] = useSearchText('level');
  const [botId, setBotId] = useSearchText('bot');
  const [cycleId, setCycleId] = useSearchText('cycle');
  const [search, setSearch] = useSearchText('q');
  const navigate = useNavigate();
  const clear = () => void navigate({ to: '.', search: {} });
  const level = levels.find((one) => one === levelText);
  const searched = useDeferredValue(search);
  return { level, setLevel, botId, setBotId, cycleId, setCycleId, search, setSearch, searched, clear };
}

type LogFilter = ReturnType<typeof useLogFilter>;

function Logs() {
  const t = useText();
  const kind = useKind();
  const filter = useLogFilter();
  const logs = useInfiniteQuery({
    ...logsQuery(kind, { level: filter.level, botId: filter.botId, cycleId: filter.cycleId, search: filter.searched }),
    placeholderData: (before) => before,
  });
  const entries = logs.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Card isFlush>
      <Toolbar filter={filter} />
      {logs.isPending ? <SkeletonRows rows={16} height={30} /> : null}
      {logs.isError ? <ProblemNote error={logs.error} onRetry={() => void logs.refetch()} /> : null}
      {logs.data && entries.length === 0 ? <NoEntries filter={filter} /> : null}
      {entries.length > 0 ? (
        <div data-stale={logs.isPlaceholderData ? '' : undefined} className={css['list']}>
          <LogRows entries={entries} />
        </div>
      ) : null}
      {logs.hasNextPage ? (
        <div className={css['more']}>
          <Button loading={logs.isFetchingNextPage} onClick={() => void logs.fetchNextPage()}>
            {t('logs.more')}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}

/** Nothing has happened yet, or nothing matches the filter; then a button clears the filter. */
function NoEntries({ filter }: { filter: LogFilter }) {
  const t = useText();
  const { level, botId, cycleId, search } = filter;
  if (level === undefined && `${botId}${cycleId}${search}` === '') {
    return <Empty title={t('logs.noneYet')}>{t('logs.noneYetMore')}</Empty>;
  }
  return <Empty title={t('logs.none')} action={<Button onClick={filter.clear}>{t('logs.clear')}</Button>} />;
}

function Toolbar({ filter }: { filter: LogFilter }) {
  const t = useText();
  const bots = useQuery(botsQuery(useKind())).data?.items ?? [];
  return (
    <div className={css['toolbar']}>
      <Chips
        label={t('logs.level')}
        value={filter.level ?? 'all'}
        onChange={(value) => filter.setLevel(value === 'all' ? null : value)}
        items={(['all', ...levels] as const).map((value) => ({ value, label: t(`logs.level.${value}`) }))}
      />
      {filter.cycleId === '' ? null : (
        <Button size="compact-xs" onClick={() => filter.setCycleId(null)}>
          {t('logs.oneCycle')} ×
        </Button>
      )}
      <div className={css['filters']}>
        <Select
          aria-label={t('logs.bot')}
          value={filter.botId}
          onChange={filter.setBotId}
          data={[
            { value: '', label: t('logs.allBots') },
            ...bots.map((bot) => ({ value: bot.botId, label: bot.name })),
          ]}
        />
        <TextInput
          type="search"
          aria-label={t('logs.search')}
          placeholder={t('logs.search')}
          leftSection={<Search size={14} />}
          value={filter.search}
          onChange={(event) => filter.setSearch(event.currentTarget.value)}
        />
      </div>
    </div>
  );
}
