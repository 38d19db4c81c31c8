import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NAME_LENGTH_MAX, TESTS_MAX, TESTS_QUEUED_MAX } from '#contract/limits.ts';
import { testBotSorts } from '#contract/tests/test-bot.ts';
import { testSorts } from '#contract/tests/test-condition.ts';
import { ANN, BOB, expectStatus, newName, newPortfolio } from '../../../tests/support/api-world.ts';
import { startTestServer, type TestServer } from '../../../tests/support/server.ts';
import { until } from '../../../tests/support/until.ts';

/** A ladder that closes many cycles in a few recorded days. */
const LADDER = { base_order_size: '200', safety_orders_count: 2, step_percent: '0.5', take_profit_percent: '0.5' };
const SETUP = {
  kind: 'dca-bot',
  params: LADDER,
  symbols: ['ETHUSDT', 'BTCUSDT'],
  date_from: '2025-05-06',
  date_to: '2025-05-09',
  axes: [
    { path: 'take_profit_percent', values: ['0.3', '0.5', '0.8'] },
    { path: 'step_percent', range: { from: '0.4', to: '0.8', step: '0.2' } },
  ],
};
/** Two thousand points on the account, which take a quarter of a minute at least. */
const LONG = {
  ...SETUP,
  symbols: ['ETHUSDT'],
  date_to: '2025-05-31',
  fill_path: 'nearest_first',
  axes: [
    { path: 'take_profit_percent', range: { from: '0.2', to: '2.19', step: '0.01' } },
    { path: 'step_percent', range: { from: '0.4', to: '1.3', step: '0.1' } },
  ],
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ hasLab: true });
});
afterAll(() => server.close());

async function get(url: string) {
  return expectStatus(await server.send('GET', url, { as: ANN }), 200);
}

async function post(url: string, body: object, status = 202) {
  return expectStatus(await server.send('POST', url, { as: ANN, body }), status);
}

const create = (body: object) => post('/api/create-test', body);

/** The test once it has ended. */
async function ended(conditionId: string) {
  let test = await get(`/api/get-test?condition_id=${conditionId}`);
  await until(async () => {
    test = await get(`/api/get-test?condition_id=${conditionId}`);
    return ['DONE', 'FAILED', 'CANCELED'].includes(test.state);
  }, 'the end of a backtest');
  return test;
}

async function done(setup: object) {
  const { condition_id: conditionId } = await create(setup);
  const test = await ended(conditionId);
  expect([test.state, test.failure]).toEqual(['DONE', null]);
  const { items, total } = await get(`/api/get-test-bots?condition_id=${conditionId}`);
  return { test, conditionId, items, total };
}

