import { type Text, useText } from '#web/i18n/text.tsx';
import { Chips } from '#web/ui/form/chips.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import type { Column } from '#web/ui/table/column.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { useSearchText } from '#web/ui/table/search-text.ts';
import { Money } from '#web/ui/values/money.tsx';
import { Pct } from '#web/ui/values/pct.tsx';
import css from '../portfolio.module.css';
import type { Breakdown, BreakdownPart } from './breakdown-query.ts';
import { ShareBar } from './share-bar.tsx';

const lists = { symbol: 'symbols', side: 'sides', reason: 'reasons', version: 'versions' } as const;
type PartName = keyof typeof lists;
const partNames = ['symbol', 'side', 'reason', 'version'] as const satisfies readonly PartName[];

/** Results by symbol, side, reason of the end or version; which one is kept in the address. */
export function BreakdownCard({ breakdown }: { readonly breakdown: Breakdown }) {
  const t = useText();
  const [text, setText] = useSearchText('by');
  const part = partNames.find((one) => one === text) ?? 'symbol';
  const rows = breakdown[lists[part]];
  const { total } = breakdown;
  return (
    <Card
      title={t('analysis.parts')}
      note={t('analysis.partsNote')}
      actions={
        <span className={css['beside']}>
          <Chips
            label={t('analysis.partsBy')}
            value={part}
            onChange={setText}
            items={partNames.map((value) => ({ value, label: t(`analysis.part.${value}`) }))}
          />
        </span>
      }
      isFlush
    >
      <DataTable
        label={t('analysis.parts')}
        rows={rows}
        columns={columnsOf(t, part, rows)}
        rowId={idOf}
        rowHeight={32}
        csvName={`results-by-${part}`}
        totals={{
          value: t('analysis.all'),
          cycles: total.cycles,
          gross: <Money value={total.gross} />,
          commission: <Money kind="amount" value={total.commission} />,
          funding: <Money value={total.funding} />,
          slippage: <Money kind="amount" value={total.slippage} />,
          result: <Money value={total.result} />,
        }}
        card={(row) => ({
          title: nameOf(row, part, t),
          figure: <Money value={row.result} />,
          state: t.plural('analysis.ended', row.cycles),
          aside: (
            <>
              {t('analysis.won')} <Pct kind="plain" value={row.winPercent} unit />
            </>
          ),
        })}
        empty={<Empty title={t('analysis.none')} />}
      />
    </Card>
  );
}

const idOf = ({ value, strategy }: BreakdownPart): string => `${strategy ?? ''} ${value}`;

function columnsOf(t: Text, part: PartName, rows: readonly BreakdownPart[]): readonly Column<BreakdownPart>[] {
  const largest = Math.max(...rows.map(({ result }) => Math.abs(Number(result))));
  const money = (
    id: 'gross' | 'commission' | 'funding' | 'slippage' | 'result',
    kind: 'result' | 'amount',
  ): Column<BreakdownPart> => ({
    id,
    title: t(`analysis.column.${id}`),
    align: 'right',
    sort: (row) => Number(row[id]),
    exact: (row) => row[id],
    cell: (row) => <Money kind={kind} value={row[id]} />,
  });
  return [
    {
      id: 'value',
      title: t(`analysis.part.${part}`),
      sort: (row) => nameOf(row, part, t),
      exact: ({ value, strategy }) => (strategy === null ? value : `${strategy} ${value}`),
      cell: (row) => nameOf(row, part, t),
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
      id: 'won',
      title: t('analysis.won'),
      align: 'right',
      sort: ({ winPercent }) => (winPercent === null ? null : Number(winPercent)),
      exact: ({ winPercent }) => winPercent,
      cell: ({ winPercent }) => <Pct kind="plain" value={winPercent} />,
    },
    money('gross', 'result'),
    money('commission', 'amount'),
    money('funding', 'result'),
    money('slippage', 'amount'),
    money('result', 'result'),
    {
      id: 'bar',
      title: t('analysis.bar'),
      width: 120,
      cell: ({ result }) => <ShareBar value={result} largest={largest} />,
    },
  ];
}

function nameOf({ value, strategy }: BreakdownPart, part: PartName, t: Text): string {
  if (part === 'side') return t(value === 'buy' ? 'side.long' : 'side.short');
  if (part === 'version')
    return t('analysis.version', { strategy: strategy ?? t('analysis.noStrategy'), version: value });
  const reason = `cycles.end.${value}`;
  return part === 'reason' && isReason(reason, t) ? t(reason) : value;
}

const isReason = (key: string, t: Text): key is 'cycles.end.take_profit' => t.has(key);
