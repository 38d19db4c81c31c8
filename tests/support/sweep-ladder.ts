import type { SymbolHistory } from '#engine/model/history.ts';
import type { SweepSink } from '#engine/sweep/events.ts';
import type { SweepPlan } from '#engine/sweep/plan.ts';
import { sweepLadders } from '#engine/sweep/sweep-ladder.ts';

type Row = readonly [figures: Float64Array, offset: number, sink?: SweepSink | null];

/** Sweeps one parameter set over the minutes [from, to), by index, and writes its row of figures at `offset`. */
export function sweepLadder(
  history: SymbolHistory,
  plan: SweepPlan,
  from: number,
  to: number,
  ...[figures, offset, sink = null]: Row
): void {
  sweepLadders(history, [plan], { from, to, figures, offset, sink });
}
