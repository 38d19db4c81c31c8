import { setTimeout as sleep } from 'node:timers/promises';
import { Decimal } from 'decimal.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { cashFrom, cashText } from '#base/decimal.ts';
import { type Cash, subtract, sum } from '#base/exact.ts';
import { DAY_MS, instantOf, MINUTE_MS } from '#base/time.ts';
import { ANN, BOB, expectStatus, newPortfolio } from '../../../tests/support/api-world.ts';
import { openReplayFeed } from '../../../tests/support/replay-feed.ts';
import { startTestServer, type TestServer } from '../../../tests/support/server.ts';

const LOADED_WITHIN_MS = 120_000;

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const get = async (url: string) => expectStatus(await server.send('GET', url, { as: ANN }), 200);
const portfolios = async (): Promise<Record<string, string>[]> => (await get('/api/get-portfolio-list')).items;

const PARTS = ['wallet_start', 'transfers', 'result_all', 'unrealized', 'open_realized', 'open_costs'] as const;

function expectBridged(portfolio: Record<string, string>): void {
  const parts = sum(PARTS.map((part) => cashFrom(portfolio[part] ?? '')));
  expect(`${portfolio['name']}: ${cashText(parts)}`).toBe(`${portfolio['name']}: ${portfolio['equity']}`);
}

interface CycleRow {
  readonly cycle_id: string;
  readonly symbol: string;
  readonly state: string;
  readonly end_date: string | null;
  readonly result: string;
  readonly gross: string;
  readonly levels_filled: number;
  readonly levels_total: number;
}

/** The portfolio with its cycles; the market stands still. */
async function withCycles(portfolioId: string): Promise<{ card: Record<string, string>; cycles: CycleRow[] }> {
  const { items } = await get(`/api/dca-bot/get-cycles?portfolio_id=${portfolioId}&limit=5000`);
  return { card: await get(`/api/get-portfolio-by-id?portfolio_id=${portfolioId}`), cycles: items };
}

async function engineOf(user: string): Promise<string> {
  return expectStatus(await server.send('GET', '/api/status', { as: user }), 200).engine;
}

describe('the bridge from the start to the equity', () => {
  it(
    'portfolio figures add up to the last digit in every answer while the demo loads and right after it, and only its user sees the engine catch up',
    async () => {
      expectStatus(await server.send('POST', '/api/load-demo', { as: ANN, body: {} }), 202);
      let answers = 0;
      const states: Record<string, Set<string>> = { [ANN]: new Set(), [BOB]: new Set() };
      for (const until = Date.now() + LOADED_WITHIN_MS; Date.now() < until; await sleep(50)) {
        for (const portfolio of await portfolios()) {
          expectBridged(portfolio);
          answers += 1;
        }
        for (const user of [ANN, BOB]) states[user]?.add(await engineOf(user));
        if ((await get('/api/demo')).state === 'loaded') break;
      }
      const loaded = await portfolios();
      expect(loaded.length).toBeGreaterThan(0);
      for (const portfolio of loaded) expectBridged(portfolio);
      expect(answers).toBeGreaterThan(0);
      expect(states[ANN]).toContain('catching-up');
      expect([...(states[BOB] ?? [])]).toEqual(['running']);
      await server.step(2); // An account that is still catching up has done so before the second of these minutes.
      await server.flush();
    },
    LOADED_WITHIN_MS,
  );

  it('has the results of ended cycles in closed and those of open cycles, with their costs, in open', async () => {
    for (const { portfolio_id: portfolioId = '' } of await portfolios()) {
      const { card, cycles } = await withCycles(portfolioId);
      const ended = cycles.filter((cycle) => cycle.end_date !== null);
      const open = cycles.filter((cycle) => cycle.end_date === null);
      const total = (rows: readonly CycleRow[], pick: (row: CycleRow) => Cash) => cashText(sum(rows.map(pick)));
      expect(ended.length).toBeGreaterThan(10);
      expect(card).toMatchObject({
        transfers: '0.00000000',
        result_all: total(ended, ({ result }) => cashFrom(result)),
        open_realized: total(open, ({ gross }) => cashFrom(gross)),
        open_costs: total(open, ({ result, gross }) => subtract(cashFrom(result), cashFrom(gross))),
      });
      const midnight = Math.floor(Date.parse((await get('/api/status')).market_time) / DAY_MS) * DAY_MS;
      const since = (days: number) =>
        total(
          ended.filter(({ end_date: end }) => Date.parse(end ?? '') >= midnight - (days - 1) * DAY_MS),
          ({ result }) => cashFrom(result),
        );
      expect([card['result_today'], card['result_7d'], card['result_30d']]).toEqual([since(1), since(7), since(30)]);
    }
  });

  it('another scale is tried on every ended cycle, each of which comes again to what it came to, to the last digit', async () => {
    const { portfolio_id: portfolioId = '' } = at(await portfolios(), 0);
    const { cycles } = await withCycles(portfolioId);
    const results = cycles.filter(({ state }) => state === 'CLOSED').map(({ result }) => cashFrom(result));
    const body = { portfolio_id: portfolioId, scale: { volume_scale: '1.3' } };
    const told = expectStatus(await server.send('POST', '/api/try-scale', { as: ANN, body }), 200);
    expect([told.left_out, told.older, told.total.before.cycles]).toEqual([[], 0, results.length]);
    expect([told.total.before.result, told.again_result]).toEqual([cashText(sum(results)), cashText(sum(results))]);
    const parts: { after: { result: string } }[] = told.symbols;
    expect(told.total.after.result).toBe(cashText(sum(parts.map(({ after }) => cashFrom(after.result)))));
    expect(told.total.after.cycles + told.total.blocked).toBe(results.length);
  });

  it('has what was paid in and out in transfers, not in a result', async () => {
    const { portfolio_id: portfolioId } = await newPortfolio(server);
    const body = { portfolio_id: portfolioId, balance: '2500.5' };
    const card = expectStatus(await server.send('POST', '/api/set-paper-wallet', { as: ANN, body }), 200);
    expect(card).toMatchObject({
      equity: '2500.50000000',
      wallet_start: '10000.00000000',
      transfers: '-7499.50000000',
      result_all: '0.00000000',
      drawdown_now_percent: '0',
    });
    expectBridged(card);
  });
});

