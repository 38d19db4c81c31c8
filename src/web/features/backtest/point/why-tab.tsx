import { useQuery } from '@tanstack/react-query';
import { isMessageKey } from '#web/i18n/message-key.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import type { FileColumn } from '#web/ui/table/csv.ts';
import { CsvButton } from '#web/ui/table/csv-button.tsx';
import { Duration } from '#web/ui/values/age.tsx';
import { utcMinute } from '#web/ui/values/format.ts';
import { type Report, type RunOf, reportQuery } from '../report-queries.ts';
import type { TestDetail } from '../test-queries.ts';
import { symbolsText } from '../test-words.ts';
import css from './point.module.css';
import { ReportProblem } from './report-problem.tsx';

const MINUTE_MS = 60_000;

interface WhyTabProps {
  readonly test: TestDetail;
  readonly run: RunOf;
}

/** What opened and ended cycles, and what kept the bot from trading. */
export function WhyTab({ test, run }: WhyTabProps) {
  const t = useText();
  const report = useQuery(reportQuery(run));
  if (report.isPending) return <SkeletonRows rows={8} />;
  if (report.isError)
    return <ReportProblem error={report.error} conditionId={test.conditionId} onRetry={() => void report.refetch()} />;
  return (
    <>
      <Card title={t('backtest.why.traded')}>
        <ul className={css['sentences']}>
          {tradedSentences(report.data, t).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </Card>
      <Card
        title={t('backtest.why.refused')}
        note={t('backtest.why.refusedNote')}
        actions={<CsvButton name="refused" columns={columnsOf(t)} rows={() => report.data.refused} />}
        isFlush
      >
        {report.data.refused.length === 0 ? (
          <Empty title={t('backtest.why.none')} />
        ) : (
          <RefusedTable refused={report.data.refused} />
        )}
      </Card>
    </>
  );
}

/** How many cycles opened and by what they ended. */
function tradedSentences({ figures, byReason, cyclesOpen, symbols }: Report, t: Text): readonly string[] {
  return [
    t.plural('backtest.why.opened', figures.cycles + cyclesOpen, { symbols: symbolsText(symbols, t) }),
    ...byReason
      .filter(({ name }) => name !== 'open')
      .map(({ name, cycles, wins }) =>
        t.plural('backtest.why.ended', cycles, { reason: reasonText(`cycles.end.${name}`, name, t), wins }),
      ),
    ...(cyclesOpen > 0 ? [t.plural('backtest.why.open', cyclesOpen)] : []),
    t('backtest.why.inMarket', {
      percent: t.number(figures.timeInMarketPercent, { decimals: 2 }),
      blocked: t.number(figures.timeBlockedPercent, { decimals: 2 }),
    }),
  ];
}

function reasonText(key: string, code: string, t: Text): string {
  return isMessageKey(t, key) ? t(key) : code;
}

function RefusedTable({ refused }: Pick<Report, 'refused'>) {
  const t = useText();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    // biome-ignore lint/a11y/useSemanticElements: a named group, not a set of fields and not one more landmark.
    <div className={css['scroll']} role="group" tabIndex={0} aria-label={t('backtest.why.refused')}>
      <table className={css['table']}>
        <thead>
          <tr>
            {(['reason', 'atom', 'times', 'lasted', 'first', 'until'] as const).map((column, index) => (
              <th key={column} scope="col" data-right={index > 1 || undefined}>
                {t(`backtest.why.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {refused.map((row) => (
            <tr key={`${row.reason} ${row.symbol} ${row.direction}`}>
              <th scope="row">{reasonText(`reason.${row.reason}`, row.reason, t)}</th>
              <td>{atomText(row, t)}</td>
              <td data-right>{timesText(row, t)}</td>
              <td data-right>
                <Duration ms={row.minutes * MINUTE_MS} />
              </td>
              <td data-right>{utcMinute(row.firstAt, t.language)}</td>
              <td data-right>
                {row.lastUntil === null ? t('backtest.why.toTheEnd') : utcMinute(row.lastUntil, t.language)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** How often it happened; of unknown rules, at how many bars. */
function timesText({ times, bars }: Report['refused'][number], t: Text): string {
  return bars === null ? t.number(String(times)) : t.plural('backtest.why.bars', bars);
}

function columnsOf(t: Text): readonly FileColumn<Report['refused'][number]>[] {
  return [
    { title: t('backtest.why.column.reason'), exact: ({ reason }) => reasonText(`reason.${reason}`, reason, t) },
    { title: t('backtest.why.column.atom'), exact: (row) => atomText(row, t) },
    { title: t('backtest.why.column.times'), exact: ({ times }) => times },
    { title: t('backtest.why.column.bars'), exact: ({ bars }) => bars },
    { title: t('backtest.why.column.minutes'), exact: ({ minutes }) => minutes },
    { title: t('backtest.why.column.first'), exact: ({ firstAt }) => firstAt },
    { title: t('backtest.why.column.until'), exact: ({ lastUntil }) => lastUntil },
  ];
}

function atomText({ symbol, direction }: Report['refused'][number], t: Text): string {
  const side = direction === null ? '' : t(direction === 'buy' ? 'side.long' : 'side.short');
  return [symbol ?? '', side].filter((part) => part !== '').join(' ');
}
