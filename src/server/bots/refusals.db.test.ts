import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ANN,
  LADDER,
  newBot,
  newName,
  newPortfolio,
  newStrategy,
  startWorld,
  type World,
} from '../../../tests/support/api-world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.server.close());

const post = (path: string, body: Record<string, unknown> = {}) => world.server.send('POST', path, { as: ANN, body });
const get = (path: string) => world.server.send('GET', path, { as: ANN });
const create = (body: Record<string, unknown>, kind = 'dca-bot') =>
  post(`/api/${kind}/create`, {
    name: newName(),
    portfolio_id: world.emptyId,
    symbols: ['ETHUSDT'],
    params: LADDER,
    autostart: false,
    ...body,
  });
const order = (act: string, executor: string, body: Record<string, unknown> = {}) =>
  post(`/api/dca-bot/${act}`, { strategy_executor_id: executor, ...body });

describe('creating a bot', () => {
  it.each([
    ['a portfolio of paper bots under the kind of live ones', 'dca-prod-bot', {}, 409, 'KIND_MISMATCH'],
    ['real orders for a kind that trades on paper', 'dca-bot', { execution: 'live' }, 409, 'EXECUTION_MISMATCH'],
    ['an unknown symbol', 'dca-bot', { symbols: ['NOPEUSDT'] }, 404, 'SYMBOL_UNKNOWN'],
    [
      'a rule for its steps that compares nothing',
      'dca-bot',
      { params: { ...LADDER, safety_conditions: { timeframe: '5m', all: [] } } },
      400,
      'REQUEST_INVALID',
    ],
    [
      'an entry rule with an unknown indicator',
      'dca-bot',
      {
        params: {
          ...LADDER,
          entry_conditions: {
            timeframe: '15m',
            op: 'gt',
            a: { percent_of: { ind: 'magic' }, p: '2' },
            b: { const: '1' },
          },
        },
      },
      400,
      'REQUEST_INVALID',
    ],
    ['a switch for a missing direction', 'dca-bot', { is_enter_sell_enabled: true }, 422, 'DIRECTION_NOT_IN_PARAMS'],
    ['a ladder too small to trade', 'dca-bot', { params: { ...LADDER, base_order_size: '1' } }, 422, 'LADDER_REFUSED'],
    [
      'a ladder beyond the wallet',
      'dca-bot',
      { params: { ...LADDER, base_order_size: '90000' } },
      422,
      'LADDER_REFUSED',
    ],
    [
      'a strategy that does not exist',
      'dca-bot',
      { params: undefined, strategy_id: 'none' },
      404,
      'STRATEGY_NOT_FOUND',
    ],
  ])('a bot is not created with %s', async (_what, kind, body, status, code) => {
    const answer = await create(body, kind);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('a refused ladder names each reason with its field, its level and a sentence', async () => {
    const { body } = await create({ params: { ...LADDER, base_order_size: '1', stop_loss_percent: '1.5' } });
    const codes = body.errors.map((entry: { code: string }) => entry.code);
    expect(codes).toContain('LEVEL_BELOW_MIN_QTY');
    for (const entry of body.errors) {
      expect(entry.path).toMatch(/^params\.[a-z_]+/);
      expect(entry.detail.length).toBeGreaterThan(20);
    }
    const level = body.errors.find((entry: { code: string }) => entry.code === 'LEVEL_BELOW_MIN_QTY');
    expect(level.figures).toContainEqual({ name: 'level', value: '0' });
  });

  it('a bot cannot be created under a name that is taken', async () => {
    const bot = await newBot(world);
    const taken = await create({ name: bot.name });
    expect([taken.status, taken.body.code, taken.body.errors[0].path]).toEqual([409, 'NAME_TAKEN', 'name']);
  });

  it('a hundred concurrent repeats of one creation make one bot', async () => {
    const portfolio = await newPortfolio(world.server);
    const body = { name: newName(), portfolio_id: portfolio.portfolio_id, symbols: ['ETHUSDT'], params: LADDER };
    const send = () =>
      world.server.send('POST', '/api/dca-bot/create', { as: ANN, body, headers: { 'idempotency-key': 'hundred' } });
    const answers = await Promise.all(Array.from({ length: 100 }, send));
    expect(new Set(answers.map((answer) => answer.body.bot_id)).size).toBe(1);
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    const bots = await get(`/api/dca-bot/get-bots?portfolio_id=${portfolio.portfolio_id}`);
    expect(bots.body.items).toHaveLength(1);
    const reused = await world.server.send('POST', '/api/dca-bot/create', {
      as: ANN,
      body: { ...body, name: newName() },
      headers: { 'idempotency-key': 'hundred' },
    });
    expect([reused.status, reused.body.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it('a new bot enters in the directions of its parameters and keeps overrides of both percents', async () => {
    const bot = await newBot(world, {
      params: { ...LADDER, direction: 'both', stop_loss_percent: '30' },
      stop_loss_percent: null,
      take_profit_percent: '2.5',
    });
    expect(bot).toMatchObject({
      is_enter_buy_enabled: true,
      is_enter_sell_enabled: true,
      stop_loss_percent: null,
      take_profit_percent: '2.5',
      state: 'CREATED',
      run_no: 1,
    });
    expect(bot.atoms.map((atom: { direction: string }) => atom.direction)).toEqual(['buy', 'sell']);
  });
});

/** The table of the life cycle, domain document section 2: what a bot in each state answers to each command. */
const TABLE: readonly (readonly [state: string, act: string, status: number, told: string])[] = [
  ['CREATED', 'finish', 409, 'BOT_NOT_RUNNING'],
  ['CREATED', 'stop', 409, 'BOT_NOT_RUNNING'],
  ['CREATED', 'restart', 202, 'RUNNING'],
  ['CREATED', 'set-condition', 200, 'CREATED'],
  ['RUNNING', 'finish', 202, 'FINISHED'],
  ['RUNNING', 'restart', 409, 'BOT_ALREADY_RUNNING'],
  ['RUNNING', 'delete', 409, 'BOT_NOT_STOPPED'],
  ['STOPPED', 'finish', 202, 'FINISHED'],
  ['STOPPED', 'stop', 200, 'STOPPED'],
  ['STOPPED', 'restart', 202, 'RUNNING'],
  ['STOPPED', 'delete', 200, 'DELETED'],
  ['FINISHED', 'finish', 200, 'FINISHED'],
  ['FINISHED', 'stop', 409, 'BOT_NOT_RUNNING'],
  ['FINISHED', 'restart', 202, 'RUNNING'],
  ['FINISHED', 'set-is-enter-enabled', 409, 'BOT_NOT_RUNNING'],
  ['DELETED', 'finish', 410, 'BOT_DELETED'],
  ['DELETED', 'stop', 410, 'BOT_DELETED'],
  ['DELETED', 'restart', 410, 'BOT_DELETED'],
  ['DELETED', 'delete', 410, 'BOT_DELETED'],
  ['DELETED', 'set-condition', 410, 'BOT_DELETED'],
  ['DELETED', 'set-is-enter-enabled', 410, 'BOT_DELETED'],
];

const BODIES: Readonly<Record<string, Record<string, unknown>>> = {
  'set-condition': { stop_loss_percent: '10', take_profit_percent: '1' },
  'set-is-enter-enabled': { is_enter_buy_enabled: true, is_enter_sell_enabled: false },
};

/** A flat bot in a state: its first base order would come with the next minute, which does not come. */
async function botIn(state: string) {
  const bot = await newBot(world, { autostart: state !== 'CREATED' && state !== 'DELETED' });
  if (state === 'STOPPED') await order('stop', bot.strategy_executor_id);
  if (state === 'FINISHED') await order('finish', bot.strategy_executor_id);
  if (state === 'DELETED') await post(`/api/dca-bot/delete/${bot.bot_id}`);
  return bot;
}

describe('a command whose answer was lost', () => {
  /** As after a crash between the effect and its answer. */
  const forgetAnswer = async (key: string) => {
    const owner = new Client(world.server.ownerUrl);
    await owner.connect();
    const done = await owner.query("update idempotency set status = 0, reply = 'null' where key = $1", [key]);
    await owner.end();
    expect(done.rowCount).toBe(1);
  };

  const acts: readonly (readonly [string, () => Promise<readonly [string, Record<string, unknown>]>])[] = [
    ['create', async () => ['/api/dca-bot/create', await creation()]],
    ['create-portfolio', async () => ['/api/dca-bot/create-portfolio', { name: newName() }]],
    [
      'save-strategy',
      async () => ['/api/dca-bot/save-strategy', { name: newName(), symbol: 'ETHUSDT', params: LADDER }],
    ],
    ['restart', async () => ['/api/dca-bot/restart', await executorOf('CREATED')]],
    ['stop', async () => ['/api/dca-bot/stop', await executorOf('RUNNING')]],
    ['finish', async () => ['/api/dca-bot/finish', await executorOf('RUNNING')]],
    ['delete', async () => [`/api/dca-bot/delete/${(await botIn('STOPPED')).bot_id}`, {}]],
  ];
  const creation = async () => ({
    name: newName(),
    portfolio_id: (await newPortfolio(world.server)).portfolio_id,
    symbols: ['ETHUSDT'],
    params: LADDER,
    autostart: false,
  });
  const executorOf = async (state: string) => ({ strategy_executor_id: (await botIn(state)).strategy_executor_id });

  it.each(acts)(
    '%s, repeated after its answer was lost, has no second effect and answers the same',
    async (name, request) => {
      const [path, body] = await request();
      const headers = { 'idempotency-key': `lost ${name}` };
      const first = await world.server.send('POST', path, { as: ANN, body, headers });
      expect(first.status).toBeLessThan(300);
      await forgetAnswer(`lost ${name}`);
      const again = await world.server.send('POST', path, { as: ANN, body, headers });
      expect([again.status, again.body]).toEqual([first.status, first.body]);
    },
  );
});

describe('the life cycle', () => {
  it.each(TABLE)('a bot in state %s answers %s with %i %s', async (state, act, status, told) => {
    const bot = await botIn(state);
    const answer =
      act === 'delete'
        ? await post(`/api/dca-bot/delete/${bot.bot_id}`)
        : await order(act, bot.strategy_executor_id, BODIES[act]);
    expect([answer.status, status < 400 ? answer.body.state : answer.body.code]).toEqual([status, told]);
    if (status === 200 && ['finish', 'stop'].includes(act)) expect(answer.body.changed).toBe(false);
  });

  it('the history of a deleted bot stays readable and its name becomes free', async () => {
    const bot = await botIn('DELETED');
    const cycles = await get(`/api/dca-bot/get-cycles?bot_id=${bot.bot_id}`);
    expect([cycles.status, cycles.body.total]).toEqual([200, 0]);
    expect((await get(`/api/dca-bot/get-atoms?bot_id=${bot.bot_id}`)).status).toBe(200);
    expect((await create({ name: bot.name })).status).toBe(200);
  });

  it('commands for a run are refused once a later run has begun', async () => {
    const bot = await botIn('STOPPED');
    const again = await order('restart', bot.strategy_executor_id);
    expect(again.body.run_no).toBe(2);
    expect(again.body.strategy_executor_id).not.toBe(bot.strategy_executor_id);
    const old = await order('stop', bot.strategy_executor_id);
    expect([old.status, old.body.code]).toEqual([409, 'EXECUTOR_SUPERSEDED']);
    expect(old.body.errors[0].figures[0].value).toBe(again.body.strategy_executor_id);
  });

  it('a stop-loss or take-profit that makes the ladder impossible is refused', async () => {
    const bot = await newBot(world);
    const answer = await order('set-condition', bot.strategy_executor_id, { stop_loss_percent: '1.5' });
    expect([answer.status, answer.body.code, answer.body.errors[0].path]).toEqual([
      422,
      'LADDER_REFUSED',
      'stop_loss_percent',
    ]);
  });
});

describe('strategies and portfolios', () => {
  it('a strategy is not saved over a version saved in between, nor under a taken name', async () => {
    const strategy = await newStrategy(world.server);
    const save = (body: Record<string, unknown>) =>
      post('/api/dca-bot/save-strategy', { name: strategy.name, symbol: 'ETHUSDT', params: LADDER, ...body });
    const second = await save({ strategy_id: strategy.strategy_id, base_version: 1 });
    expect([second.status, second.body.version]).toEqual([200, 2]);
    const late = await save({ strategy_id: strategy.strategy_id, base_version: 1 });
    expect([late.status, late.body.code]).toEqual([409, 'VERSION_CONFLICT']);
    const twin = await save({});
    expect([twin.status, twin.body.code]).toEqual([409, 'NAME_TAKEN']);
    const first = await get(`/api/dca-bot/get-strategy?id=${strategy.strategy_id}&version=1`);
    expect([first.body.version, first.body.versions.length]).toEqual([1, 2]);
    const none = await get(`/api/dca-bot/get-strategy?id=${strategy.strategy_id}&version=3`);
    expect([none.status, none.body.code]).toEqual([404, 'STRATEGY_NOT_FOUND']);
  });

  it('a strategy whose rule names a series that is not stored is saved, and the answer says that it is unknown', async () => {
    const value = { ind: 'oi_change_percent', n: 24 };
    const rule = { timeframe: '1h', any: [{ op: 'gt', a: value, b: { const: '3' } }] };
    const params = { ...LADDER, safety_conditions: rule };
    const saved = await post('/api/dca-bot/save-strategy', { name: newName(), symbol: 'ETHUSDT', params });
    expect([saved.status, saved.body.warnings]).toEqual([
      200,
      [
        {
          code: 'SERIES_NOT_STORED',
          path: 'params.safety_conditions.any.0.a',
          detail: expect.stringContaining('open_interest is not stored') as unknown,
        },
      ],
    ]);
  });

  it('a strategy that a bot runs and a portfolio that holds a bot cannot be deleted', async () => {
    const strategy = await newStrategy(world.server);
    await newBot(world, { strategy_id: strategy.strategy_id, strategy_version: 1 });
    const inUse = await post(`/api/dca-bot/delete-strategy/${strategy.strategy_id}`);
    expect([inUse.status, inUse.body.code]).toEqual([409, 'STRATEGY_IN_USE']);
    const full = await post(`/api/delete-portfolio/${world.emptyId}`);
    expect([full.status, full.body.code]).toEqual([409, 'PORTFOLIO_NOT_EMPTY']);
  });

  it('a bot gets a new version of its strategy only on command, and the command can be previewed', async () => {
    const strategy = await newStrategy(world.server);
    const bot = await newBot(world, { strategy_id: strategy.strategy_id, strategy_version: 1 });
    const save = { strategy_id: strategy.strategy_id, name: strategy.name, symbol: 'ETHUSDT' };
    await post('/api/dca-bot/save-strategy', { ...save, params: { ...LADDER, step_percent: '2' } });
    const apply = (body: Record<string, unknown>) =>
      order('apply-strategy', bot.strategy_executor_id, { strategy_version: 2, when: 'now', ...body });
    const told = await apply({ preview: true });
    expect([told.status, told.body.is_applied, told.body.bot.strategy_version]).toEqual([200, false, 1]);
    const done = await apply({});
    expect([done.body.is_applied, done.body.bot.strategy_version, done.body.bot.params.step_percent]).toEqual([
      true,
      2,
      '2',
    ]);
    const none = await apply({ strategy_version: 2_147_483_648 });
    expect([none.status, none.body.code]).toEqual([404, 'STRATEGY_NOT_FOUND']);
  });

  it('other exits can be previewed, which changes nothing, also where the price is already past one', async () => {
    const bot = await newBot(world);
    const exits = { take_profit_percent: '0.01', stop_loss_percent: '0.01' };
    const wide = { take_profit_percent: '2.5', stop_loss_percent: '20' };
    const told = await order('preview-condition', bot.strategy_executor_id, wide);
    expect([told.status, told.body]).toEqual([
      200,
      { cancels: [], places: [], unchanged: 0, liquidations: [], committed_margin: '0.00000000' },
    ]);
    const inside = await order('preview-condition', bot.strategy_executor_id, exits);
    expect([inside.status, inside.body.code]).toEqual([422, 'LADDER_REFUSED']);
    const [same] = (await get(`/api/dca-bot/get-bots?portfolio_id=${bot.portfolio_id}`)).body.items.filter(
      (one: { bot_id: string }) => one.bot_id === bot.bot_id,
    );
    expect(same.take_profit_percent).toBe(bot.take_profit_percent);
  });

  it('a portfolio begins with the wallet that was asked for, and is renamed to a name that is free', async () => {
    const [first, second] = [newName(), newName()];
    const rich = await post('/api/dca-bot/create-portfolio', { name: first, balance: '2500.5' });
    expect(rich.body).toMatchObject({ wallet: '2500.50000000', wallet_start: '2500.50000000' });
    const other = await post('/api/dca-bot/create-portfolio', { name: second });
    expect(other.body.wallet).toBe('10000.00000000');
    const rename = (name: string) => post('/api/rename-portfolio', { portfolio_id: rich.body.portfolio_id, name });
    const taken = await rename(second);
    expect([taken.status, taken.body.code]).toEqual([409, 'NAME_TAKEN']);
    const renamed = `${first} again`;
    expect((await rename(renamed)).body.name).toBe(renamed);
    expect((await rename(renamed)).status).toBe(200);
    expect((await get(`/api/get-portfolio-id-by-name?name=${encodeURIComponent(renamed)}`)).body.id).toBe(
      rich.body.portfolio_id,
    );
  });

  it('the paper wallet can be changed only while every bot is flat', async () => {
    const { body } = await get('/api/dca-bot/get-portfolios');
    const trading = body.items.find((portfolio: { open_cycles: number }) => portfolio.open_cycles > 0);
    const answer = await post('/api/set-paper-wallet', { portfolio_id: trading.portfolio_id, balance: '1' });
    expect([answer.status, answer.body.code]).toEqual([409, 'PORTFOLIO_NOT_FLAT']);
  });
});

describe('an id that names nothing', () => {
  const absent = [
    '',
    'x',
    'x'.repeat(10_000),
    'a\0b',
    "' or 1=1 --",
    '\u{1f600}',
    '%00',
    '.',
    'bot:99999999999999999999',
  ];

  it.each(absent)(
    'an id that names nothing is well-formed, whatever it looks like, and is not found (%#)',
    async (text) => {
      const named = encodeURIComponent(text);
      const answers = await Promise.all([
        get(`/api/get-portfolio-by-id?portfolio_id=${named}`),
        get(`/api/dca-bot/get-cycles?bot_id=${named}`),
        get(`/api/dca-bot/get-cycles?portfolio_id=${named}`),
        get(`/api/dca-bot/get-trades?cycle_id=${named}`),
        get(`/api/dca-bot/get-orders-from-log?order_id=${named}`),
        get(`/api/dca-bot/get-bot-cum-result?strategy_executor_id=${named}`),
        order('finish', text),
        create({ portfolio_id: text }),
      ]);
      expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
        [404, 'PORTFOLIO_NOT_FOUND'],
        [404, 'BOT_NOT_FOUND'],
        [404, 'PORTFOLIO_NOT_FOUND'],
        [404, 'CYCLE_NOT_FOUND'],
        [404, 'ORDER_NOT_FOUND'],
        [404, 'EXECUTOR_NOT_FOUND'],
        [404, 'EXECUTOR_NOT_FOUND'],
        [404, 'PORTFOLIO_NOT_FOUND'],
      ]);
    },
  );

  it.each(absent.filter((text) => text !== '' && text !== '.'))(
    'an id that names nothing is not found in a path either (%#)',
    async (text) => {
      const answer = await post(`/api/dca-bot/delete/${encodeURIComponent(text)}`);
      expect([answer.status, answer.body.code]).toEqual([404, 'BOT_NOT_FOUND']);
    },
  );
});

describe('a confirmation that the server never gave out', () => {
  it('a confirmation that the server never gave out is refused by every command, without effect', async () => {
    const bot = await newBot(world);
    const executor = bot.strategy_executor_id;
    const name = newName();
    const answers = await Promise.all([
      create({ name, confirm: 'token' }),
      order('stop', executor, { position: 'protect', confirm: 'token' }),
      order('restart', executor, { confirm: 'token' }),
      order('set-condition', executor, { stop_loss_percent: '50', confirm: 'token' }),
      order('apply-strategy', executor, { strategy_version: 1, when: 'now', preview: false, confirm: 'token' }),
    ]);
    for (const answer of answers) expect([answer.status, answer.body.code]).toEqual([422, 'CONFIRMATION_UNKNOWN']);
    const { body } = await get('/api/dca-bot/get-bots');
    const bots: readonly { bot_id: string; name: string; state: string }[] = body.items;
    expect(bots.some((row) => row.name === name)).toBe(false);
    expect(bots.find((row) => row.bot_id === bot.bot_id)?.state).toBe(bot.state);
  });
});
