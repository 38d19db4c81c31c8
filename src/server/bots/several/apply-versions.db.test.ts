import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANN, LADDER, newBot, newPortfolio, newStrategy } from '../../../../tests/support/api-world.ts';
import { startTestServer, type TestServer } from '../../../../tests/support/server.ts';

describe('versions of strategies for several bots', () => {
  let server: TestServer;
  let world: { readonly server: TestServer; readonly emptyId: string };

  beforeAll(async () => {
    server = await startTestServer();
    world = { server, emptyId: (await newPortfolio(server)).portfolio_id };
  });
  afterAll(() => server.close());

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
