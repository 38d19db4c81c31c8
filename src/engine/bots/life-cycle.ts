import type { BotState } from '../model/bot.ts';

/** The outcome of a command: another state, no change, or a refusal with its code. */
export type Passage = { readonly to: BotState } | { readonly same: true } | { readonly refused: RefusalCode };

export type RefusalCode =
  | 'BOT_NOT_RUNNING'
  | 'BOT_ALREADY_RUNNING'
  | 'BOT_NOT_STOPPED'
  | 'BOT_HAS_OPEN_POSITION'
  | 'BOT_IN_ERROR'
  | 'TRANSITION_IN_PROGRESS'
  | 'BOT_FINISHING'
  | 'BOT_NOT_FLAT'
  | 'BOT_DELETED';

/** A bot's state as the table of the life cycle distinguishes it. `isFlat`: no atom has a cycle. */
export interface LifeCycleState {
  readonly state: BotState;
  readonly isFlat: boolean;
}

const same: Passage = { same: true };
const to = (state: BotState): Passage => ({ to: state });
const refused = (code: RefusalCode): Passage => ({ refused: code });

type Row<T = Passage> = Record<Exclude<BotState, 'DELETED'>, T>;

/** The tables below are the life-cycle table of the domain document, section 2, one column each. */
export function finishPassage({ state, isFlat }: LifeCycleState): Passage {
  const ending = to(isFlat ? 'FINISHED' : 'FINISHING');
  return look(state, {
    CREATED: refused('BOT_NOT_RUNNING'),
    RUNNING: ending,
    FINISHING: same,
    STOPPING: refused('TRANSITION_IN_PROGRESS'),
    STOPPED: ending,
    FINISHED: same,
    ERROR: refused('BOT_IN_ERROR'),
  });
}

/** A stop under way can be escalated: `close` and `detach` replace `protect`. */
export function stopPassage({ state, isFlat }: LifeCycleState, position: 'protect' | 'close' | 'detach'): Passage {
  return look(state, {
    CREATED: refused('BOT_NOT_RUNNING'),
    RUNNING: to('STOPPING'),
    FINISHING: to('STOPPING'),
    STOPPING: position === 'close' ? to('STOPPING') : same,
    STOPPED: isFlat || position === 'protect' ? same : to('STOPPING'),
    FINISHED: refused('BOT_NOT_RUNNING'),
    ERROR: to('STOPPING'),
  });
}

export function restartPassage({ state }: LifeCycleState): Passage {
  return look(state, {
    CREATED: to('RUNNING'),
    RUNNING: refused('BOT_ALREADY_RUNNING'),
    FINISHING: to('RUNNING'),
    STOPPING: refused('TRANSITION_IN_PROGRESS'),
    STOPPED: to('RUNNING'),
    FINISHED: to('RUNNING'),
    ERROR: to('RUNNING'),
  });
}

export function deletePassage({ state, isFlat }: LifeCycleState): Passage {
  const gone = isFlat ? to('DELETED') : refused('BOT_HAS_OPEN_POSITION');
  return look(state, {
    CREATED: to('DELETED'),
    RUNNING: refused('BOT_NOT_STOPPED'),
    FINISHING: refused('BOT_NOT_STOPPED'),
    STOPPING: refused('BOT_NOT_STOPPED'),
    STOPPED: gone,
    FINISHED: gone,
    ERROR: gone,
  });
}

/** Null: allowed. */
export function conditionsRefusal({ state }: LifeCycleState): RefusalCode | null {
  if (state === 'DELETED') return 'BOT_DELETED';
  if (state === 'STOPPING') return 'TRANSITION_IN_PROGRESS';
  return state === 'ERROR' ? 'BOT_IN_ERROR' : null;
}

/** Null: the bot may go to another portfolio, because nothing of it is under way in this one. */
export function moveRefusal({ state, isFlat }: LifeCycleState): RefusalCode | null {
  if (state === 'DELETED') return 'BOT_DELETED';
  if (state === 'STOPPING') return 'TRANSITION_IN_PROGRESS';
  return isFlat ? null : 'BOT_NOT_FLAT';
}

/** Null: allowed. `isSwitchingOn`: at least one direction that was off would be on. */
export function entriesRefusal({ state }: LifeCycleState, isSwitchingOn: boolean): RefusalCode | null {
  if (state === 'DELETED') return 'BOT_DELETED';
  if (state === 'STOPPING') return 'TRANSITION_IN_PROGRESS';
  if (state === 'FINISHED') return 'BOT_NOT_RUNNING';
  return state === 'ERROR' && isSwitchingOn ? 'BOT_IN_ERROR' : null;
}

/** What a deal by hand does to the risk of its bot. */
export type DealRisk = 'opens' | 'adds' | 'reduces';

/** Null: allowed. Risk can be taken out of every position that there may be, and is put in only while the bot manages it. */
export function dealRefusal(state: BotState, risk: DealRisk): RefusalCode | null {
  switch (state) {
    case 'RUNNING':
      return null;
    case 'FINISHING':
      return risk === 'opens' ? 'BOT_FINISHING' : null;
    case 'STOPPED':
      return risk === 'reduces' ? null : 'BOT_NOT_RUNNING';
    case 'ERROR':
      return risk === 'reduces' ? null : 'BOT_IN_ERROR';
    case 'STOPPING':
      return 'TRANSITION_IN_PROGRESS';
    case 'DELETED':
      return 'BOT_DELETED';
    case 'CREATED':
    case 'FINISHED':
      return 'BOT_NOT_RUNNING';
  }
}

function look(state: BotState, row: Row): Passage {
  return state === 'DELETED' ? refused('BOT_DELETED') : row[state];
}