/** What `read` tells of one instant: read again while the portfolios change meanwhile. */
async function atOneInstant<T>(read: () => Promise<T>): Promise<{ list: Record<string, string>[]; told: T }> {
  for (;;) {
    const before = await portfolios();
    const told = await read();
    const list = await portfolios();
    if (JSON.stringify(before) === JSON.stringify(list)) return { list, told };
  }
}

const total = (texts: readonly string[]): string => cashText(sum(texts.map(cashFrom)));

describe('sums over the levels of the demo', () => {
  it('the bots of the demo, made in one moment, are listed by name', async () => {
    const bots: { created_at: string; name: string }[] = (await get('/api/dca-bot/get-bots')).items;
    expect(new Set(bots.map((bot) => bot.created_at)).size).toBe(1);
    const names = bots.map(({ name }) => name);
    expect(names).toEqual(names.toSorted());
    expect(names).toHaveLength(6);
  });

  it('open results agree to the last digit from the open cycle to the bot and the portfolio', async () => {
    const { list, told } = await atOneInstant(async () => (await get('/api/dca-bot/get-bots')).items);
    let open = 0;
    for (const portfolio of list) {
      const bots = told.filter((bot: { portfolio_id: string }) => bot.portfolio_id === portfolio['portfolio_id']);
      for (const bot of bots) {
        expect(total(bot.atoms.map((atom: Record<string, string>) => atom['unrealized']))).toBe(bot.unrealized);
        open += bot.atoms.filter((atom: Record<string, string>) => Number(atom['quantity']) > 0).length;
      }
      const sumOf = (name: string) => total(bots.map((bot: Record<string, string>) => bot[name]));
      expect([sumOf('unrealized'), sumOf('result_total'), sumOf('result_today'), sumOf('result_7d')]).toEqual([
        portfolio['unrealized'],
        portfolio['result_all'],
        portfolio['result_today'],
        portfolio['result_7d'],
      ]);
    }
    expect(open).toBeGreaterThan(0);
  });

  it('the page of a portfolio ends where its card stands: days, points and the last equity', async () => {
    const { list, told } = await atOneInstant(async () => {
      const pnls = [];
      for (const { portfolio_id: id } of await portfolios())
        pnls.push(await get(`/api/get-portfolio-pnl?portfolio_id=${id}`));
      return pnls;
    });
    for (const [index, card] of list.entries()) {
      const pnl = told[index];
      expect(pnl.points.at(-1).equity).toBe(card['equity']);
      expect(pnl.unrealized).toBe(card['unrealized']);
      expect(total(pnl.days.map((day: { result: string }) => day.result))).toBe(pnl.result);
      expect(pnl.points.at(-1).cumulative).toBe(pnl.result);
    }
  });
});

