import { at } from '#base/assert.ts';
import { formatDecimal } from '#base/decimal.ts';
import { MINUTE_MS } from '#base/time.ts';
import { type Grid, gridOf } from '#engine/model/instrument.ts';
import { HEADER } from './csv/candle-row.ts';
import { type HistoryQuery, withMonths } from './history/load-history.ts';
import { type Month, readMonth } from './month/month-file.ts';

/** Lines per chunk: cheap to write and to hold in memory. */
const LINES_AT_ONCE = 10_000;

/**
 * The stored minutes as CSV, some thousand lines at a time; importing them gives the same files. Minutes that the
 * source did not have are omitted.
 * @throws AppError as `loadHistory` does
 */
export async function* exportCandles(query: HistoryQuery): AsyncGenerator<string> {
  const months = await withMonths(query, (opened) => Promise.all(opened.map(readMonth)));
  yield `${HEADER}\n`;
  let lines: string[] = [];
  for (const month of months) {
    for (const line of linesOf(month, query)) {
      lines.push(line);
      if (lines.length < LINES_AT_ONCE) continue;
      yield lines.join('');
      lines = [];
    }
  }
  yield lines.join('');
}

function* linesOf({ columns, minutes, ...month }: Month, { from, to }: HistoryQuery): Generator<string> {
  const [tick, step] = [gridOf(month.tick), gridOf(month.step)];
  const text = (column: Int32Array, index: number, grid: Grid) =>
    formatDecimal(at(column, index) * grid.units, grid.decimals);
  let gap = 0;
  for (let index = 0; index < minutes; index += 1) {
    const time = columns.start + index * MINUTE_MS;
    const [gapFrom, gapMinutes] = month.gaps[gap] ?? [minutes, 0];
    if (index === gapFrom) {
      index += gapMinutes - 1;
      gap += 1;
      continue;
    }
    if (time < (from ?? time) || time >= (to ?? Number.POSITIVE_INFINITY)) continue;
    const prices = [columns.open, columns.high, columns.low, columns.close].map((column) => text(column, index, tick));
    yield `${time},${prices.join(',')},${text(columns.volume, index, step)}\n`;
  }
}
