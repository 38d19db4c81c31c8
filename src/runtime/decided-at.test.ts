import { expect, it } from 'vitest';
import type { Instant } from '#base/time.ts';
import { openReplayFeed } from '../../tests/support/replay-feed.ts';
import { startEngineLoop } from './engine-loop.ts';

it('the engine says when it decided a minute, and nothing before its first', async () => {
  const feed = await openReplayFeed();
  const begun = Date.now();
  const closed = Promise.withResolvers<Instant | null>();
  const loop = startEngineLoop({
    feed,
    start: feed.closed(),
    accounts: new Map(),
    isHeldUp: () => false,
    isFull: () => false,
    whenStored: () => Promise.resolve(),
    minuteClosed: () => closed.resolve(loop.decidedAt()),
    caughtUp: () => {},
    failed: closed.reject,
  });
  expect(loop.decidedAt()).toBeNull();
  feed.step(1);
  const decidedAt = await closed.promise;
  expect(decidedAt).toBeGreaterThanOrEqual(begun);
  expect(decidedAt).toBeLessThanOrEqual(Date.now());
  await loop.stop();
});
