import { multiplyDivide, RATE_ONE, type Rate, type Ticks, ticks } from '#base/exact.ts';
import type { Side } from '#engine/model/order.ts';
import type { ExchangeState } from '../exchange-state.ts';
import type { ConditionalType, WorkingType } from '../rows.ts';

/** Whether an order triggers when the price rises or falls to its trigger. */
export type TriggerDirection = 'rise' | 'fall';

/** BUY stops and SELL take-profits trigger on a rise, the others on a fall. */
export function triggerDirection(type: ConditionalType, side: Side): TriggerDirection {
  const isProfit = type === 'TAKE_PROFIT' || type === 'TAKE_PROFIT_MARKET';
  return (side === 'BUY') === isProfit ? 'fall' : 'rise';
}

export function isReached(price: Ticks, trigger: Ticks, direction: TriggerDirection): boolean {
  return direction === 'rise' ? price >= trigger : price <= trigger;
}

/** The price that a conditional order watches, at this instant. */
export function referencePrice({ market, at }: ExchangeState, symbol: string, workingType: WorkingType): Ticks | null {
  return workingType === 'MARK_PRICE' ? market.mark(symbol, at) : market.last(symbol, at);
}

/**
 * The trigger of a trailing stop: the callback rate behind the best price since activation, rounded towards that price.
 */
export function trailingTrigger(side: Side, extreme: Ticks, callback: Rate): Ticks {
  return side === 'SELL'
    ? ticks(multiplyDivide(extreme, RATE_ONE - callback, RATE_ONE, 'ceil'))
    : ticks(multiplyDivide(extreme, RATE_ONE + callback, RATE_ONE, 'floor'));
}
