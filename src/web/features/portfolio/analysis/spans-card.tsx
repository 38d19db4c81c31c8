import { type Text, useText } from '#web/i18n/text.tsx';
import { Chips } from '#web/ui/form/chips.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import type { Column } from '#web/ui/table/column.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { useSearchText } from '#web/ui/table/search-text.ts';
import { utcDay } from '#web/ui/values/format.ts';
import { Money } from '#web/ui/values/money.tsx';
import css from '../portfolio.module.css';
import type { Pnl } from '../portfolio-queries.ts';
import { type ResultSpan, resultSpans, type SpanLength, spanLengths } from './result-spans.ts';
import { ShareBar } from './share-bar.tsx';

/** Net results by day, week or month; the length is kept in the address. */
export function SpansCard({ days }: Pick<Pnl, 'days'>) {
  const t = useText();
  const [text, setText] = useSearchText('span');
  const length = spanLengths.find((one) => one === text) ?? 'week';
  const spans = resultSpans(days, length);
  return (
    <Card
      title={t('analysis.spans')}
      note={t('analysis.spansNote')}
      actions={
        <span className={css['beside']}>
          <Chips
            label={t('analysis.spanLength')}
            value={length}
            onChange={setText}
            items={spanLengths.map((value) => ({ value, label: t(`analysis.span.${value}`) }))}
          />
        </span>
      }
      isFlush
    >
      <DataTable
        label={t('analysis.spans')}
        rows={spans}
        columns={columnsOf(t, { length, spans })}
        rowId={({ first }) => first}
        rowHeight={32}
        csvName={`results-by-${length}`}
        card={(span) => ({
          title: spanName(span, length, t),
          figure: <Money value={span.result} />,
          state: t.plural('analysis.ended', span.cycles),
        })}
        empty={<Empty title={t('analysis.none')} />}
      />
    </Card>
  );
}

interface Shown {
  readonly length: SpanLength;
  readonly spans: readonly ResultSpan[];
}

function columnsOf(t: Text, { length, spans }: Shown): readonly Column<ResultSpan>[] {
  const largest = Math.max(...spans.map(({ result }) => Math.abs(Number(result))));
  return [
    {
      id: 'span',
      title: t(`analysis.span.${length}`),
      sort: ({ first }) => first,
      exact: ({ first }) => first,
      cell: (span) => spanName(span, length, t),
    },
    {
      id: 'cycles',
      title: t('analysis.cycles'),
      align: 'right',
      sort: ({ cycles }) => cycles,
      exact: ({ cycles }) => cycles,
      cell: ({ cycles }) => cycles,
    },
    {
      id: 'result',
      title: t('analysis.result'),
      align: 'right',
      sort: ({ result }) => Number(result),
      exact: ({ result }) => result,
      cell: ({ result }) => <Money value={result} />,
    },
    {
      id: 'bar',
      title: t('analysis.bar'),
      width: 160,
      cell: ({ result }) => <ShareBar value={result} largest={largest} />,
    },
  ];
}

function spanName({ first }: ResultSpan, length: SpanLength, t: Text): string {
  if (length === 'month') return first.slice(0, 7);
  const day = utcDay(first, t.language);
  return length === 'week' ? t('analysis.weekOf', { day }) : day;
}
