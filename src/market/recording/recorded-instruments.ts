import { at } from '#base/assert.ts';
import { cashFrom, rateFrom } from '#base/decimal.ts';
import { steps } from '#base/exact.ts';
import { cashPerTickStep, gridOf, type Instrument } from '#engine/model/instrument.ts';
import { cumulativeAmounts } from '#engine/risk/margin/margin.ts';

/** Floor and cap of the notional in USDT, maintenance rate, maximum leverage. */
type Tier = readonly [floor: string, cap: string, maintenanceRate: string, leverageMax: number];

const BITCOIN_TIERS: readonly Tier[] = [
  ['0', '50000', '0.004', 125],
  ['50000', '600000', '0.005', 100],
  ['600000', '3000000', '0.0065', 75],
  ['3000000', '50000000', '0.01', 50],
];

/** The exchange's own tiers of these symbols change often; two round ones replace them. */
const OTHER_TIERS: readonly Tier[] = [
  ['0', '50000', '0.005', 75],
  ['50000', '50000000', '0.01', 50],
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
  const tiers = symbol === 'BTCUSDT' ? BITCOIN_TIERS : OTHER_TIERS;
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
      tiers.map(([floor, cap, maintenanceRate, leverageMax]) => ({
        floor: cashFrom(floor),
        cap: cashFrom(cap),
        maintenanceRate: rateFrom(maintenanceRate),
        leverageMax,
      })),
    ),
    makerFee: rateFrom('0.0002'),
    takerFee: rateFrom('0.0005'),
    liquidationFee: rateFrom('0.0125'),
    ordersMax: 200,
  };
}
