import type { LadderParams } from '../../model/ladder-params.ts';
import { ladderOf } from '../../risk/ladder/ladder.ts';
import { validateLadder } from '../../risk/rules/validate.ts';
import type { AtomRules, BotFamily } from '../bot-family.ts';
import { transition } from './atom.ts';
import { dealRefusals } from './deal.ts';
import { directionsOf } from './directions.ts';
import { marginToOpen, nextStepPrice } from './entry.ts';
import { wantedStopLoss, wantedTakeProfit } from './exits.ts';
import { entrySignal, inspectRules, ladderRules, ladderWithRules, stepSignal } from './ladder-rules.ts';
import { openParams } from './replace-ladder.ts';
import { ownLiquidation, triggersOf } from './triggers.ts';

/** A cycle of a base order, safety orders below it, a take profit and a stop. */
export const ladderAtom: AtomRules = {
  transition,
  triggersOf,
  ownLiquidation,
  marginToOpen,
  wantedTakeProfit,
  wantedStopLoss,
  nextStepPrice,
  dealRefusals,
  openParams,
};

/** DCA ladders: a cycle opens as soon as its atom is idle, or where its entry rule acts. */
export const ladderFamily: BotFamily<LadderParams> = {
  params: ladderWithRules,
  directionsOf,
  exitsOf: ({ stopLossPercent, takeProfitPercent }) => ({ stopLossPercent, takeProfitPercent }),
  stepsOf: (params) => params.customLevels?.length ?? params.safetyOrdersCount,
  ladderOf,
  refusalsOf: (check) => validateLadder(check).errors,
  inspect: inspectRules,
  rulesOf: ladderRules,
  signalOf: entrySignal,
  stepSignalOf: stepSignal,
  atom: ladderAtom,
};
