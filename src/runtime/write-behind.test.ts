import { describe, expect, it } from 'vitest';
import { until } from '../../tests/support/until.ts';
import { writeBehind } from './write-behind.ts';

/** A store over a list of numbers, which can refuse, and which a test may hold. */
function numbers(everyMs: number) {
  let decided: number[] = [];
  const stored: number[][] = [];
  const seen: number[][] = [];
  const lines: string[] = [];
  let isDown = false;
  let held: Promise<void> = Promise.resolve();
  const behind = writeBehind<number[]>({
    everyMs,
    take: () => {
      const job = decided;
      decided = [];
      return job.length === 0 ? null : job;
    },
    store: async (job) => {
      seen.push(job);
      await held;
      if (isDown) throw new Error('connection refused');
      stored.push(job);
    },
    committed: () => {},
    log: (line) => lines.push(line),
  });
  return {
    behind,
    stored,
    seen,
    lines,
    decide: (value: number) => decided.push(value),
    down: (value: boolean) => {
      isDown = value;
    },
    /** Keeps every commit under way until the returned function is called. */
    hold: () => {
      const gate = Promise.withResolvers<void>();
      held = gate.promise;
      return gate.resolve;
    },
  };
}

describe('the write-behind store', () => {
  it('resolves a flush only when everything decided before it is stored', async () => {
    const { behind, stored, decide } = numbers(10_000);
    decide(1);
    decide(2);
    await behind.flush();
    expect(stored).toEqual([[1, 2]]);
    await behind.stop();
  });

  it('collects in one commit what arrives during another', async () => {
    const { behind, stored, seen, decide, hold } = numbers(1);
    const release = hold();
    decide(1);
    const first = behind.flush();
    await until(() => seen.length === 1, 'the first commit');
    decide(2);
    decide(3);
    release();
    await first;
    await behind.flush();
    expect(stored).toEqual([[1], [2, 3]]);
    await behind.stop();
  });

  it('repeats a failed commit unchanged and in order, and reports the failure once', async () => {
    const { behind, stored, seen, lines, decide, down } = numbers(1);
    down(true);
    decide(1);
    const flushed = behind.flush();
    await until(() => seen.length >= 2, 'a second attempt');
    decide(2);
    down(false);
    await flushed;
    await behind.flush();
    expect(stored).toEqual([[1], [2]]);
    expect(seen[0]).toBe(seen[1]);
    expect(lines).toHaveLength(2);
    await behind.stop();
  });

  it('stores what is pending when it stops', async () => {
    const { behind, stored, decide } = numbers(10_000);
    decide(7);
    await behind.stop();
    expect(stored).toEqual([[7]]);
    await behind.stop();
    await behind.flush();
  });

  it('commits by itself at the set interval', async () => {
    const { behind, stored, decide } = numbers(20);
    decide(1);
    await until(() => stored.length === 1, 'a commit that nobody asked for');
    expect(stored).toEqual([[1]]);
    await behind.stop();
  });
});