describe('a backtest', () => {
  it('has a row for every point, ranked by the return on committed margin, whose report comes to the same figures', async () => {
    const { test, items, total } = await done(SETUP);
    expect(test).toMatchObject({ points_done: 18, progress_percent: 100, rank_by: 'roi_committed' });
    expect(total).toBe(18);
    const rois = items.map((bot: { figures: { roi_committed_percent: string } }) =>
      Number(bot.figures.roi_committed_percent),
    );
    expect(rois).toEqual(rois.toSorted((one: number, other: number) => other - one));
    expect(items.map((bot: { rank: number }) => bot.rank)).toEqual(items.map((_: unknown, index: number) => index + 1));
    const [best] = items;
    const report = await get(`/api/get-test-report?bot_id=${best.bot_id}`);
    expect(report.figures).toEqual(best.figures);
    const curves = await get(`/api/get-test-cum-bot-results?condition_id=${test.condition_id}&limit=1`);
    const points = curves.items[0].points;
    expect(points.map(({ ts, equity }: { ts: string; equity: string }) => [ts, equity])).toEqual(
      report.curve.map(({ ts, equity }: { ts: string; equity: string }) => [ts, equity]),
    );
    const netCycles = await get(`/api/get-test-net-cycles?bot_id=${best.bot_id}&limit=5000`);
    expect(netCycles.total).toBe(best.figures.cycles + report.cycles_open);
    const map = await get(`/api/get-test-map?condition_id=${test.condition_id}`);
    expect(map.cells.length).toBe(9);
    const unknown = await server.send('GET', `/api/get-test-map?condition_id=${test.condition_id}&x=`, { as: ANN });
    expect(unknown.status).toBe(422);
    expect(unknown.body.errors).toMatchObject([
      { code: 'GRID_REFUSED', path: 'x', detail: '"" is no parameter of the grid' },
    ]);
  });

  it('whose point is refused at the prices with which the part kept apart begins has a report of the rest and a sentence for that part', async () => {
    const params = { ...LADDER, safety_orders_count: 5, leverage: 50 };
    const period = { date_from: '2025-05-26', date_to: '2025-05-31', out_of_sample_percent: 5 };
    const { items } = await done({ ...SETUP, ...period, params, symbols: ['SOLUSDT'], wallet_usdt: '4000', axes: [] });
    const [point] = items;
    expect(point.out_of_sample).toBeNull();
    const report = (slice: string) =>
      server.send('GET', `/api/get-test-report?bot_id=${point.bot_id}&slice=${slice}`, { as: ANN });
    const refused = await report('out_of_sample');
    expect([refused.status, refused.body.code]).toEqual([422, 'SLICE_REFUSED']);
    expect((await report('in_sample')).body.figures).toEqual(point.figures);
  });

  it('that is asked for twice is computed once, and again when it is repeated', async () => {
    const setup = { ...SETUP, symbols: ['SOLUSDT'], wallet_usdt: '4000' };
    const first = await done(setup);
    expect(await post('/api/estimate-test', setup, 200)).toMatchObject({ reused_condition_id: first.conditionId });
    expect(await create(setup)).toMatchObject({ is_reused: true, condition_id: first.conditionId });
    const again = await post(`/api/repeat-test/${first.conditionId}`, {});
    expect(again.condition_id).not.toBe(first.conditionId);
    await ended(again.condition_id);
    const repeated = await get(`/api/get-test-bots?condition_id=${again.condition_id}`);
    expect(repeated.items.map((bot: { figures: object }) => bot.figures)).toEqual(
      first.items.map((bot: { figures: object }) => bot.figures),
    );
    const other = expectStatus(await server.send('POST', '/api/create-test', { as: BOB, body: setup }), 202);
    expect(other.is_reused).toBe(false); // Another user's tests do not exist.
    await server.send('POST', `/api/delete-test/${other.condition_id}`, { as: BOB, body: {} });
  });

  it('keeps a part of its period apart, and walks forward through the rest', async () => {
    const { test, items } = await done({
      ...SETUP,
      symbols: ['XRPUSDT'],
      date_to: '2025-05-13',
      out_of_sample_percent: 25,
      walk_forward: { train_days: 3, test_days: 2 },
    });
    expect(items[0].out_of_sample.return_percent).toMatch(/^-?\d/);
    expect(test.windows.map((window: { test_from: string }) => window.test_from.slice(0, 10))).toEqual([
      '2025-05-09',
      '2025-05-11',
      '2025-05-13',
    ]);
    for (const window of test.windows) expect([window.train, window.test]).not.toContain(null);
    expect(Number(test.trials.rank_correlation)).toBeLessThanOrEqual(1);
    const inside = await get(`/api/get-test-report?bot_id=${items[0].bot_id}&slice=in_sample`);
    const outside = await get(`/api/get-test-report?bot_id=${items[0].bot_id}&slice=out_of_sample`);
    expect([inside.figures, outside.figures]).toEqual([items[0].figures, items[0].out_of_sample]);
    expect(inside.date_to).toBe(outside.date_from);
  });

  it('of a rule, on one wallet with several symbols, makes a paper bot with the parameters of a point', async () => {
    const rule = { op: 'lt', a: { ind: 'rsi', n: 14 }, b: { const: '35' } };
    const params = {
      timeframe: '15m',
      sizing: { type: 'fixed_notional', value: '500' },
      buy: { enter: rule, take_profit_percent: '0.5', stop: { type: 'percent', value: '3' } },
    };
    const { items } = await done({
      ...{ kind: 'custom-bot', params, wallet: 'shared', symbols: ['ETHUSDT', 'SOLUSDT'] },
      ...{ date_from: '2025-05-08', date_to: '2025-05-12' },
      axes: [{ path: 'buy.enter.b.const', values: ['30', '40'] }],
    });
    expect(items.map((bot: { symbols: string[] }) => bot.symbols.join())).toEqual([
      'ETHUSDT,SOLUSDT',
      'ETHUSDT,SOLUSDT',
    ]);
    expect(items[0].figures.cycles).toBeGreaterThan(0);
    const portfolio = await newPortfolio(server, 'custom-bot');
    const body = { bot_id: items[0].bot_id, name: newName(), portfolio_id: portfolio.portfolio_id, autostart: false };
    const bot = await post('/api/create-bot-from-test', body, 200);
    expect(bot).toMatchObject({ kind: 'custom-bot', symbols: ['ETHUSDT', 'SOLUSDT'], state: 'CREATED' });
    expect(bot.params.buy.enter.b.const).toBe(items[0].point[0].value);
  });

  it('a paper bot made from a test runs the tested strategy version, or a new version where the grid changed it', async () => {
    const { params } = SETUP;
    const saved = await post('/api/dca-bot/save-strategy', { name: newName(), symbol: 'ETHUSDT', params }, 200);
    const { strategy_id: strategyId } = saved;
    const { params: _, ...setup } = { ...SETUP, symbols: ['ETHUSDT'] };
    const percents = [saved.params.take_profit_percent, '3.3'];
    const axes = [{ path: 'take_profit_percent', values: percents }];
    const { items } = await done({ ...setup, strategy_id: strategyId, strategy_version: 1, axes });
    const portfolio = await newPortfolio(server);
    const make = (percent: string) => {
      const point = items.find((bot: { point: { value: string }[] }) => bot.point[0]?.value === percent);
      const body = { bot_id: point.bot_id, name: newName(), portfolio_id: portfolio.portfolio_id, autostart: false };
      return post('/api/create-bot-from-test', body, 200);
    };
    const [same, other, again] = [await make(percents[0]), await make('3.3'), await make('3.3')];
    const named = { strategy_id: strategyId, strategy_name: saved.name };
    expect(same).toMatchObject({ ...named, strategy_version: 1 });
    expect(other).toMatchObject({ ...named, strategy_version: 2 });
    expect(again, 'an equal version is not saved twice').toMatchObject({ ...named, strategy_version: 2 });
    const second = await get(`/api/dca-bot/get-strategy?id=${strategyId}&version=2`);
    expect(second.params).toMatchObject({ take_profit_percent: '3.3' });
    expect(second.params).toEqual(other.params);
  });

  it('that is cancelled keeps the points it has computed, and frees its worker for the next test', async () => {
    const { condition_id: conditionId } = await create(LONG);
    await until(async () => (await get(`/api/get-test?condition_id=${conditionId}`)).points_done > 0, 'a first point');
    const cancelled = await post(`/api/cancel-test/${conditionId}`, {}, 200);
    expect(cancelled).toMatchObject({ state: 'CANCELED', changed: true });
    await done({ ...SETUP, symbols: ['BTCUSDT'], axes: [], wallet_usdt: '3000' });
    const test = await get(`/api/get-test?condition_id=${conditionId}`);
    expect(test.points_done).toBeLessThan(test.points_total);
    const { items, total } = await get(`/api/get-test-bots?condition_id=${conditionId}&limit=1000`);
    expect(total).toBe(test.points_done);
    expect(items[0].figures.fills).toBeGreaterThan(0);
    expect(await post(`/api/cancel-test/${conditionId}`, {}, 200)).toMatchObject({ changed: false });
  });

  it('that cannot be computed says why, before and after it is created', async () => {
    const setup = { ...SETUP, symbols: ['ETHUSDT'], axes: [], date_from: '2024-01-01', date_to: '2024-02-01' };
    const { obstacles } = await post('/api/estimate-test', setup, 200);
    expect(obstacles).toEqual([{ code: 'CANDLES_MISSING', symbols: ['ETHUSDT'] }]);
    const failed = await ended((await create(setup)).condition_id);
    expect(failed).toMatchObject({ state: 'FAILED', failure: { code: 'CANDLES_MISSING' } });
    expect(failed.failure.detail).toContain('No candles of ETHUSDT are stored from 2024-01-01');
  });

  it.each([
    [
      'more points than allowed',
      {
        axes: [
          { path: 'step_percent', range: { from: '0.1', to: '5', step: '0.01' } },
          { path: 'leverage', values: [1, 2, 3, 4, 5, 6] },
        ],
      },
      'GRID_TOO_LARGE',
    ],
    ['a parameter that does not exist', { axes: [{ path: 'luck', values: ['1'] }] }, 'GRID_REFUSED'],
    ['an end before its beginning', { date_from: '2025-05-10', date_to: '2025-05-08' }, 'PERIOD_REVERSED'],
    ['a walk longer than its period', { walk_forward: { train_days: 30, test_days: 1 } }, 'GRID_REFUSED'],
  ])('with %s is refused before it is stored', async (_what, change, code) => {
    const answer = await server.send('POST', '/api/create-test', { as: ANN, body: { ...SETUP, ...change } });
    expect([answer.status, answer.body.code]).toEqual([code === 'PERIOD_REVERSED' ? 400 : 422, code]);
    expect(answer.body.errors[0].path).not.toBe('');
  });

  it('is exported as a table and compared with another one', async () => {
    const { items, conditionId } = await done({ ...SETUP, symbols: ['SOLUSDT'], wallet_usdt: '4000' });
    const file = await get(`/api/export-test?condition_id=${conditionId}&what=bots&format=csv`);
    const lines = file.text.split('\r\n');
    expect(lines.length).toBe(9 + 2);
    expect(lines[0]).toContain('param.take_profit_percent');
    const cycles = await get(`/api/export-test?bot_id=${items[0].bot_id}&what=cycles&format=json`);
    expect(JSON.parse(cycles.text).length).toBeGreaterThan(3);
    const compared = await get(`/api/compare-test-bots?bot_ids=${items[0].bot_id},${items[1].bot_id}`);
    expect(compared.is_same_market).toBe(true);
    const paths = compared.differences.map(({ path }: { path: string }) => path);
    expect(paths.every((path: string) => /^params\.(take_profit_percent|step_percent)$/.test(path))).toBe(true);
  });
});

