import { afterAll, beforeAll, expect, it } from 'vitest';
import { asUser, type Database, openDatabase } from '#storage/database/database.ts';
import { findRemembered, rememberAnswer } from '#storage/idempotency.ts';
import { startTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { forgetOldAnswers } from './forget-old-answers.ts';

let test: TestDatabase;
let app: Database;
let engine: Database;

beforeAll(async () => {
  test = await startTestDatabase();
  app = openDatabase({ url: test.appUrl, poolMax: 1, applicationName: 'test app' });
  engine = openDatabase({ url: test.engineUrl, poolMax: 1, applicationName: 'test engine' });
});
afterAll(async () => {
  await Promise.all([app.close(), engine.close()]);
  await test.close();
});

it('idempotency keys are forgotten after a week, those of every user, and no younger one', async () => {
  const dayOf = { 'six days': 6, 'eight days': 8 };
  for (const ownerId of ['ann', 'bob']) {
    for (const [key, days] of Object.entries(dayOf)) {
      const command = { ownerId, key, call: 'createBot', bodyHash: 'hash' };
      await asUser(app, ownerId, (tx) => rememberAnswer(tx, command, { status: 201, reply: {} }));
      await engine.db
        .updateTable('idempotency')
        .set({ createdAt: new Date(Date.now() - days * 86_400_000) })
        .where('ownerId', '=', ownerId)
        .where('key', '=', key)
        .execute();
    }
  }
  const lines: string[] = [];
  await forgetOldAnswers({ engine, log: (line) => lines.push(line) }).stop();
  expect(lines).toEqual([]);
  for (const ownerId of ['ann', 'bob']) {
    const kept = await Promise.all(
      Object.keys(dayOf).map((key) => asUser(app, ownerId, (tx) => findRemembered(tx, ownerId, key))),
    );
    expect(kept.map((row) => row?.key)).toEqual(['six days', undefined]);
  }
});
