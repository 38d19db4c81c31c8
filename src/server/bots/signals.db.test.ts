import { afterAll, beforeAll, expect, it } from 'vitest';
import { ANN, BOB, expectStatus, newName, newPortfolio } from '../../../tests/support/api-world.ts';
import { startTestServer, type TestServer } from '../../../tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const close = { price: 'close' };
const above = (value: string) => ({ op: 'gt', a: close, b: { const: value } });

async function newRuleBot(enter: object, portfolioId: string, symbols: readonly string[] = ['ETHUSDT']) {
  const params = { timeframe: '5m', sizing: { type: 'fixed_notional', value: '200' }, buy: { enter } };
  const body = { name: newName(), portfolio_id: portfolioId, symbols, params, autostart: true };
  return expectStatus(await server.send('POST', '/api/custom-bot/create', { as: ANN, body }), 200);
}

const signals = (query = '', as = ANN) => server.send('GET', `/api/custom-bot/get-signals${query}`, { as });

it('the signals of bots tell for each atom whether its rule holds, and how far what it compares is apart', async () => {
  const { portfolio_id } = await newPortfolio(server, 'custom-bot');
  const far = await newRuleBot(above('5000'), portfolio_id);
  const near = await newRuleBot(above('1'), portfolio_id);
  const { items } = expectStatus(await signals(), 200);
  const of = (bot: { bot_id: string }) => items.find((one: { bot_id: string }) => one.bot_id === bot.bot_id);
  const { body: candle } = await server.send('GET', `/api/custom-bot/get-waits?bot_id=${far.bot_id}`, { as: ANN });
  const told = Number(candle.items[0].rule.nodes[0].values[0].value);
  expect(of(far)).toMatchObject({ atom_id: `${far.bot_id}-ETHUSDT-buy`, truth: 'false', is_acting: false });
  expect(Number(of(far).distance_percent)).toBeCloseTo((1 - told / 5_000) * 100, 4);
  expect(of(near)).toMatchObject({ truth: 'true', distance_percent: '0' });
});

it('the signals of a portfolio are those of its bots, and of another user’s portfolio nothing is known', async () => {
  const { portfolio_id } = await newPortfolio(server, 'custom-bot');
  const bot = await newRuleBot(above('5000'), portfolio_id, ['ETHUSDT', 'BTCUSDT']);
  const { items } = expectStatus(await signals(`?portfolio_id=${portfolio_id}`), 200);
  expect(items.map((one: { atom_id: string }) => one.atom_id).toSorted()).toEqual([
    `${bot.bot_id}-BTCUSDT-buy`,
    `${bot.bot_id}-ETHUSDT-buy`,
  ]);
  expect(await signals(`?portfolio_id=${portfolio_id}`, BOB)).toMatchObject({ status: 404 });
  expect((await signals('', BOB)).body.items).toEqual([]);
});
