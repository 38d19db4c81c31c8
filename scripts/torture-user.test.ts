import { expect, it } from 'vitest';
import { pester } from './torture-user.ts';

/** Turns of the user's loop, many times what may be unanswered. */
const TURNS = 400;

it('a tortured program that answers late is sent few commands at a time, so that it can answer at all', async () => {
  const waiting: (() => void)[] = [];
  let [turns, most, answered] = [0, 0, 0];
  await pester({
    act: () => new Promise((resolve) => waiting.push(resolve)),
    isOver: async () => turns++ >= TURNS,
    pause: async () => {
      most = Math.max(most, waiting.length);
      if (turns % 10 !== 0) return;
      waiting.shift()?.();
      answered++;
    },
  });
  expect(most).toBeLessThanOrEqual(16);
  expect(answered).toBe(TURNS / 10);
});

it('a tortured program is sent further commands after one that was not answered', async () => {
  let [turns, sent] = [0, 0];
  await pester({
    act: async () => {
      sent++;
      throw new Error('killed before the answer');
    },
    isOver: async () => turns++ >= TURNS,
    pause: async () => {},
  });
  expect(sent).toBe(TURNS);
});
