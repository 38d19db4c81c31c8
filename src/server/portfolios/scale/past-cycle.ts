import { instantOf } from '#base/time.ts';
import { ladderFamily } from '#engine/bots/ladder/ladder-family.ts';
import { type ScaleChange, withOtherScale } from '#engine/bots/ladder/other-scale.ts';
import type { PastCycle, PastExits } from '#ports/trials/scale-trials.ts';
import type { PastCycleRow } from '#storage/cycles/past-cycles.ts';
import { cashOf } from '../../http/text.ts';

/** A stored cycle of a ladder, and its parameters with another scale. */
export function pastCycleOf(row: PastCycleRow, scale: ScaleChange): PastCycle {
  const params = ladderFamily.params.parse(row.params);
  const { stopLossPercent, takeProfitPercent } = row;
  return {
    atomId: row.atomId,
    kind: row.kind,
    direction: row.direction,
    openedAt: instantOf(row.openedAt.getTime()),
    params,
    scaledParams: withOtherScale(params, scale),
    exits: different([{ stopLossPercent, takeProfitPercent }, ladderFamily.exitsOf(params)]),
    told: { closeReason: row.closeReason, entryQuantity: row.entryQty, result: cashOf(row.result) },
  };
}

/** Exits may have been set beside the parameters, before the cycle or after it. */
function different(exits: readonly PastExits[]): readonly PastExits[] {
  return [...new Map(exits.map((one) => [JSON.stringify(one), one])).values()];
}
