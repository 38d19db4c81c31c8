import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newEngineBot } from '#engine/bots/new-bot.ts';
import { paperLadder } from '#engine/bots/registry.ts';
import type { MarketMinute } from '#engine/model/account.ts';
import { cashPerTickStep, gridOf, type Instrument } from '#engine/model/instrument.ts';
import { ladderParams } from '#engine/model/ladder-params.ts';
import type { Feed } from '#ports/feed.ts';
import { type Database, openDatabase } from '#storage/database/database.ts';
import { storePortfolio } from '../../scripts/paper-world.ts';
import { startTestDatabase } from '../../tests/support/database.ts';
import { noQuotes } from '../../tests/support/no-quotes.ts';
import { openReplayFeed, type ReplayFeed } from '../../tests/support/replay-feed.ts';
import { until } from '../../tests/support/until.ts';
import { type PaperRuntime, startPaperRuntime } from './paper-runtime.ts';

const [OWNER, PORTFOLIO, BOT] = ['owner-1', 'portfolio-1', 'bot-1'];

/** The same market at an exchange that counts ETHUSDT in ticks of another size: its prices lie on both. */
function countedInTicksOf(feed: ReplayFeed, tick: string): Feed {
  const counted = (instrument: Instrument): Instrument => ({
    ...instrument,
    tick: gridOf(tick),
    cashPerTickStep: cashPerTickStep(gridOf(tick), instrument.step),
  });
  const instruments = new Map(
    [...feed.instruments].map(([symbol, known]) => [symbol, symbol === 'ETHUSDT' ? counted(known) : known]),
  );
  const times = 0.01 / Number(tick);
  const price = (count: number): number => Math.max(1, Math.round(count * times));
  const minuteIn = (minute: MarketMinute): MarketMinute => ({
    ...minute,
    candle(symbol) {
      const candle = minute.candle(symbol);
      if (symbol !== 'ETHUSDT' || candle === null) return candle;
      const { open, high, low, close } = candle;
      return { ...candle, open: price(open), high: price(high), low: price(low), close: price(close) };
    },
    range(symbol, from, to) {
      const range = minute.range(symbol, from, to);
      return symbol !== 'ETHUSDT' || range === null ? range : { low: price(range.low), high: price(range.high) };
    },
  });
  return { ...feed, instruments, minute: (time) => minuteIn(feed.minute(time)) };
}

describe('a start after the exchange has changed the tick of a contract', () => {
  let test: Awaited<ReturnType<typeof startTestDatabase>>;
  let [app, engine]: [Database | null, Database | null] = [null, null];
  let owner: pg.Client;
  let feed: ReplayFeed;
  let runtime: PaperRuntime | null = null;

  beforeAll(async () => {
    [test, feed] = [await startTestDatabase(), await openReplayFeed()];
    app = openDatabase({ url: test.appUrl, poolMax: 2, applicationName: 'test app' });
    engine = openDatabase({ url: test.engineUrl, poolMax: 4, applicationName: 'test engine' });
    owner = new pg.Client({ connectionString: test.ownerUrl });
    await owner.connect();
  });

  afterEach(async () => {
    await runtime?.stop();
    runtime = null;
  });

  afterAll(async () => {
    await Promise.all([app?.close(), engine?.close(), owner.end()]);
    await test.close();
  });

  const start = async (counted: Feed): Promise<PaperRuntime> => {
    if (engine === null) throw new Error('the database is open');
    await runtime?.stop();
    runtime = await startPaperRuntime({
      engine,
      feed: counted,
      openQuotes: noQuotes,
      speed: 1,
      logDays: 365,
      log: () => {},
    });
    return runtime;
  };
  const step = async (running: PaperRuntime, minutes: number): Promise<void> => {
    feed.step(minutes);
    await until(() => running.market().minute >= feed.closed(), `${minutes} minutes of the market`);
    await running.flush();
  };
  const rows = async (text: string) => (await owner.query(text)).rows;
  const openOrders = () =>
    rows(`select role, price::float, trigger_price::float, qty::float from orders where bot_id = '${BOT}' and state = 'OPEN'
           order by number`);
  const tickStored = async () =>
    (await rows(`select snapshot -> 'grids' -> 0 -> 'tick' as tick from bots where bot_id = '${BOT}'`))[0].tick;

  it('a bot goes on with a finer tick, waits in ERROR while a coarser one does not fit, and can be taken over and restarted', async () => {
    if (app === null) throw new Error('the database is open');
    let running = await start(feed);
    await storePortfolio(app, {
      ...{ ownerId: OWNER, portfolioId: PORTFOLIO, wallet: '10000' },
      createdAt: new Date(running.market().now),
    });
    await running.openPortfolio(OWNER, PORTFOLIO);
    const params = ladderParams.parse({
      baseOrderSize: '200',
      stepPercent: '7.77',
      takeProfitPercent: '20',
      safetyOrdersCount: 2,
    });
    const bot = newEngineBot({ botId: BOT, kind: paperLadder.kind, symbols: ['ETHUSDT'], params, paramsVersion: 1 });
    const own = { ownerId: OWNER, portfolioId: PORTFOLIO };
    const created = await running.command({
      ...own,
      command: { type: 'create', bot, autostart: true },
      row: { name: 'Bot', comment: '', strategyId: null, strategyVersion: null },
    });
    expect(created.ok).toBe(true);
    await step(running, 3);
    const before = await openOrders();
    expect(before.map(({ role }) => role)).toEqual(['take_profit', 'safety', 'safety']);
    expect(await tickStored()).toEqual(gridOf('0.01'));

    const finer = countedInTicksOf(feed, '0.002');
    running = await start(finer);
    await step(running, 3);
    expect(await tickStored()).toEqual(gridOf('0.002'));
    expect(await openOrders()).toEqual(before);
    const snapshot = (await running.botsNow([{ portfolioId: PORTFOLIO, botId: BOT }])).get(BOT);
    expect(snapshot?.snapshot.bot.state).toBe('RUNNING');

    running = await start(countedInTicksOf(feed, '0.7'));
    await step(running, 2);
    expect(await rows(`select state, state_reason from bots where bot_id = '${BOT}'`)).toEqual([
      { state: 'ERROR', state_reason: 'GRID_CHANGED' },
    ]);
    expect(await tickStored()).toEqual(gridOf('0.002'));
    expect(await openOrders()).toEqual(before.filter(({ role }) => role === 'take_profit'));
    const restart = { ...own, command: { type: 'restart', botId: BOT } } as const;
    expect(await running.command(restart)).toMatchObject({ ok: false, reasons: [{ code: 'GRID_CHANGED' }] });
    const detached = await running.command({ ...own, command: { type: 'stop', botId: BOT, position: 'detach' } });
    expect(detached.ok).toBe(true);
    const [taken] = await rows(`select price::float from orders where bot_id = '${BOT}' and role = 'take_profit'`);
    expect(taken.price).toBe(before[0]?.price);
    expect((await running.command(restart)).ok).toBe(true);
    await step(running, 3);
    expect(await tickStored()).toEqual(gridOf('0.7'));
    expect(
      (await rows(`select state from cycles where bot_id = '${BOT}' order by seq`)).map(({ state }) => state),
    ).toEqual(['DETACHED', 'OPEN']);
  });
});
