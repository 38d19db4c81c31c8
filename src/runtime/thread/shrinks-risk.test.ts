import { expect, it } from 'vitest';
import type { UserCommand } from '#ports/runtime.ts';
import { shrinksRisk } from './shrinks-risk.ts';

const botId = 'b';
const entries = { type: 'set-entries', botId } as const;

it.each<[UserCommand, boolean]>([
  [{ type: 'finish', botId }, true],
  [{ type: 'stop', botId, position: 'close' }, true],
  [{ type: 'delete', botId }, true],
  [{ type: 'set-conditions', botId, isConfirmed: false }, true],
  [{ ...entries, isBuyEnabled: false, isSellEnabled: false }, true],
  [{ ...entries, isBuyEnabled: true, isSellEnabled: false }, true],
  [{ ...entries, isBuyEnabled: true, isSellEnabled: true }, false],
  [{ type: 'apply-params', botId, params: {}, paramsVersion: 2, when: 'now' }, false],
  [{ type: 'restart', botId }, false],
  [{ type: 'set-limit', limit: '100' }, false],
])('the command %j shrinks risk: %j', (command, expected) => {
  expect(shrinksRisk(command)).toBe(expected);
});
