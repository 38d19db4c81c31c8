import { at } from '#base/assert.ts';
import { cashFrom, rateFrom } from '#base/decimal.ts';
import { steps } from '#base/exact.ts';
import { cashPerTickStep, gridOf, type Instrument } from '#engine/model/instrument.ts';
import { cumulativeAmounts } from '#engine/risk/margin/margin.ts';

/** Cap of the notional in USDT, maintenance rate, maximum leverage; each begins at the cap of the one before. */
type Tier = readonly [cap: number, maintenanceRate: number, leverageMax: number];

/**
 * The tiers of BTCUSDT and ETHUSDT, and for the other coins those of DOGEUSDT, as the exchange published them on 24 October
 * 2024 (https://www.binance.com/en/futures/trading-rules/perpetual/leverage-margin), up to the largest exact notional. The
 * simulated exchange lists the same, which a test holds against these.
 */
const BITCOIN_TIERS: readonly Tier[] = [
  [50_000, 0.004, 125],
  [600_000, 0.005, 100],
  [3_000_000, 0.0065, 75],
  [12_000_000, 0.01, 50],
  [70_000_000, 0.02, 25],
  [90_000_000, 0.025, 20],
];
const ETHER_TIERS: readonly Tier[] = [
  [50_000, 0.004, 125],
  [600_000, 0.005, 100],
  [3_000_000, 0.0065, 75],
  [12_000_000, 0.01, 50],
  [50_000_000, 0.02, 25],
  [65_000_000, 0.025, 20],
  [90_000_000, 0.05, 10],
];
const OTHER_TIERS: readonly Tier[] = [
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
];

/** Symbol, tick, step, minimum notional in USDT, maximum quantity of a limit order and of a market order. */
const LISTED = [
  ['BTCUSDT', '0.1', '0.001', '100', 1_000, 120],
  ['ETHUSDT', '0.01', '0.001', '20', 10_000, 2_000],
  ['SOLUSDT', '0.01', '0.01', '5', 100_000, 20_000],
  ['XRPUSDT', '0.0001', '0.1', '5', 1_000_000, 1_000_000],
  ['BNBUSDT', '0.01', '0.01', '5', 100_000, 20_000],
  ['LINKUSDT', '0.001', '0.01', '5', 100_000, 100_000],
] as const;

/**
 * The contracts of the recording, BTC first. Fees are those of an ordinary account without discounts. The liquidation
 * fee of all six is the exchange's 1.25 % for BTC: one figure, and too high rather than too low.
 */
export function recordedInstruments(): ReadonlyMap<string, Instrument> {
  return new Map(LISTED.map((row) => [row[0], instrumentOf(row)]));
}

function instrumentOf([
  symbol,
  tickText,
  stepText,
  notionalMin,
  limitMax,
  marketMax,
]: (typeof LISTED)[number]): Instrument {
  const [tick, step] = [gridOf(tickText), gridOf(stepText)];
  const stepsPerUnit = 10 ** step.decimals / step.units;
  return {
    symbol,
    baseAsset: at(symbol.split('USDT'), 0),
    tick,
    step,
    cashPerTickStep: cashPerTickStep(tick, step),
    quantityMin: steps(1),
    quantityMax: steps(limitMax * stepsPerUnit),
    marketQuantityMax: steps(marketMax * stepsPerUnit),
    notionalMin: cashFrom(notionalMin),
    brackets: cumulativeAmounts(
      tiersOf(symbol).map(([cap, maintenanceRate, leverageMax], place, tiers) => ({
        floor: cashFrom(String(tiers[place - 1]?.[0] ?? 0)),
        cap: cashFrom(String(cap)),
        maintenanceRate: rateFrom(String(maintenanceRate)),
        leverageMax,
      })),
    ),
    makerFee: rateFrom('0.0002'),
    takerFee: rateFrom('0.0005'),
    liquidationFee: rateFrom('0.0125'),
    ordersMax: 200,
  };
}

function tiersOf(symbol: string): readonly Tier[] {
  if (symbol === 'BTCUSDT') return BITCOIN_TIERS;
  return symbol === 'ETHUSDT' ? ETHER_TIERS : OTHER_TIERS;
}
