import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { paced } from './paced.ts';

describe('messages of the live channel', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are sent at most once a second, however often something changes, and the first one soon', async () => {
    const send = vi.fn(async () => {});
    const pace = paced(send);
    for (let elapsedMs = 0; elapsedMs < 10_000; elapsedMs += 10) {
      pace.ask();
      await vi.advanceTimersByTimeAsync(10);
      if (elapsedMs === 200) expect(send).toHaveBeenCalledTimes(1);
    }
    pace.end();
    expect(send).toHaveBeenCalledTimes(10);
  });

  it('wait for the one before, and a change meanwhile is not forgotten', async () => {
    const gates: (() => void)[] = [];
    const send = vi.fn(() => new Promise<void>((resolve) => gates.push(resolve)));
    const pace = paced(send);
    pace.ask();
    await vi.advanceTimersByTimeAsync(1_000);
    pace.ask();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(send).toHaveBeenCalledTimes(1);
    gates[0]?.();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(send).toHaveBeenCalledTimes(2);
    pace.end();
  });

  it('come every five seconds when nothing changes, and never after the end', async () => {
    const send = vi.fn(async () => {});
    const pace = paced(send);
    await vi.advanceTimersByTimeAsync(15_500);
    expect(send).toHaveBeenCalledTimes(3);
    pace.end();
    pace.ask();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(send).toHaveBeenCalledTimes(3);
  });
});
