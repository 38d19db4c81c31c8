import { assert } from '#base/assert.ts';
import { DAY_MINUTES } from '#base/time.ts';
import { dropsOf, type LadderReach, reachOf, reachOfLadder, type StepReach } from '#engine/moves/ladder-reach.ts';
import { type MovedPast, partOfPast } from '#engine/moves/moved-past.ts';
import { measureMoves, type PriceMoves } from '#engine/moves/price-moves.ts';
import type { MovesRequest, MovesWindow, ReachRequest } from '#ports/price-move-measures.ts';

/** What is computed of a past; it may be longer than the window. */
export interface PastMeasures {
  moves(request: MovesRequest, past: MovedPast, window: MovesWindow): PriceMoves;
  reach(request: ReachRequest, past: MovedPast, window: MovesWindow): LadderReach & { readonly whole: StepReach };
}

export const pastMeasures: PastMeasures = {
  moves: ({ direction, rebound, horizonDays }, past, window) =>
    measureMoves(inWindow(past, window), { direction, rebound, horizonMinutes: horizonDays * DAY_MINUTES }),
  reach(request, past, window) {
    const part = inWindow(past, window);
    const drops = dropsOf(part, request.direction, request.rebound);
    const depth = request.levels.at(-1)?.deviationPercent ?? 0;
    return { ...reachOfLadder(part, request), whole: reachOf(drops, depth) };
  },
};

function inWindow(past: MovedPast, { from, to }: MovesWindow): MovedPast {
  const part = partOfPast(past, from, to);
  assert(part !== null, 'minutes of the window are stored');
  return part;
}
