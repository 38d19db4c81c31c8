import type { LadderParams } from '../../model/ladder-params.ts';
import type { Direction } from '../../model/order.ts';

/** The directions that a ladder trades: `both` means two atoms per symbol. */
export function directionsOf(params: Pick<LadderParams, 'direction'>): readonly Direction[] {
  return params.direction === 'both' ? ['buy', 'sell'] : [params.direction];
}
