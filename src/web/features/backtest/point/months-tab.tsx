import { useQuery } from '@tanstack/react-query';
import { type Text, useText } from '#web/i18n/text.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import type { FileColumn } from '#web/ui/table/csv.ts';
import { CsvButton } from '#web/ui/table/csv-button.tsx';
import { Money } from '#web/ui/values/money.tsx';
import { Pct } from '#web/ui/values/pct.tsx';
import { type Report, type RunOf, reportQuery } from '../report-queries.ts';
import type { TestDetail } from '../test-queries.ts';
import css from './point.module.css';
import { ReportProblem } from './report-problem.tsx';

interface MonthsTabProps {
  readonly test: TestDetail;
  readonly run: RunOf;
}

/** The result of each month beside the market's. */
export function MonthsTab({ test, run }: MonthsTabProps) {
  const t = useText();
  const report = useQuery(reportQuery(run));
  return (
    <Card
      title={t('backtest.tab.months')}
      note={t('backtest.monthsNote')}
      isFlush
      actions={
        report.data ? <CsvButton name="months" columns={columnsOf(t)} rows={() => report.data.months} /> : undefined
      }
    >
      {report.isPending ? <SkeletonRows rows={6} /> : null}
      {report.isError ? (
        <ReportProblem error={report.error} conditionId={test.conditionId} onRetry={() => void report.refetch()} />
      ) : null}
      {report.data ? <MonthTable report={report.data} /> : null}
    </Card>
  );
}

function MonthTable({ report: { months, figures } }: { readonly report: Report }) {
  const t = useText();
  const { result, returnPercent, marketChangePercent, cycles } = figures;
  return (
    <table className={css['table']}>
      <thead>
        <tr>
          <th scope="col">{t('backtest.column.month')}</th>
          {(['result', 'return', 'market', 'cycles'] as const).map((column) => (
            <th key={column} scope="col" data-right>
              {t(`backtest.column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {months.map(({ month, ...row }) => (
          <MonthRow key={month} name={monthText(month, t)} row={row} />
        ))}
      </tbody>
      <tfoot>
        <MonthRow
          name={t('backtest.total')}
          row={{ result, returnPercent, marketPercent: marketChangePercent, cycles }}
        />
      </tfoot>
    </table>
  );
}

interface MonthRowProps {
  readonly name: string;
  readonly row: Omit<Report['months'][number], 'month'>;
}

function MonthRow({ name, row: { result, returnPercent, marketPercent, cycles } }: MonthRowProps) {
  const t = useText();
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-right>
        <Money value={result} />
      </td>
      <td data-right>
        <Pct kind="result" value={returnPercent} />
      </td>
      <td data-right>
        <Pct kind="signed" value={marketPercent} />
      </td>
      <td data-right>{t.number(String(cycles))}</td>
    </tr>
  );
}

function columnsOf(t: Text): readonly FileColumn<Report['months'][number]>[] {
  return [
    { title: t('backtest.column.month'), exact: ({ month }) => month },
    { title: t('backtest.column.result'), exact: ({ result }) => result },
    { title: t('backtest.column.return'), exact: ({ returnPercent }) => returnPercent },
    { title: t('backtest.column.market'), exact: ({ marketPercent }) => marketPercent },
    { title: t('backtest.column.cycles'), exact: ({ cycles }) => cycles },
  ];
}

/** "June 2025". @param month - YYYY-MM */
function monthText(month: string, t: Text): string {
  const locale = t.language === 'ru' ? 'ru-RU' : 'en-GB';
  const look = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Date(`${month.slice(0, 7)}-01T00:00:00Z`).toLocaleDateString(locale, look);
}
