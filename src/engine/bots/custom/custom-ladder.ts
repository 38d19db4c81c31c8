import { type Ticks, ticks } from '#base/exact.ts';
import { type LadderParams, ladderParams } from '../../model/ladder-params.ts';
import type { Direction } from '../../model/order.ts';
import { type Ladder, ladderOf } from '../../risk/ladder/ladder.ts';
import type { ExitPercents } from '../bot-family.ts';
import type { CustomParams, CustomSide } from './custom-params.ts';

export function directionsOf({ buy, sell }: CustomParams): readonly Direction[] {
  return [...(buy === null ? [] : (['buy'] as const)), ...(sell === null ? [] : (['sell'] as const))];
}

/** A market order, a take profit as a limit order net of fees, and a stop that the mark triggers. */
const ONE_ORDER = ladderParams.parse({ baseOrderSize: '1', safetyOrdersCount: 0 });

/** The size of a position that depends on the capital or the market: unknown until a cycle opens. */
const UNKNOWN_SIZE = '0';

/** One direction of a strategy as a ladder without safety orders. */
export function asLadder(params: CustomParams, direction: Direction): LadderParams {
  const { sizing, leverage, marginType, cooldownS, maxOpenCycles, opening } = params;
  const isFixed = sizing.type === 'fixed_notional' || sizing.type === 'fixed_margin';
  const size = isFixed ? sizing.value : UNKNOWN_SIZE;
  return {
    ...ONE_ORDER,
    ...{ direction, leverage, marginType, cooldownS, maxOpenCycles },
    baseOrderSize: opening?.notional ?? size,
    sizeType: sizing.type === 'fixed_margin' && opening === undefined ? 'margin' : 'notional',
    trailingPercent: params[direction]?.trailingPercent ?? null,
    ...ownExits(params[direction]),
  };
}

/** The orders of a cycle. Before it opens they are those of its first direction, and a size that is not fixed is nothing. */
export function customLadder(params: CustomParams): Ladder {
  const direction = params.opening?.direction ?? directionsOf(params)[0] ?? 'buy';
  const stopTicks = params.opening?.stopTicks ?? null;
  const stopDistance: Ticks | null = stopTicks === null ? null : ticks(stopTicks);
  return { ...ladderOf(asLadder(params, direction)), stopDistance };
}

/** The exits of one direction; without one, those that the directions have in common. */
export function exitsOf(params: CustomParams, direction?: Direction): ExitPercents {
  if (direction !== undefined) return ownExits(params[direction]);
  const [first, second] = directionsOf(params).map((each) => ownExits(params[each]));
  if (first === undefined || second === undefined) return first ?? ownExits(null);
  const { takeProfitPercent, stopLossPercent } = first;
  return {
    takeProfitPercent: takeProfitPercent === second.takeProfitPercent ? takeProfitPercent : null,
    stopLossPercent: stopLossPercent === second.stopLossPercent ? stopLossPercent : null,
  };
}

function ownExits(side: CustomSide | null): ExitPercents {
  const { takeProfitPercent = null, stop = null } = side ?? {};
  return { takeProfitPercent, stopLossPercent: stop?.type === 'percent' ? stop.value : null };
}
