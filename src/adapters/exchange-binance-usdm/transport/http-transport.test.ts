import https from 'node:https';
import net from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeSelfSigned } from '../../../../tests/support/self-signed.ts';
import { HttpTransport } from './http-transport.ts';

const LIMITS = { connectMs: 60_000, headersMs: 60_000, bodyMs: 60_000, bytesMax: 10_000 };
const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}';

let server: net.Server;
let transport: HttpTransport;
let heard: string[];
/** Which requests of a connection are answered; the connection is broken at the next one. */
let answered = 1;

beforeEach(async () => {
  heard = [];
  answered = 1;
  server = net.createServer((socket) => {
    let count = 0;
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      heard.push(String(bytes).split(' ')[0] ?? '');
      count += 1;
      if (count <= answered) socket.write(ANSWER);
      else socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  transport = new HttpTransport(LIMITS);
});

afterEach(async () => {
  transport.close();
  await new Promise((resolve) => server.close(resolve));
});

function send(method: string) {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return transport.send({ method, url: new URL(`http://127.0.0.1:${port}/x`), headers: {}, body: '' });
}

it('repeats a read over a new connection when the idle one was closed', async () => {
  await send('GET');
  expect(await send('GET')).toMatchObject({ status: 200, text: '{}' });
  expect(heard).toEqual(['GET', 'GET', 'GET']);
});

it('never sends an order a second time', async () => {
  await send('GET');
  await expect(send('POST')).rejects.toMatchObject({ code: 'EXCHANGE_UNAVAILABLE', isExecutionUnknown: true });
  await expect(send('DELETE')).resolves.toMatchObject({ status: 200 });
  expect(heard).toEqual(['GET', 'POST', 'DELETE']);
});

it('abandons a read when the new connection is closed as well', async () => {
  await send('GET');
  answered = 0;
  await expect(send('GET')).rejects.toMatchObject({ code: 'EXCHANGE_UNAVAILABLE' });
  expect(heard).toEqual(['GET', 'GET', 'GET']);
});

it('fault 51: sends nothing to a server with an untrusted certificate', async () => {
  let heardBy = 0;
  const impostor = https.createServer(makeSelfSigned(), (_call, reply) => {
    heardBy += 1;
    reply.end('{}');
  });
  await new Promise<void>((resolve) => impostor.listen(0, '127.0.0.1', resolve));
  const address = impostor.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const request = { method: 'POST', url: new URL(`https://127.0.0.1:${port}/x`), headers: {}, body: 'secret' };
  const failure = await transport.send(request).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'EXCHANGE_UNAVAILABLE', isExecutionUnknown: false });
  expect(failure).toMatchObject({ cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } });
  expect(heardBy).toBe(0);
  await new Promise((resolve) => impostor.close(resolve));
});

it('abandons a request at its own limit, whether or not its answer has begun', async () => {
  const started = 'HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{';
  for (const answer of ['', started]) {
    const silent = net.createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', () => socket.write(answer));
    });
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const url = new URL(`http://127.0.0.1:${port}/x`);
    const request = { method: 'POST', url, headers: {}, body: '', totalMs: 50 };
    await expect(transport.send(request)).rejects.toMatchObject({
      code: 'EXCHANGE_UNAVAILABLE',
      reason: 'no whole answer in time',
    });
    transport.close();
    await new Promise((resolve) => silent.close(resolve));
  }
});
