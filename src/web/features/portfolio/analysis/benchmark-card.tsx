import { useQuery } from '@tanstack/react-query';
import { returnsQuery } from '#web/api/returns-query.ts';
import { ReturnsChart } from '#web/charts/returns-chart.tsx';
import { type Text, useText } from '#web/i18n/text.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';
import { utcMinute } from '#web/ui/values/format.ts';
import css from '../portfolio.module.css';
import type { Pnl } from '../portfolio-queries.ts';
import { type BenchmarkLine, benchmarkLines, underwaterLine } from './benchmark-lines.ts';

const HEIGHT = 220;

interface BenchmarkCardProps {
  readonly portfolioId: string;
  /** A UTC day; null: from the first. */
  readonly from: string | null;
  readonly pnl: Pnl;
}

/** The return beside holding the same coins, and how far equity was below its highest point. */
export function BenchmarkCard({ portfolioId, from, pnl }: BenchmarkCardProps) {
  const t = useText();
  const returns = useQuery(returnsQuery(from));
  const item = returns.data?.items.find((one) => one.portfolioId === portfolioId);
  return (
    <>
      <Card title={t('analysis.benchmark')} note={t('analysis.benchmarkNote')} actions={<Legend />} isFlush>
        {returns.error === null ? null : <ProblemNote error={returns.error} onRetry={() => void returns.refetch()} />}
        {returns.isPending ? <SkeletonBlock height={HEIGHT} /> : null}
        {returns.data === undefined ? null : (
          <Lines
            name="benchmark"
            label={t('analysis.benchmark')}
            viewKey={returns.data.dateFrom}
            lines={item === undefined ? [] : benchmarkLines(returns.data.times, item)}
          />
        )}
      </Card>
      <Card title={t('analysis.underwater')} note={t('analysis.underwaterNote')} isFlush>
        <Lines
          name="underwater"
          label={t('analysis.underwater')}
          viewKey={pnl.dateFrom}
          lines={underwaterLine(pnl.points)}
        />
      </Card>
    </>
  );
}

function Legend() {
  const t = useText();
  return (
    <span className={css['legend']}>
      <span data-tone="equity">{t('analysis.line.portfolio')}</span>
      <span data-tone="closed">{t('analysis.line.holding')}</span>
    </span>
  );
}

interface LinesProps {
  /** Of the file, without its ending. */
  readonly name: string;
  readonly label: string;
  readonly viewKey: string;
  readonly lines: readonly BenchmarkLine[];
}

function Lines({ name, label, viewKey, lines }: LinesProps) {
  const t = useText();
  if (lines.length === 0) return <Empty title={t('analysis.noLines')} />;
  const names = Object.fromEntries(lines.map(({ id }) => [id, t(`analysis.line.${id}`)]));
  return (
    <ReturnsChart
      viewKey={viewKey}
      label={label}
      names={names}
      showTable={t('chart.table')}
      showChart={t('chart.chart')}
      height={HEIGHT}
      lines={lines}
      table={() => tableOf({ name, lines }, t)}
    />
  );
}

function tableOf({ name, lines }: Pick<LinesProps, 'name' | 'lines'>, t: Text) {
  const times = [...new Set(lines.flatMap(({ points }) => points.map(({ time }) => time)))].sort((a, b) => a - b);
  const values = lines.map(({ points }) => new Map(points.map(({ time, percent }) => [time, percent])));
  return {
    head: [t('cycles.time'), ...lines.map(({ id }) => `${t(`analysis.line.${id}`)}, %`)],
    rows: times.map((time) => [
      utcMinute(new Date(time).toISOString(), t.language),
      ...values.map((known) => {
        const percent = known.get(time);
        return percent === undefined ? '–' : t.number(percent.toFixed(2), { decimals: 2, sign: 'always' });
      }),
    ]),
    file: {
      name,
      rows: times.map((time) => [new Date(time).toISOString(), ...values.map((known) => known.get(time) ?? null)]),
    },
  };
}
