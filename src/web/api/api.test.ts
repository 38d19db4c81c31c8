import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getAssets } from '#contract/asset.ts';
import { getBots } from '#contract/bot.ts';
import { createPortfolio, getPortfolioIdByName, setPortfolioProps } from '#contract/portfolio.ts';
import { addressOf, api } from './api.ts';
import { setTokenSource } from './token-source.ts';

interface Heard {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers?: Record<string, string>;
}

const problem = (status: number, code: string): Answer => ({
  status,
  body: JSON.stringify({ type: 'x', title: 'x', status, code, detail: 'Why.', errors: [], request_id: 'r-1' }),
});

describe('the API client', () => {
  const realFetch = globalThis.fetch;
  let server: Server;
  let heard: Heard[];
  let answers: Answer[];
  let forced: boolean[];

  beforeEach(async () => {
    heard = [];
    answers = [];
    forced = [];
    server = createServer(async (request, response) => {
      let body = '';
      for await (const part of request) body += String(part);
      heard.push({ method: request.method, url: request.url, headers: request.headers, body });
      const answer = answers.shift() ?? { status: 200, body: '{"items":[]}' };
      response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers }).end(answer.body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    // A page's addresses are relative to its origin; Node has none.
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => realFetch(`http://127.0.0.1:${port}${path}`, init));
    setTokenSource({
      idToken: async (isForced) => {
        forced.push(isForced);
        return isForced ? 'fresh' : 'present';
      },
    });
  });

  afterEach(async () => {
    vi.unstubAllGlobals();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('an address has its path filled, its query in snake_case, and no absent parts', () => {
    expect(addressOf(getBots, { params: { kind: 'dca-bot' }, query: { portfolioId: 'a/b' } })).toBe(
      '/api/dca-bot/get-bots?portfolio_id=a%2Fb',
    );
    expect(addressOf(getBots, { params: { kind: 'dca-bot' }, query: {} })).toBe('/api/dca-bot/get-bots');
  });

  it('a call sends the bearer token and a body in snake_case', async () => {
    answers = [problem(404, 'PORTFOLIO_NOT_FOUND')];
    await api(setPortfolioProps, { body: { portfolioId: 'p', limit: null } }).catch(() => {});
    expect(heard[0]).toMatchObject({ method: 'POST', body: '{"portfolio_id":"p","limit":null}' });
    expect(heard[0]?.headers.authorization).toBe('Bearer present');
  });

  it('every command has its own idempotency key, repeated after a token refresh', async () => {
    answers = [problem(401, 'TOKEN_INVALID'), problem(409, 'NAME_TAKEN'), problem(409, 'NAME_TAKEN')];
    const create = () => api(createPortfolio, { params: { kind: 'dca-bot' }, body: { name: 'x' } }).catch(() => {});
    await create();
    await create();
    const keys = heard.map((request) => request.headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('after a 401 a fresh token is tried once', async () => {
    answers = [problem(401, 'TOKEN_INVALID'), problem(401, 'TOKEN_REVOKED')];
    await expect(api(getAssets, {})).rejects.toMatchObject({ code: 'TOKEN_REVOKED', status: 401 });
    expect(forced).toEqual([false, true]);
    expect(heard.map((request) => request.headers.authorization)).toEqual(['Bearer present', 'Bearer fresh']);
  });

  it('an answer arrives in camelCase', async () => {
    answers = [{ status: 200, body: '{"id":"p-1"}' }];
    expect(await api(getPortfolioIdByName, { query: { name: 'x' } })).toEqual({ id: 'p-1' });
  });

  it('a refusal carries its code, request ID and waiting time', async () => {
    answers = [{ ...problem(429, 'TOO_MANY_REQUESTS'), headers: { 'retry-after': '7' } }];
    await expect(api(getAssets, {})).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      retryAfterMs: 7_000,
      problem: { requestId: 'r-1', detail: 'Why.' },
    });
  });

  it.each([
    ['an answer that is no JSON', { status: 200, body: '<html>' }, 'BAD_RESPONSE'],
    ['an answer of another shape', { status: 200, body: '{"items":[{}]}' }, 'BAD_RESPONSE'],
    ['a refusal without a problem body', { status: 400, body: '{}' }, 'BAD_REQUEST'],
    ['a proxy that does not reach the server', { status: 502, body: '<html>' }, 'NETWORK'],
    ['a broken server without a problem body', { status: 502, body: '{}' }, 'NETWORK'],
  ])('%s has its own code', async (_, answer, code) => {
    answers = [answer];
    await expect(api(getAssets, {})).rejects.toMatchObject({ code });
  });

  it('an unreachable server and a cancelled call have different codes', async () => {
    const cancelled = AbortSignal.abort();
    await expect(api(getAssets, { signal: cancelled })).rejects.toMatchObject({ code: 'CANCELLED' });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await expect(api(getAssets, {})).rejects.toMatchObject({ code: 'NETWORK' });
  });
});
