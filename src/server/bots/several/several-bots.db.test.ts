import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANN, LADDER, newBot, newPortfolio, newStrategy } from '../../../../tests/support/api-world.ts';
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

  type Row = Readonly<Record<'bot_id' | 'strategy_executor_id' | 'strategy_id', string>>;

  const apply = (body: object, headers = {}) =>
    server.send('POST', '/api/dca-bot/apply-versions', { as: ANN, body: { when: 'now', ...body }, headers });
  const strategyOf = async (id: string, version?: number) => {
    const query = version === undefined ? '' : `&version=${version}`;
    return (await server.send('GET', `/api/dca-bot/get-strategy?id=${id}${query}`, { as: ANN })).body;
  };
  const botsOf = async (id: string): Promise<Readonly<Record<string, number>>> =>
    Object.fromEntries(
      (await strategyOf(id)).bots.map(({ bot_id, version }: { bot_id: string; version: number }) => [bot_id, version]),
    );
  const numbersOf = async (id: string) =>
    (await strategyOf(id)).versions.map((one: { version: number }) => one.version);
  const botOn = (strategyId: string): Promise<Row> => newBot(world, { strategy_id: strategyId });
  const change = ({ strategy_executor_id }: Row, from_version: number, to_version: number | null) => ({
    strategy_executor_id,
    from_version,
    to_version,
  });
  const halved = (strategy_id: string, from_version = 1) => ({
    strategy_id,
    from_version,
    params: { ...LADDER, step_percent: '0.5' },
  });

  it('the bots named get one new version of each strategy together, the others stay, and the way back is the same call', async () => {
    const [one, two] = [(await newStrategy(server)).strategy_id, (await newStrategy(server)).strategy_id];
    const [a, b, rest, c] = [await botOn(one), await botOn(one), await botOn(one), await botOn(two)];
    const edit = {
      new_versions: [halved(one), halved(two)],
      changes: [change(a, 1, null), change(c, 1, null), change(b, 1, null)],
    };
    const preview = await apply({ ...edit, preview: true });
    expect(preview.body.is_applied).toBe(false);
    expect(preview.body.items.map((item: { to_version: number }) => item.to_version)).toEqual([2, 2, 2]);
    expect(await numbersOf(one)).toEqual([1]);
    const key = { 'idempotency-key': 'halve the steps' };
    const done = await apply(edit, key);
    expect(done).toMatchObject({ status: 200, body: { is_applied: true } });
    expect((await apply(edit, key)).body).toEqual(done.body);
    expect([await numbersOf(one), await numbersOf(two)]).toEqual([
      [2, 1],
      [2, 1],
    ]);
    expect((await strategyOf(one)).params.step_percent).toBe('0.5');
    expect(await botsOf(one)).toEqual({ [a.bot_id]: 2, [b.bot_id]: 2, [rest.bot_id]: 1 });
    const back = { changes: [change(a, 2, 1), change(b, 2, 1), change(c, 2, 1)] };
    expect((await apply(back)).status).toBe(200);
    expect(await botsOf(one)).toEqual({ [a.bot_id]: 1, [b.bot_id]: 1, [rest.bot_id]: 1 });
  });

  it('where one bot is refused, it is named, no bot changes, and no version is made; its number is not used again', async () => {
    const id = (await newStrategy(server)).strategy_id;
    const [a, b] = [await botOn(id), await botOn(id)];
    const edit = {
      new_versions: [halved(id), halved(id, 3)],
      changes: [change(a, 1, null), change(b, 3, null)],
    };
    const { status, body } = await apply(edit);
    expect([status, body.code]).toEqual([422, 'BOTS_REFUSED']);
    expect(body.errors.map(({ path, code }: Record<string, string>) => [path, code])).toEqual([
      ['changes.1', 'BOT_CHANGED'],
    ]);
    expect(await botsOf(id)).toEqual({ [a.bot_id]: 1, [b.bot_id]: 1 });
    expect(await numbersOf(id)).toEqual([1]);
    const saved = { strategy_id: id, base_version: 1, name: `${id} saved`, symbol: 'ETHUSDT', params: LADDER };
    const { body: next } = await server.send('POST', '/api/dca-bot/save-strategy', { as: ANN, body: saved });
    expect(next.version).toBe(4);
    expect(await numbersOf(id)).toEqual([4, 1]);
  });

  it('names what is wrong with a request at its place', async () => {
    const id = (await newStrategy(server)).strategy_id;
    const a = await botOn(id);
    const own: Row = await newBot(world);
    const wrong = async (body: object) => {
      const answer = await apply(body);
      return [answer.status, answer.body.code, answer.body.errors.map((one: { path: string }) => one.path)];
    };
    const params = { ...LADDER, step_percent: '0.01' };
    const outside = { new_versions: [{ ...halved(id), params }], changes: [change(a, 1, null)] };
    expect((await apply(outside)).body.errors).toMatchObject([
      { path: 'new_versions.0.params.step_percent', detail: 'must be from 0.05 to 50 %' },
    ]);
    expect(await wrong({ changes: [change(a, 1, null)] })).toEqual([400, 'REQUEST_INVALID', ['changes.0.to_version']]);
    expect(await wrong({ new_versions: [halved(id)], changes: [change(a, 1, 1)] })).toEqual([
      400,
      'REQUEST_INVALID',
      ['new_versions.0'],
    ]);
    const twice = { new_versions: [halved(id), halved(id)], changes: [change(a, 1, null)] };
    expect(await wrong(twice)).toEqual([400, 'REQUEST_INVALID', ['new_versions.1']]);
    expect(await wrong({ changes: [change(a, 1, 9)] })).toEqual([404, 'STRATEGY_NOT_FOUND', ['changes.0']]);
    expect(await wrong({ changes: [change(own, 1, 1)] })).toEqual([404, 'STRATEGY_NOT_FOUND', ['changes.0']]);
  });
});
