import { copyFileSync } from 'node:fs';
import { multiplyDivide } from '#base/exact.ts';
import { gridOf } from '#engine/model/instrument.ts';
import { type Grids, type Month, monthBytes, openMonth, readMonth } from '../../candle-files/month/month-file.ts';
import { COUNT_MAX } from '../sound-candle.ts';
import { writeWhole } from '../write-whole.ts';
import { asideOf } from './month-shelf.ts';

/**
 * Rewrites a month in the exchange's present tick and step. A finer tick keeps every price; with a coarser one prices
 * are rounded to the nearest tick, half up, which keeps low and high around open and close. The old file stays beside
 * it.
 * @returns the path of the old file; null when a number does not fit into a column of the new grid and nothing was done
 * @throws AppError as reading does
 */
export async function regridMonth(file: string, grids: Grids): Promise<string | null> {
  const opened = openMonth(file);
  const month = await readMonth(opened).finally(opened.close);
  const converted = regridded(month, grids);
  if (converted === null) return null;
  const aside = asideOf(file, 'other-grid');
  copyFileSync(file, aside);
  await writeWhole(file, monthBytes(converted));
  return aside;
}

function regridded(month: Month, { tick, step }: Grids): Month | null {
  const [price, volume] = [converter(month.tick, tick), converter(month.step, step)];
  const { start, ...columns } = month.columns;
  if (columns.high.some((count) => price(count) > COUNT_MAX)) return null;
  const prices = (column: Int32Array) => column.map((count) => Math.max(1, price(count)));
  const made = {
    open: prices(columns.open),
    high: prices(columns.high),
    low: prices(columns.low),
    close: prices(columns.close),
    volume: columns.volume.map((count) => Math.min(COUNT_MAX, volume(count))),
  };
  return { ...month, tick, step, columns: { start, ...made } };
}

/** Converts a count of one grid to the nearest count of another. */
function converter(from: string, to: string): (count: number) => number {
  const [old, wanted] = [gridOf(from), gridOf(to)];
  const decimals = Math.max(old.decimals, wanted.decimals);
  const numerator = old.units * 10 ** (decimals - old.decimals);
  const denominator = wanted.units * 10 ** (decimals - wanted.decimals);
  return (count) => multiplyDivide(count, numerator, denominator, 'half-up');
}