it('backtests are listed by bounds of what their best points came to, to the last decimal and bounds included', async () => {
  const setup = { ...SETUP, symbols: ['BTCUSDT'], axes: [], wallet_usdt: '3000' };
  const { items } = await done(setup);
  await done({ ...setup, symbols: ['ETHUSDT'] });
  type Best = Readonly<Record<'return_percent' | 'max_drawdown_percent', string>>;
  type Listed = { readonly best: Best | null };
  const listed = async (query: string): Promise<readonly Listed[]> =>
    (await get(`/api/get-test-conditions?limit=1000&${query}`)).items;
  const every = await listed('');
  const sorted = (figure: keyof Best) =>
    every.flatMap(({ best }) => (best === null ? [] : [best[figure]])).toSorted((a, b) => Number(a) - Number(b));
  const kept = async (query: string, holds: (best: Best) => boolean) => {
    const found = await listed(query);
    expect(found).toEqual(every.filter(({ best }) => best !== null && holds(best)));
    expect([found.length > 0, found.length < every.length]).toEqual([true, true]);
  };
  const [least, most] = [sorted('return_percent')[0], sorted('return_percent').at(-1)];
  const [flattest] = sorted('max_drawdown_percent');
  await kept(`return_from=${most}`, (best) => best.return_percent === most);
  await kept(`return_to=${least}`, (best) => best.return_percent === least);
  await kept(`drawdown_to=${flattest}`, (best) => best.max_drawdown_percent === flattest);
  const { result, return_percent: gain } = items[0].figures;
  const exact = await listed(`result_from=${result}&result_to=${result}`);
  expect(exact.map(({ best }) => best?.return_percent)).toContain(gain);
  const wrong = await server.send('GET', '/api/get-test-conditions?drawdown_to=deep', { as: ANN });
  expect([wrong.status, wrong.body.errors[0].path]).toEqual([400, 'drawdown_to']);
});

