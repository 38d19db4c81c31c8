import { rateFromPercent } from '#base/decimal.ts';
import type { Rate } from '#base/exact.ts';
import type { EngineBot } from '../model/bot.ts';

/** Distances of the exits; null is off. */
export interface Conditions {
  readonly stopLoss: Rate | null;
  readonly takeProfit: Rate | null;
}

export function conditionsOf(told: Pick<EngineBot, 'stopLossPercent' | 'takeProfitPercent'>): Conditions {
  return { stopLoss: maybeRate(told.stopLossPercent), takeProfit: maybeRate(told.takeProfitPercent) };
}

function maybeRate(percent: string | null): Rate | null {
  return percent === null ? null : rateFromPercent(percent);
}
