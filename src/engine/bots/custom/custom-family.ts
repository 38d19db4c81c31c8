import { ticks } from '#base/exact.ts';
import type { BotParams } from '../../model/bot-params.ts';
import type { Cycle } from '../../model/cycle.ts';
import type { AtomRules, BotFamily } from '../bot-family.ts';
import { ladderAtom } from '../ladder/ladder-family.ts';
import { customLadder, directionsOf, exitsOf } from './custom-ladder.ts';
import { type CustomParams, customParams } from './custom-params.ts';
import { customRefusals } from './custom-refusals.ts';
import { customRules, inspectCustom } from './custom-rules.ts';
import { entrySignal, exitSignal } from './signals.ts';

/** The cycle of a ladder. What was decided when it opened stays, whatever parameters it adopts later. */
const customAtom: AtomRules = {
  ...ladderAtom,
  transition(state, event, context) {
    const isAdopting = event.type === 'LadderReplaced' && state.cycle !== null;
    const params = isAdopting ? adopted(context.params, state.cycle) : context.params;
    return ladderAtom.transition(state, event, isAdopting ? { ...context, params } : context);
  },
  openParams: (cycle, params, context) => ladderAtom.openParams(cycle, adopted(params, cycle), context),
};

/** The parameters that an open cycle adopts: its size stays, and so does its stop where the new one is a range too. */
function adopted(params: BotParams, cycle: Cycle): BotParams {
  const { opening } = cycle.params as CustomParams; // The family's own parameters, which passed its schema.
  if (opening === undefined) return params;
  const isByRange = (params as CustomParams)[opening.direction]?.stop?.type === 'atr';
  return {
    ...params,
    opening: { ...opening, stopTicks: isByRange ? (opening.stopTicks ?? stopTicksOf(cycle)) : null },
  };
}

/** How far from its entry the stop of a cycle rests now; null when none does. */
function stopTicksOf({ orders, basePrice }: Cycle): number | null {
  const trigger = orders.find(({ role }) => role === 'stop_loss')?.triggerPrice ?? null;
  return trigger === null || basePrice === null ? null : Math.abs(basePrice - trigger);
}

/** Strategies of rules: cycles of one entry, that rules open and close. */
export const customFamily: BotFamily<CustomParams> = {
  params: customParams,
  directionsOf,
  exitsOf,
  stepsOf: () => 0,
  ladderOf: customLadder,
  refusalsOf: customRefusals,
  inspect: inspectCustom,
  rulesOf: customRules,
  signalOf: entrySignal,
  stepSignalOf: () => null,
  exitSignalOf: exitSignal,
  exitRulesOf: (params) => (params.opening && params[params.opening.direction]) ?? params,
  convertTicks(params, converted) {
    const { opening } = params;
    if (opening == null || opening.stopTicks === null) return params;
    return { ...params, opening: { ...opening, stopTicks: converted(ticks(opening.stopTicks)) } };
  },
  atom: customAtom,
};
