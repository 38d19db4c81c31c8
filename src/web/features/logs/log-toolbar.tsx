import { useQuery } from '@tanstack/react-query';
import { useStatus } from '#web/api/live/use-live.ts';
import { portfoliosQuery } from '#web/api/portfolio-queries.ts';
import { assetsQuery } from '#web/api/system-queries.ts';
import { botsQuery } from '#web/api/trading-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { useKind } from '#web/kinds/use-kind.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Chips } from '#web/ui/form/chips.tsx';
import { ChoiceList, FilterList } from '#web/ui/form/choice-list.tsx';
import { SearchField } from '#web/ui/form/search-field.tsx';
import { TextBox } from '#web/ui/form/text-box.tsx';
import type { LogCounts } from './log-queries.ts';
import css from './logs.module.css';
import { type LogChoice, levels } from './use-log-filter.ts';

interface ToolbarProps {
  readonly choice: LogChoice;
  readonly counts: LogCounts | undefined;
}

/** Levels with their counts, time, portfolio, bot, symbol and search; one cycle or order that a link has named. */
export function LogToolbar({ choice, counts }: ToolbarProps) {
  const t = useText();
  const { filter, set } = choice;
  const kind = useKind();
  const bots = useQuery(botsQuery(kind)).data?.items ?? [];
  const assets = useQuery(assetsQuery).data?.items ?? [];
  const total = counts && counts.info + counts.warning + counts.error;
  const countOf = { all: total, info: counts?.info, warning: counts?.warning, error: counts?.error };
  return (
    <div className={css['toolbar']}>
      <Chips
        label={t('logs.level')}
        value={filter.level ?? 'all'}
        onChange={(value) => set({ level: value === 'all' ? null : value })}
        items={(['all', ...levels] as const).map((value) => {
          const count = countOf[value];
          return { value, label: t(`logs.level.${value}`), ...(count === undefined ? {} : { count }) };
        })}
      />
      {filter.cycleId === '' ? null : (
        <Button size="compact-xs" onClick={() => set({ cycle: null })}>
          {t('logs.oneCycle')} ×
        </Button>
      )}
      {filter.orderId === '' ? null : (
        <Button size="compact-xs" onClick={() => set({ order: null })}>
          {t('logs.oneOrder')} ×
        </Button>
      )}
      <div className={css['filters']}>
        <TimeRange choice={choice} />
        <PortfolioChoice choice={choice} />
        <FilterList
          label={t('logs.bot')}
          all={t('logs.allBots')}
          value={filter.botId}
          onChange={(bot) => set({ bot })}
          options={bots.map((bot) => ({ value: bot.botId, label: bot.name }))}
        />
        <FilterList
          label={t('logs.symbol')}
          all={t('logs.allSymbols')}
          value={filter.symbol}
          onChange={(symbol) => set({ symbol })}
          options={assets.map(({ futuresTicker }) => ({ value: futuresTicker, label: futuresTicker }))}
        />
        <SearchField label={t('logs.search')} value={choice.typed} onChange={(q) => set({ q })} />
      </div>
    </div>
  );
}

/** One portfolio of the kind. */
function PortfolioChoice({ choice: { filter, set } }: { readonly choice: LogChoice }) {
  const t = useText();
  const kind = useKind();
  const portfolios = (useQuery(portfoliosQuery).data?.items ?? []).filter((one) => one.kind === kind);
  return (
    <FilterList
      label={t('bots.column.portfolio')}
      all={t('bots.allPortfolios')}
      value={filter.portfolioId}
      onChange={(portfolio) => set({ portfolio })}
      options={portfolios.map(({ portfolioId, name }) => ({ value: portfolioId, label: name }))}
    />
  );
}

const HOUR_MS = 3_600_000;
const spans = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS } as const;
const choices = ['always', 'hour', 'day', 'week', 'own'] as const;
type Range = (typeof choices)[number];

/** The last hour, day or week of market time, or two instants. */
function TimeRange({ choice: { filter, set } }: { choice: LogChoice }) {
  const t = useText();
  const now = useStatus()?.marketTime ?? null;
  const isOwn = filter.dateFrom !== '' || filter.dateTo !== '';
  const choose = (range: Range) => {
    if (range === 'always') set({ from: null, to: null });
    else if (now !== null) set({ from: minuteBefore(now, range === 'own' ? HOUR_MS : spans[range]), to: null });
  };
  return (
    <>
      <ChoiceList
        aria-label={t('logs.range')}
        value={isOwn ? 'own' : 'always'}
        onChange={(value) => choose(choices.find((one) => one === value) ?? 'always')}
        options={choices.map((value) => ({ value, label: t(`logs.range.${value}`) }))}
      />
      {isOwn ? (
        <>
          <InstantField label={t('logs.from')} value={filter.dateFrom} onChange={(from) => set({ from })} />
          <InstantField label={t('logs.to')} value={filter.dateTo} onChange={(to) => set({ to })} />
        </>
      ) : null}
    </>
  );
}

interface InstantFieldProps {
  readonly label: string;
  /** ISO instant; empty for none. */
  readonly value: string;
  readonly onChange: (value: string | null) => void;
}

function InstantField({ label, value, onChange }: InstantFieldProps) {
  return (
    <TextBox
      type="datetime-local"
      aria-label={label}
      title={label}
      value={value.slice(0, 16)}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === '' ? null : `${currentTarget.value.slice(0, 16)}:00Z`)
      }
    />
  );
}

/** An instant this much earlier, on a whole minute. */
function minuteBefore(instant: string, ms: number): string {
  return `${new Date(Date.parse(instant) - ms).toISOString().slice(0, 16)}:00Z`;
}
