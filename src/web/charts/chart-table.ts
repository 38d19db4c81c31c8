import type { Text } from '#web/i18n/text.tsx';
import { missing } from '#web/ui/values/format.ts';
import type { TableTwin } from './table-twin.ts';

const ROWS_SHOWN = 200;

/** As the exchange sent them. */
interface CandleFigures {
  /** ISO instant at which it opened. */
  readonly time: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume?: string | undefined;
}

interface NamedCandles {
  /** Of the file, without its ending. */
  readonly name: string;
  /** Oldest first. */
  readonly rows: readonly CandleFigures[];
}

/** The newest candles as a table, newest first, with figures as the exchange sent them; the file has all that are loaded. */
export function chartTable({ name, rows }: NamedCandles, t: Text): TableTwin {
  const columns = ['time', 'open', 'high', 'low', 'close', 'volume'] as const;
  const { length } = rows;
  const counts = { shown: t.number(String(ROWS_SHOWN)), count: t.number(String(length)) };
  return {
    ...(length > ROWS_SHOWN ? { note: t('market.chart.newest', counts) } : {}),
    head: columns.map((column) => t(`market.chart.${column}`)),
    rows: rows
      .slice(-ROWS_SHOWN)
      .toReversed()
      .map(({ time, open, high, low, close, volume }) => [
        time.slice(0, 16).replace('T', ' '),
        ...[open, high, low, close].map((price) => t.number(price)),
        volume === undefined ? missing : t.number(volume),
      ]),
    file: {
      name,
      rows: rows.toReversed().map(({ time, open, high, low, close, volume }) => {
        return [time, open, high, low, close, volume ?? null];
      }),
    },
  };
}
