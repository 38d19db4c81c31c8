import { describe, expect, it } from 'vitest';
import { START } from '../../../../tests/support/market.ts';
import { touches } from '../../live/touches.ts';
import { type StoredReads, storedReads } from './stored-reads.ts';

type Change = Parameters<Parameters<Parameters<typeof storedReads>[0]['runtime']['onChange']>[0]>[0];

/** Reads over a table of one number, which the test changes. */
function world() {
  const listeners = new Set<(change: Change) => void>();
  const told = touches();
  const reads = storedReads({
    touches: told,
    runtime: {
      onChange: (listener) => {
        listeners.add(listener);
        return () => {
          listeners.delete(listener);
        };
      },
    },
  });
  const stored = { row: 1, readings: 0 };
  const engineStored = (ownerId: string): void => {
    const change: Change = { minute: START, prices: [], bots: [], touched: [{ ownerId, topics: ['cycles'] }] };
    for (const listener of listeners) listener(change);
  };
  const read = (ownerId = 'ann'): Promise<number> => readRow(reads, ownerId, stored);
  return { reads, told, stored, engineStored, read };
}

function readRow(reads: StoredReads, ownerId: string, stored: { row: number; readings: number }): Promise<number> {
  return reads.of(ownerId, 'row', async () => {
    stored.readings += 1;
    return stored.row;
  });
}

describe('stored reads', () => {
  it('ask the database once while nothing changes', async () => {
    const { read, stored } = world();
    expect([await read(), await read(), await read()]).toEqual([1, 1, 1]);
    expect(stored.readings).toBe(1);
  });

  it('share one reading between requests at the same time', async () => {
    const { read, stored } = world();
    await Promise.all([read(), read(), read()]);
    expect(stored.readings).toBe(1);
  });

  it.each([
    ['the engine has stored something', ({ engineStored }: ReturnType<typeof world>) => engineStored('ann')],
    ['a request announces a change', ({ told }: ReturnType<typeof world>) => told.tell('ann', 'bots')],
    ['the owner has sent a command', ({ reads }: ReturnType<typeof world>) => reads.forget('ann')],
  ])('read again once %s', async (_, change) => {
    const all = world();
    await all.read();
    all.stored.row = 2;
    change(all);
    expect(await all.read()).toBe(2);
  });

  it("keep an owner's rows when those of another change", async () => {
    const { read, stored, engineStored } = world();
    await read('ann');
    engineStored('bob');
    await read('ann');
    expect(stored.readings).toBe(1);
  });

  it('never keep a reading that began before the change and ended after it', async () => {
    const { reads, stored, engineStored, read } = world();
    const gate = Promise.withResolvers<void>();
    const early = reads.of('ann', 'row', async () => {
      const { row } = stored;
      await gate.promise;
      return row;
    });
    stored.row = 2;
    engineStored('ann');
    expect(await read()).toBe(2);
    gate.resolve();
    expect(await early).toBe(1);
    expect(await read()).toBe(2);
  });

  it('are shared by requests at the same time and not kept, when they depend on more than stored rows', async () => {
    const { reads, engineStored } = world();
    const gate = Promise.withResolvers<void>();
    let readings = 0;
    const ask = (): Promise<number> =>
      reads.together('ann', 'bots', async () => {
        readings += 1;
        const number = readings;
        await gate.promise;
        return number;
      });
    const [first, beside] = [ask(), ask()];
    engineStored('ann');
    const afterChange = ask();
    gate.resolve();
    expect([await first, await beside, await afterChange, await ask()]).toEqual([1, 1, 2, 3]);
  });

  it('do not keep a failure', async () => {
    const { reads, read } = world();
    const failing = reads.of('ann', 'row', () => Promise.reject(new Error('the database is away')));
    await expect(failing).rejects.toThrow('the database is away');
    expect(await read()).toBe(1);
  });
});
