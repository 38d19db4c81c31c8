import { negate, type Steps, steps, subtract, ZERO_STEPS } from '#base/exact.ts';
import type { Side } from '#engine/model/order.ts';
import type { PositionSide } from '#engine/model/position.ts';
import { refuse } from '../../wire-error.ts';
import { type AccountState, holdingOf } from '../exchange-state.ts';
import { openQuantity } from '../positions/settle-fill.ts';
import type { Refusal } from '../refusal.ts';

/** Which position an order affects, and whether it can only reduce it. */
export interface OrderTarget {
  readonly symbol: string;
  readonly side: Side;
  readonly positionSide: PositionSide;
  readonly reduceOnly: boolean;
}

/** In hedge mode an order against its position side is implicitly reduce-only. */
export function targetOf(request: {
  readonly symbol: string;
  readonly side: Side;
  readonly positionSide: PositionSide | null;
  readonly reduceOnly: boolean | null;
}): OrderTarget {
  const { symbol, side } = request;
  const positionSide = request.positionSide ?? 'BOTH';
  const isClosing = positionSide === (side === 'SELL' ? 'LONG' : 'SHORT');
  return { symbol, side, positionSide, reduceOnly: isClosing || request.reduceOnly === true };
}

/** -4061: one-way mode accepts only BOTH, hedge mode only LONG and SHORT. */
export function positionSideRefusal({ isDualSide }: AccountState, positionSide: PositionSide | null): Refusal {
  const isDual = positionSide === 'LONG' || positionSide === 'SHORT';
  return isDual === isDualSide ? null : refuse('positionSide');
}

/** -1106: hedge mode accepts no reduceOnly, because position side and side imply it. */
export function reduceOnlyUnwanted({ isDualSide }: AccountState, reduceOnly: boolean | null): Refusal {
  return isDualSide && reduceOnly !== null ? refuse('unwanted', 'reduceonly') : null;
}

/** The quantity that an order of this side could reduce. */
export function reducibleAt(account: AccountState, { symbol, side, positionSide }: OrderTarget): Steps {
  const held = holdingOf(account, symbol, positionSide).quantity;
  return steps(Math.max(0, side === 'SELL' ? held : negate(held)));
}

/**
 * Whether an order may be below the minimum notional: in one-way mode every reduce-only one, in hedge mode, where an order
 * cannot say that it only reduces, one that closes the whole position.
 */
export function mayBeSmall(account: AccountState, target: OrderTarget, quantity: Steps): boolean {
  if (!target.reduceOnly) return false;
  return target.positionSide === 'BOTH' || quantity >= reducibleAt(account, target);
}

/**
 * -2022 when there is nothing to reduce, or less than an order in hedge mode wants to close. -4118 when resting orders
 * leave too little to reduce: in hedge mode for every order, which must fit beside them; in one-way mode for one that
 * would rest, once they reduce the whole position.
 */
export function reduceRefusal(
  account: AccountState,
  target: OrderTarget,
  {
    quantity,
    rests,
    except = null,
  }: { readonly quantity: Steps; readonly rests: boolean; readonly except?: string | null },
): Refusal {
  if (!target.reduceOnly) return null;
  const reducible = reducibleAt(account, target);
  const isHedged = target.positionSide !== 'BOTH';
  if (reducible === 0 || (isHedged && quantity > reducible)) return refuse('reduceOnlyRejected');
  const free = subtract(reducible, restingReduction(account, target, except));
  const isTooLarge = isHedged ? quantity > free : rests && free <= 0;
  return isTooLarge ? refuse('reduceOnlyConflict') : null;
}

function restingReduction(account: AccountState, target: OrderTarget, except: string | null): Steps {
  let total = ZERO_STEPS;
  for (const { row } of account.orders.values()) {
    const isSame = row.symbol === target.symbol && row.positionSide === target.positionSide && row.side === target.side;
    if (isSame && row.reduceOnly && row.orderId !== except) total = steps(total + openQuantity(row));
  }
  return total;
}
