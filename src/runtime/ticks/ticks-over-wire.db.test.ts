import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Decimal } from 'decimal.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ConnectedExchange, connectExchange } from '#adapters/exchange-binance-usdm/connect-exchange.ts';
import { cashText } from '#base/decimal.ts';
import { later, MINUTE_MS, startOf } from '#base/time.ts';
import { type ExchangeFeed, openExchangeFeed } from '#market/exchange-feed.ts';
import { openMarketStore } from '#market/store/market-store.ts';
import type { RuntimeChange } from '#ports/runtime.ts';
import { type Database, openDatabase } from '#storage/database/database.ts';
import { storePortfolio } from '../../../scripts/paper-world.ts';
import { startTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { botCommand } from '../../../tests/support/random-account.ts';
import { loopbackUrls } from '../../../tests/support/scripted-exchange.ts';
import { until } from '../../../tests/support/until.ts';
import { openWireWorld, type WireWorld } from '../../../tests/support/wire-world.ts';
import { type PaperRuntime, startPaperRuntime } from '../paper-runtime.ts';

const OWNER = 'ann';
const TIMES = { graceMs: 300, firstWaitMs: 50, silenceMs: 5_000, askedAgainMs: 200, marksEveryMs: 5 };
const folder = mkdtempSync(path.join(tmpdir(), 'botyard-ticks-'));

let world: WireWorld;
let exchange: ConnectedExchange;
let feed: ExchangeFeed;
let test: TestDatabase;
let engine: Database;
let runtime: PaperRuntime;

beforeAll(async () => {
  [world, test] = await Promise.all([openWireWorld(), startTestDatabase()]);
  engine = openDatabase({ url: test.engineUrl, poolMax: 4, applicationName: 'test engine' });
  exchange = connectExchange({ name: 'sim', urls: loopbackUrls(world.port) });
  const store = await openMarketStore(folder, () => {});
  const marks = await openMarketStore(path.join(folder, 'marks'), () => {});
  const failed = (error: unknown): never => {
    throw error;
  };
  feed = await openExchangeFeed({
    source: exchange.market,
    store,
    marks,
    watch: null,
    tell: () => {},
    failed,
    times: TIMES,
  });
  runtime = await startPaperRuntime({
    engine,
    feed,
    openQuotes: exchange.quotes,
    speed: 1,
    logDays: 365,
    log: () => {},
  });
});
afterAll(async () => {
  await runtime.stop();
  await feed.close();
  await exchange.close();
  await engine.close();
  await test.close();
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

const rowsOf = async (table: 'orders' | 'trades'): Promise<number> =>
  (await engine.db.selectFrom(table).select('botId').execute()).length;

it('ticks of the exchange move the open result between two minutes, reach listeners, and decide nothing', async () => {
  const app = openDatabase({ url: test.appUrl, poolMax: 2, applicationName: 'test app' });
  await storePortfolio(app, { ownerId: OWNER, portfolioId: 'p', wallet: '10000', createdAt: new Date(0) });
  await app.close();
  await runtime.openPortfolio(OWNER, 'p');
  await feed.hold(['ETHUSDT'], feed.closed());
  const params = { baseOrderSize: '1000', stepPercent: '5', takeProfitPercent: '20', safetyOrdersCount: 2 };
  const command = botCommand(params);
  const row = { name: 'Ticks', comment: '', strategyId: null, strategyVersion: null };
  expect((await runtime.command({ ownerId: OWNER, portfolioId: 'p', command, row })).ok).toBe(true);
  // The cycle opens at a close; its base order fills in the next minute.
  const botNow = async () => (await runtime.botsNow([{ portfolioId: 'p', botId: 'bot' }])).get('bot');
  const atom = async () => (await botNow())?.snapshot.bot.atoms[0];
  const view = async () => (await botNow())?.views[0];
  for (let minute = 0; minute < 3; minute += 1) {
    await world.pass(MINUTE_MS);
    await until(() => runtime.market().minute >= later(startOf(world.simulation.now(), MINUTE_MS), -MINUTE_MS));
  }
  await runtime.flush();
  const position = (await atom())?.cycle?.position;
  if (position === undefined || position.quantity === 0) throw new Error('the bot holds nothing');
  const changes: RuntimeChange[] = [];
  const leave = runtime.onChange((change) => void changes.push(change));
  const before = { orders: await rowsOf('orders'), trades: await rowsOf('trades'), atom: await atom() };
  const { minute } = runtime.market();

  const seen = new Set<number>();
  for (let second = 0; second < 50; second += 1) {
    await world.pass(1_000);
    await new Promise((resolve) => setTimeout(resolve, 20));
    const seenNow = await view();
    if (seenNow?.mark == null) throw new Error('no mark');
    seen.add(seenNow.mark);
    const value = new Decimal(seenNow.mark).times(position.quantity).times('0.00001');
    expect(cashText(seenNow.unrealized)).toBe(value.minus(new Decimal(position.cost).times('1e-8')).toFixed(8));
  }
  const { bids, asks } = world.simulation.market.book('ETHUSDT', world.simulation.now(), 1) ?? { bids: [], asks: [] };
  const mid = Math.floor(((bids[0]?.price ?? 0) + (asks[0]?.price ?? 0)) / 2);
  const closed = feed.minute(minute);
  const distance = (closed.mark('ETHUSDT')?.close ?? 0) - (closed.candle('ETHUSDT')?.close ?? 0);
  expect(distance).not.toBe(0);
  const expected = mid + distance;
  await until(async () => (await view())?.mark === expected, 'the mark is the middle of the book, at its distance');
  await until(() => changes.some(({ bots }) => bots.some(({ botId }) => botId === 'bot')), 'the bot is told');
  expect(changes.some(({ prices }) => prices.some(({ symbol }) => symbol === 'ETHUSDT'))).toBe(true);
  expect(seen.size).toBeGreaterThan(5);
  expect(runtime.market().minute).toBe(minute);
  await runtime.flush();
  expect({ orders: await rowsOf('orders'), trades: await rowsOf('trades'), atom: await atom() }).toEqual(before);
  leave();
});
