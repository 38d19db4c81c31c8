import type { BarColumns, BarInput } from '#engine/indicators/bar-input.ts';
import { PLAIN_GRIDS, type UnitGrids } from '#engine/rules/rule-bars.ts';

const COUNTED: Readonly<Record<keyof UnitGrids, readonly BarInput[]>> = {
  price: ['open', 'high', 'low', 'close', 'mark', 'index', 'btc_close', 'average_price'],
  volume: ['volume', 'taker_buy_volume'],
};
const DECIMALS_MAX = 12;

/**
 * Bars as rules count them: prices and volumes as whole numbers of their last decimal, so that sums and differences are exact. Where
 * a column has more digits than a number holds, they stay as they are.
 */
export function countedColumns(columns: BarColumns): { readonly counted: BarColumns; readonly grids: UnitGrids } {
  const grids = { ...PLAIN_GRIDS };
  const counted: Partial<Record<BarInput, Float64Array>> = { ...columns };
  for (const unit of ['price', 'volume'] as const) {
    const named = COUNTED[unit].flatMap((name) =>
      columns[name] === undefined ? [] : [[name, columns[name]] as const],
    );
    const decimals = decimalsOf(named.map(([, column]) => column));
    if (decimals === null) continue;
    grids[unit] = { units: 1, decimals };
    for (const [name, column] of named) counted[name] = column.map((value) => Math.round(value * 10 ** decimals));
  }
  return { counted, grids };
}

/** The decimals that all values have at the most; null where they are too many. */
function decimalsOf(columns: readonly Float64Array[]): number | null {
  for (let decimals = 0; decimals <= DECIMALS_MAX; decimals += 1) {
    const one = 10 ** decimals;
    const isWhole = (value: number) => {
      const count = Math.round(value * one);
      return Number.isNaN(value) || (Number.isSafeInteger(count) && count / one === value);
    };
    if (columns.every((column) => column.every(isWhole))) return decimals;
  }
  return null;
}
