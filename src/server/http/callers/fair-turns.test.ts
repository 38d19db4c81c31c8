import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FairTurns, fairTurns } from './fair-turns.ts';

const WAIT_MS = 10_000;

let turns: FairTurns;
/** What has been begun, in order. */
let begun: string[];
const ends = new Map<string, () => void>();

/** Asks for a turn; the work lasts until it is ended by its name. */
function ask(name: string): Promise<string> {
  const [userId = ''] = name.split(' ');
  const outcome = turns.take(userId, async () => {
    begun.push(name);
    await new Promise<void>((resolve) => ends.set(name, resolve));
    return 'done';
  });
  return outcome.catch((error: Error) => error.message);
}

async function end(name: string): Promise<void> {
  ends.get(name)?.();
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  turns = fairTurns({ atOnce: 2, atOnceOfUser: 1, waitingMax: 4, waitMsMax: WAIT_MS });
  begun = [];
  ends.clear();
});
afterEach(() => vi.useRealTimers());

describe('requests of several users', () => {
  it('leave a place free for the others, however much one of them asks', async () => {
    for (const name of ['ann 1', 'ann 2', 'ann 3']) void ask(name);
    void ask('bob 1');
    await vi.advanceTimersByTimeAsync(0);
    expect(begun).toEqual(['ann 1', 'bob 1']);
  });

  it('take turns by user, those of one user in the order in which they came', async () => {
    for (const name of ['ann 1', 'bob 1', 'ann 2', 'ann 3', 'cat 1', 'bob 2']) void ask(name);
    await vi.advanceTimersByTimeAsync(0);
    for (const name of ['bob 1', 'ann 1', 'cat 1', 'ann 2']) await end(name);
    expect(begun).toEqual(['ann 1', 'bob 1', 'cat 1', 'bob 2', 'ann 2', 'ann 3']);
  });

  it('that find too many waiting push out the newest of whoever waits with most', async () => {
    const asked = ['ann 1', 'bob 1', 'ann 2', 'ann 3', 'ann 4', 'bob 2'].map(ask);
    const cat = ask('cat 1');
    expect(await asked[4]).toBe('OVERLOADED');
    expect(await ask('ann 5')).toBe('OVERLOADED');
    await end('ann 1');
    await end('cat 1');
    expect(await cat).toBe('done');
    expect(begun).toEqual(['ann 1', 'bob 1', 'cat 1', 'ann 2']);
  });

  it('are refused when their turn has not come in time, and the rest goes on', async () => {
    void ask('ann 1');
    const late = ask('ann 2');
    await vi.advanceTimersByTimeAsync(WAIT_MS - 1);
    void ask('ann 3');
    await vi.advanceTimersByTimeAsync(1);
    expect(await late).toBe('OVERLOADED');
    await end('ann 1');
    expect(begun).toEqual(['ann 1', 'ann 3']);
  });

  it('give their place free when they fail', async () => {
    const failing = turns.take('ann', () => Promise.reject(new Error('no such bot')));
    await expect(failing).rejects.toThrow('no such bot');
    void ask('ann 1');
    await vi.advanceTimersByTimeAsync(0);
    expect(begun).toEqual(['ann 1']);
  });
});
