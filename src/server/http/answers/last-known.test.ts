import { DatabaseError } from 'pg';
import { expect, it } from 'vitest';
import { lastKnown } from './last-known.ts';

const away = () => Promise.reject(new Error('Connection terminated unexpectedly'));

it('while the database is away, an owner gets what was last read under the same name, and nobody else’s', async () => {
  const known = lastKnown();
  await known.of('ann', 'status', async () => 1);
  await known.of('ann', 'status', async () => 2);
  expect(await known.of('ann', 'status', away)).toBe(2);
  await expect(known.of('ann', 'bots', away)).rejects.toThrow('Connection terminated');
  await expect(known.of('bob', 'status', away)).rejects.toThrow('Connection terminated');
});

it('an error that is not the database’s is passed on although an earlier reading is known', async () => {
  const known = lastKnown();
  await known.of('ann', 'status', async () => 1);
  const wrong = () => Promise.reject(new TypeError('not a function'));
  await expect(known.of('ann', 'status', wrong)).rejects.toThrow('not a function');
});

it('what was last read is also the answer while the database takes too long', async () => {
  const known = lastKnown();
  const slow = Object.assign(new DatabaseError('canceling statement due to statement timeout', 0, 'error'), {
    code: '57014',
  });
  await known.of('ann', 'status', async () => 1);
  expect(await known.of('ann', 'status', () => Promise.reject(slow))).toBe(1);
  await expect(known.of('bob', 'status', () => Promise.reject(slow))).rejects.toThrow(slow);
});
