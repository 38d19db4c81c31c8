import { formatDecimal, trimDecimal } from '#base/decimal.ts';

/** A maintenance tier as the exchange publishes it, as decimals: USDT, and a fraction. */
export interface PublishedTier {
  readonly leverageMax: number;
  readonly floor: string;
  readonly cap: string;
  readonly maintenanceRate: string;
  /** The amount that keeps the maintenance margin continuous from tier to tier. */
  readonly cumulative: string;
}

type Row = readonly [cap: number, maintenanceRate: number, leverageMax: number];

/** Lowest first; each tier begins at the cap of the one before. */
function published(rows: readonly Row[]): readonly PublishedTier[] {
  let [floor, rateBefore, cumulative] = [0, 0, 0];
  return rows.map(([cap, maintenanceRate, leverageMax]) => {
    const rate = Math.round(maintenanceRate * RATE_UNITS);
    cumulative += floor * (rate - rateBefore);
    const tier = {
      leverageMax,
      floor: String(floor),
      cap: String(cap),
      maintenanceRate: String(maintenanceRate),
      cumulative: trimDecimal(formatDecimal(cumulative, RATE_DECIMALS)),
    };
    [floor, rateBefore] = [cap, rate];
    return tier;
  });
}

const RATE_DECIMALS = 4;
const RATE_UNITS = 10 ** RATE_DECIMALS;

/**
 * The tiers of BTCUSDT, ETHUSDT and, for the large coins, DOGEUSDT, as the exchange published them on 24 October 2024
 * (https://www.binance.com/en/futures/trading-rules/perpetual/leverage-margin); it changes them often. Those of middle and
 * small coins are simplified.
 */
export const TIERS = {
  bitcoin: published([
    [50_000, 0.004, 125],
    [600_000, 0.005, 100],
    [3_000_000, 0.0065, 75],
    [12_000_000, 0.01, 50],
    [70_000_000, 0.02, 25],
    [100_000_000, 0.025, 20],
    [230_000_000, 0.05, 10],
    [480_000_000, 0.1, 5],
    [600_000_000, 0.125, 4],
    [800_000_000, 0.15, 3],
    [1_200_000_000, 0.25, 2],
    [1_800_000_000, 0.5, 1],
  ]),
  ether: published([
    [50_000, 0.004, 125],
    [600_000, 0.005, 100],
    [3_000_000, 0.0065, 75],
    [12_000_000, 0.01, 50],
    [50_000_000, 0.02, 25],
    [65_000_000, 0.025, 20],
    [150_000_000, 0.05, 10],
    [320_000_000, 0.1, 5],
    [400_000_000, 0.125, 4],
    [530_000_000, 0.15, 3],
    [800_000_000, 0.25, 2],
    [1_200_000_000, 0.5, 1],
  ]),
  large: published([
    [10_000, 0.005, 75],
    [50_000, 0.007, 50],
    [750_000, 0.01, 40],
    [800_000, 0.02, 25],
    [1_600_000, 0.025, 20],
    [8_000_000, 0.05, 10],
    [16_000_000, 0.1, 5],
    [20_000_000, 0.125, 4],
    [40_000_000, 0.25, 2],
    [80_000_000, 0.5, 1],
  ]),
  middle: published([
    [10_000, 0.01, 50],
    [200_000, 0.02, 25],
    [5_000_000, 0.05, 10],
  ]),
  small: published([
    [5_000, 0.02, 25],
    [50_000, 0.05, 10],
    [1_000_000, 0.1, 5],
  ]),
} as const satisfies Record<string, readonly PublishedTier[]>;
