import { assert } from '#base/assert.ts';
import { cashFrom, parseDecimal, rateFrom } from '#base/decimal.ts';
import { type Steps, steps } from '#base/exact.ts';
import type { getAssets } from '#contract/asset.ts';
import type { Reply } from '#contract/call.ts';
import { cashPerTickStep, type Grid, gridOf, type Instrument } from '#engine/model/instrument.ts';

export type Asset = Reply<typeof getAssets>['items'][number];

/** An asset of the API as an instrument of the engine. The texts come from our own server. */
export function instrumentOf(asset: Asset): Instrument {
  const tick = gridOf(asset.tickSize);
  const step = gridOf(asset.stepSize);
  return {
    symbol: asset.futuresTicker,
    baseAsset: asset.baseAsset,
    tick,
    step,
    cashPerTickStep: cashPerTickStep(tick, step),
    quantityMin: stepsOf(asset.minQty, step),
    quantityMax: stepsOf(asset.maxQty, step),
    marketQuantityMax: stepsOf(asset.marketMaxQty, step),
    notionalMin: cashFrom(asset.minNotional),
    brackets: asset.brackets.map((bracket) => ({
      floor: cashFrom(bracket.notionalFloor),
      cap: cashFrom(bracket.notionalCap),
      maintenanceRate: rateFrom(bracket.maintenanceRate),
      cumulative: cashFrom(bracket.cumulative),
      leverageMax: bracket.leverageMax,
    })),
    makerFee: rateFrom(asset.makerFeeRate),
    takerFee: rateFrom(asset.takerFeeRate),
    liquidationFee: rateFrom(asset.liquidationFeeRate),
    ordersMax: asset.ordersMax,
  };
}

function stepsOf(text: string, step: Grid): Steps {
  const units = parseDecimal(text, step.decimals);
  assert(units !== null && units % step.units === 0, `"${text}" is a whole number of steps`);
  return steps(units / step.units);
}
