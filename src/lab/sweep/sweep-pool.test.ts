import { afterAll, describe, expect, it } from 'vitest';
import { cashFrom, rateFrom } from '#base/decimal.ts';
import { chance } from '#base/prng.ts';
import { customParams } from '#engine/bots/custom/custom-params.ts';
import { paperLadder, ruleStrategy } from '#engine/bots/registry.ts';
import type { LadderParams } from '#engine/model/ladder-params.ts';
import { FIGURES } from '#engine/sweep/figures.ts';
import { strategyPlan } from '#engine/sweep/rules/strategy-plan.ts';
import { ETH } from '../../../tests/support/market.ts';
import { randomHistory } from '../../../tests/support/random-history.ts';
import { sweepLadder } from '../../../tests/support/sweep-ladder.ts';
import { gridSets, parseGrid } from '../grid/parameter-grid.ts';
import { parseStrategyGrid, strategySets } from '../grid/strategy-grid.ts';
import { shareHistory } from './shared-history.ts';
import { type SweepJob, SweepPool } from './sweep-pool.ts';

const MINUTES = 1_440;
const account = { wallet: cashFrom('10000'), slippage: rateFrom('0.0005') };
const sets = gridSets(
  { baseOrderSize: '100', safetyOrdersCount: 3 },
  parseGrid('take_profit_percent=0.3,0.5,0.7,0.9,1.1;step_percent=0.2,0.4,0.6,0.8;direction=buy,sell,both'),
);
const CROSSING = {
  timeframe: '1m',
  sizing: { type: 'fixed_notional', value: '200' },
  buy: {
    enter: { op: 'crosses_above', a: { price: 'close' }, b: { ind: 'ema', n: 3 } },
    exit: { op: 'gt', a: { ind: 'rsi', n: 5 }, b: { const: '60' } },
  },
};
const broken = { ...sets[0], baseOrderSize: 'much' } as LadderParams; // As it could come from a careless caller.

function job(seed: number, changes: Partial<SweepJob> = {}): SweepJob {
  return { history: historyOf(seed, MINUTES), instrument: ETH, account, sets, ...changes };
}

/** A job that is still running when its first sets have been told, however busy the machine is. */
function longJob(seed: number): SweepJob {
  const many = Array.from({ length: 300 }, () => sets).flat();
  return job(seed, { history: historyOf(seed, 20 * MINUTES), sets: many });
}

function historyOf(seed: number, minutes: number) {
  const random = randomHistory(chance(seed), [{ symbol: 'ETHUSDT', start: 200_000 }], minutes).symbols.get('ETHUSDT');
  if (random === undefined) throw new Error('the history has the symbol');
  return shareHistory(random);
}

/** The figures as one thread finds them, without a pool. */
function alone({
  history,
  instrument,
  sets: tried,
  kind = paperLadder.kind,
  stretch = { from: 0, to: MINUTES },
}: SweepJob): Float64Array {
  const rows = new Float64Array(tried.length * FIGURES);
  for (const [set, params] of tried.entries()) {
    sweepLadder(
      history,
      strategyPlan({ kind, params }, instrument, account),
      stretch.from,
      stretch.to,
      rows,
      set * FIGURES,
    );
  }
  return rows;
}

