import type { Chance } from '#base/prng.ts';
import type { BarInput } from '#engine/indicators/bar-input.ts';
import { randomBars } from './random-bars.ts';

/** Markets in which formulas meet the same price again and again. Each lasts so many bars, its prices are whole ticks. */
export const PLAIN_MARKETS = [
  'still',
  'repeating',
  'rising',
  'falling',
  'one tick',
  'untraded',
  'walking',
  'gapped',
] as const;
export type PlainMarket = (typeof PLAIN_MARKETS)[number];

export type MarketColumns = Record<BarInput, Float64Array>;

const HOUR_MS = 3_600_000;

/** The close of each bar, and how far its high and low lie beyond it, in ticks. */
function shapeOf(dice: Chance, market: PlainMarket): { readonly step: () => number; readonly reach: () => number } {
  const steady = dice.between(0, 3);
  switch (market) {
    case 'still':
    case 'untraded':
      return { step: () => 0, reach: () => 0 };
    case 'repeating':
      return { step: () => 0, reach: () => steady + 1 };
    case 'rising':
      return { step: () => 1, reach: () => steady };
    case 'falling':
      return { step: () => -1, reach: () => steady };
    case 'one tick':
      return { step: () => dice.between(-1, 1), reach: () => 0 };
    case 'walking':
    case 'gapped':
      return { step: () => dice.between(-20, 20), reach: () => dice.between(0, 9) };
  }
}

export function plainMarket(dice: Chance, market: PlainMarket, length: number): MarketColumns {
  const bars = randomBars(dice, length, { barMs: HOUR_MS, mood: 'lively' });
  const { step, reach } = shapeOf(dice, market);
  const decimals = dice.between(0, 5);
  const priced = (ticks: number) => ticks / 10 ** decimals; // The number nearest to the decimal.
  let ticks = dice.between(5_000, 900_000);
  for (let bar = 0; bar < length; bar += 1) {
    bars.open[bar] = priced(ticks);
    bars.average_price[bar] = priced(ticks);
    bars.index[bar] = priced(ticks);
    bars.mark[bar] = priced(ticks + 1);
    const moved = step();
    const far = reach();
    bars.high[bar] = priced(Math.max(ticks, ticks + moved) + far);
    bars.low[bar] = priced(Math.min(ticks, ticks + moved) - far);
    ticks += moved;
    bars.close[bar] = priced(ticks);
    if (market === 'untraded') for (const name of ['volume', 'taker_buy_volume'] as const) bars[name][bar] = 0;
  }
  if (market === 'gapped')
    for (const hole of [dice.between(1, length - 1), dice.between(1, length - 1)])
      for (const name of ['open', 'high', 'low', 'close', 'volume'] as const) bars[name][hole] = Number.NaN;
  return bars;
}

/** Makes every bar from an index on like the one before it; only time goes on. */
export function stillFrom(bars: MarketColumns, from: number): MarketColumns {
  const names = (Object.keys(bars) as BarInput[]).filter((name) => name !== 'time'); // As their type says.
  return {
    ...bars,
    ...Object.fromEntries(
      names.map((name) => [
        name,
        bars[name].map((value, bar) => (bar < from ? value : (bars[name][from - 1] ?? value))),
      ]),
    ),
  };
}