async function asOwner(sql: string, values: readonly unknown[] = []) {
  const client = new pg.Client({ connectionString: server.ownerUrl });
  await client.connect();
  const { rows } = await client.query(sql, [...values]);
  await client.end();
  return rows;
}

/** Waits until the lab has looked so often for tests that were cancelled. */
async function labLooks(times: number): Promise<void> {
  const client = new pg.Client({ connectionString: server.labUrl }); // Nobody else may read what the lab asks.
  await client.connect();
  const { rows } = await client.query('select now()::text as from');
  const looks = `select query_start::text as at from pg_stat_activity where application_name = 'botyard lab'
                   and query like 'select "state", "phase", "runs_done" from "test_conditions"%' and query_start > $1`;
  const seen = new Set<string>();
  await until(async () => {
    for (const { at } of (await client.query(looks, [rows[0].from])).rows) seen.add(at);
    return seen.size >= times;
  }, 'the lab looks for tests that were cancelled');
  await client.end();
}

it('a backtest whose begin waits for the database is not taken for a cancelled one: it fails with its reason', async () => {
  await asOwner(`create function held_begin() returns trigger language plpgsql
                   as 'begin perform pg_advisory_xact_lock(1); return new; end'`);
  await asOwner(`create trigger held_begin before update on test_conditions for each row
                   when (old.state = 'QUEUED' and new.state = 'RUNNING') execute function held_begin()`);
  const holder = new pg.Client({ connectionString: server.ownerUrl });
  await holder.connect();
  await holder.query('select pg_advisory_lock(1)');
  const { condition_id: conditionId } = await create({
    ...SETUP,
    axes: [],
    date_from: '2024-01-01',
    date_to: '2024-02-01',
  });
  const waits = `select 1 from pg_locks where locktype = 'advisory' and not granted`;
  await until(async () => (await asOwner(waits)).length > 0, 'a begin that waits');
  await labLooks(2);
  await holder.end();
  expect(await ended(conditionId)).toMatchObject({ state: 'FAILED', failure: { code: 'CANDLES_MISSING' } });
  await asOwner('drop trigger held_begin on test_conditions');
});

