import { describe, expect, it } from 'vitest';
import { onDemand } from './thread-on-demand.ts';

/** Starts that count themselves; those whose number is given fail. */
function countedStarts(failing: readonly number[] = []) {
  const seen = { starts: 0, stops: 0 };
  const start = async () => {
    seen.starts += 1;
    if (failing.includes(seen.starts)) throw new Error(`start ${seen.starts} failed`);
    return {
      number: seen.starts,
      async stop() {
        seen.stops += 1;
      },
    };
  };
  return { seen, start };
}

describe('a thread on demand', () => {
  it('starts once, however many ask for it at the same time', async () => {
    const { seen, start } = countedStarts();
    const thread = onDemand(start);
    expect([thread.isWanted(), seen.starts]).toEqual([false, 0]);
    const all = await Promise.all([thread.get(), thread.get(), thread.get()]);
    expect(all.map(({ number }) => number)).toEqual([1, 1, 1]);
    expect([thread.isWanted(), seen.starts]).toEqual([true, 1]);
  });

  it('starts again for the next caller after a start that failed', async () => {
    const { start } = countedStarts([1]);
    const thread = onDemand(start);
    await expect(thread.get()).rejects.toThrow('start 1 failed');
    expect(thread.isWanted()).toBe(false);
    expect((await thread.get()).number).toBe(2);
  });

  it('is stopped if it has started, also when that happens during its start', async () => {
    const { seen, start } = countedStarts();
    const never = onDemand(start);
    await never.stop();
    expect(seen).toEqual({ starts: 0, stops: 0 });
    const starting = onDemand(start);
    void starting.get();
    await starting.stop();
    expect(seen).toEqual({ starts: 1, stops: 1 });
  });
});
