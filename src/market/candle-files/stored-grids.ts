import { monthPath, storedMonths } from './folder.ts';
import { type Grids, openMonth } from './month/month-file.ts';

/**
 * The tick and step of a symbol's stored months; new months with others could not be read together with them. Null when
 * none is stored.
 * @throws AppError as `openMonth` does
 */
export function storedGrids(folder: string, symbol: string): Grids | null {
  const newest = storedMonths(folder, symbol).at(-1);
  if (newest === undefined) return null;
  const month = openMonth(monthPath(folder, symbol, newest));
  month.close();
  return { tick: month.tick, step: month.step };
}