it('a backtest is estimated at the speed that jobs had here, which counts every candle that they passed', async () => {
  const apart = { ...SETUP, symbols: ['ETHUSDT'], date_to: '2025-05-11', wallet_usdt: '2000' };
  const { conditionId } = await done({ ...apart, walk_forward: { train_days: 3, test_days: 2 } });
  const [measured] = await asOwner('select * from test_conditions where condition_id = $1', [conditionId]);
  const [days, trained, points] = [6, 3 + 3, 9];
  expect(measured.candles_passed).toBe(points * (days + trained) * 1_440);
  expect(measured.worker_ms).toBeGreaterThan(0);

  // Tests on the account are told by tests on the account alone.
  await asOwner(
    `update test_conditions set worker_ms = 6000, candles_passed = case plan ->> 'fillPath' when 'pessimistic' then 3000 else 9 end`,
  );
  const rare = { ...apart, wallet_usdt: '2001' };
  const estimate = await post('/api/estimate-test', rare, 200);
  expect(estimate.candles).toBe(points * days * 1_440);
  const CANDLES_A_SECOND = 500;
  expect(estimate.seconds_expected).toBe(Math.ceil(estimate.candles / (CANDLES_A_SECOND * estimate.workers)));
});

it('every point of a backtest that is cheap to compare tells whether it depends on the way inside minutes', async () => {
  const axes = [
    { path: 'take_profit_percent', values: ['0.1', '1'] },
    { path: 'step_percent', values: ['0.1', '0.3', '2'] },
  ];
  const pessimistic = await done({ ...SETUP, axes });
  const optimistic = await done({ ...SETUP, axes, fill_path: 'optimistic' });
  expect(pessimistic.test.paths_compared).toBe(12);
  type Point = { symbols: object; point: object; flags: readonly string[]; figures: { return_percent: string } };
  const gainOf = ({ figures }: Point) => Number(figures.return_percent);
  const keyOf = ({ symbols, point }: Point) => JSON.stringify([symbols, point]);
  const gains = new Map(optimistic.items.map((point: Point) => [keyOf(point), gainOf(point)]));
  const told = pessimistic.items.map((point: Point) => point.flags.includes('PATH_SENSITIVE'));
  const expected = pessimistic.items.map((point: Point) => {
    const other = Number(gains.get(keyOf(point)));
    return Math.abs(other - gainOf(point)) > 0.2 * Math.abs(gainOf(point));
  });
  expect(told).toEqual(expected);
  expect(new Set(told).size).toBe(2); // Some depend on it and some do not.
  const ways = optimistic.items.map((point: Point) => point.flags.includes('PATH_SENSITIVE'));
  expect(ways.filter(Boolean).length).toBe(told.filter(Boolean).length); // Whichever way the test takes.
});

