import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PlainCalls, PlainNews, PlainQuestion } from '../../../tests/support/plain-calls.ts';
import { startThread, type Thread } from './start-thread.ts';

const ENTRY = new URL('../../../tests/support/plain-thread.ts', import.meta.url);

let thread: Thread<PlainQuestion, PlainCalls, PlainNews>;
const failed = vi.fn<(cause: unknown) => void>();
const heard: string[] = [];

async function opened(answerMsMax = 10_000): Promise<void> {
  const commands = new Set(['act', 'waitToAct'] as const);
  thread = startThread({ entry: ENTRY, name: 'plain', commands, failed, answerMsMax });
  thread.on('words', (words) => heard.push(words));
  await thread.open({ refusal: null });
}

/** What the thread's end was told to be, once it was told. */
async function cause(): Promise<string> {
  await vi.waitFor(() => expect(failed).toHaveBeenCalled(), { timeout: 10_000 });
  return String(failed.mock.calls[0]?.[0]);
}

afterEach(async () => {
  await thread.stop();
  failed.mockReset();
  heard.length = 0;
});

describe('a thread', () => {
  it('answers calls in the order in which they were asked, each with its own value', async () => {
    await opened();
    expect(await Promise.all([thread.call('say', 'one'), thread.call('act', 'two')])).toEqual(['one', 'two']);
    expect(failed).not.toHaveBeenCalled();
  });

  it('tells news that an answer builds on before the answer', async () => {
    await opened();
    await thread.call('say', 'hello');
    expect(heard).toEqual(['before hello']);
  });

  it('that cannot be opened gives its starter the error as it was thrown', async () => {
    thread = startThread({ entry: ENTRY, name: 'plain', commands: new Set(), failed });
    const opening = thread.open({ refusal: 'The exchange is away.' });
    await expect(opening).rejects.toMatchObject({ code: 'EXCHANGE_UNAVAILABLE', message: 'The exchange is away.' });
  });

  it('passes on failures of the world with code and retryability, and lives on', async () => {
    await opened();
    await expect(thread.call('fail', 'EXCHANGE_BUSY')).rejects.toMatchObject({
      code: 'EXCHANGE_BUSY',
      isRetryable: true,
    });
    expect(await thread.call('say', 'still here')).toBe('still here');
  });

  it('that does not answer a command in time leaves its outcome unknown', async () => {
    await opened(50);
    await expect(thread.call('waitToAct')).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN', isRetryable: true });
  });

  it('that does not answer a read in time is overloaded', async () => {
    await opened(50);
    await expect(thread.call('wait')).rejects.toMatchObject({ code: 'OVERLOADED', isRetryable: true });
  });

  it('takes no more than 2,000 calls that wait', async () => {
    await opened();
    const waiting = Array.from({ length: 2_000 }, () => thread.call('wait'));
    for (const one of waiting) one.catch(() => {});
    await expect(thread.call('act', 'one too many')).rejects.toMatchObject({ code: 'OVERLOADED' });
  });

  it('that breaks a belief ends, and its starter hears the cause once', async () => {
    await opened();
    const waiting = thread.call('wait');
    const breaking = thread.call('breakBelief', 'two is three');
    await expect(breaking).rejects.toMatchObject({ code: 'ENGINE_STOPPED' });
    await expect(waiting).rejects.toMatchObject({ code: 'ENGINE_STOPPED' });
    expect(await cause()).toContain('Broken belief: two is three');
    await thread.stop();
    expect(failed).toHaveBeenCalledTimes(1);
  });

  it('in which a rejection is not handled ends too', async () => {
    await opened();
    await thread.call('rejectUnhandled', 'nobody waits for this').catch(() => {});
    expect(await cause()).toContain('nobody waits for this');
  });

  it('closes what it has open before it ends', async () => {
    await opened();
    await thread.stop();
    expect(heard).toEqual(['closed']);
    await expect(thread.call('say', 'anybody there?')).rejects.toMatchObject({ code: 'ENGINE_STOPPED' });
    expect(failed).not.toHaveBeenCalled();
  });

  it('has a young generation of three semi-spaces of 16 MB', async () => {
    await opened();
    expect(await thread.call('youngGenerationMb')).toBe(48);
  });
});
