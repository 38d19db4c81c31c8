import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { keyOf, NO_FAULTS, openBareWire } from '../../../../tests/support/bare-wire.ts';
import { send, sendSigned } from '../../../../tests/support/wire-client.ts';
import { accept, refuse } from '../../wire-error.ts';
import type { Endpoint } from './endpoint.ts';
import { jsonAnswer } from './fault-hook.ts';
import { raw } from './wire-json.ts';

const KEY = keyOf('key', 'secret');

function get(path: string, handle: Endpoint['handle'], more: Partial<Endpoint> = {}): Endpoint {
  return { method: 'GET', path, security: 'none', weight: 3, handle, ...more };
}

test('writes ids above 2^53 as exact JSON numbers and decimals as strings', async () => {
  const { port } = await openBareWire([get('/a', () => accept({ id: raw('8389766216312345678'), price: '0.10' }))]);
  expect((await send(port, { path: '/a' })).text).toBe('{"id":8389766216312345678,"price":"0.10"}');
});

test('sends the used weight with every answer, refusals included', async () => {
  const { port } = await openBareWire([get('/a', () => accept({})), get('/b', () => refuse('symbol'))]);
  expect((await send(port, { path: '/a' })).headers['x-mbx-used-weight-1m']).toBe('3');
  const refused = await send(port, { path: '/b' });
  expect([refused.status, refused.text]).toEqual([400, '{"code":-1121,"msg":"Invalid symbol."}']);
  expect(refused.headers['x-mbx-used-weight-1m']).toBe('6');
  const unknown = await send(port, { path: '/c' });
  expect([unknown.status, unknown.json.code, unknown.json.msg]).toEqual([404, -5000, 'Path /c, Method GET is invalid']);
  expect(unknown.headers['x-mbx-used-weight-1m']).toBe('7');
});

test('charges a weight that depends on the parameters', async () => {
  const { port } = await openBareWire([
    get('/a', () => accept({}), { weight: (params) => (params.has('symbol') ? 1 : 40) }),
  ]);
  expect((await send(port, { path: '/a?symbol=X' })).headers['x-mbx-used-weight-1m']).toBe('1');
  expect((await send(port, { path: '/a' })).headers['x-mbx-used-weight-1m']).toBe('41');
});

test('sends 429 with a retry time, and bans a client that continues with 418', async () => {
  const { port, limits } = await openBareWire([get('/a', () => accept({}))], { wall: { ms: 1_700_000_015_000 } });
  limits.divide(2_400);
  const first = await send(port, { path: '/a' });
  expect([first.status, first.json.code, first.headers['retry-after']]).toEqual([429, -1003, '25']);
  expect(first.json.msg).toContain('current limit is 1 requests per minute');
  for (let call = 0; call < 10; call += 1) await send(port, { path: '/a' });
  const banned = await send(port, { path: '/a' });
  expect([banned.status, banned.json.code, banned.headers['retry-after']]).toEqual([418, -1003, '120']);
  expect(banned.json.msg).toContain('IP banned until 1700000135000');
});

test('sends order counts with calls that place orders', async () => {
  const orders = { tenSeconds: 5, minute: 1 };
  const place: Endpoint = { ...get('/a', () => accept({})), method: 'POST', security: 'trade', weight: 0, orders };
  const wall = { ms: Date.now() };
  const { port } = await openBareWire([place, get('/b', () => accept({}))], { keys: [KEY], wall });
  const reply = await sendSigned(port, KEY, ['POST', '/a']);
  expect(reply.headers).toMatchObject({ 'x-mbx-order-count-10s': '5', 'x-mbx-order-count-1m': '1' });
  expect((await send(port, { path: '/b' })).headers['x-mbx-order-count-10s']).toBeUndefined();
});

test('a call that throws gives the client an unknown error and is reported as a failure', async () => {
  const { port, failures } = await openBareWire([
    get('/a', () => {
      throw new Error('a secret thing');
    }),
  ]);
  const reply = await send(port, { path: '/a' });
  expect([reply.status, reply.json.code, reply.text.includes('secret')]).toEqual([500, -1000, false]);
  expect(failures).toHaveLength(1);
});

test('a fault that throws breaks the connection and is reported as a failure', async () => {
  const before = () => Promise.reject(new Error('broken'));
  const { port, failures } = await openBareWire([get('/a', () => accept({}))], { faults: { ...NO_FAULTS, before } });
  await expect(send(port, { path: '/a' })).rejects.toThrow('socket hang up');
  expect(failures).toHaveLength(1);
});

test('a body above 64 KiB is refused without reading all of it', async () => {
  const { port } = await openBareWire([{ ...get('/a', () => accept({})), method: 'POST' }]);
  expect((await send(port, { method: 'POST', path: '/a', body: `a=${'x'.repeat(60_000)}` })).status).toBe(200);
  expect((await send(port, { method: 'POST', path: '/a', body: `a=${'x'.repeat(70_000)}` })).status).toBe(413);
});

test('headers beyond 16 KiB are refused', async () => {
  const { port } = await openBareWire([]);
  expect((await send(port, { path: '/', headers: { 'X-Long': 'x'.repeat(20_000) } })).status).toBe(431);
});

test('paths below /admin belong to the admin surface and cost no weight', async () => {
  const { port, limits } = await openBareWire([]);
  expect((await send(port, { path: '/admin/anything' })).text).toBe('admin');
  expect((await send(port, { path: '/administer' })).status).toBe(404);
  expect(limits.usedWeight('127.0.0.1', 'futures', Date.now())).toBeLessThanOrEqual(1);
});

test('a fault can answer before the request is executed', async () => {
  let carriedOut = 0;
  const endpoint = get('/a', () => {
    carriedOut += 1;
    return accept({});
  });
  const html = { status: 403, contentType: 'text/html', headers: {}, body: '<html>403</html>' };
  const faults = { ...NO_FAULTS, before: async () => ({ kind: 'send', answer: html }) as const };
  const { port } = await openBareWire([endpoint], { faults });
  const reply = await send(port, { path: '/a' });
  expect([reply.status, reply.headers['content-type'], reply.text]).toEqual([403, 'text/html', '<html>403</html>']);
  expect(carriedOut).toBe(0);
});

test('a fault can lose the answer of an executed request', async () => {
  let carriedOut = 0;
  const endpoint = get('/a', () => {
    carriedOut += 1;
    return accept({});
  });
  const { port } = await openBareWire([endpoint], { faults: { ...NO_FAULTS, after: async () => ({ kind: 'drop' }) } });
  await expect(send(port, { path: '/a' })).rejects.toThrow('socket hang up');
  expect(carriedOut).toBe(1);
});

test('a fault can cut an answer short', async () => {
  const faults = {
    ...NO_FAULTS,
    after: async () => ({ kind: 'cut', answer: jsonAnswer(200, '{"whole":true}'), bytes: 5 }) as const,
  };
  const { port } = await openBareWire([get('/a', () => accept({}))], { faults });
  await expect(send(port, { path: '/a' })).rejects.toThrow('aborted');
});

test('a client that disconnects in the middle of a body affects no one else', async () => {
  const { port, failures } = await openBareWire([get('/a', () => accept({}))]);
  await new Promise<void>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf', () => socket.destroy());
    });
    socket.on('close', () => resolve());
  });
  expect((await send(port, { path: '/a' })).status).toBe(200);
  expect(failures).toEqual([]);
});
