import { setTimeout as sleep } from 'node:timers/promises';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { call } from '#contract/call.ts';
import type { Services } from '../services.ts';
import type { RequestCounters } from './callers/request-limits.ts';
import { requestTurns } from './callers/request-turns.ts';
import type { OnceOnly } from './idempotency.ts';
import { mountRoute } from './mount.ts';
import { route } from './route.ts';

const LONG = call({
  ...{ name: 'long', method: 'POST', path: '/long', isRead: true, summary: 'Computes for long.', access: 'none' },
  ...{ reply: z.object({}), status: 200, refusals: [] },
});

it('a handler that computes for long learns that nobody waits for its answer any more', async () => {
  const [begun, stopped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const handler = route(LONG, async ({ isGone }) => {
    expect(isGone()).toBe(false);
    begun.resolve();
    while (!isGone()) await sleep(1);
    stopped.resolve();
    return {};
  });
  const app = fastify();
  mountRoute(app, handler, {
    services: {} as Services, // Nothing of them is asked for.
    once: {} as OnceOnly,
    counters: { countStranger: async () => {} } as unknown as RequestCounters,
    turns: requestTurns(),
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const leaving = new AbortController();
  const answer = fetch(`${address}/long`, { method: 'POST', signal: leaving.signal });
  await begun.promise;
  leaving.abort();
  await expect(answer).rejects.toThrow('aborted');
  await stopped.promise;
  await app.close();
});
