import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Exact, sum } from '#base/exact.ts';
import { ANN, BOB, newName, startWorld, type World } from '../../../tests/support/api-world.ts';
import { cashOf } from '../http/text.ts';

/** Market minutes within which the price is known to fall below an entry. */
const MINUTES_MAX = 240;

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.server.close());

const get = async (path: string) => (await world.server.send('GET', path, { as: ANN })).body;
const post = (path: string, body: Record<string, unknown>) => world.server.send('POST', path, { as: ANN, body });
const sumOf = (texts: readonly string[]): number => sum(texts.map((text) => cashOf(text) as Exact<'cash'>));

/** Moves the market on, minute by minute, until the answer is there. */
async function stepUntil<T>(ask: () => Promise<T | undefined>): Promise<T> {
  for (let minute = 0; minute < MINUTES_MAX; minute += 1) {
    const found = await ask();
    if (found !== undefined) return found;
    await world.server.step(1);
  }
  throw new Error(`it did not happen in ${MINUTES_MAX} minutes of the market`);
}

const FIGURES = ['gross', 'funding', 'commission', 'liquidation_fee', 'result'] as const;

describe('the result of a portfolio', () => {
  it('adds up: the results of [a,b) and [b,c) sum to that of [a,c), wherever b lies', async () => {
    const whole = await get(`/api/get-portfolio-pnl?portfolio_id=${world.portfolioId}&date_to=2025-05-20T00:00:00Z`);
    const pnl = (from: string, to: string) =>
      get(`/api/get-portfolio-pnl?portfolio_id=${world.portfolioId}&date_from=${from}&date_to=${to}`);
    expect(Number(whole.result)).not.toBe(0);
    for (const cut of ['2025-05-10T00:00:00Z', '2025-05-11T13:37:12.345Z', '2025-05-19T23:59:59.999Z']) {
      const [left, right] = [await pnl(whole.date_from, cut), await pnl(cut, whole.date_to)];
      for (const name of FIGURES) expect(sumOf([left[name], right[name]]), name).toBe(cashOf(whole[name]));
    }
    expect(sumOf([whole.gross, whole.funding])).toBe(sumOf([whole.commission, whole.liquidation_fee, whole.result]));
  });

  it.each(['2025-05-12T06:30:00Z', '2025-05-20T06:30:00Z'])(
    'equals the sum of its points and days exactly up to %s',
    async (to) => {
      const { body: portfolio } = await world.server.send(
        'GET',
        `/api/get-portfolio-pnl?portfolio_id=${world.portfolioId}&date_to=${to}`,
        { as: ANN },
      );
      const { points, days, result } = portfolio;
      expect(points.length).toBeGreaterThan(5);
      expect(sumOf(points.map((point: { result: string }) => point.result))).toBe(cashOf(result));
      expect(sumOf(days.map((day: { result: string }) => day.result))).toBe(cashOf(result));
      expect(points.at(-1).cumulative).toBe(result);
      const times = points.map((point: { ts: string }) => Date.parse(point.ts));
      expect(times.toSorted((a: number, b: number) => a - b)).toEqual(times);
      expect(points[0]).toMatchObject({ result: '0.00000000', cumulative: '0.00000000' });
    },
  );

  it('is the sum of the ended cycles, and equity is the wallet plus the open result', async () => {
    const portfolio = await get(`/api/get-portfolio-by-id?portfolio_id=${world.portfolioId}`);
    const cut = '2025-05-18T00:00:00Z';
    const pnl = await get(`/api/get-portfolio-pnl?portfolio_id=${world.portfolioId}&date_to=${cut}`);
    const { items } = await get(`/api/dca-bot/get-cycles?portfolio_id=${world.portfolioId}&limit=5000`);
    const ended = items.filter((cycle: { end_date: string | null }) => cycle.end_date !== null && cycle.end_date < cut);
    expect(ended.length).toBeGreaterThan(3);
    expect(sumOf(ended.map((cycle: { result: string }) => cycle.result))).toBe(cashOf(pnl.result));
    expect(sumOf([portfolio.wallet, portfolio.unrealized])).toBe(cashOf(portfolio.equity));
    expect(portfolio.spark.length).toBeGreaterThan(14);
  });

  it('refuses a period that ends before it begins', async () => {
    const path = `/api/get-portfolio-pnl?portfolio_id=${world.portfolioId}`;
    const answer = await world.server.send('GET', `${path}&date_from=2025-05-10&date_to=2025-05-08`, { as: ANN });
    expect([answer.status, answer.body.code]).toEqual([400, 'PERIOD_REVERSED']);
  });
});