it('points of a backtest are paged by cursor in every order, equal and refused ones too, as one page would list them', async () => {
  const axes = [...SETUP.axes.slice(0, 1), { path: 'base_order_size', values: ['1', '200'] }];
  const { conditionId } = await done({ ...SETUP, axes }); // The smaller size is below the least order.
  const listed = (query: string) => get(`/api/get-test-bots?condition_id=${conditionId}&${query}`);
  for (const sort of testBotSorts.flatMap((column) => [column, `-${column}`])) {
    const whole = await listed(`sort=${sort}`);
    expect([whole.cursor, whole.total, whole.items.length]).toEqual([null, 12, 12]);
    const paged: object[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await listed(`sort=${sort}&limit=5${cursor === '' ? '' : `&cursor=${cursor}`}`);
      expect(page.total).toBe(12);
      paged.push(...page.items);
      cursor = page.cursor;
    }
    expect(paged, sort).toEqual(whole.items);
  }
  const { cursor } = await listed('sort=return&limit=5');
  for (const wrong of [`sort=drawdown&cursor=${cursor}`, 'sort=return&cursor=WyJyZXR1cm4iLCJ4IiwxXQ']) {
    const answer = await server.send('GET', `/api/get-test-bots?condition_id=${conditionId}&${wrong}`, { as: ANN });
    expect([answer.status, answer.body.code]).toEqual([400, 'CURSOR_INVALID']);
  }
});

it('backtests are paged by cursor in every order, and one that is added meanwhile makes no page skip or repeat another', async () => {
  const [as, other] = ['emil', 'フ'.repeat(NAME_LENGTH_MAX)];
  const { body } = await server.send('POST', '/api/create-test', { as, body: { ...SETUP, axes: [], name: other } });
  await server.send('POST', `/api/cancel-test/${body.condition_id}`, { as, body: {} }); // Its state would change the order.
  const added = { number: 0 };
  const add = async (count: number) => {
    const from = added.number + 1;
    added.number += count;
    await asOwner(
      `insert into test_conditions (condition_id, owner_id, name, kind, plan, plan_hash, state, points_total, runs_total,
                                    engine_version, created_at)
       select 'paged-' || number, owner_id, name || (number % 2), kind, plan, 'paged', 'DONE', number / 3, 1, engine_version,
              created_at + number / 2 * interval '1 s'
         from test_conditions, generate_series($2::int, $3::int) number where condition_id = $1`,
      [body.condition_id, from, added.number],
    );
  };
  await add(11);
  type Page = { items: { condition_id: string }[]; total: number; cursor: string | null };
  const listed = async (query: string): Promise<Page> =>
    expectStatus(await server.send('GET', `/api/get-test-conditions?${query}`, { as }), 200);
  const idsOf = ({ items }: Page) => items.map(({ condition_id: id }) => id);
  for (const sort of testSorts.flatMap((column) => [column, `-${column}`])) {
    const whole = await listed(`sort=${sort}`);
    expect([whole.cursor, whole.total]).toEqual([null, 1 + added.number]);
    const paged: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await listed(`sort=${sort}&limit=5${cursor === '' ? '' : `&cursor=${cursor}`}`);
      paged.push(...idsOf(page));
      cursor = page.cursor;
      if (paged.length === 5) await add(1);
    }
    const before = paged.filter((id) => id !== `paged-${added.number}`);
    expect(before, sort).toEqual(idsOf(whole));
    expect(new Set(paged).size).toBe(paged.length);
  }
  const { cursor } = await listed('sort=points&limit=5');
  const answer = await server.send('GET', `/api/get-test-conditions?sort=created&cursor=${cursor}`, { as });
  expect([answer.status, answer.body.code]).toEqual([400, 'CURSOR_INVALID']);
});

