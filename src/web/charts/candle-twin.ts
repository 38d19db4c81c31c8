import type { Text } from '#web/i18n/text.tsx';
import { utcMinute } from '#web/ui/values/format.ts';
import { axisNumber } from './axis-number.ts';
import type { TableTwin } from './table-twin.ts';

interface ShownOnCandles {
  /** Of the file, without its ending. */
  readonly name: string;
  readonly lines: readonly { readonly title: string; readonly price: number }[];
  readonly trades: readonly { readonly ts: string; readonly side: 'BUY' | 'SELL'; readonly price: string }[];
  /** Of the tick. */
  readonly decimals: number;
}

/** The table beside candles: the price of each line, then that of each fill; headed by what its rows are named by. */
export function candleTwin({ name, lines, trades, decimals }: ShownOnCandles, t: Text): TableTwin {
  const named = [
    ...(lines.length > 0 || trades.length === 0 ? [t('chart.line')] : []),
    ...(trades.length > 0 ? [t('cycles.fill.filled')] : []),
  ];
  return {
    head: [named.join(' / '), t('chart.price')],
    rows: [
      ...lines.map((line) => [line.title, axisNumber(line.price, decimals)]),
      ...trades.map((trade) => [
        `${utcMinute(trade.ts, t.language)} ${t(`order.${trade.side}`)}`,
        t.number(trade.price, { decimals }),
      ]),
    ],
    file: {
      name,
      rows: [
        ...lines.map((line) => [line.title, line.price]),
        ...trades.map((trade) => [`${trade.ts} ${trade.side}`, trade.price]),
      ],
    },
  };
}
