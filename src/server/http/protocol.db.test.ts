import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';
import { pageAddress, pages } from '#contract/pages.ts';
import { fuzz } from '../../../tests/fuzz/fuzz.ts';
import { targetAt } from '../../../tests/fuzz/target.ts';
import { type PlayedMarket, playedMarket } from '../../../tests/support/played-market.ts';
import { SEED_OF_RUN } from '../../../tests/support/seed.ts';
import { startTestServer, type TestServer } from '../../../tests/support/server.ts';

const SCRIPT = "document.title = 'Botyard';";
const CANARY = 'c4n4ry-s3cret';
const FUZZ_REQUESTS = 1_500;

let server: TestServer;
let market: PlayedMarket;
let webRoot: string;
let ready = true;

beforeAll(async () => {
  webRoot = await mkdtemp(path.join(tmpdir(), 'botyard-web-'));
  await mkdir(path.join(webRoot, 'assets'));
  await writeFile(
    path.join(webRoot, 'index.html'),
    `<!doctype html><html><head><script>${SCRIPT}</script></head></html>`,
  );
  await writeFile(path.join(webRoot, 'assets', 'app-1a2b3c.js'), 'export {};');
  market = await playedMarket(['ETHUSDT']);
  server = await startTestServer({
    webRoot,
    market,
    hasLab: true, // What is right is answered, also by the calls that compute.
    isReady: () => ready,
    rateLimits: { address: 60_000, stranger: 50_000, user: 50_000 },
  });
});
afterAll(async () => {
  await server.close();
  await market.close();
  await rm(webRoot, { recursive: true });
});

let address: Promise<string> | null = null;
/** The server on a port of its own, for what cannot be handed in without a wire. */
function listening(): Promise<string> {
  address ??= server.app.listen({ host: '127.0.0.1', port: 0 });
  return address;
}

const post = (url: string, payload: string, headers: Record<string, string> = {}) =>
  server.tokenOf('ann').then((token) =>
    server.app.inject({
      method: 'POST',
      url,
      payload,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    }),
  );

