import type { Text } from '#web/i18n/text.tsx';
import { utcMinute } from '#web/ui/values/format.ts';
import { axisNumber } from './axis-number.ts';
import type { TableTwin } from './table-twin.ts';

interface ShownOnCandles {
  /** Of the file, without its ending. */
  readonly name: string;
  /** What the rows are named by: lines, or lines and times. */
  readonly head: string;
  readonly lines: readonly { readonly title: string; readonly price: number }[];
  readonly trades: readonly { readonly ts: string; readonly side: string; readonly price: string }[];
  /** Of the tick. */
  readonly decimals: number;
}

/** The table beside candles: the price of each line, then that of each fill. */
export function candleTwin({ name, head, lines, trades, decimals }: ShownOnCandles, t: Text): TableTwin {
  return {
    head: [head, t('chart.price')],
    rows: [
      ...lines.map((line) => [line.title, axisNumber(line.price, decimals)]),
      ...trades.map((trade) => [`${utcMinute(trade.ts, t.language)} ${trade.side}`, trade.price]),
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
