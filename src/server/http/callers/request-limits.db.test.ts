import { once } from 'node:events';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { startTestServer, type TestServer } from '../../../../tests/support/server.ts';
import { USUAL_LIMITS } from './request-limits.ts';

const LIMITS = { address: 40, stranger: 10, user: 15 };

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ rateLimits: LIMITS, trustedProxies: ['10.9.0.0/24'], plugins: [signInService] });
});
afterAll(() => server.close());

/** Stands for the service of sign-ins, whose calls are answered at once. */
async function signInService(scope: FastifyInstance): Promise<void> {
  scope.post('/sign-in', async () => ({}));
  scope.post('/refresh', async () => ({}));
  scope.get('/keys', async () => ({}));
}

interface Sent {
  readonly address: string;
  readonly url?: string;
  readonly token?: string;
  /** What a proxy, or a visitor who pretends to be one, says of where the request came from. */
  readonly forwardedFor?: string;
}

function send({ address, url = '/api/settings', token, forwardedFor }: Sent) {
  const headers = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }),
  };
  return server.app.inject({ url, remoteAddress: address, headers });
}

/** The statuses of so many equal requests, one after the other. */
async function statuses(count: number, sent: Sent): Promise<number[]> {
  const answers: number[] = [];
  for (let asked = 0; asked < count; asked += 1) answers.push((await send(sent)).statusCode);
  return answers;
}

function times(count: number, status: number): number[] {
  return Array.from({ length: count }, () => status);
}

const OWN = '/api/dca-bot/get-portfolios';

describe('the limits of requests a minute', () => {
  it('refuse requests without a token beyond the limit of their address, with Retry-After', async () => {
    expect(await statuses(LIMITS.stranger, { address: '10.0.0.1' })).toEqual(times(LIMITS.stranger, 200));
    const refused = await send({ address: '10.0.0.1' });
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await send({ address: '10.0.0.2' })).statusCode).toBe(200);
  });

  it.each([
    ['bad tokens', '10.0.1.1', { url: OWN, token: 'a.b.c' }, 401],
    ['missing tokens', '10.0.1.2', { url: OWN }, 401],
    ['unknown addresses of pages', '10.0.1.3', { url: '/api/nothing' }, 404],
    ['the description of the API', '10.0.1.4', { url: '/api/openapi.json' }, 200],
  ])('count %s as a stranger, and serve a signed-in user of the same address', async (_what, address, sent, status) => {
    expect(await statuses(LIMITS.stranger + 2, { address, ...sent })).toEqual([
      ...times(LIMITS.stranger, status),
      429,
      429,
    ]);
    expect((await send({ address, url: OWN, token: await server.tokenOf('cyd') })).statusCode).toBe(200);
  });

  it('bound a user over all addresses, and nobody else', async () => {
    const token = await server.tokenOf('ann');
    const sent: number[] = [];
    for (let asked = 0; asked < LIMITS.user; asked += 1) {
      sent.push((await send({ address: `10.1.0.${asked}`, url: OWN, token })).statusCode);
    }
    expect(sent).toEqual(times(LIMITS.user, 200));
    expect((await send({ address: '10.1.1.1', url: OWN, token })).statusCode).toBe(429);
    const other = await server.tokenOf('bob');
    expect((await send({ address: '10.1.1.1', url: OWN, token: other })).statusCode).toBe(200);
  });

  it('count the visitors of a trusted proxy each for themselves', async () => {
    const [address, flood] = ['10.9.0.7', '192.0.2.1'];
    await statuses(LIMITS.stranger, { address, forwardedFor: flood });
    expect((await send({ address, forwardedFor: flood })).statusCode).toBe(429);
    expect((await send({ address, forwardedFor: `198.51.100.1, ${flood}` })).statusCode).toBe(429);
    expect((await send({ address, forwardedFor: '192.0.2.2' })).statusCode).toBe(200);
  });

  it('believe nobody else who names another address', async () => {
    const address = '10.8.0.7';
    for (let asked = 0; asked < LIMITS.stranger; asked += 1) await send({ address, forwardedFor: `192.0.2.${asked}` });
    expect((await send({ address, forwardedFor: '192.0.2.99' })).statusCode).toBe(429);
  });

  it('end with the ceiling of an address, before a token is looked at', async () => {
    const address = '10.2.0.1';
    const users = await Promise.all(['dan', 'eve', 'flo'].map((name) => server.tokenOf(name)));
    const answers: number[] = [];
    for (const token of users) answers.push(...(await statuses(LIMITS.user, { address, url: OWN, token })));
    expect(answers).toEqual([...times(LIMITS.address, 200), ...times(answers.length - LIMITS.address, 429)]);
  });

  it('are 600 for strangers and 3,000 for a user, beside what the settings say of an address', () => {
    expect(USUAL_LIMITS).toEqual({ stranger: 600, user: 3_000 });
  });

  it('sign-ins and token refreshes are counted apart from all other requests and from each other', async () => {
    const address = '10.3.0.1';
    const post = async (url: string) =>
      (await server.app.inject({ method: 'POST', url, remoteAddress: address })).statusCode;
    await statuses(LIMITS.address + 1, { address });
    expect((await send({ address, url: '/keys' })).statusCode).toBe(429);
    expect([await post('/sign-in'), await post('/refresh')]).toEqual([200, 200]);
    const more: number[] = [];
    for (let sent = 0; sent < LIMITS.stranger; sent += 1) more.push(await post('/sign-in'));
    expect(more).toEqual([...times(LIMITS.stranger - 1, 200), 429]);
    expect(await post('/refresh')).toBe(200);
  });

  it('requests from pages of other sites do not count against an address', async () => {
    const address = '10.3.0.2';
    const foreign = [
      { url: '/api/health', headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' } },
      ...['/api/live', '/api/health', '/elsewhere'].map((url) => ({
        url,
        headers: { upgrade: 'websocket', connection: 'upgrade', origin: 'https://evil.example' },
      })),
    ];
    for (let sent = 0; sent <= LIMITS.address; sent += 1) {
      for (const request of foreign) {
        expect((await server.app.inject({ ...request, remoteAddress: address })).statusCode).toBe(403);
      }
    }
    expect((await send({ address })).statusCode).toBe(200);
  });

  it('end a live connection that has not said hello after five seconds, and none that says it just before', async () => {
    const url = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const token = await server.tokenOf('gus');
    const connect = async () => {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/api/live`);
      await once(socket, 'open');
      return socket;
    };
    /** A frame, the answer to a ping, or the end of the connection: whatever comes first. */
    const heardBy = async (socket: WebSocket) => {
      const events = ['message', 'pong', 'close'] as const;
      const heard = events.map(async (event) => [event, ...(await once(socket, event)).map(String)]);
      socket.ping();
      return Promise.race(heard);
    };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const [silent, speaking] = await Promise.all([connect(), connect()]);
      vi.advanceTimersByTime(4_999);
      expect(await heardBy(silent)).toEqual(['pong', '']);
      speaking.send(JSON.stringify({ type: 'hello', token, topics: ['status'] }));
      await once(speaking, 'message');
      vi.advanceTimersByTime(1);
      expect(await heardBy(silent)).toEqual(['close', '4408', 'HELLO_MISSING']);
      expect(await heardBy(speaking)).toEqual(['pong', '']);
      speaking.close();
    } finally {
      vi.useRealTimers();
    }
  });
});