describe('requests that break the protocol', () => {
  const url = '/api/dca-bot/create-portfolio';
  it.each([
    ['a body that is not JSON', 400, 'BODY_NOT_JSON', () => post(url, '{"name":')],
    [
      'a body of another type',
      415,
      'BODY_TYPE_UNSUPPORTED',
      () => post(url, 'name=a', { 'content-type': 'text/plain' }),
    ],
    [
      'a form',
      415,
      'BODY_TYPE_UNSUPPORTED',
      () => post(url, 'name=a', { 'content-type': 'application/x-www-form-urlencoded' }),
    ],
    ['a body over 256 kB', 413, 'BODY_TOO_LARGE', () => post(url, JSON.stringify({ name: 'x'.repeat(300_000) }))],
    [
      'a body without end',
      400,
      'REQUEST_INVALID',
      () => post(url, `{"name":${'['.repeat(9_000)}${']'.repeat(9_000)}}`),
    ],
    ['a list for a body', 400, 'REQUEST_INVALID', () => post(url, '[]')],
    ['a prototype', 400, 'REQUEST_INVALID', () => post(url, '{"name":"a","__proto__":{"x":1}}')],
    ['a key that is too long', 400, 'REQUEST_INVALID', () => post(url, '{}', { 'idempotency-key': 'k'.repeat(121) })],
    ['an unknown address', 404, 'ROUTE_UNKNOWN', () => server.app.inject({ url: '/api/nothing' })],
    ['another method', 405, 'METHOD_NOT_ALLOWED', () => server.app.inject({ method: 'PUT', url: '/api/get-assets' })],
    ['a broken address', 400, 'ADDRESS_INVALID', () => server.app.inject({ url: '/api/%zz' })],
    ['QUERY', 405, 'METHOD_NOT_ALLOWED', () => server.app.inject({ method: 'QUERY', url: '/api/get-assets' })],
    ['a field without a name', 400, 'REQUEST_INVALID', () => post(url, '{"":1}')],
  ])('%s is refused with %i %s', async (_what, status, code, send) => {
    const answer = await send();
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.json().request_id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    ['a list for a body', '[]', 'body'],
    ['a field without a name', '{"":1}', '""'],
  ])('%s is named in the refusal, which has no reason without a place', async (_what, payload, place) => {
    const answer = await post(url, payload);
    expect(answer.json().errors.map(({ path }: { path: string }) => path)).toEqual([place]);
  });

  it.each([
    ['no HTTP at all', 'GARBAGE\r\n\r\n', 400, 'HTTP_INVALID'],
    ['two lengths', 'POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', 400, 'HTTP_INVALID'],
    ['a head of 40 KB', `GET /${'a'.repeat(40_000)} HTTP/1.1\r\n\r\n`, 431, 'HEAD_TOO_LARGE'],
    ['two hosts', 'GET /api/health HTTP/1.1\r\nHost: localhost\r\nhost: localhost\r\n\r\n', 400, 'HTTP_INVALID'],
    ['a host that is no name', 'GET /api/health HTTP/1.1\r\nHost: local host\r\n\r\n', 400, 'HTTP_INVALID'],
    [
      'a URL of another host before an own one',
      'GET http://evil.example/api/health HTTP/1.1\r\nHost: localhost\r\n\r\n',
      400,
      'HTTP_INVALID',
    ],
    [
      'a URL that is none of HTTP',
      'GET file://localhost/api/health HTTP/1.1\r\nHost: localhost\r\n\r\n',
      400,
      'HTTP_INVALID',
    ],
    [
      'a URL of a foreign host with the same Host',
      'GET http://evil.example/api/health HTTP/1.1\r\nHost: evil.example\r\n\r\n',
      403,
      'HOST_FOREIGN',
    ],
    [
      'a URL in an image of another site',
      'GET http://localhost/api/health HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n\r\n',
      403,
      'ORIGIN_FOREIGN',
    ],
    ['no host', 'GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n', 403, 'HOST_FOREIGN'],
  ])('bytes that are %s are refused with a code, and the server goes on', async (_what, bytes, status, code) => {
    const target = targetAt(await listening(), 1);
    const request = {
      kind: 'broken',
      operation: null,
      method: 'GET',
      path: '',
      headers: {},
      isSignedIn: false,
    } as const;
    const answer = await target.ask({ ...request, body: bytes }, {});
    expect([answer.status, answer.type, JSON.parse(answer.body).code]).toEqual([
      status,
      expect.stringContaining('application/problem+json'),
      code,
    ]);
    expect(await target.isAlive()).toBe(true);
    target.close();
  });

  it('a wrong method is answered with the methods that the address allows', async () => {
    const answer = await server.app.inject({ method: 'DELETE', url: '/api/get-assets' });
    expect(answer.headers['allow']).toBe('GET');
  });

  it('a body is not read without a token', async () => {
    const answer = await server.app.inject({
      method: 'POST',
      url,
      payload: '{',
      headers: { 'content-type': 'text/x' },
    });
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'TOKEN_MISSING']);
  });

  it('a disabled user is refused', async () => {
    server.setTokenState('dan', 'disabled');
    const answer = await server.send('GET', '/api/status', { as: 'dan' });
    expect([answer.status, answer.body.code]).toEqual([401, 'USER_DISABLED']);
  });

  it('every request, health included, is answered with 503 STARTING until the server is ready', async () => {
    ready = false;
    const [health, status] = [await server.send('GET', '/api/health'), await server.send('GET', '/api/status')];
    ready = true;
    expect([health.status, health.body.code, status.status]).toEqual([503, 'STARTING', 503]);
    expect((await server.send('GET', '/api/health')).body).toEqual({
      ...{ status: 'ok', database: 'answering', engine: 'running', feed: 'current', disk: 'ok', left_out: 0 },
      version: '0.0.0-test',
      commit: null,
    });
  });
});

describe('the page of the API', () => {
  it('is served with a style of its own nonce, no script, and a policy that allows nothing unsafe', async () => {
    const [first, second] = await Promise.all([1, 2].map(() => server.app.inject({ url: '/api/docs' })));
    const nonce = /<style nonce="([^"]{20,})">/.exec(first?.body ?? '')?.[1] ?? 'none';
    expect(first?.headers['content-type']).toBe('text/html; charset=utf-8');
    const policy = String(first?.headers['content-security-policy']).split(';');
    expect(policy).toEqual(expect.arrayContaining([`style-src 'nonce-${nonce}'`, "default-src 'none'"]));
    expect(policy.join()).not.toContain('unsafe');
    expect(first?.body).not.toContain('<script');
    expect(second?.body).not.toContain(nonce);
  });
});

