import { describe, expect, it } from 'vitest';
import {
  conditionsRefusal,
  deletePassage,
  entriesRefusal,
  finishPassage,
  type Passage,
  restartPassage,
  type Standing,
  stopPassage,
} from '#engine/bots/life-cycle.ts';
import type { Bot } from '#web/api/trading-queries.ts';
import type { BotAct } from '#web/kinds/kind-view.ts';
import { canDo } from './bot-acts.ts';

const STATES = ['CREATED', 'RUNNING', 'FINISHING', 'STOPPING', 'STOPPED', 'FINISHED', 'ERROR', 'DELETED'] as const;
const standings: Standing[] = STATES.flatMap((state) => [
  { state, isFlat: true },
  { state, isFlat: false },
]);

/** As much of a bot as the life cycle asks for. */
function botIn({ state, isFlat }: Standing): Bot {
  const atoms = [{ quantity: '0.000' }, { quantity: isFlat ? '0.000' : '0.050' }];
  return { state, atoms } as Bot; // The rest of a bot plays no part.
}

const leads = (passage: Passage): boolean => 'to' in passage;

/** Whether the engine would do something when asked. */
const wouldDo: Readonly<Record<BotAct, (standing: Standing) => boolean>> = {
  finish: (standing) => leads(finishPassage(standing)),
  // An ending stop can be made harder, but the button is for beginning one.
  stop: (standing) => standing.state !== 'STOPPING' && leads(stopPassage(standing, 'close')),
  restart: (standing) => leads(restartPassage(standing)),
  conditions: (standing) => conditionsRefusal(standing) === null,
  entries: (standing) => entriesRefusal(standing, true) === null,
  delete: (standing) => leads(deletePassage(standing)),
};

/** Of CREATED and FINISHED a bot is flat, and the engine does not ask. */
const isPossible = ({ state, isFlat }: Standing): boolean => isFlat || !['CREATED', 'FINISHED'].includes(state);

describe.each(Object.entries(wouldDo) as [BotAct, (standing: Standing) => boolean][])('the action %s', (act, would) => {
  it.each(standings.filter(isPossible))(
    'is offered in $state (flat: $isFlat) exactly when it has an effect',
    (standing) => {
      expect(canDo(botIn(standing), act)).toBe(would(standing));
    },
  );
});
