import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ConnectedExchange, connectExchange } from '#adapters/exchange-binance-usdm/connect-exchange.ts';
import { cashFrom, rateFrom } from '#base/decimal.ts';
import { later, MINUTE_MS, startOf } from '#base/time.ts';
import { newEngineBot } from '#engine/bots/new-bot.ts';
import { liveLadder } from '#engine/bots/registry.ts';
import { ladderParams } from '#engine/model/ladder-params.ts';
import { type ExchangeFeed, openExchangeFeed } from '#market/exchange-feed.ts';
import { openMarketStore } from '#market/store/market-store.ts';
import { NO_TRADE, type Venue } from '#ports/venue.ts';
import { type Database, openDatabase } from '#storage/database/database.ts';
import { storeRefusals } from '#storage/live/durable-store.ts';
import { installationCode } from '#storage/live/installation-code.ts';
import { storePortfolio } from '../../../scripts/paper-world.ts';
import { startTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { loopbackUrls } from '../../../tests/support/scripted-exchange.ts';
import { until } from '../../../tests/support/until.ts';
import { openWireWorld, type Trader, type WireWorld } from '../../../tests/support/wire-world.ts';
import { type PaperRuntime, startPaperRuntime } from '../paper-runtime.ts';

const OWNER = 'ann';
const SYMBOL = 'ETHUSDT';
const TIMES = { graceMs: 300, firstWaitMs: 50, silenceMs: 5_000, askedAgainMs: 200, marksEveryMs: 5 };
const SEND_TIMES = { recvWindowMs: 400, barrierMarginMs: 300 };
const CAPS = {
  botNotional: cashFrom('10000'),
  accountNotional: cashFrom('10000'),
  ordersPerMinute: 500,
  dailyLoss: cashFrom('5000'),
  priceBand: rateFrom('0.2'),
};
const folder = mkdtempSync(path.join(tmpdir(), 'botyard-live-'));

let world: WireWorld;
let test: TestDatabase;
let trader: Trader;
let exchange: ConnectedExchange;
let feed: ExchangeFeed;
let engine: Database;
let runtime: PaperRuntime;
let venue: Venue;
const logged: string[] = [];

/** Starts a program's engine on the database, as after kill -9 of the one before. */
async function startEngine(): Promise<void> {
  engine = openDatabase({ url: test.engineUrl, poolMax: 4, applicationName: 'test engine' });
  exchange = connectExchange({ name: 'sim', urls: loopbackUrls(world.port) }, { sendTimes: SEND_TIMES });
  const store = await openMarketStore(folder, () => {});
  const marks = await openMarketStore(path.join(folder, 'marks'), () => {});
  const failed = (error: unknown): never => {
    throw error;
  };
  const source = exchange.market;
  feed = await openExchangeFeed({ source, store, marks, watch: null, tell: () => {}, failed, times: TIMES });
  venue = exchange.venue('ann', trader.key);
  runtime = await startPaperRuntime({
    engine,
    feed,
    openQuotes: exchange.quotes,
    speed: 1,
    logDays: 365,
    log: (line) => logged.push(line),
    failed,
    live: {
      environment: 'sim',
      installation: () => installationCode(engine),
      engine,
      openDatabase: async () => openDatabase({ url: test.engineUrl, poolMax: 1, applicationName: 'test orders' }),
      openVenue: async () => exchange.venue('ann', trader.key),
      storeRefusals: () => storeRefusals(engine),
    },
  });
}

async function stopEngine(): Promise<void> {
  await runtime.stop();
  await feed.close();
  await venue.close();
  await exchange.close();
  await engine.close();
}

beforeAll(async () => {
  [world, test] = await Promise.all([openWireWorld(), startTestDatabase()]);
  trader = await world.trader('hedge');
  await startEngine();
});
afterAll(async () => {
  await stopEngine();
  await test.close();
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Lets a minute pass, whose price is first multiplied by `factor`, and waits until books and exchange agree. */
async function pass(factor = 1): Promise<void> {
  const time = startOf(world.simulation.now(), MINUTE_MS);
  if (factor !== 1) await world.simulation.disturb({ kind: 'shock', symbol: SYMBOL, minute: time, factor });
  await world.pass(MINUTE_MS);
  await until(() => runtime.market().minute >= later(startOf(world.simulation.now(), MINUTE_MS), -MINUTE_MS));
  await agreed();
}

/** Waits until every position is as expected and nothing is unknown. */
async function agreed(): Promise<void> {
  await until(async () => {
    const account = await runtime.exchangeAccount(OWNER);
    if (account === null || !account.isSynced || account.unknownOrders.length > 0) return false;
    return account.positions.every(({ expected, actual, stop }) => expected === (actual ?? 0) && stop !== 'missing');
  }, 'the account agrees with the exchange');
}

const atom = async () => {
  const bots = await runtime.botsNow([{ portfolioId: 'p', botId: 'abcdefghijkl' }]);
  return bots.get('abcdefghijkl')?.snapshot.bot.atoms[0];
};

async function storedTrades(): Promise<readonly string[]> {
  const rows = await engine.db.selectFrom('trades').select(['side', 'qty', 'price']).execute();
  return rows.map(({ side, qty, price }) => `${side} ${Number(qty)} ${Number(price)}`).toSorted();
}

async function exchangeTrades(): Promise<readonly string[]> {
  const instrument = await venue.instrument(SYMBOL);
  if (instrument === null) throw new Error('the symbol is listed');
  const scale = ({ units, decimals }: { readonly units: number; readonly decimals: number }, count: number) =>
    Number(((count * units) / 10 ** decimals).toFixed(decimals));
  const trades = await venue.trades({ symbol: SYMBOL, fromId: NO_TRADE });
  return trades
    .map(({ side, quantity, price }) => `${side} ${scale(instrument.step, quantity)} ${scale(instrument.tick, price)}`)
    .toSorted();
}

it('a live ladder trades on the exchange account, outlives its program, and its books equal those of the exchange', async () => {
  const app = openDatabase({ url: test.appUrl, poolMax: 2, applicationName: 'test app' });
  await storePortfolio(app, { ownerId: OWNER, portfolioId: 'p', wallet: '0', createdAt: new Date(0) });
  await app.close();
  await engine.db.updateTable('portfolios').set({ kind: liveLadder.kind }).execute();
  await runtime.openPortfolio(OWNER, 'p');
  expect((await runtime.setCaps({ ownerId: OWNER, caps: CAPS })).ok).toBe(true);
  const params = ladderParams.parse({
    direction: 'buy',
    baseOrderSize: '400',
    safetyOrderSize: '400',
    safetyOrdersCount: 2,
    stepPercent: '1',
    takeProfitPercent: '1',
    stopLossPercent: '5',
    leverage: 5,
  });
  const bot = newEngineBot({
    botId: 'abcdefghijkl',
    kind: liveLadder.kind,
    symbols: [SYMBOL],
    params,
    paramsVersion: 1,
  });
  const row = { name: 'Live', comment: '', strategyId: null, strategyVersion: null };
  const command = { type: 'create', bot, autostart: true } as const;
  const created = await runtime.command({ ownerId: OWNER, portfolioId: 'p', command, row });
  expect(created).toMatchObject({ ok: true });
  await pass();
  await until(async () => (await atom())?.phase === 'OPEN', 'the base order has filled');
  await agreed();
  await pass(0.985);
  await until(async () => (await atom())?.cycle?.levelsFilled === 1, 'the first step has filled');
  await agreed();

  await stopEngine();
  const factor = {
    kind: 'shock',
    symbol: SYMBOL,
    minute: startOf(world.simulation.now(), MINUTE_MS),
    factor: 1.04,
  } as const;
  await world.simulation.disturb(factor); // The take profit fills while nobody looks.
  await world.pass(MINUTE_MS);
  await startEngine();
  await agreed();
  await pass();
  const firstCycle = () =>
    engine.db.selectFrom('cycles').select(['closeReason', 'state']).orderBy('seq').executeTakeFirst();
  await until(async () => (await firstCycle())?.state === 'CLOSED', 'the first cycle has closed');
  expect(await firstCycle()).toEqual({ closeReason: 'take_profit', state: 'CLOSED' });
  await agreed();
  expect(await storedTrades()).toEqual(await exchangeTrades());
});
