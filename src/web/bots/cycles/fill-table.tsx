import type { Trade } from '#web/api/trading-queries.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import type { FileColumn } from '#web/ui/table/csv.ts';
import { TableFile } from '#web/ui/table/table-file.tsx';
import { utcMinute } from '#web/ui/values/format.ts';
import { Money } from '#web/ui/values/money.tsx';
import { Price } from '#web/ui/values/price.tsx';
import { fillMark } from './fill-mark.ts';
import css from './tables.module.css';

interface FillTableProps {
  readonly trades: readonly Trade[];
  /** The fill that is marked, such as the one under the pointer on the chart. */
  readonly hovered: string | null;
  readonly onHover: (id: string | null) => void;
}

/** The fills of a cycle, oldest first. */
export function FillTable({ trades, hovered, onHover }: FillTableProps) {
  const t = useText();
  return (
    <>
      <TableFile name={fileName(trades)} columns={columnsOf(t)} rows={() => trades} />
      <Rows {...{ trades, hovered, onHover }} />
    </>
  );
}

function Rows({ trades, hovered, onHover }: FillTableProps) {
  const t = useText();
  return (
    <table className={css['rows']}>
      <thead>
        <tr>
          {(['filled', 'order', 'price', 'qty', 'value', 'fee'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`cycles.fill.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {trades.map((trade) => (
          <FillRow key={trade.tradeId} trade={trade} isHovered={trade.tradeId === hovered} onHover={onHover} />
        ))}
      </tbody>
    </table>
  );
}

const fileName = ([first]: readonly Trade[]): string => (first === undefined ? 'fills' : `${first.symbol} fills`);

function columnsOf(t: Text): readonly FileColumn<Trade>[] {
  return [
    { title: t('cycles.fill.filled'), exact: ({ ts }) => ts },
    { title: t('cycles.fill.order'), exact: (trade) => fillText(trade, t) },
    { title: t('cycles.fill.price'), exact: ({ price }) => price },
    { title: t('cycles.fill.qty'), exact: ({ qty }) => qty },
    { title: t('cycles.fill.value'), exact: ({ quoteQty }) => quoteQty },
    { title: t('cycles.fill.fee'), exact: ({ commissionUsdt }) => commissionUsdt },
  ];
}

/** What was filled: "Base", "Step 2". */
function fillText(trade: Trade, t: Text): string {
  if (trade.role === 'base') return t('ladder.row.base');
  return trade.role === 'safety' ? t('ladder.row.step', { level: trade.level }) : fillMark(trade);
}

interface FillRowProps {
  readonly trade: Trade;
  readonly isHovered: boolean;
  readonly onHover: (id: string | null) => void;
}

function FillRow({ trade, isHovered, onHover }: FillRowProps) {
  const t = useText();
  return (
    <tr
      data-on={isHovered ? '' : undefined}
      onMouseEnter={() => onHover(trade.tradeId)}
      onMouseLeave={() => onHover(null)}
    >
      <td>{utcMinute(trade.ts, t.language)}</td>
      <td>{fillText(trade, t)}</td>
      <td>
        <Price value={trade.price} />
      </td>
      <td>{t.number(trade.qty)}</td>
      <td>
        <Money kind="amount" value={trade.quoteQty} />
      </td>
      <td>
        <Money kind="amount" value={trade.commissionUsdt} />
      </td>
    </tr>
  );
}
