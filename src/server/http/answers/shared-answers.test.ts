import { describe, expect, it } from 'vitest';
import { sharedAnswers } from './shared-answers.ts';

/** Answers over a number that each reading raises. */
function world() {
  let [time, readings] = [1_000, 0];
  const answers = sharedAnswers({ now: () => time });
  const read = (name = 'candles') => answers.of(name, async () => ++readings);
  const pass = (ms: number): void => {
    time += ms;
  };
  return { answers, read, pass };
}

describe('answers that are the same for every user', () => {
  it('are read once by requests at the same time, and for half a second', async () => {
    const { read, pass } = world();
    expect(await Promise.all([read(), read()])).toEqual([1, 1]);
    pass(500);
    expect(await read()).toBe(1);
    pass(1);
    expect(await read()).toBe(2);
  });

  it('are told apart by their address', async () => {
    const { read } = world();
    expect([await read('candles'), await read('other candles'), await read('candles')]).toEqual([1, 2, 1]);
  });

  it('are neither kept nor shared when they fail: whoever asks beside asks again', async () => {
    const { answers, read } = world();
    const failing = answers.of('candles', () => Promise.reject(new Error('your share is used up')));
    const beside = read();
    await expect(failing).rejects.toThrow('your share is used up');
    expect(await beside).toBe(1);
    expect(await read()).toBe(2);
  });
});