describe('the sweep pool', () => {
  const pool = new SweepPool({ workers: 3 });
  afterAll(() => pool.close());

  it('gives every set the figures that a single thread gives it', async () => {
    const rows = await pool.run(job(1));
    expect([...rows]).toEqual([...alone(job(1))]);
    expect(rows.length).toBe(sets.length * FIGURES);
    expect(rows[0]).toBeGreaterThan(0);
  });

  it('sweeps strategies of rules, whose columns all sets of a worker share', async () => {
    const kind = ruleStrategy.kind;
    const base = { kind, params: customParams.parse(CROSSING) };
    const axes = parseStrategyGrid('buy.enter.b.n=2,3,4,5,6,7,8,9;buy.exit.b.const=60,70,80', base);
    const ruled = job(5, { kind, sets: strategySets(base, axes) });
    const rows = await pool.run(ruled);
    expect([...rows]).toEqual([...alone(ruled)]);
    expect(rows[0]).toBeGreaterThan(0);
  });

  it('runs jobs one after the other in the order in which they were submitted', async () => {
    const order: number[] = [];
    const jobs = [job(2), job(3, { sets: sets.slice(0, 7) }), job(4, { stretch: { from: 500, to: 1_200 } })];
    const found = await Promise.all(
      jobs.map(async (each, index) => {
        const rows = await pool.run(each);
        order.push(index);
        return [...rows];
      }),
    );
    expect(found).toEqual(jobs.map((each) => [...alone(each)]));
    expect(order).toEqual([0, 1, 2]);
  });

  it('runs a set that the kernel does not support on the account, which refuses a ladder that cannot run', async () => {
    const rule = { timeframe: '5m', op: 'gt', a: { price: 'close' }, b: { price: 'open' } };
    const ruled = sets.map((params, set) =>
      set === 1 ? { ...params, safetyConditions: rule, baseOrderSize: '1' } : params,
    );
    await expect(pool.run(job(9, { sets: ruled }))).rejects.toMatchObject({
      set: 1,
      message: 'Parameter set 2 failed: Internal error: expected that a bot is reported on where its parameters pass.',
    });
  });

  it('names a set that fails, and runs the next job', async () => {
    const tried = [...sets.slice(0, 16), broken, ...sets.slice(16)];
    const failing = pool.run(job(5, { sets: tried }));
    await expect(failing).rejects.toMatchObject({
      code: 'SWEEP_FAILED',
      set: 16,
      message: 'Parameter set 17 failed: Internal error: expected that "much" is an amount of USDT.',
    });
    expect([...(await pool.run(job(5)))]).toEqual([...alone(job(5))]);
  });

  it('reports its progress up to the last set', async () => {
    const told: number[] = [];
    await pool.run(job(6), {
      onProgress: (done, count) => {
        expect(count).toBe(sets.length);
        told.push(done);
      },
    });
    expect(told).toEqual(told.toSorted((one, other) => one - other));
    expect(told.at(-1)).toBe(sets.length);
  });

  it('ends a cancelled job, even one cancelled before it began', async () => {
    const long = longJob(7);
    const canceling = new AbortController();
    let reached = 0;
    const running = pool.run(long, {
      signal: canceling.signal,
      onProgress: (done) => {
        reached = done;
        canceling.abort();
      },
    });
    const waiting = pool.run(job(7), { signal: canceling.signal });
    await expect(running).rejects.toMatchObject({ code: 'SWEEP_CANCELED' });
    await expect(waiting).rejects.toMatchObject({ code: 'SWEEP_CANCELED' });
    expect(reached).toBeLessThan(long.sets.length);
  });

  it('refuses a history that is not in shared memory', async () => {
    const { history } = job(8);
    const copied = { ...history, columns: { ...history.columns, open: history.columns.open.slice() } };
    await expect(pool.run(job(8, { history: copied }))).rejects.toThrow('the history lies in shared memory');
  });
});

describe('a closing sweep pool', () => {
  it('ends running and waiting jobs and refuses new ones', async () => {
    const pool = new SweepPool({ workers: 1 });
    const begun = Promise.withResolvers<void>();
    const running = pool.run(longJob(1), { onProgress: (done) => done > 0 && begun.resolve() });
    const waiting = pool.run(job(1));
    const outcomes = Promise.allSettled([running, waiting]);
    await begun.promise;
    await pool.close();
    const codes = (await outcomes).map((outcome) => outcome.status === 'rejected' && outcome.reason.code);
    expect(codes).toEqual(['SWEEP_POOL_CLOSED', 'SWEEP_POOL_CLOSED']);
    await expect(pool.run(job(1))).rejects.toMatchObject({
      code: 'SWEEP_POOL_CLOSED',
      message: 'The sweep was ended: its workers are closed.',
    });
  });

  it('reports workers that die without an error', async () => {
    const entry = new URL('../../../tests/support/dying-worker.ts', import.meta.url);
    const pool = new SweepPool({ workers: 2, entry });
    for (let time = 0; time < 2; time += 1) {
      await expect(pool.run(job(1))).rejects.toMatchObject({
        code: 'SWEEP_FAILED',
        set: null,
        message: 'A sweep worker died: the worker ended with code 3.',
      });
    }
    await pool.close();
  });
});
