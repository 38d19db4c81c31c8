import { expect, it } from 'vitest';
import type { BotAddress } from '#ports/runtime.ts';
import { remoteRuntime } from './remote-runtime.ts';

/** A thread that knows every bot and notes how many it was asked for in each call. */
function thread() {
  const asked: number[] = [];
  const call = async (_name: string, addresses: readonly BotAddress[]) => {
    asked.push(addresses.length);
    return new Map(addresses.map(({ botId }) => [botId, { committed: botId }]));
  };
  // Nothing else of the thread is used.
  const runtime = remoteRuntime({ call, on: () => {} } as unknown as Parameters<typeof remoteRuntime>[0]).runtime;
  return { asked, runtime };
}

const bots = (count: number) =>
  Array.from({ length: count }, (_unused, index) => ({ ownerId: 'ann', portfolioId: 'p', botId: `bot ${index}` }));

it('the live state of many bots comes in several messages, so that no single one holds up both threads', async () => {
  const { asked, runtime } = thread();
  const found = await runtime.botsNow(bots(61));
  expect([...found.keys()]).toEqual(bots(61).map(({ botId }) => botId));
  expect(Math.max(...asked)).toBeLessThanOrEqual(16);
});

it('the live state of no bot asks the thread for nothing', async () => {
  const { asked, runtime } = thread();
  expect((await runtime.botsNow([])).size).toBe(0);
  expect(asked).toEqual([]);
});
