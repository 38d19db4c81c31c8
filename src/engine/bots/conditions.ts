import { rateFromPercent } from '#base/decimal.ts';
import type { Rate } from '#base/exact.ts';
import type { EngineBot } from '../model/bot.ts';
import type { Direction } from '../model/order.ts';
import { familyOf } from './families.ts';

/** Distances of the exits; null is off. */
export interface Conditions {
  readonly stopLoss: Rate | null;
  readonly takeProfit: Rate | null;
}

type Told = Pick<EngineBot, 'kind' | 'params' | 'stopLossPercent' | 'takeProfitPercent'>;

/** The exits of one direction: its own, where the bot has those of its parameters, else what the user has set. */
export function conditionsOf({ kind, params, ...told }: Told, direction: Direction): Conditions {
  const family = familyOf(kind);
  const [usual, own] = [family.exitsOf(params), family.exitsOf(params, direction)];
  const inForce = (name: 'stopLossPercent' | 'takeProfitPercent') => (told[name] === usual[name] ? own : told)[name];
  return { stopLoss: maybeRate(inForce('stopLossPercent')), takeProfit: maybeRate(inForce('takeProfitPercent')) };
}

/** Both directions, for those who ask for them at every entry. */
export function conditionsByDirection(told: Told): Readonly<Record<Direction, Conditions>> {
  return { buy: conditionsOf(told, 'buy'), sell: conditionsOf(told, 'sell') };
}

function maybeRate(percent: string | null): Rate | null {
  return percent === null ? null : rateFromPercent(percent);
}
