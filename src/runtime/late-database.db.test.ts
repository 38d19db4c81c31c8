import { sql } from 'kysely';
import { Client } from 'pg';
import { expect, it } from 'vitest';
import { openDatabase, openEngineDatabase } from '#storage/database/database.ts';
import { readOnceReachable } from '#storage/database/read-once-reachable.ts';
import { startTestDatabase } from '../../tests/support/database.ts';
import { openFaultProxy } from '../../tests/support/fault-proxy.ts';
import { noQuotes } from '../../tests/support/no-quotes.ts';
import { openReplayFeed } from '../../tests/support/replay-feed.ts';
import { startPaperRuntime } from './paper-runtime.ts';

/** A database behind a line on which nothing is answered until the proxy is told otherwise. */
async function unansweredDatabase() {
  const urls = await startTestDatabase();
  const url = new URL(urls.engineUrl);
  const proxy = await openFaultProxy(Number(url.port));
  proxy.set({ kind: 'drop' });
  url.port = String(proxy.port);
  const engine = openDatabase({ url: url.href, poolMax: 1, applicationName: 'test' });
  const close = async (): Promise<void> => {
    await engine.close();
    await proxy.close();
    await urls.close();
  };
  return { engine, proxy, close };
}

it('an engine whose database does not answer at first begins once it does, and says that it waits', async () => {
  const { engine, proxy, close } = await unansweredDatabase();
  const lines: string[] = [];
  const log = (line: string): void => {
    lines.push(line);
    proxy.set({ kind: 'none' });
  };
  try {
    const feed = await openReplayFeed();
    const runtime = await startPaperRuntime({ engine, feed, openQuotes: noQuotes, speed: 1, logDays: 365, log });
    expect(runtime.market()).toMatchObject({ minute: feed.closed(), storeTrouble: null });
    expect(lines).toEqual([expect.stringMatching(/^The engine waits because the database does not answer: Error: /)]);
    await runtime.stop();
  } finally {
    await close();
  }
});

it('an engine whose database answers too late at first begins once it answers in time', async () => {
  const urls = await startTestDatabase();
  const engine = openEngineDatabase({ url: urls.engineUrl, poolMax: 2, applicationName: 'test' }, 500);
  const owner = new Client(urls.ownerUrl);
  await owner.connect();
  await owner.query('begin; lock table bots in access exclusive mode');
  const lines: string[] = [];
  const log = (line: string): void => {
    lines.push(line);
    void owner.query('rollback');
  };
  try {
    const feed = await openReplayFeed();
    const runtime = await startPaperRuntime({ engine, feed, openQuotes: noQuotes, speed: 1, logDays: 365, log });
    expect(lines).toEqual([
      expect.stringMatching(/^The engine waits because the database does not answer: .* timeout$/),
    ]);
    await runtime.stop();
  } finally {
    await Promise.all([engine.close(), owner.end()]);
    await urls.close();
  }
});

it('a stop ends the wait of an engine whose database does not answer', async () => {
  const { engine, close } = await unansweredDatabase();
  const stopping = new AbortController();
  const { signal } = stopping;
  const rest = { openQuotes: noQuotes, speed: 1, logDays: 365, log: () => stopping.abort() };
  try {
    const starting = startPaperRuntime({ engine, feed: await openReplayFeed(), signal, ...rest });
    await expect(starting).rejects.toMatchObject({ name: 'AbortError' });
  } finally {
    await close();
  }
});

it('what the database refuses is not asked again', async () => {
  const urls = await startTestDatabase();
  const engine = openDatabase({ url: urls.engineUrl, poolMax: 1, applicationName: 'test' });
  try {
    let asked = 0;
    const read = () => {
      asked += 1;
      return sql`select * from nothing_of_this_name`.execute(engine.db);
    };
    await expect(
      readOnceReachable(read, { waiting: 'A test waits', log: () => {}, signal: undefined }),
    ).rejects.toThrow('nothing_of_this_name');
    expect(asked).toBe(1);
  } finally {
    await engine.close();
    await urls.close();
  }
});