describe('the addresses of the server', () => {
  /** What is served beside the calls of the contract, each with a reason of its own to need no row in their table. */
  const BESIDE_THE_CALLS = [
    'GET /api/openapi.json', // Says what the calls are.
    'GET /api/docs', // The same to read.
    'GET /api/together', // Asks calls again, each with the token of the request.
    'GET /api/live', // Takes its token in the first message.
    'GET *', // Pages and their files, which hold nothing of anybody.
  ];

  it('are those of the calls and a few that are named here, so that a new one is not forgotten where calls are tested', () => {
    const described = (calls as readonly Call[]).map(({ method, path }) => `${method} ${path}`);
    const served = routesOf(server.app.printRoutes({ commonPrefix: false }));
    expect(served.toSorted()).toEqual([...described, ...BESIDE_THE_CALLS].toSorted());
  });

  /** Methods and paths from the tree that the framework draws; HEAD comes with each GET. */
  function routesOf(tree: string): readonly string[] {
    const parts: string[] = [];
    return tree.split('\n').flatMap((line) => {
      const [, indent, part, methods] = /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
      if (indent === undefined || part === undefined) return [];
      parts.splice(indent.length / 4, parts.length, part);
      const named = (methods ?? '').split(', ').filter((method) => method !== '' && method !== 'HEAD');
      return named.map((method) => `${method} ${parts.join('')}`);
    });
  }
});

describe('the security headers', () => {
  it('forbid every origin but our own', async () => {
    const { headers } = await server.app.inject({ url: '/api/health' });
    const policy = String(headers['content-security-policy']);
    const rules = ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"];
    for (const rule of [...rules, "require-trusted-types-for 'script'", 'trusted-types default']) {
      expect(policy.split(';')).toContain(rule);
    }
    expect(policy).not.toMatch(/unsafe|googleapis|\*/);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('the application', () => {
  it.each(pages.map((page) => pageAddress(page, { id: 'abc', symbol: 'ETHUSDT' }) ?? ''))(
    'is shown at %s with a fresh nonce and never from a cache',
    async (url) => {
      const [first, second] = [await server.app.inject({ url }), await server.app.inject({ url })];
      expect(first.statusCode).toBe(200);
      const nonce = /nonce="([^"]+)"/.exec(first.body)?.[1] ?? 'none';
      expect(String(first.headers['content-security-policy'])).toContain(`'nonce-${nonce}'`);
      expect(second.body).not.toContain(nonce);
      expect(first.headers['cache-control']).toBe('no-store');
    },
  );

  it('may run the script that the build has written into its page, by its hash', async () => {
    const { headers } = await server.app.inject({ url: '/portfolios' });
    const hash = createHash('sha256').update(SCRIPT).digest('base64');
    expect(String(headers['content-security-policy']).split(';')).toContain(`script-src 'self' 'sha256-${hash}'`);
  });

  it('lets browsers cache hashed files for a year and answers 404 for an unknown address', async () => {
    const file = await server.app.inject({ url: '/assets/app-1a2b3c.js' });
    expect([file.statusCode, file.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    const page = await server.app.inject({ url: '/nowhere', headers: { accept: 'text/html' } });
    expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    const missing = await server.app.inject({ url: '/assets/../../package.json' });
    expect(missing.statusCode).toBe(404);
    expect((await server.app.inject({ url: '/index.html' })).statusCode).toBe(404);
  });
});

describe('requests right, wrong and hostile', () => {
  it('are answered by every call without a server error, and refused with a code and a place', async () => {
    process.stdout.write(`property seed ${SEED_OF_RUN}\n`);
    const prototype = Object.getOwnPropertyNames(Object.prototype);
    const found: string[] = [];
    const { faults, crashes } = await fuzz({
      address: await listening(),
      senders: [
        {
          headers: async () => ({ authorization: `Bearer ${await server.tokenOf('ann')}` }),
          signInAgain: async () => server.setTokenState('ann', 'alive'),
        },
      ],
      requests: FUZZ_REQUESTS,
      seed: SEED_OF_RUN,
      atOnce: 4,
      slowMs: null,
      found: (fault, request, answer) => {
        const { operation, kind, method, path, body } = request;
        const sent = JSON.stringify({ call: operation?.name, kind, method, path, body }).slice(0, 400);
        found.push(`${fault}: ${sent}: ${answer.body.slice(-300)}`);
      },
    });
    expect(found).toEqual([]);
    expect([faults, crashes]).toEqual([0, 0]);
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(prototype); // The server runs in this process.
  });
});

describe('the server log', () => {
  it('contains no query, body, token or key, whatever was sent', async () => {
    const token = await server.tokenOf('ann');
    await post('/api/dca-bot/create-portfolio', JSON.stringify({ name: CANARY }), { 'idempotency-key': CANARY });
    await server.send('GET', `/api/dca-bot/get-logs?search=${CANARY}`, { as: 'ann' });
    const text = server.logLines.join('');
    expect(server.logLines.length).toBeGreaterThan(10);
    expect(text).toContain('"userId":"ann"');
    expect(text).not.toContain(CANARY);
    expect(text).not.toContain(token);
    for (const line of server.logLines) expect(() => JSON.parse(line)).not.toThrow();
  });
});
