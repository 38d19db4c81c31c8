import { cashFrom, rateFrom } from '#base/decimal.ts';
import { steps, type Ticks, ticks } from '#base/exact.ts';
import { type Bracket, cashPerTickStep, gridOf, type Instrument, parsePrice } from '#engine/model/instrument.ts';
import { type LadderParams, type LadderParamsInput, ladderParams } from '#engine/model/ladder-params.ts';
import { cumulativeAmounts } from '#engine/risk/margin/margin.ts';

/** One maintenance tier that never ends, as the worked examples use it. */
export function singleTier(maintenanceRate: string, cumulative = '0'): Bracket[] {
  return [
    {
      floor: cashFrom('0'),
      cap: cashFrom('90000000'),
      maintenanceRate: rateFrom(maintenanceRate),
      cumulative: cashFrom(cumulative),
      leverageMax: 125,
    },
  ];
}

export function instrumentOf(options: {
  symbol: string;
  tick: string;
  step: string;
  notionalMin: string;
  brackets: readonly Bracket[];
}): Instrument {
  const [tick, step] = [gridOf(options.tick), gridOf(options.step)];
  return {
    symbol: options.symbol,
    baseAsset: options.symbol.replace('USDT', ''),
    tick,
    step,
    cashPerTickStep: cashPerTickStep(tick, step),
    quantityMin: steps(1),
    quantityMax: steps(1_000_000_000),
    marketQuantityMax: steps(1_000_000_000),
    notionalMin: cashFrom(options.notionalMin),
    brackets: options.brackets,
    makerFee: rateFrom('0.0002'),
    takerFee: rateFrom('0.0005'),
    liquidationFee: rateFrom('0.0125'),
    ordersMax: 200,
  };
}

export function paramsOf(input: LadderParamsInput): LadderParams {
  return ladderParams.parse(input);
}

/** The text as a price of the instrument; it must lie on the tick grid. */
export function priceOf(instrument: Instrument, text: string): Ticks {
  return parsePrice(instrument, text) ?? ticks(Number.NaN);
}

/** Example 1 of the domain document: long, isolated 10×. */
export const longExample = {
  instrument: instrumentOf({
    symbol: 'ETHUSDT',
    tick: '0.01',
    step: '0.001',
    notionalMin: '20',
    brackets: singleTier('0.004'),
  }),
  params: paramsOf({
    direction: 'buy',
    baseOrderSize: '200',
    safetyOrderSize: '200',
    safetyOrdersCount: 4,
    stepPercent: '1',
    stepScale: '1.5',
    volumeScale: '1.5',
    takeProfitPercent: '1',
    leverage: 10,
    marginType: 'isolated',
  }),
  basePrice: '2000.00',
} as const;

/** Example 2: short, cross 5×, a wallet of 400 USDT after entry fees. */
export const shortExample = {
  instrument: instrumentOf({
    symbol: 'DOGEUSDT',
    tick: '0.00001',
    step: '1',
    notionalMin: '5',
    brackets: singleTier('0.005'),
  }),
  params: paramsOf({
    direction: 'sell',
    baseOrderSize: '30',
    safetyOrderSize: '60',
    safetyOrdersCount: 5,
    stepPercent: '2',
    stepScale: '1.2',
    volumeScale: '1.4',
    takeProfitPercent: '1.2',
    leverage: 5,
    marginType: 'cross',
  }),
  basePrice: '0.20000',
  wallet: '400',
} as const;

/** Example 3: long, isolated 20×, crosses a margin tier. */
export const tierExample = {
  instrument: instrumentOf({
    symbol: 'BTCUSDT',
    tick: '0.1',
    step: '0.001',
    notionalMin: '50',
    brackets: [
      { ...tier('0', '50000', '0.004'), cumulative: cashFrom('0') },
      { ...tier('50000', '600000', '0.005'), cumulative: cashFrom('50') },
    ],
  }),
  params: paramsOf({
    direction: 'buy',
    baseOrderSize: '10000',
    safetyOrderSize: '20000',
    safetyOrdersCount: 3,
    stepPercent: '0.5',
    stepScale: '2',
    volumeScale: '2',
    takeProfitPercent: '0.6',
    leverage: 20,
    marginType: 'isolated',
  }),
  basePrice: '60000.0',
} as const;

/** A tier without its cumulative amount. */
export function tier(floor: string, cap: string, maintenanceRate: string): Omit<Bracket, 'cumulative'> {
  return {
    floor: cashFrom(floor),
    cap: cashFrom(cap),
    maintenanceRate: rateFrom(maintenanceRate),
    leverageMax: 125,
  };
}

/** The first four tiers of BTCUSDT, with derived amounts. */
export const bitcoin: Instrument = instrumentOf({
  symbol: 'BTCUSDT',
  tick: '0.1',
  step: '0.001',
  notionalMin: '100',
  brackets: cumulativeAmounts([
    tier('0', '50000', '0.004'),
    tier('50000', '600000', '0.005'),
    tier('600000', '3000000', '0.0065'),
    tier('3000000', '12000000', '0.01'),
  ]),
});