/** Users without other tests. */
const [CARL, DORA] = ['carl', 'dora'];
const numbered = (number: number) => ({ ...LONG, wallet_usdt: String(1_000 + number) });
/** Whatever the answer. */
const sent = (as: string, url: string, body: object) => server.send('POST', url, { as, body });
const asked = (as: string, body: object) => sent(as, '/api/create-test', body);
const obstacles = async (as: string, body: object) =>
  expectStatus(await sent(as, '/api/estimate-test', body), 200).obstacles;

async function testsOf(as: string): Promise<readonly { readonly condition_id: string }[]> {
  return expectStatus(await server.send('GET', '/api/get-test-conditions?limit=1000', { as }), 200).items;
}

describe('the backtests of one user', () => {
  it(`that wait or run are at most ${TESTS_QUEUED_MAX}, however many are asked for at once, until one is cancelled`, async () => {
    const many = Array.from({ length: TESTS_QUEUED_MAX + 3 }, (_, number) => asked(CARL, numbered(number)));
    const answers = await Promise.all(many);
    const refused = answers.filter(({ status }) => status !== 202);
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([409, 'TESTS_QUEUED_FULL']));
    const another = numbered(TESTS_QUEUED_MAX + 3);
    expect(await obstacles(CARL, another)).toEqual([{ code: 'TESTS_QUEUED_FULL', symbols: [] }]);
    const [first, ...rest] = await testsOf(CARL);
    expect(1 + rest.length).toBe(TESTS_QUEUED_MAX);
    expect((await sent(CARL, `/api/repeat-test/${first?.condition_id}`, {})).body.code).toBe('TESTS_QUEUED_FULL');

    // Neither the same test again nor another user is refused.
    const [known] = answers.filter(({ status }) => status === 202);
    const same = { ...LONG, wallet_usdt: known?.body.wallet_usdt.split('.')[0] };
    expect(expectStatus(await asked(CARL, same), 202).is_reused).toBe(true);
    expect(await obstacles(DORA, another)).toEqual([]);
    expectStatus(await asked(DORA, another), 202);

    expectStatus(await sent(CARL, `/api/cancel-test/${first?.condition_id}`, {}), 200);
    expect(await obstacles(CARL, another)).toEqual([]);
    expectStatus(await asked(CARL, another), 202);
    for (const user of [CARL, DORA]) {
      for (const { condition_id: id } of await testsOf(user)) await sent(user, `/api/cancel-test/${id}`, {});
    }
  });

  it(`are at most ${TESTS_MAX}, ended ones included, until one is deleted`, async () => {
    const [one] = await testsOf(DORA);
    await asOwner(
      `insert into test_conditions (condition_id, owner_id, name, kind, plan, plan_hash, state, points_total, runs_total,
                                    engine_version, created_at)
       select 'held-' || number, owner_id, name, kind, plan, 'held', 'DONE', points_total, runs_total, engine_version, created_at
         from test_conditions, generate_series(2, $2) number where condition_id = $1`,
      [one?.condition_id, TESTS_MAX],
    );
    expect(await obstacles(DORA, LONG)).toEqual([{ code: 'TESTS_FULL', symbols: [] }]);
    const refused = await asked(DORA, LONG);
    expect([refused.status, refused.body.code]).toEqual([409, 'TESTS_FULL']);
    expect((await sent(DORA, `/api/repeat-test/${one?.condition_id}`, {})).body.code).toBe('TESTS_FULL');
    expect((await testsOf(DORA)).length).toBe(TESTS_MAX);
    expectStatus(await sent(DORA, '/api/delete-test/held-2', {}), 200);
    expectStatus(await asked(DORA, LONG), 202);
  });
});
