import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendSigned } from '../../../tests/support/wire-client.ts';
import { openWireWorld, type WireWorld } from '../../../tests/support/wire-world.ts';
import { type SimulatorAccess, simulatedAccounts } from './simulated-account.ts';

let world: WireWorld;
let access: SimulatorAccess;
beforeAll(async () => {
  world = await openWireWorld();
  access = { port: world.port, adminToken: String(world.adminHeaders['X-Simulator-Admin']) };
});
afterAll(() => world.close());

const accountOf = (apiKey: string) => world.simulation.key(apiKey)?.accountId;

test('a user who asks again for a simulated account gets a new key to the same one, and the old key stops working', async () => {
  const open = simulatedAccounts(access);
  const first = await open('user-1');
  const account = accountOf(first.apiKey);
  const second = await open('user-1');
  expect(account).toBeDefined();
  expect(accountOf(second.apiKey)).toBe(account);
  expect((await sendSigned(world.port, second, ['GET', '/fapi/v3/balance'])).status).toBe(200);
  expect((await sendSigned(world.port, first, ['GET', '/fapi/v3/balance'])).json.code).toBe(-2015);
});

test('other users keep their keys when one gets a new one, however long their ids are', async () => {
  const open = simulatedAccounts(access);
  const long = 'u'.repeat(200);
  const [mine, other] = [await open(long), await open(`${long}2`)];
  expect(accountOf(mine.apiKey)).not.toBe(accountOf(other.apiKey));
  await open(long);
  expect((await sendSigned(world.port, other, ['GET', '/fapi/v3/balance'])).status).toBe(200);
});

test('an account that cannot be opened is an error that names neither token nor secret', async () => {
  const adminToken = 'a token of another start';
  const refused = simulatedAccounts({ ...access, adminToken })('user-2');
  const error = await refused.catch((cause: Error) => cause);
  expect(error).toMatchObject({ code: 'EXCHANGE_UNAVAILABLE', isRetryable: true });
  expect(String(error) + String((error as Error).cause)).not.toContain(adminToken);
});
