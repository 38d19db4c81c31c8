import { factorDays, generatedDays } from '#simulator/prices/days/generated-days.ts';
import { hourlyCorrelation, type PriceStatistics, returnsOf, statisticsOf } from './price-statistics.ts';
import { instrumentOf, singleTier } from './worked-examples.ts';

/** Three markets, each of Bitcoin and one other coin: seed and coin. */
export const GENERATED_MARKETS = [
  [1, 'ETHUSDT'],
  [2, 'DOGEUSDT'],
  [3, 'ADAUSDT'],
] as const;

export const HALF_YEAR_DAYS = 180;
const FIRST = 20_000;
const grids = { tick: '0.01', step: '0.01', notionalMin: '5', brackets: singleTier('0.005') };

/** How the generated half-year of a market moved. */
export interface MeasuredMarket {
  readonly bitcoin: PriceStatistics;
  readonly other: PriceStatistics;
  /** Correlation of their hourly returns. */
  readonly together: number;
}

/** Generates half a year of Bitcoin and another coin and measures it. */
export function measureMarket(seed: number, symbol: string): MeasuredMarket {
  const factor = factorDays(seed, FIRST);
  const returns = (coin: string): Float64Array => {
    const instrument = instrumentOf({ symbol: coin, ...grids });
    const day = generatedDays({ instrument, startTicks: 1_000_000, dayVolume: 1e8 }, { seed, first: FIRST, factor });
    return returnsOf(Array.from({ length: HALF_YEAR_DAYS }, (_, index) => day(FIRST + index)));
  };
  const [bitcoin, other] = [returns('BTCUSDT'), returns(symbol)];
  return {
    bitcoin: statisticsOf(bitcoin),
    other: statisticsOf(other),
    together: hourlyCorrelation(bitcoin, other),
  };
}
