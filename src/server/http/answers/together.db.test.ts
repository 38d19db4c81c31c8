import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../../tests/support/server.ts';

let server: TestServer;
let portfolioId: string;

beforeAll(async () => {
  server = await startTestServer();
  const made = await server.send('POST', '/api/dca-bot/create-portfolio', { as: 'anna', body: { name: 'Own' } });
  portfolioId = made.body.portfolio_id;
});

afterAll(() => server.close());

const together = (addresses: readonly string[], as: string | null) => {
  const query = new URLSearchParams(addresses.map((address) => ['address', address]));
  return server.send('GET', `/api/together?${query}`, { as });
};

describe('several reads in one answer', () => {
  it('are what each address answers when it is asked alone, in their order', async () => {
    const addresses = ['/api/dca-bot/get-bots', `/api/get-portfolio-by-id?portfolio_id=${portfolioId}`, '/api/demo'];
    const alone = await Promise.all(addresses.map((address) => server.send('GET', address, { as: 'anna' })));
    const { status, body } = await together(addresses, 'anna');
    expect(status).toBe(200);
    expect(body).toEqual({ answers: alone.map((one) => one.body) });
  });

  it('show nothing of another user: what is refused is null among the others', async () => {
    const addresses = [`/api/get-portfolio-by-id?portfolio_id=${portfolioId}`, '/api/demo'];
    const { body } = await together(addresses, 'ben');
    expect(body.answers[0]).toBeNull();
    expect(body.answers[1]).toMatchObject({ state: 'absent' });
  });

  it('contain those about a contract whose name is not ASCII', async () => {
    const symbol = encodeURIComponent('龙虾USDT');
    const addresses = [`/api/assets/${symbol}/description`, `/api/get-market-history?symbol=${symbol}`, '/api/demo'];
    const { status, body } = await together(addresses, 'anna');
    expect(status).toBe(200);
    expect(body.answers).toMatchObject([null, null, { state: 'absent' }]); // It is not listed here.
  });

  it('are refused one by one to a stranger', async () => {
    const { body } = await together(['/api/demo', '/api/health'], null);
    expect(body.answers[0]).toBeNull();
    expect(body.answers[1]).toMatchObject({ status: 'ok' });
  });

  it.each([
    ['an address that is none of the API', ['/portfolios']],
    ['itself', ['/api/together?address=/api/demo']],
    ['itself in disguise', ['/api/%74ogether?address=/api/demo']],
    ['itself behind dots', ['/api/demo/../together?address=/api/demo']],
    ['itself behind encoded dots', ['/api/demo/%2e%2e/%74ogether?address=/api/demo']],
    ['an address that is not encoded text', ['/api/%E9%BE/demo']],
    ['more than twelve addresses', Array.from({ length: 13 }, () => '/api/demo')],
    ['an address that is too long', [`/api/demo?${'a'.repeat(500)}`]],
    ['no address', []],
  ])('%s is refused with the field', async (_, addresses) => {
    const { status, body } = await together(addresses, 'anna');
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'REQUEST_INVALID', errors: [{ path: 'address' }] });
  });

  it('change nothing: a command cannot be asked for', async () => {
    const { body } = await together(['/api/load-demo'], 'anna');
    expect(body.answers).toEqual([null]);
  });
});
