import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../../tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ publicOrigins: ['https://bots.example.com'] });
});
afterAll(() => server.close());

async function answerTo(headers: Readonly<Record<string, string>>, url = '/api/settings') {
  const { statusCode, body } = await server.app.inject({ url, headers });
  return statusCode === 200 ? 200 : [statusCode, JSON.parse(body).code];
}

describe('the program serves', () => {
  it.each([
    ['localhost', { host: 'localhost:8080' }],
    ['an address', { host: '192.168.1.20:8080' }],
    ['IPv6', { host: '[::1]:8080' }],
    ['a host of PUBLIC_ORIGINS', { host: 'bots.example.com' }],
    ['a page of its own host', { host: 'bots.example.com', origin: 'https://bots.example.com' }],
    [
      'a page of PUBLIC_ORIGINS behind a proxy that changes the host',
      { host: '127.0.0.1:8080', origin: 'https://bots.example.com' },
    ],
  ])('requests to %s', async (_what, headers) => {
    expect(await answerTo(headers)).toBe(200);
  });

  it.each(['/api/settings', '/', '/api/openapi.json'])(
    'nothing at %s under a name that somebody else could have pointed at this machine',
    async (url) => {
      expect(await answerTo({ host: 'evil.example.org:8080' }, url)).toEqual([403, 'HOST_FOREIGN']);
    },
  );

  it.each(['https://evil.example.org', 'null', 'http://localhost:9090'])('nothing to a page of %s', async (origin) => {
    expect(await answerTo({ host: 'localhost:8080', origin })).toEqual([403, 'ORIGIN_FOREIGN']);
  });

  const LOCAL = { host: 'localhost:8080' };
  const CROSS = { ...LOCAL, 'sec-fetch-site': 'cross-site' };
  const OPENED = { ...CROSS, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', accept: 'text/html' };

  it.each([
    ['an image', { ...CROSS, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }, '/api/health'],
    ['a script', { ...CROSS, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' }, '/assets/app.js'],
    ['a request without a mode', CROSS, '/api/settings'],
    ['a frame', { ...OPENED, 'sec-fetch-dest': 'iframe' }, '/'],
    ['a link to a call', OPENED, '/api/health'],
    ['an upgrade of the live channel', { ...CROSS, upgrade: 'websocket', connection: 'upgrade' }, '/api/live'],
  ])('nothing to %s of a page of another site', async (_what, headers, url) => {
    expect(await answerTo(headers, url)).toEqual([403, 'ORIGIN_FOREIGN']);
  });

  it('a page that a link of another site opens, and calls of the same site, of typed addresses and of programs', async () => {
    const opened = await server.app.inject({ url: '/bots', headers: OPENED });
    expect(opened.json().code).toBe('ROUTE_UNKNOWN'); // This server has no pages.
    for (const site of ['same-origin', 'same-site', 'none']) {
      expect(await answerTo({ ...LOCAL, 'sec-fetch-site': site })).toBe(200);
    }
    expect(await answerTo(LOCAL)).toBe(200);
  });

  it.each([
    'a b',
    'localhost:80a',
    'localhost/evil',
    'user@localhost',
    'localhost, localhost',
    '[::1',
    'localhost:123456',
  ])('nothing to a request whose Host is %s', async (host) => {
    expect(await answerTo({ host })).toEqual([400, 'HTTP_INVALID']);
  });
});
