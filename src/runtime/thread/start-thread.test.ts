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

/** The reported cause of the thread's end, once there is one. */
async function cause(): Promise<string> {
  await vi.waitFor(() => expect(failed).toHaveBeenCalled(), { timeout: 60_000 });
  return String(failed.mock.calls[0]?.[0]);
}

afterEach(async () => {
  await thread.stop();
  failed.mockReset();
  heard.length = 0;
});

describe('a thread', () => {
  it('answers calls in order, each with its own value', async () => {
    await opened();
    expect(await Promise.all([thread.call('say', 'one'), thread.call('act', 'two')])).toEqual(['one', 'two']);
    expect(failed).not.toHaveBeenCalled();
  });

  it('sends news before an answer that depends on it', async () => {
    await opened();
    await thread.call('say', 'hello');
    expect(heard).toEqual(['before hello']);
  });

  it('passes the error of a failed opening to its starter', async () => {
    thread = startThread({ entry: ENTRY, name: 'plain', commands: new Set(), failed });
    const opening = thread.open({ refusal: 'The exchange is away.' });
    await expect(opening).rejects.toMatchObject({ code: 'EXCHANGE_UNAVAILABLE', message: 'The exchange is away.' });
  });

  it('passes on outside failures with code and retryability, and keeps running', async () => {
    await opened();
    await expect(thread.call('fail', 'EXCHANGE_BUSY')).rejects.toMatchObject({
      code: 'EXCHANGE_BUSY',
      isRetryable: true,
    });
    expect(await thread.call('say', 'still here')).toBe('still here');
  });

  it('fails a command that is not answered in time with OUTCOME_UNKNOWN', async () => {
    await opened(50);
    await expect(thread.call('waitToAct')).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN', isRetryable: true });
  });

  it('fails a read that is not answered in time with OVERLOADED', async () => {
    await opened(50);
    await expect(thread.call('wait')).rejects.toMatchObject({ code: 'OVERLOADED', isRetryable: true });
  });

  it('accepts at most 2,000 waiting calls', async () => {
    await opened();
    const waiting = Array.from({ length: 2_000 }, () => thread.call('wait'));
    for (const one of waiting) one.catch(() => {});
    await expect(thread.call('act', 'one too many')).rejects.toMatchObject({ code: 'OVERLOADED' });
  });

  it('accepts 2,000 urgent calls beside 2,000 others, and refuses more', async () => {
    await opened();
    const waiting = Array.from({ length: 2_000 }, () => thread.call('wait'));
    const urgent = Array.from({ length: 1_999 }, () => thread.urge('wait'));
    for (const one of [...waiting, ...urgent]) one.catch(() => {});
    expect(await thread.urge('act', 'the last')).toBe('the last');
    expect(await thread.urge('act', 'its place is free again')).toBe('its place is free again');
    thread.urge('wait').catch(() => {});
    await expect(thread.urge('act', 'one too many')).rejects.toMatchObject({ code: 'OVERLOADED' });
  });

  it('ends on a failed assertion and reports the cause once', async () => {
    await opened();
    const waiting = thread.call('wait');
    const breaking = thread.call('breakBelief', 'two is three');
    await expect(breaking).rejects.toMatchObject({ code: 'ENGINE_STOPPED' });
    await expect(waiting).rejects.toMatchObject({ code: 'ENGINE_STOPPED' });
    expect(await cause()).toContain('Internal error: expected that two is three');
    await thread.stop();
    expect(failed).toHaveBeenCalledTimes(1);
  });

  it('ends on an unhandled rejection', async () => {
    await opened();
    await thread.call('rejectUnhandled', 'nobody waits for this').catch(() => {});
    expect(await cause()).toContain('nobody waits for this');
  });

  it('closes what it has opened before it ends', async () => {
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