describe('returns beside holding', () => {
  it('holding is what the start of a portfolio buys in equal parts at the recorded closes, to the last digit', async () => {
    const feed = await openReplayFeed();
    const closeBy = (symbol: string, time: string): Decimal => {
      const minute = instantOf(Date.parse(time) - MINUTE_MS);
      return new Decimal(
        at(feed.candles(symbol, instantOf(Math.floor(minute / MINUTE_MS) * MINUTE_MS), instantOf(Date.parse(time))), 0)
          .close,
      );
    };
    const { list, told } = await atOneInstant(() => get('/api/get-portfolio-returns'));
    const traded = told.items.filter((item: { symbols: string[] }) => item.symbols.length > 0);
    expect(traded).toHaveLength(2);
    for (const item of traded) {
      const capital = new Decimal(item.capital).times(100_000_000);
      const parts = item.symbols.map((_symbol: string, index: number) => {
        const part = capital.divToInt(item.symbols.length);
        return index < capital.minus(part.times(item.symbols.length)).toNumber() ? part.plus(1) : part;
      });
      const checked = [...told.times.keys()].filter((index) => index % 17 === 0 || index === told.times.length - 1);
      for (const index of checked) {
        const time: string = told.times[index];
        if (Date.parse(time) < Date.parse(item.since)) continue;
        const worths: Decimal[] = item.symbols.map((symbol: string, place: number) =>
          parts[place]
            .times(closeBy(symbol, time))
            .div(closeBy(symbol, item.since))
            .toDecimalPlaces(0, Decimal.ROUND_HALF_UP),
        );
        const worth = worths.reduce((all, one) => all.plus(one)).div(100_000_000);
        expect(`${time} ${item.holding[index]}`).toBe(`${time} ${worth.toFixed(8)}`);
      }
      const card = list.find((one) => one['portfolio_id'] === item.portfolio_id);
      expect(item.equity.at(-1)).toBe(card?.['equity']);
      expect(item.holding_unknown).toBeNull();
    }
  });

  it('a shorter period begins with the equity and the prices of its own start', async () => {
    const { market_time: marketTime } = await get('/api/status');
    const from = new Date(Math.floor((Date.parse(marketTime) - 6 * DAY_MS) / DAY_MS) * DAY_MS).toISOString();
    const week = await get(`/api/get-portfolio-returns?date_from=${from.slice(0, 10)}`);
    const whole = await get('/api/get-portfolio-returns');
    expect(week.times[0]).toBe(from);
    for (const [index, item] of week.items.entries()) {
      if (item.since === null) continue;
      expect(item.since).toBe(from);
      expect([item.equity[0], item.holding[0]]).toEqual([item.capital, item.capital]);
      expect(whole.items[index].since < item.since).toBe(true);
      expect(whole.items[index].equity[whole.times.indexOf(from)]).toBe(item.capital);
    }
  });

  it('nothing is invented for a portfolio without bots', async () => {
    const { portfolio_id: portfolioId } = await newPortfolio(server);
    const { items } = await get('/api/get-portfolio-returns');
    const item = items.find((one: Record<string, string>) => one['portfolio_id'] === portfolioId);
    expect(item).toMatchObject({
      ...{ since: null, capital: null, symbols: [] },
      holding_unknown: { code: 'NO_BOTS', symbol: null },
    });
    expect([...item.equity, ...item.holding].every((one) => one === null)).toBe(true);
  });
});

const LISTS = ['symbols', 'sides', 'reasons', 'versions'] as const;
const SUMS = ['result', 'gross', 'slippage', 'commission', 'funding', 'liquidation_fee'] as const;
type Sums = Record<(typeof SUMS)[number], string> & { readonly value: string };

interface StepUse {
  readonly had: number;
  readonly reached: number;
}

interface ExecutedOrder {
  readonly slippage_cost: string | null;
  readonly cycle_id: string;
}