describe('cycles and logs', () => {
  it('lists open cycles first, then the newest, with the total from the counters', async () => {
    const all = await get(`/api/dca-bot/get-cycles?bot_id=${world.botId}&limit=5000`);
    const ends = all.items.map((cycle: { end_date: string | null }) => cycle.end_date);
    const open = ends.filter((end: string | null) => end === null).length;
    expect(ends.slice(0, open).every((end: string | null) => end === null)).toBe(true);
    expect(ends.slice(open).toSorted().toReversed()).toEqual(ends.slice(open));
    const second = await get(`/api/dca-bot/get-cycles?bot_id=${world.botId}&limit=2&offset=${open + 1}`);
    expect(second.items.map((cycle: { cycle_id: string }) => cycle.cycle_id)).toHaveLength(2);
    expect(all.total).toBe(all.items.length);
  });

  it('pages through cycles, net cycles and sorted cycles by cursor without gaps or duplicates', async () => {
    const lists: [string, string][] = [
      [`get-cycles?portfolio_id=${world.portfolioId}&end_date=2025-05-20`, 'cycle_id'],
      [`get-cycles?portfolio_id=${world.portfolioId}&end_date=2025-05-20&sort=-result`, 'cycle_id'],
      [`get-cycles?portfolio_id=${world.portfolioId}&end_date=2025-05-20&sort=bot&group=take_profit`, 'cycle_id'],
      [`get-net-cycles?bot_id=${world.botId}`, 'net_cycle_id'],
    ];
    for (const [list, id] of lists) {
      const path = `/api/dca-bot/${list}`;
      const idsOf = (page: { items: Record<string, string>[] }) => page.items.map((item) => item[id]);
      const [whole, first] = [await get(`${path}&limit=12`), await get(`${path}&limit=5`)];
      const second = await get(`${path}&limit=5&cursor=${first.cursor}`);
      const third = await get(`${path}&limit=2&cursor=${second.cursor}`);
      expect(new Set(idsOf(whole)).size).toBe(12);
      expect([first, second, third].flatMap(idsOf)).toEqual(idsOf(whole));
    }
  });

  it('refuses a cursor that the list has not given, such as one of another order', async () => {
    const cycles = `/api/dca-bot/get-cycles?portfolio_id=${world.portfolioId}&limit=2`;
    const cursorOf = async (path: string) => (await get(path)).cursor;
    const text = (place: unknown) => Buffer.from(JSON.stringify(place)).toString('base64url');
    const wrong = [
      `${cycles}&cursor=abc`,
      `${cycles}&cursor=${await cursorOf(`${cycles}&sort=result`)}`,
      `${cycles}&sort=-result&cursor=${await cursorOf(`${cycles}&sort=result`)}`,
      `${cycles}&sort=result&cursor=${await cursorOf(cycles)}`,
      `${cycles}&sort=result&cursor=${text(['result', 'much', 'id', 0])}`,
      `${cycles}&sort=bot&cursor=${text(['bot', '\0', 'id', 0])}`,
      `${cycles}&cursor=${text(['ended', 1e12])}`,
      `/api/dca-bot/get-net-cycles?bot_id=${world.botId}&cursor=${await cursorOf(cycles)}`,
    ];
    for (const path of wrong) {
      const { status, body } = await world.server.send('GET', path, { as: ANN });
      expect([path, status, body.code]).toEqual([path, 400, 'CURSOR_INVALID']);
    }
  });

  it('counts the cycles of a portfolio as its list shows them, also where a text is searched', async () => {
    const period = `portfolio_id=${world.portfolioId}&date_from=2025-05-01&end_date=2025-05-20`;
    for (const search of ['', '&search=eth', '&search=no such bot']) {
      const counts = await get(`/api/dca-bot/get-cycle-counts?${period}${search}`);
      const { items } = await get(`/api/dca-bot/get-cycles?${period}${search}&limit=5000`);
      const plain = { open: 0, take_profit: 0, stop_loss: 0, exit_signal: 0, liquidation: 0, other: 0 };
      for (const { close_reason: reason } of items) {
        plain[reason === 'trailing' ? 'take_profit' : reason in plain ? (reason as 'stop_loss') : 'other'] += 1;
      }
      expect(counts).toEqual(plain);
    }
    const reversed = `portfolio_id=${world.portfolioId}&date_from=2025-05-02&end_date=2025-05-01`;
    for (const call of ['get-cycles', 'get-cycle-counts']) {
      const { status, body } = await world.server.send('GET', `/api/dca-bot/${call}?${reversed}`, { as: ANN });
      expect([status, body.code]).toEqual([400, 'PERIOD_REVERSED']);
    }
  });

  it('finds the cycles of one number', async () => {
    const all = await get(`/api/dca-bot/get-cycles?bot_id=${world.botId}&limit=5000`);
    const { seq } = all.items[0];
    const numbered = await get(`/api/dca-bot/get-cycles?bot_id=${world.botId}&seq=${seq}`);
    expect(numbered.items.map((cycle: { seq: number }) => cycle.seq)).toEqual(numbered.items.map(() => seq));
    expect(numbered.items.map((cycle: { cycle_id: string }) => cycle.cycle_id)).toContain(all.items[0].cycle_id);
    expect((await get(`/api/dca-bot/get-cycles?bot_id=${world.botId}&seq=999999`)).items).toEqual([]);
  });

  it('pages through the log without gaps or duplicates', async () => {
    const path = `/api/dca-bot/get-logs?bot_id=${world.botId}&search=cycle`;
    const first = await get(`${path}&limit=7`);
    const second = await get(`${path}&limit=7&cursor=${first.cursor}`);
    const ids = [...first.items, ...second.items].map((entry: { log_id: string }) => entry.log_id);
    expect(new Set(ids).size).toBe(14);
    const times = [...first.items, ...second.items].map((entry: { ts: string }) => entry.ts);
    expect(times.toSorted().toReversed()).toEqual(times);
    const foreign = await world.server.send('GET', `${path}&cursor=abc`, { as: ANN });
    expect([foreign.status, foreign.body.code]).toEqual([400, 'CURSOR_INVALID']);
    expect((await world.server.send('GET', path, { as: BOB })).body.items).toEqual([]);
  });

  it('shows an order with its fills and its lines', async () => {
    const { items } = await get(`/api/dca-bot/get-orders?cycle_id=${world.cycleId}`);
    const filled = items.find((order: { state: string }) => order.state === 'FILLED');
    const { order, trades, logs, cursor } = await get(`/api/dca-bot/get-orders-from-log?order_id=${filled.order_id}`);
    expect(order).toEqual(filled);
    expect(sumOf(trades.map((trade: { qty: string }) => trade.qty))).toBe(cashOf(filled.filled_qty));
    expect(logs.length).toBeGreaterThan(0);
    expect(cursor).toBeNull(); // These are all of its lines.
  });

  it('tells by a cursor that an order has more lines than a page, and the pages have each line once', async () => {
    const { items } = await get(`/api/dca-bot/get-orders?cycle_id=${world.cycleId}`);
    const { order_id } = items.find((order: { state: string }) => order.state === 'FILLED');
    const owner = new Client({ connectionString: world.server.ownerUrl });
    await owner.connect();
    const { rowCount: added } = await owner.query(
      `insert into logs (batch_line, owner_id, portfolio_id, bot_id, cycle_id, order_id, ts, level, code, detail, figures)
       select 'more ' || gen_random_uuid(), owner_id, portfolio_id, bot_id, cycle_id, order_id, ts, level, code, detail, figures
         from logs, generate_series(1, 4) where order_id = $1 returning log_id`,
      [order_id],
    );
    try {
      const path = `/api/dca-bot/get-orders-from-log?order_id=${order_id}`;
      const whole = await get(`${path}&limit=1000`); // Not as asked before: an answer is kept until the market moves on.
      expect([whole.cursor, whole.logs.length]).toEqual([null, ((added ?? 0) / 4) * 5]);
      const first = await get(`${path}&limit=3`);
      expect(first.logs).toHaveLength(3);
      const rest = await get(`${path}&cursor=${first.cursor}`);
      expect([...first.logs, ...rest.logs]).toEqual(whole.logs);
      expect(rest).toMatchObject({ order: whole.order, cursor: null });
      const exactly = await get(`${path}&limit=${whole.logs.length}`);
      expect(exactly.cursor).toBeNull();
      const foreign = await world.server.send('GET', `${path}&cursor=abc`, { as: ANN });
      expect([foreign.status, foreign.body.code]).toEqual([400, 'CURSOR_INVALID']);
    } finally {
      await owner.query(`delete from logs where order_id = $1 and batch_line like 'more %'`, [order_id]);
      await owner.end();
    }
  });

  it('the log of one order has the lines that name it, of its owner alone, and counts them', async () => {
    const { items } = await get(`/api/dca-bot/get-orders?cycle_id=${world.cycleId}`);
    const { order_id } = items.find((order: { state: string }) => order.state === 'FILLED');
    const { logs } = await get(`/api/dca-bot/get-orders-from-log?order_id=${order_id}`);
    const path = `/api/dca-bot/get-logs?order_id=${order_id}`;
    expect((await get(path)).items).toEqual(logs.toReversed());
    const { info, warning, error } = await get(`/api/dca-bot/get-log-counts?order_id=${order_id}`);
    expect(info + warning + error).toBe(logs.length);
    expect((await world.server.send('GET', path, { as: BOB })).body.items).toEqual([]);
  });

  it('the log of one symbol has its lines alone, and pages without gaps', async () => {
    const path = `/api/dca-bot/get-logs?bot_id=${world.botId}&codes=BOT_CREATED,BOT_STARTED,CYCLE_OPENED`;
    const all = (await get(`${path}&limit=1000`)).items;
    const { symbol } = all.find((line: { symbol: string | null }) => line.symbol !== null);
    const ofSymbol = all.filter((line: { symbol: string | null }) => line.symbol === symbol);
    expect(ofSymbol.length).toBeGreaterThan(7);
    expect(all.length).toBeGreaterThan(ofSymbol.length); // Those about the whole bot name no symbol.
    const first = await get(`${path}&symbol=${symbol}&limit=7`);
    const rest = await get(`${path}&symbol=${symbol}&limit=1000&cursor=${first.cursor}`);
    expect([...first.items, ...rest.items]).toEqual(ofSymbol);
    expect((await get(`${path}&symbol=NOSUCHUSDT`)).items).toEqual([]);
  });
});

