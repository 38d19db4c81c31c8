import { describe, expect, it } from 'vitest';
import { START } from '../../../../tests/support/market.ts';
import { touches } from '../../live/touches.ts';
import { type StoredReads, storedReads } from './stored-reads.ts';

type Change = Parameters<Parameters<Parameters<typeof storedReads>[0]['runtime']['onChange']>[0]>[0];

/** Reads over a table of one number, which the test changes. */
function world(bytesMax?: number) {
  const listeners = new Set<(change: Change) => void>();
  const told = touches();
  const reads = storedReads({
    touches: told,
    ...(bytesMax === undefined ? {} : { bytesMax }),
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

  /** How often a text of this length is read until it is known. */
  const asker = ({ reads }: ReturnType<typeof world>, length: number) => {
    const asked: string[] = [];
    const ask = (ownerId: string, name = 'text') =>
      reads.of(ownerId, name, async () => {
        asked.push(`${ownerId} ${name}`);
        return 'x'.repeat(length);
      });
    return { asked, ask };
  };

  it('take no more memory than their bound: what was used longest ago goes first', async () => {
    const all = world(10_000);
    const { asked, ask } = asker(all, 3_000);
    for (const name of ['1', '2', '3', '4']) await ask('ann', name);
    asked.length = 0;
    for (const name of ['4', '3', '1']) await ask('ann', name);
    expect(asked).toEqual(['ann 1']);
  });

  it('keep nothing of what has changed: its memory is free for others', async () => {
    const all = world(10_000);
    const { asked, ask } = asker(all, 4_000);
    await ask('bob');
    for (const _change of [1, 2, 3]) {
      await ask('ann');
      all.engineStored('ann');
    }
    asked.length = 0;
    await ask('bob');
    expect(asked).toEqual([]);
  });

  it('answer also what is larger than the bound', async () => {
    const { asked, ask } = asker(world(1_000), 2_000);
    expect((await ask('ann')).length).toBe(2_000);
    expect((await ask('ann')).length).toBe(2_000);
    expect(asked).toHaveLength(2);
  });
});
