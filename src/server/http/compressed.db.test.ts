import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync, gzipSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { compressFiles } from '../../../scripts/compress-files.ts';
import { startTestServer, type TestServer } from '../../../tests/support/server.ts';

const BROWSER = 'gzip, deflate, br, zstd';
const PAGE = `<!doctype html><html><head></head><body>${'<i></i>'.repeat(1_000)}</body></html>`;
const SCRIPT = 'export const words = "take profit";\n'.repeat(100);

let server: TestServer;
let webRoot: string;

beforeAll(async () => {
  webRoot = await mkdtemp(path.join(tmpdir(), 'botyard-web-'));
  const script = path.join(webRoot, 'app.js');
  await writeFile(path.join(webRoot, 'index.html'), PAGE);
  await writeFile(script, SCRIPT);
  await compressFiles([script]);
  server = await startTestServer({ webRoot });
});
afterAll(async () => {
  await server.close();
  await rm(webRoot, { recursive: true });
});

const get = (url: string, accepted: string) =>
  server.app.inject({ method: 'GET', url, headers: { 'accept-encoding': accepted } });

describe('what the server sends', () => {
  it.each([
    [BROWSER, 'zstd', zstdDecompressSync],
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const)('an answer is compressed for a client that takes %s', async (accepted, encoding, decompress) => {
    const plain = await get('/api/openapi.json', 'identity');
    const answer = await get('/api/openapi.json', accepted);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers['vary']).toContain('accept-encoding');
    expect(decompress(answer.rawPayload).toString()).toBe(plain.body);
    expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
  });

  it('an answer of a few bytes is sent as it is', async () => {
    expect((await get('/api/health', BROWSER)).headers['content-encoding']).toBeUndefined();
  });

  it('a page is compressed as answers are', async () => {
    const answer = await get('/portfolios', BROWSER);
    expect(answer.headers['content-encoding']).toBe('zstd');
    expect(zstdDecompressSync(answer.rawPayload).toString()).toContain('<i></i><i></i>');
    expect(answer.rawPayload.length).toBeLessThan(PAGE.length / 4);
  });

  it.each([
    [BROWSER, 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const)('a script is sent as the build has compressed it, for a browser that takes %s', async (...row) => {
    const [accepted, encoding, decompress] = row;
    const answer = await get('/app.js', accepted);
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers['content-type']).toContain('javascript');
    expect(decompress(answer.rawPayload).toString()).toBe(SCRIPT);
  });

  it('the compressed files have no address of their own', async () => {
    expect((await get('/app.js.br', BROWSER)).statusCode).toBe(404);
  });

  it('a compressed body is refused instead of being expanded', async () => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/dca-bot/create-portfolio',
      payload: gzipSync(JSON.stringify({ name: 'Majors' })),
      headers: {
        authorization: `Bearer ${await server.tokenOf('ann')}`,
        'content-type': 'application/json',
        'content-encoding': 'gzip',
      },
    });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'BODY_NOT_JSON']);
  });

  it('the live channel agrees on compression with a small window, which each open tab keeps', async () => {
    const url = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/live`);
    const upgrade = once(socket, 'upgrade');
    await once(socket, 'open');
    expect(socket.extensions).toContain('permessage-deflate');
    const [response] = (await upgrade) as [IncomingMessage];
    expect(response.headers['sec-websocket-extensions']).toContain('server_max_window_bits=12');
    socket.terminate();
  });
});
