import type { Chance } from '#base/prng.ts';
import type { CandleColumns } from '#engine/model/candle.ts';
import { START } from './market.ts';

/** Minutes of a random walk with jumps between them, beginning at START. Prices in ticks, volume in steps. */
export function randomColumns(
  dice: Chance,
  minutes: number,
  options: { start?: number; volatility?: number; volume?: number } = {},
): CandleColumns {
  const { start = 100_000, volatility = 0.001, volume = 100_000_000 } = options;
  const column = () => new Int32Array(minutes);
  const columns = { start: START, open: column(), high: column(), low: column(), close: column(), volume: column() };
  const moved = (from: number): number => Math.max(10, Math.round(from * (1 + (dice.next() * 2 - 1) * volatility)));
  let price = start;
  for (let index = 0; index < minutes; index += 1) {
    const open = dice.next() < 0.03 ? moved(price) : price;
    const [a, b, close] = [moved(open), moved(open), moved(open)];
    columns.open[index] = open;
    columns.high[index] = Math.max(open, a, b, close);
    columns.low[index] = Math.min(open, a, b, close);
    columns.close[index] = close;
    columns.volume[index] = volume;
    price = close;
  }
  return columns;
}
