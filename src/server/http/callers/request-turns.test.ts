import { describe, expect, it } from 'vitest';
import type { Call } from '#contract/call.ts';
import { saveStrategy, tryStrategy } from '#contract/strategy.ts';
import type { AskedRequest } from './request-turns.ts';
import { requestTurns } from './request-turns.ts';

/** As many requests of a user as are worked on at the same time. */
const READS_OF_USER = 2;
const COMMANDS_OF_USER = 16;

const requestOf = (call: Call): AskedRequest => ({
  route: { call, sameFor: 'the moment', shrinksRisk: () => false } as Partial<
    AskedRequest['route']
  > as AskedRequest['route'],
  received: { params: undefined, query: undefined, body: undefined },
  userId: 'ann',
});

/** How many of twenty requests of one user begin before the first of them ends. */
async function begunOf(call: Call): Promise<number> {
  const turns = requestTurns();
  const { promise, resolve } = Promise.withResolvers<void>();
  let begun = 0;
  const all = Array.from({ length: 20 }, () =>
    turns.run(requestOf(call), () => {
      begun += 1;
      return promise;
    }),
  );
  await Promise.resolve();
  const first = begun;
  resolve();
  await Promise.all(all);
  return first;
}

describe('the turns of requests', () => {
  it('a read by POST takes the lane of reads, not that of commands', async () => {
    expect(await begunOf(tryStrategy)).toBe(READS_OF_USER);
    expect(await begunOf(saveStrategy)).toBe(COMMANDS_OF_USER);
  });
});