describe('the notes of a user on an asset', () => {
  it('come with the list of assets, for that user only', async () => {
    const owner = new Client({ connectionString: world.server.ownerUrl });
    await owner.connect();
    await owner.query(
      `insert into asset_notes (owner_id, symbol, trade_category_id, comment, score, updated_at)
       values ($1, 'ETHUSDT', 'core', 'moves well', 71, now()), ($1, 'NOSUCHUSDT', null, 'gone', null, now())`,
      [ANN],
    );
    await owner.end();
    const notesOf = async (user: string) => {
      const { items } = (await world.server.send('GET', '/api/get-assets', { as: user })).body;
      const assets: { asset_id: string; trade_category_id: string | null; comment: string; score: number | null }[] =
        items;
      return assets
        .filter(({ comment, score }) => comment !== '' || score !== null)
        .map(({ asset_id, trade_category_id, comment, score }) => [asset_id, trade_category_id, comment, score]);
    };
    expect(await notesOf(ANN)).toEqual([['ETHUSDT', 'core', 'moves well', 71]]);
    expect(await notesOf(BOB)).toEqual([]);
  });
});

describe('a condition that is already met', () => {
  it('needs a confirmation, and then closes the position', async () => {
    const body = {
      name: newName(),
      portfolio_id: world.emptyId,
      symbols: ['ETHUSDT'],
      params: { base_order_size: '100', safety_orders_count: 0, take_profit_percent: null },
    };
    const { body: made } = await post('/api/dca-bot/create', body);
    const setting = { strategy_executor_id: made.strategy_executor_id, stop_loss_percent: '0.01' };
    const asked = await stepUntil(async () => {
      const answer = await post('/api/dca-bot/set-condition', setting);
      if (answer.status === 422) return answer;
      await post('/api/dca-bot/set-condition', { strategy_executor_id: made.strategy_executor_id });
      return undefined;
    });
    expect(asked.body.code).toBe('CONDITION_TRIGGERS_NOW');
    expect((await post('/api/dca-bot/set-condition', { ...setting, confirm: true })).status).toBe(200);
    await stepUntil(async () => {
      const { items } = await get(`/api/dca-bot/get-cycles?bot_id=${made.bot_id}`);
      return items.find((cycle: { close_reason: string | null }) => cycle.close_reason === 'stop_loss');
    });
  });
});
