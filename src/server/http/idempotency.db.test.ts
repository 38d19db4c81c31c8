import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { instantOf } from '#base/time.ts';
import { type Database, openDatabase } from '#storage/database/database.ts';
import { startTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { type Answer, commandKey, onceOnly, refusalsAsAnswers } from './idempotency.ts';
import { ProblemError } from './problem.ts';

const now = () => instantOf(Date.now());

let urls: TestDatabase;
let database: Database;

beforeAll(async () => {
  urls = await startTestDatabase();
  database = openDatabase({ url: urls.appUrl, poolMax: 3, applicationName: 'test' });
});

afterAll(async () => {
  await database.close();
  await urls.close();
});

function keyOf(header: string, change: { ownerId?: string; call?: string; input?: unknown } = {}) {
  const key = commandKey({ header, ownerId: 'ann', call: 'finishBot', input: { botId: 'b' }, ...change });
  if (key === null) throw new Error('a header is given');
  return key;
}

const answerOf = (text: string): Answer => ({ status: 202, body: { text, b: 1, a: 2 } });
const reused = new ProblemError('IDEMPOTENCY_KEY_REUSED');

describe('an idempotency key', () => {
  it.each(['k', 'a b', 'x'.repeat(120), '6b0d6a2e-1f0d-4a53-9a2c-0f1b9b2c7d11'])('may be %s', (header) => {
    expect(keyOf(header).key).toBe(header);
  });

  it.each(['', ' lead', 'trail ', 'x'.repeat(121), 'ключ', 'a\tb'])('may not be %j', (header) => {
    expect(() => keyOf(header)).toThrow(ProblemError);
  });

  it('is optional', () => {
    expect(commandKey({ header: undefined, ownerId: 'ann', call: 'finishBot', input: {} })).toBeNull();
  });

  it('matches its input whatever the order of the fields', () => {
    const one = keyOf('k', { input: { a: 1, b: { c: [1, 2], d: null } } });
    expect(keyOf('k', { input: { b: { d: null, c: [1, 2] }, a: 1 } }).bodyHash).toBe(one.bodyHash);
    expect(keyOf('k', { input: { a: 1, b: { c: [2, 1], d: null } } }).bodyHash).not.toBe(one.bodyHash);
  });
});

describe('a command with an idempotency key', () => {
  it('is performed once, and its repeats get the same bytes, also after a restart', async () => {
    const perform = vi.fn(async () => answerOf('first'));
    const first = await onceOnly(database, now).run(keyOf('once'), perform);
    const second = await onceOnly(database, now).run(keyOf('once'), perform);
    expect(perform).toHaveBeenCalledTimes(1);
    expect(JSON.stringify(second)).toBe(JSON.stringify(first));
  });

  it('gives the repeats sent while it runs the same answer', async () => {
    const once = onceOnly(database, now);
    const perform = vi.fn(async () => answerOf('slow'));
    const answers = await Promise.all(Array.from({ length: 20 }, () => once.run(keyOf('meanwhile'), perform)));
    expect(perform).toHaveBeenCalledTimes(1);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  it('is refused in the same words again when the refusal was about the command', async () => {
    const refusing = vi.fn(() => refusalsAsAnswers(() => Promise.reject(new ProblemError('BOT_NOT_RUNNING'))));
    const first = await onceOnly(database, now).run(keyOf('refused'), refusing);
    const second = await onceOnly(database, now).run(keyOf('refused'), refusing);
    expect(first).toMatchObject({ status: 409, body: { code: 'BOT_NOT_RUNNING' } });
    expect(second).toEqual(first);
    expect(refusing).toHaveBeenCalledTimes(1);
  });

  it.each(['TOO_MANY_REQUESTS', 'OVERLOADED', 'STARTING', 'EXCHANGE_UNAVAILABLE', 'OUTCOME_UNKNOWN'] as const)(
    'is performed when it comes again after %s',
    async (code) => {
      const refusing = () => refusalsAsAnswers(() => Promise.reject(new ProblemError(code)));
      await expect(onceOnly(database, now).run(keyOf(code), refusing)).rejects.toThrow(code);
      expect(await onceOnly(database, now).run(keyOf(code), async () => answerOf('later'))).toEqual(answerOf('later'));
    },
  );

  it('can be repeated under the same key after it failed', async () => {
    const once = onceOnly(database, now);
    const failing = once.run(keyOf('retry'), () => Promise.reject(new ProblemError('BOT_NOT_RUNNING')));
    await expect(failing).rejects.toThrow('BOT_NOT_RUNNING');
    expect(await once.run(keyOf('retry'), async () => answerOf('now'))).toEqual(answerOf('now'));
  });

  it.each([
    ['another input', { input: { botId: 'other' } }],
    ['another call with the same input', { call: 'restartBot' }],
  ])('is refused under a key used for %s, stored or still running', async (what, change) => {
    const once = onceOnly(database, now);
    const perform = async (): Promise<Answer> => answerOf('mine');
    const underWay = once.run(keyOf(what), perform);
    await expect(once.run(keyOf(what, change), perform)).rejects.toThrow(reused);
    await underWay;
    await expect(once.run(keyOf(what, change), perform)).rejects.toThrow(reused);
  });

  it("is independent of another user's command under the same key", async () => {
    const once = onceOnly(database, now);
    await once.run(keyOf('shared'), async () => answerOf('of ann'));
    const answer = await once.run(keyOf('shared', { ownerId: 'bob' }), async () => answerOf('of bob'));
    expect(answer).toEqual(answerOf('of bob'));
  });
});
