import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { send, sendSigned, type WireReply } from '../../../tests/support/wire-client.ts';
import { openWireWorld, type WireWorld } from '../../../tests/support/wire-world.ts';
import { copyState } from '../stored/copy-state.ts';
import { ADMIN_TOKEN_FILE, storeAdminToken } from './admin-token.ts';

type Headers = Readonly<Record<string, string>>;

describe('the token of the admin surface', () => {
  let world: WireWorld;
  beforeAll(async () => {
    world = await openWireWorld();
  });
  afterAll(() => world.close());

  const tokenFile = (): string => path.join(world.folder, ADMIN_TOKEN_FILE);
  const post = (act: string, body: object, headers: Headers = world.adminHeaders): Promise<WireReply> =>
    send(world.port, { method: 'POST', path: `/admin/${act}`, body: JSON.stringify(body), headers });
  const state = async () => (await send(world.port, { path: '/admin/state', headers: world.adminHeaders })).json;
  const balanceWith = async (key: { readonly apiKey: string; readonly secret: string }) =>
    (await sendSigned(world.port, key, ['GET', '/fapi/v3/balance'])).json;

  it.each<readonly [string, (right: string) => Headers]>([
    ['no token', () => ({})],
    ['an empty token', () => ({ 'X-Simulator-Admin': '' })],
    ['the word that older versions took', () => ({ 'X-Simulator-Admin': 'yes' })],
    ['the beginning of the token', (right) => ({ 'X-Simulator-Admin': right.slice(0, -1) })],
    ['a longer token', (right) => ({ 'X-Simulator-Admin': `${right}A` })],
  ])('an admin request with %s is refused and changes nothing', async (_name, headersOf) => {
    const headers = headersOf(String(world.adminHeaders['X-Simulator-Admin']));
    const { accountId } = (await world.trader()).key;
    const { wallTime: _, ...before } = await state();
    const replies = [
      await send(world.port, { path: '/admin/state', headers }),
      await send(world.port, { method: 'OPTIONS', path: '/admin/state', headers }),
      await post('accounts', { label: 'intruder' }, headers),
      await post('accounts/transfer', { accountId, amount: '-1' }, headers),
      await post('keys/renew', { label: 'simulated-key' }, headers),
      await post('clock/step', { ms: 60_000 }, headers),
      await post('faults/ban', { forMs: 60_000 }, headers),
      await post('unknown', {}, headers),
    ];
    for (const reply of replies) {
      expect([reply.status, reply.json.code]).toEqual([401, 'TOKEN_WRONG']);
      expect(reply.json.detail).toContain(`in the file ${ADMIN_TOKEN_FILE}`);
      expect(reply.headers['access-control-allow-origin']).toBeUndefined();
    }
    const { wallTime: __, ...after } = await state();
    expect(after).toEqual(before);
    expect((await send(world.port, { path: '/fapi/v1/ping' })).status).toBe(200);
  });

  it('the token lies in a file that only its owner can read, and is what requests need', async () => {
    expect((await stat(tokenFile())).mode & 0o777).toBe(0o600);
    const token = (await readFile(tokenFile(), 'utf8')).trim();
    expect(world.adminHeaders).toEqual({ 'X-Simulator-Admin': token });
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  });

  it('a copy of the simulated exchange, as in a backup, holds no token of the admin surface', async () => {
    const token = (await readFile(tokenFile(), 'utf8')).trim();
    const copy = await copyState(world.folder);
    expect(copy?.files.size).toBeGreaterThan(1);
    expect(copy?.files.has(ADMIN_TOKEN_FILE)).toBe(false);
    expect([...(copy?.files.values() ?? [])].join()).not.toContain(token);
  });

  it('the secret of an account is told once, and not by asking for the same account or for the state', async () => {
    const opened = await post('accounts', { label: 'told once' });
    const { apiKey, secret } = opened.json;
    expect(await balanceWith({ apiKey, secret })).toMatchObject([{ balance: '10000.00000000' }]);
    const again = await post('accounts', { label: 'told once', deposit: '5' });
    expect([again.status, again.json.code]).toEqual([409, 'ACCOUNT_EXISTS']);
    expect(again.json.detail).toContain('/admin/keys/renew');
    for (const text of [again.text, JSON.stringify(await state())]) expect(text).not.toContain(secret);
    expect(await balanceWith({ apiKey, secret })).toMatchObject([{ balance: '10000.00000000' }]);
  });

  it('a renewed key opens the same account, and the old key stops working', async () => {
    const old = (await post('accounts', { label: 'lost', deposit: '77' })).json;
    const renewed = (await post('keys/renew', { label: 'lost' })).json;
    expect(renewed.accountId).toBe(old.accountId);
    expect(renewed.secret).not.toBe(old.secret);
    expect(await balanceWith(renewed)).toMatchObject([{ balance: '77.00000000' }]);
    expect(await balanceWith(old)).toMatchObject({ code: -2015 });
    const unknown = await post('keys/renew', { label: 'nobody' });
    expect([unknown.status, unknown.json.code]).toEqual([404, 'NOT_FOUND']);
  });

  // Last: the file then holds a token that the running exchange does not know.
  it('every start makes a new token for the admin surface', async () => {
    const first = (await readFile(tokenFile(), 'utf8')).trim();
    const second = await storeAdminToken(world.folder, null);
    expect(second).not.toBe(first);
    expect((await readFile(tokenFile(), 'utf8')).trim()).toBe(second);
    expect((await stat(tokenFile())).mode & 0o777).toBe(0o600);
  });
});
