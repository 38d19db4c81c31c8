import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';
import { pageAddress, pages } from '#contract/pages.ts';
import { SEED_OF_RUN } from '../../../tests/support/seed.ts';
import { startTestServer, type TestServer } from '../../../tests/support/server.ts';

const SCRIPT = "document.title = 'Botyard';";
const CANARY = 'c4n4ry-s3cret';
const RUNS_A_CALL = 25;

let server: TestServer;
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
  server = await startTestServer({
    webRoot,
    isReady: () => ready,
    rateLimits: { address: 60_000, stranger: 50_000, user: 50_000 },
  });
});
afterAll(async () => {
  await server.close();
  await rm(webRoot, { recursive: true });
});

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
    ['a broken address', 400, 'REQUEST_INVALID', () => server.app.inject({ url: '/api/%zz' })],
  ])('%s is refused with %i %s', async (_what, status, code, send) => {
    const answer = await send();
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.json().request_id).toMatch(/^[0-9a-f-]{36}$/);
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
      ...{ status: 'ok', database: 'answering', engine: 'running', feed: 'current', disk: 'ok' },
      version: '0.0.0-test',
      commit: null,
    });
  });
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

describe('arbitrary JSON', () => {
  const posts = (calls as readonly Call[]).filter((call) => call.method === 'POST' && call.name !== 'signOut');

  /** Bodies close to a valid one: its field names with values of every kind, and other names. */
  const bodies = (call: Call) => {
    const names = Object.keys(call.body?.shape ?? {}).map((name) =>
      name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`),
    );
    const key = names.length === 0 ? fc.string() : fc.oneof(fc.constantFrom(...names), fc.string());
    return fc.oneof(fc.dictionary(key, fc.jsonValue({ maxDepth: 4 })), fc.jsonValue());
  };

  it('in a command never causes a server error', async () => {
    const seed = SEED_OF_RUN;
    process.stdout.write(`property seed ${seed}\n`);
    for (const call of posts) {
      const url = call.path.replace(':kind', 'dca-bot').replace(':id', 'x');
      const property = fc.asyncProperty(bodies(call), async (body) => {
        const answer = await post(url, JSON.stringify(body));
        expect(answer.statusCode, answer.body).toBeLessThan(500);
      });
      await fc.assert(property, { seed, numRuns: RUNS_A_CALL });
    }
  });

  it('in a query never causes a server error', async () => {
    const reads = (calls as readonly Call[]).filter((call) => call.method === 'GET');
    const token = await server.tokenOf('ann');
    for (const call of reads) {
      const url = call.path.replace(':kind', 'dca-bot').replace(':market', 'futures');
      const names = Object.keys(call.query?.shape ?? {}).map((n) => n.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`));
      const key = names.length === 0 ? fc.string() : fc.constantFrom(...names);
      const value = fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.string(),
        fc.nat().map(String),
        fc.constant('2025-05-10'),
      );
      const property = fc.asyncProperty(fc.dictionary(key, value), async (query) => {
        const search = new URLSearchParams(query).toString();
        const answer = await server.app.inject({
          url: `${url}?${search}`,
          headers: { authorization: `Bearer ${token}` },
        });
        expect(answer.statusCode, answer.body).toBeLessThan(500);
      });
      await fc.assert(property, { numRuns: RUNS_A_CALL });
    }
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
