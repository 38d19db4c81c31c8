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
});
