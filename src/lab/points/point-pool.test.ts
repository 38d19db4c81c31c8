import { afterAll, describe, expect, it } from 'vitest';
import { chance } from '#base/prng.ts';
import { ladderParams } from '#engine/model/ladder-params.ts';
import { randomBotRun } from '../../../tests/support/random-bot-run.ts';
import { shareHistory } from '../sweep/shared-history.ts';
import { PointPool } from './point-pool.ts';
import type { PointTask } from './point-task.ts';
import { runPoints } from './run-points.ts';

function taskOf(minutes: number, sets: number): PointTask {
  const { history, market, symbols, kind, wallet } = randomBotRun(chance(5), { minutes, symbols: 1 });
  return {
    ...{ symbols, kind, wallet, instruments: market.instruments },
    history: { ...history, symbols: new Map([...history.symbols].map(([symbol, one]) => [symbol, shareHistory(one)])) },
    costs: { slippage: market.slippage, volumeCap: null, path: 'nearest_first' },
    sets: Array.from({ length: sets }, (_, set) =>
      ladderParams.parse({ baseOrderSize: '100', takeProfitPercent: (0.2 + set / 1_000).toFixed(3) }),
    ),
    spans: [{ from: 0, to: minutes }],
  };
}

describe('the pool of the lab', () => {
  const pool = new PointPool({ workers: 1 });
  afterAll(() => pool.close());
  const never = new AbortController().signal;

  it('computes tasks one after the other as one thread does', async () => {
    const tasks = [taskOf(600, 2), taskOf(700, 3)];
    const found = await Promise.all(tasks.map((task) => pool.run(task, never)));
    expect(found).toEqual(tasks.map(runPoints));
  });

  it('is free after a cancel, however long the task would have taken', async () => {
    const begunAt = performance.now();
    await pool.run(taskOf(40_000, 10), never);
    const tenMs = performance.now() - begunAt;
    const canceling = new AbortController();
    const long = pool.run(taskOf(40_000, 4_000), canceling.signal); // 400 times as long.
    const waiting = pool.run(taskOf(600, 1), canceling.signal);
    const after = pool.run(taskOf(600, 1), never);
    canceling.abort();
    await expect(long).rejects.toMatchObject({ code: 'TEST_CANCELED' });
    await expect(waiting).rejects.toMatchObject({ code: 'TEST_CANCELED' });
    expect(await after).toHaveLength(1);
    expect(performance.now() - begunAt - tenMs).toBeLessThan(100 * tenMs);
  });

  it('tells of a set that cannot be run, and goes on', async () => {
    const broken = { ...taskOf(600, 1), wallet: Number.NaN as PointTask['wallet'] };
    await expect(pool.run(broken, never)).rejects.toMatchObject({ code: 'TEST_FAILED' });
    expect(await pool.run(taskOf(600, 1), never)).toHaveLength(1);
  });
});