describe('what the results of the demo are made of', () => {
  it('adds up by symbol, side, reason and version, to the last digit, to the results of the ended cycles and their orders', async () => {
    for (const { portfolio_id: portfolioId = '' } of await portfolios()) {
      const { cycles } = await withCycles(portfolioId);
      const url = `/api/get-portfolio-breakdown?portfolio_id=${portfolioId}`;
      const told: { total: Sums; steps: StepUse[] } & Record<(typeof LISTS)[number], Sums[]> = await get(url);
      const ended = cycles.filter((cycle) => cycle.end_date !== null);
      expect(told.total.result).toBe(cashText(sum(ended.map(({ result }) => cashFrom(result)))));
      const { gross, commission, funding, liquidation_fee: fee, result } = told.total;
      const costs = subtract(subtract(sum([cashFrom(gross), cashFrom(funding)]), cashFrom(commission)), cashFrom(fee));
      expect(cashText(costs)).toBe(result);
      for (const list of LISTS) {
        for (const figure of SUMS) {
          const total = cashText(sum(told[list].map((one) => cashFrom(one[figure]))));
          expect(`${list} ${figure} ${total}`).toBe(`${list} ${figure} ${told.total[figure]}`);
        }
      }
      const bySymbol = Map.groupBy(ended, ({ symbol }) => symbol);
      expect(Object.fromEntries(told.symbols.map((one) => [one.value, one.result]))).toEqual(
        Object.fromEntries(
          [...bySymbol].map(([symbol, own]) => [symbol, cashText(sum(own.map((one) => cashFrom(one.result))))]),
        ),
      );
      const real = ended.filter(({ state }) => state !== 'CANCELED');
      expect(told.steps.map(({ had, reached }) => [had, reached])).toEqual(
        told.steps.map((_step, step) => [
          real.filter((cycle) => cycle.levels_total >= step).length,
          real.filter((cycle) => cycle.levels_filled >= step).length,
        ]),
      );
      const ids = new Set(ended.map(({ cycle_id }) => cycle_id));
      const orders: ExecutedOrder[] = [];
      for (let offset = 0; ; offset += 1_000) {
        const { items } = await get(
          `/api/get-executed-orders?portfolio_id=${portfolioId}&date_from=2020-01-01&limit=1000&offset=${offset}`,
        );
        orders.push(...items);
        if (items.length < 1_000) break;
      }
      const slipped = orders
        .filter((order) => ids.has(order.cycle_id))
        .map((order) => cashFrom(order.slippage_cost ?? '0'));
      expect(told.total.slippage).toBe(cashText(sum(slipped)));
    }
  });
});

interface Stressed {
  readonly bots: readonly {
    portfolio_id: string;
    change: string;
    positions: readonly { change: string; levels_total: number; steps_taken: number[] }[];
  }[];
  readonly portfolios: readonly {
    portfolio_id: string;
    equity: string;
    equity_after: string;
    free_margin: string;
    free_margin_after: string;
  }[];
  readonly symbols: readonly { symbol: string; price: string; stressed_price: string; beta: string; returns: number }[];
}

describe('a stress test of the demo', () => {
  it('says of every open position what a fall does to it, and its bots add up to the loss of their portfolios', async () => {
    const small: Stressed = await get('/api/get-stress-test?market_percent=1');
    const large: Stressed = await get('/api/get-stress-test?market_percent=60');
    for (const test of [small, large]) {
      expect(test.bots.length).toBeGreaterThan(0);
      const changes = test.bots.map(({ change }) => cashFrom(change));
      const lost = test.portfolios.map((one) => subtract(cashFrom(one.equity_after), cashFrom(one.equity)));
      expect(cashText(sum(changes))).toBe(cashText(sum(lost)));
      expect(changes).toEqual([...changes].sort((one, other) => one - other));
      for (const bot of test.bots) {
        expect(bot.change).toBe(cashText(sum(bot.positions.map(({ change }) => cashFrom(change)))));
      }
    }
    const stepsOf = ({ bots }: Stressed) =>
      bots.flatMap(({ positions }) => positions.flatMap((one) => one.steps_taken));
    expect(stepsOf(large).length).toBeGreaterThan(stepsOf(small).length);
  });

  it('a stress test includes every portfolio with the equity of its card, and leaves idle ones unchanged', async () => {
    await newPortfolio(server);
    const { list, told: test } = await atOneInstant<Stressed>(() => get('/api/get-stress-test?market_percent=30'));
    const equityOf = (rows: readonly { portfolio_id?: string; equity?: string }[]) =>
      Object.fromEntries(rows.map(({ portfolio_id: id, equity }) => [id, equity]));
    expect(equityOf(test.portfolios)).toEqual(equityOf(list));
    const open = new Set(test.bots.map(({ portfolio_id: id }) => id));
    const idle = test.portfolios.filter(({ portfolio_id: id }) => !open.has(id));
    expect(idle.length).toBeGreaterThan(0);
    for (const one of idle) expect([one.equity_after, one.free_margin_after]).toEqual([one.equity, one.equity]);
  });

  it('lets every coin fall by its beta, from at least twenty daily returns of the recording', async () => {
    const { symbols }: Stressed = await get('/api/get-stress-test?market_percent=10');
    expect(symbols.length).toBeGreaterThan(0);
    for (const { symbol, price, stressed_price: after, beta, returns } of symbols) {
      expect(returns, symbol).toBeGreaterThanOrEqual(20);
      const fall = new Decimal(1).minus(new Decimal(after).div(price)).times(100);
      expect(fall.minus(new Decimal(beta).times(10)).abs().toNumber(), symbol).toBeLessThan(0.02);
    }
  });
});
