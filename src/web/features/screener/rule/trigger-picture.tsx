import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { CANDLE_LENGTH_MS } from '#base/candle-interval.ts';
import type { Reply } from '#contract/call.ts';
import { tryStrategy } from '#contract/strategy.ts';
import { ruleStrategy } from '#engine/bots/registry.ts';
import { api } from '#web/api/api.ts';
import { candlesQuery, intervalMs } from '#web/api/market/candle-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { Spark, type SparkMark } from '#web/ui/figures/spark.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';
import { utcMinute } from '#web/ui/values/format.ts';
import { openedAtOf } from '#web/ui/values/opened-at.ts';
import css from './rule-bar.module.css';
import type { ShownRule } from './use-rule.ts';

type Trial = Reply<typeof tryStrategy>;

const PICTURE = { width: 404, height: 120 } as const;
const DAY_HOURS = 24;
/** A trial tells at least so many bars one by one; the picture needs none of them. */
const BARS_MIN = 10;

/** The closes of the days over which the rule is judged, with every trigger of the rule on this contract. */
export function TriggerPicture({ symbol, rule }: { readonly symbol: string; readonly rule: ShownRule }) {
  const t = useText();
  const { days } = rule;
  const interval = days > 7 ? '4h' : '1h';
  const length = intervalMs[interval];
  const limit = (days * DAY_HOURS * intervalMs['1h']) / length;
  const candles = useQuery(candlesQuery({ symbol, interval, limit, endTime: null }));
  const trial = useQuery(triggersQuery(symbol, rule));
  if (candles.isError) return <ProblemNote error={candles.error} onRetry={() => void candles.refetch()} />;
  if (!candles.data) return <SkeletonBlock height={PICTURE.height} />;
  const { items } = candles.data;
  const start = Date.parse(items[0]?.time ?? '');
  const marks = (trial.data?.triggers ?? []).map((trigger): SparkMark => {
    const at = (Date.parse(trigger.closedAt) - start) / length - 1;
    return {
      at,
      value: trigger.price,
      way: trigger.direction === 'buy' ? 'up' : 'down',
      isHollow: trigger.cycle === null,
    };
  });
  return (
    <>
      <div className={css['picture']}>
        <Spark
          values={items.map(({ close }) => close)}
          marks={marks}
          label={t('screener.rule.picture', { symbol, days })}
          {...PICTURE}
        />
      </div>
      {trial.isError ? <ProblemNote error={trial.error} onRetry={() => void trial.refetch()} /> : null}
      {trial.isPending ? <SkeletonBlock height={18} /> : null}
      {trial.data ? <Triggers trial={trial.data} /> : null}
    </>
  );
}

/** The trial of the version that was judged; another close of its timeframe asks for it again. */
const triggersQuery = (symbol: string, { strategyId, days, screening, judged }: ShownRule) =>
  queryOptions({
    queryKey: ['trials', 'triggers', symbol, strategyId, days, screening?.strategyVersion, judged?.closedAt],
    queryFn: ({ signal }) => {
      const version = screening === undefined ? {} : { strategyVersion: screening.strategyVersion };
      const body = { symbol, strategyId, ...version, days, bars: BARS_MIN };
      return api(tryStrategy, { params: { kind: ruleStrategy.kind }, body, signal });
    },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });

/** What the marks are, in words. */
function Triggers({ trial: { bars, figures, triggers } }: { readonly trial: Trial }) {
  const t = useText();
  const [last] = triggers;
  if (last === undefined) return <p className={css['triggers']}>{t('screener.rule.noTriggers')}</p>;
  const time = utcMinute(openedAtOf(last.closedAt, CANDLE_LENGTH_MS[bars.timeframe]), t.language);
  const left = figures.triggers - triggers.length;
  return (
    <p className={css['triggers']}>
      {t('screener.rule.triggers', { count: figures.triggers, entered: figures.entered, time })}
      <span>{t('screener.rule.triggerKeys')}</span>
      {left > 0 ? <span>{t('screener.rule.triggersLeft', { count: left })}</span> : null}
    </p>
  );
}
