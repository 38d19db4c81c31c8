import { describe, expect, it } from 'vitest';
import type { BotState } from '../model/bot.ts';
import {
  conditionsRefusal,
  deletePassage,
  entriesRefusal,
  finishPassage,
  type LifeCycleState,
  type Passage,
  restartPassage,
  stopPassage,
} from './life-cycle.ts';

/** The table of the domain document, section 2, as it stands there: state, then finish, stop (protect), restart, delete. */
const TABLE: readonly (readonly [string, LifeCycleState, string, string, string, string])[] = [
  ['CREATED', { state: 'CREATED', isFlat: true }, 'BOT_NOT_RUNNING', 'BOT_NOT_RUNNING', '> RUNNING', '> DELETED'],
  [
    'RUNNING',
    { state: 'RUNNING', isFlat: false },
    '> FINISHING',
    '> STOPPING',
    'BOT_ALREADY_RUNNING',
    'BOT_NOT_STOPPED',
  ],
  [
    'RUNNING, flat',
    { state: 'RUNNING', isFlat: true },
    '> FINISHED',
    '> STOPPING',
    'BOT_ALREADY_RUNNING',
    'BOT_NOT_STOPPED',
  ],
  ['FINISHING', { state: 'FINISHING', isFlat: false }, 'ok=', '> STOPPING', '> RUNNING', 'BOT_NOT_STOPPED'],
  [
    'STOPPING',
    { state: 'STOPPING', isFlat: false },
    'TRANSITION_IN_PROGRESS',
    'ok=',
    'TRANSITION_IN_PROGRESS',
    'BOT_NOT_STOPPED',
  ],
  ['STOPPED, flat', { state: 'STOPPED', isFlat: true }, '> FINISHED', 'ok=', '> RUNNING', '> DELETED'],
  [
    'STOPPED, suspended cycle',
    { state: 'STOPPED', isFlat: false },
    '> FINISHING',
    'ok=',
    '> RUNNING',
    'BOT_HAS_OPEN_POSITION',
  ],
  ['FINISHED', { state: 'FINISHED', isFlat: true }, 'ok=', 'BOT_NOT_RUNNING', '> RUNNING', '> DELETED'],
  ['ERROR, flat', { state: 'ERROR', isFlat: true }, 'BOT_IN_ERROR', '> STOPPING', '> RUNNING', '> DELETED'],
  [
    'ERROR, open',
    { state: 'ERROR', isFlat: false },
    'BOT_IN_ERROR',
    '> STOPPING',
    '> RUNNING',
    'BOT_HAS_OPEN_POSITION',
  ],
  ['DELETED', { state: 'DELETED', isFlat: true }, 'BOT_DELETED', 'BOT_DELETED', 'BOT_DELETED', 'BOT_DELETED'],
];

function told(passage: Passage): string {
  if ('refused' in passage) return passage.refused;
  return 'to' in passage ? `> ${passage.to}` : 'ok=';
}

describe('the life-cycle table', () => {
  it.each(TABLE)(
    'gives the outcome of finish, stop, restart and delete for a bot that is %s',
    (_name, state, finish, stop, restart, remove) => {
      expect(told(finishPassage(state))).toBe(finish);
      expect(told(stopPassage(state, 'protect'))).toBe(stop);
      expect(told(restartPassage(state))).toBe(restart);
      expect(told(deletePassage(state))).toBe(remove);
    },
  );

  it('lets a stop escalate from protect to close while stopping, and to close or detach for a suspended cycle', () => {
    expect(told(stopPassage({ state: 'STOPPING', isFlat: false }, 'close'))).toBe('> STOPPING');
    expect(told(stopPassage({ state: 'STOPPING', isFlat: false }, 'detach'))).toBe('ok=');
    expect(told(stopPassage({ state: 'STOPPED', isFlat: false }, 'close'))).toBe('> STOPPING');
    expect(told(stopPassage({ state: 'STOPPED', isFlat: false }, 'detach'))).toBe('> STOPPING');
    expect(told(stopPassage({ state: 'STOPPED', isFlat: true }, 'close'))).toBe('ok=');
  });

  it('allows new conditions in every state except STOPPING, ERROR and DELETED', () => {
    const refusals = (
      ['CREATED', 'RUNNING', 'FINISHING', 'STOPPED', 'FINISHED', 'STOPPING', 'ERROR', 'DELETED'] satisfies BotState[]
    ).map((state) => conditionsRefusal({ state, isFlat: false }));
    expect(refusals).toEqual([null, null, null, null, null, 'TRANSITION_IN_PROGRESS', 'BOT_IN_ERROR', 'BOT_DELETED']);
  });

  it('allows switching entries off but not on in ERROR, and neither in STOPPING, FINISHED and DELETED', () => {
    const at = (state: BotState, isSwitchingOn: boolean) => entriesRefusal({ state, isFlat: false }, isSwitchingOn);
    expect([at('CREATED', true), at('RUNNING', true), at('FINISHING', true), at('STOPPED', true)]).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect([at('ERROR', false), at('ERROR', true)]).toEqual([null, 'BOT_IN_ERROR']);
    expect([at('STOPPING', false), at('FINISHED', false), at('DELETED', false)]).toEqual([
      'TRANSITION_IN_PROGRESS',
      'BOT_NOT_RUNNING',
      'BOT_DELETED',
    ]);
  });
});
