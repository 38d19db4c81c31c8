import { asLadder, directionsOf } from '../../bots/custom/custom-ladder.ts';
import type { CustomParams } from '../../bots/custom/custom-params.ts';
import { entrySignal, sideExit } from '../../bots/custom/signals.ts';
import type { Instrument } from '../../model/instrument.ts';
import type { Direction } from '../../model/order.ts';
import { ladderOf } from '../../risk/ladder/ladder.ts';
import { planOf, type SweepAccount, type SweepPlan } from '../plan.ts';

/** Reads a strategy of rules once, for sweeping it on one instrument after the other. */
export function rulePlans(params: CustomParams): (instrument: Instrument, account: SweepAccount) => SweepPlan {
  const ladder = (direction: Direction) => ladderOf(asLadder(params, direction));
  const strategy = {
    ladders: { buy: ladder('buy'), sell: ladder('sell') },
    directions: directionsOf(params),
    entry: entrySignal(params),
    exits: { buy: sideExit(params, 'buy'), sell: sideExit(params, 'sell') },
  };
  return (instrument, account) => planOf(instrument, account, strategy);
}
