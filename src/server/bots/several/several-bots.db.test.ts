import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANN, newBot, newPortfolio } from '../../../../tests/support/api-world.ts';
import { startTestServer, type TestServer } from '../../../../tests/support/server.ts';

describe('calls that change several bots', () => {
  let server: TestServer;
  let world: { readonly server: TestServer; readonly emptyId: string };
  let otherId: string;

  beforeAll(async () => {
    server = await startTestServer();
    world = { server, emptyId: (await newPortfolio(server)).portfolio_id };
    otherId = (await newPortfolio(server)).portfolio_id;
  });
  afterAll(() => server.close());

  const post = (call: string, body: object, headers = {}) =>
    server.send('POST', `/api/dca-bot/${call}`, { as: ANN, body, headers });
  const move = (botId: string, to: string) => ({
    bot_id: botId,
    from_portfolio_id: world.emptyId,
    to_portfolio_id: to,
  });
  const errorsOf = ({ status, body }: { status: number; body: { code: string; errors: Record<string, string>[] } }) => [
    status,
    body.code,
    ...body.errors.map(({ path, code, detail }) => [path, code, detail]),
  ];

  it('a change of two bots that one of them refuses names that one, why, and changes neither', async () => {
    const bots = [await newBot(world), await newBot(world)];
    const change = (place: number, from: string, to: string) => ({
      strategy_executor_id: bots[place].strategy_executor_id,
      from: { take_profit_percent: from, stop_loss_percent: null },
      to: { take_profit_percent: to, stop_loss_percent: null },
    });
    const refused = await post('set-conditions', { changes: [change(0, '1', '2'), change(1, '9', '2')] });
    expect(errorsOf(refused)).toEqual([
      422,
      'BOTS_REFUSED',
      ['changes.1', 'BOT_CHANGED', 'The bot was changed in the meantime. Look at it again.'],
    ]);
    const alone = await post('set-conditions', { changes: [change(1, '9', '2')] });
    expect(errorsOf(alone)).toEqual([409, 'BOT_CHANGED']);
    const key = { 'idempotency-key': 'change-of-two' };
    const changes = { changes: [change(0, '1', '2'), change(1, '1.00', '2')] };
    const done = { changed: true, items: bots.map(({ bot_id }) => ({ bot_id, changed: true })) };
    expect(await post('set-conditions', changes, key)).toMatchObject({ status: 200, body: done });
    expect(await post('set-conditions', changes, key)).toMatchObject({ status: 200, body: done });
    const same = { changes: [change(0, '2', '2'), change(1, '2', '2')] };
    expect((await post('set-conditions', same)).body.changed).toBe(false);
  });

  it('a bot named twice, and a move to where it is, are told by their place', async () => {
    const { bot_id } = await newBot(world);
    const [twice, idle] = [
      await post('move-bots', { moves: [move(bot_id, otherId), move(bot_id, otherId)] }),
      await post('move-bots', { moves: [move(bot_id, world.emptyId)] }),
    ];
    expect(errorsOf(twice)).toEqual([
      400,
      'REQUEST_INVALID',
      ['moves.1', 'INVALID', 'names a bot that is named before'],
    ]);
    expect(errorsOf(idle).at(-1)).toEqual(['moves.0.to_portfolio_id', 'INVALID', 'must be another portfolio']);
  });

  it('a bot does not move to a portfolio of another kind, nor of the other kind of money', async () => {
    const { bot_id } = await newBot(world);
    const custom = await newPortfolio(server, 'custom-bot');
    const live = await newPortfolio(server);
    const owner = new Client(server.ownerUrl);
    await owner.connect();
    await owner.query(`update portfolios set execution = 'live' where portfolio_id = $1`, [live.portfolio_id]);
    await owner.end();
    for (const [to, code] of [
      [custom.portfolio_id, 'KIND_MISMATCH'],
      [live.portfolio_id, 'EXECUTION_MISMATCH'],
    ]) {
      expect(errorsOf(await post('move-bots', { moves: [move(bot_id, to)] }))).toEqual([409, code]);
    }
  });

  it('a moved bot is listed in its new portfolio and in no other, under the same run', async () => {
    const bot = await newBot(world);
    expect((await post('move-bots', { moves: [move(bot.bot_id, otherId)] })).status).toBe(200);
    const idsIn = async (portfolioId: string): Promise<readonly string[]> => {
      const { body } = await server.send('GET', `/api/dca-bot/get-bots?portfolio_id=${portfolioId}`, { as: ANN });
      return body.items.map((row: { strategy_executor_id: string }) => row.strategy_executor_id);
    };
    expect(await idsIn(otherId)).toContain(bot.strategy_executor_id);
    expect(await idsIn(world.emptyId)).not.toContain(bot.strategy_executor_id);
  });
});
