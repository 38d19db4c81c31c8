import { describe, expect, it } from 'vitest';
import {
  conditionsRefusal,
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
import { canDo } from './bot-acts.ts';

const STATES = ['CREATED', 'RUNNING', 'FINISHING', 'STOPPING', 'STOPPED', 'FINISHED', 'ERROR', 'DELETED'] as const;
const states: LifeCycleState[] = STATES.flatMap((state) => [
  { state, isFlat: true },
  { state, isFlat: false },
]);

/** As much of a bot as the life cycle asks for. */
function botIn({ state, isFlat }: LifeCycleState): Bot {
  const atoms = [{ quantity: '0.000' }, { quantity: isFlat ? '0.000' : '0.050' }];
  return { state, atoms } as Bot; // The rest of a bot plays no part.
}

const leads = (passage: Passage): boolean => 'to' in passage;

/** Whether the engine would do something when asked. */
const wouldDo: Readonly<Record<BotAct, (botState: LifeCycleState) => boolean>> = {
  finish: (botState) => leads(finishPassage(botState)),
  // An ending stop can be made harder, but the button is for beginning one.
  stop: (botState) => botState.state !== 'STOPPING' && leads(stopPassage(botState, 'close')),
  restart: (botState) => leads(restartPassage(botState)),
  conditions: (botState) => conditionsRefusal(botState) === null,
  entries: (botState) => entriesRefusal(botState, true) === null,
  delete: (botState) => leads(deletePassage(botState)),
};

/** Of CREATED and FINISHED a bot is flat, and the engine does not ask. */
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
