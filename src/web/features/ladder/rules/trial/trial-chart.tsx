import { CANDLE_LENGTH_MS } from '#base/candle-interval.ts';
import { RuleChart } from '#web/charts/rule-chart.tsx';
import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Segments } from '#web/ui/form/segments.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { utcMinute } from '#web/ui/values/format.ts';
import { openedAtOf } from '#web/ui/values/opened-at.ts';
import { sideWords } from '#web/ui/values/side-mark.tsx';
import type { ToldTrial } from '../tree/tree-reading.ts';
import { endText, skipText } from './skip-words.ts';
import css from './trial.module.css';
import { type RuleTrees, trialPicture } from './trial-picture.ts';
import { TruthCard } from './truth-card.tsx';

const CANDLES_HEIGHT = 300;
const PANE_HEIGHT = 84;

export const TRIAL_DAYS = [30, 90] as const;

interface ChartProps {
  readonly trial: ToldTrial;
  readonly trees: RuleTrees;
  readonly isStale: boolean;
  readonly days: number;
  readonly onDays: (days: number) => void;
  /** The bar that is looked at, by its index; null: none. */
  readonly looked: number | null;
  readonly onLook: (bar: number | null) => void;
  /** Shows the bars up to an instant, UTC milliseconds; null: up to the present. */
  readonly onUntil: (until: number | null) => void;
}

/** The candles of a trial with the values of its rules and every trigger; a bar that is looked at tells its truth. */
export function TrialChart(props: ChartProps) {
  const t = useText();
  const { trial, trees, isStale, looked, onLook } = props;
  const { undrawn, ...picture } = trialPicture(trial, trees, t);
  const { symbol, bars } = trial;
  const length = CANDLE_LENGTH_MS[bars.timeframe];
  return (
    <Card title={<ChartTitle {...props} />} actions={<Pages {...props} />} isFlush>
      <div className={css['chart']} data-stale={isStale || undefined}>
        <RuleChart
          {...picture}
          viewKey={`${symbol} ${bars.timeframe} ${bars.start}`}
          looked={looked}
          onLook={onLook}
          label={t('rules.chart', { symbol })}
          keys={t('rules.chart.keys')}
          showTable={t('chart.table')}
          showChart={t('chart.chart')}
          height={CANDLES_HEIGHT + picture.panes.length * PANE_HEIGHT}
          table={() => ({
            head: [t('rules.column.bar'), t('rules.column.price'), t('rules.column.closedBy'), t('rules.column.skip')],
            rows: trial.triggers.map((one) => [
              `${utcMinute(openedAtOf(one.closedAt, length), t.language)} ${t(sideWords[one.direction])}`,
              t.number(one.price),
              endText(one, t),
              skipText(one, t),
            ]),
            file: {
              name: `${symbol} triggers`,
              rows: trial.triggers.map((one) => [
                `${openedAtOf(one.closedAt, length)} ${t(sideWords[one.direction])}`,
                one.price,
                endText(one, t),
                skipText(one, t),
              ]),
            },
          })}
        />
        {looked === null ? null : (
          <TruthCard
            trial={trial}
            trees={trees}
            bar={looked}
            closedAt={Date.parse(bars.start) + (looked + 1) * length}
          />
        )}
      </div>
      {undrawn.length === 0 ? null : (
        <p className={css['undrawn']}>{t('rules.chart.morePanes', { names: undrawn.join(', ') })}</p>
      )}
    </Card>
  );
}

function ChartTitle({ trial: { symbol, bars } }: Pick<ChartProps, 'trial'>) {
  const t = useText();
  return (
    <span className={css['title']}>
      {symbol}, {bars.timeframe}
      <span className={css['key']} data-kind="entered">
        ▲ {t('rules.chart.entered')}
      </span>
      <span className={css['key']}>● {t('rules.chart.skipped')}</span>
      <span className={css['key']}>▼ {t('rules.chart.closed')}</span>
    </span>
  );
}

function Pages({ trial, days, onDays, onUntil }: ChartProps) {
  const t = useText();
  const { figures, bars, dateFrom, dateTo } = trial;
  const length = CANDLE_LENGTH_MS[bars.timeframe];
  const start = Date.parse(bars.start);
  const span = bars.close.length * length;
  const isNewest = start + span + length > Date.parse(dateTo);
  return (
    <>
      <span className={css['counts']}>
        {t('rules.trial.counts', { month: figures.triggersOfMonth, all: figures.triggers, days })}
      </span>
      <Segments
        label={t('rules.trial.period')}
        value={String(days)}
        onChange={(value) => onDays(Number(value))}
        options={TRIAL_DAYS.map((one) => ({ value: String(one), label: t('rules.trial.days', { days: one }) }))}
      />
      <Button size="compact-xs" disabled={start <= Date.parse(dateFrom)} onClick={() => onUntil(start)}>
        {t('rules.chart.older')}
      </Button>
      <Button size="compact-xs" disabled={isNewest} onClick={() => onUntil(start + 2 * span)}>
        {t('rules.chart.newer')}
      </Button>
      <Button size="compact-xs" disabled={isNewest} onClick={() => onUntil(null)}>
        {t('rules.chart.newest')}
      </Button>
    </>
  );
}
