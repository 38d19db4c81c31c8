import { describe, expect, it } from 'vitest';
import {
  conditionsRefusal,
  dealRefusal,
  deletePassage,
  entriesRefusal,
  finishPassage,
  type LifeCycleState,
  type Passage,
  restartPassage,
  stopPassage,
} from '#engine/bots/life-cycle.ts';
import type { Bot } from '#web/api/trading-queries.ts';
import type { BotAct } from '#web/kinds/kind-view.ts';
import { canDo } from './can-do.ts';

const STATES = ['CREATED', 'RUNNING', 'FINISHING', 'STOPPING', 'STOPPED', 'FINISHED', 'ERROR', 'DELETED'] as const;
const states: LifeCycleState[] = STATES.flatMap((state) => [
  { state, isFlat: true },
  { state, isFlat: false },
]);

/** The part of a bot that the life cycle reads. */
function botIn({ state, isFlat }: LifeCycleState): Bot {
  const flat = { quantity: '0.000', currentCycleId: null };
  const atoms = [flat, isFlat ? flat : { quantity: '0.050', currentCycleId: 'c1' }];
  return { state, atoms } as Bot; // The other fields are not read.
}

const leads = (passage: Passage): boolean => 'to' in passage;

/** Whether the engine would accept the command and change something. */
const wouldDo: Readonly<Record<BotAct, (botState: LifeCycleState) => boolean>> = {
  finish: (botState) => leads(finishPassage(botState)),
  // A stop in progress can be escalated, but the button only starts one.
  stop: (botState) => botState.state !== 'STOPPING' && leads(stopPassage(botState, 'close')),
  restart: (botState) => leads(restartPassage(botState)),
  conditions: (botState) => conditionsRefusal(botState) === null,
  entries: (botState) => entriesRefusal(botState, true) === null,
  deal: (botState) =>
    dealRefusal(botState.state, 'opens') === null ||
    (!botState.isFlat && dealRefusal(botState.state, 'reduces') === null),
  clone: (botState) => botState.state !== 'DELETED', // Another bot is made; this one is not commanded.
  delete: (botState) => leads(deletePassage(botState)),
};

/** A bot in CREATED or FINISHED is flat, and the engine does not check it. */
const isPossible = ({ state, isFlat }: LifeCycleState): boolean => isFlat || !['CREATED', 'FINISHED'].includes(state);

describe.each(Object.entries(wouldDo) as [BotAct, (botState: LifeCycleState) => boolean][])(
  'the action %s',
  (act, would) => {
    it.each(states.filter(isPossible))(
      'is offered in $state (flat: $isFlat) exactly when it has an effect',
      (botState) => {
        expect(canDo(botIn(botState), act)).toBe(would(botState));
      },
    );
  },
);
