import { describe, expect, it } from 'vitest';
import { BusyError, createQueue } from './work-queue.ts';

function heldWork() {
  let running = 0;
  let most = 0;
  const releases: (() => void)[] = [];
  const work = async (): Promise<void> => {
    running += 1;
    most = Math.max(most, running);
    await new Promise<void>((resolve) => releases.push(resolve));
    running -= 1;
  };
  return { work, releases, most: () => most };
}

describe('the queue of password checks', () => {
  it('runs no more tasks at a time than its limit and refuses at once when its waiting line is full', async () => {
    const queue = createQueue({ concurrentMax: 2, waitingMax: 3 });
    const { work, releases, most } = heldWork();
    const accepted = Array.from({ length: 5 }, () => queue.run(work));
    await expect(queue.run(work)).rejects.toBeInstanceOf(BusyError);
    for (let done = 0; done < 5; done += 1) {
      releases[done]?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(accepted);
    expect(most()).toBe(2);
    expect(releases).toHaveLength(5);
  });

  it('starts the next task when one fails', async () => {
    const queue = createQueue({ concurrentMax: 1, waitingMax: 1 });
    const failed = queue.run(() => Promise.reject(new Error('broken')));
    const next = queue.run(async () => 'done');
    await expect(failed).rejects.toThrow('broken');
    expect(await next).toBe('done');
  });
});
