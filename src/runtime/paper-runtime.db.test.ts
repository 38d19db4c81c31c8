import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { cashFrom } from '#base/decimal.ts';
import { later, MINUTE_MS } from '#base/time.ts';
import { newEngineBot } from '#engine/bots/new-bot.ts';
import { paperLadder } from '#engine/bots/registry.ts';
import { type LadderParamsInput, ladderParams } from '#engine/model/ladder-params.ts';
import type { CommandRequest, RuntimeChange, UserCommand } from '#ports/runtime.ts';
import { type Database, openDatabase } from '#storage/database/database.ts';
import { storePortfolio } from '../../scripts/paper-world.ts';
import { checkPaper } from '../../scripts/torture-check.ts';
import { startTestDatabase } from '../../tests/support/database.ts';
import { noQuotes } from '../../tests/support/no-quotes.ts';
import { openReplayFeed, type ReplayFeed } from '../../tests/support/replay-feed.ts';
import { until } from '../../tests/support/until.ts';
import { demoOf } from './demo/demo.ts';
import { type PaperRuntime, startPaperRuntime } from './paper-runtime.ts';

type TestDatabase = Awaited<ReturnType<typeof startTestDatabase>>;

const ADDRESS = '203.0.113.7';
const OWNER = 'owner-1';
/** A day of the market in steps of five minutes. */
const STEPS_MAX = 288;
const QUICK: LadderParamsInput = {
  baseOrderSize: '200',
  stepPercent: '0.1',
  takeProfitPercent: '0.15',
  safetyOrdersCount: 3,
};

function create(botId: string, input: LadderParamsInput = QUICK): Extract<UserCommand, { type: 'create' }> {
  const params = ladderParams.parse(input);
  const bot = newEngineBot({
    kind: paperLadder.kind,
    botId,
    symbols: ['ETHUSDT'],
    params,
    paramsVersion: 1,
    isEnterBuyEnabled: true,
    isEnterSellEnabled: false,
    stopLossPercent: params.stopLossPercent,
    takeProfitPercent: params.takeProfitPercent,
  });
  return { type: 'create', bot, autostart: true };
}

function own(portfolioId: string, command: UserCommand, name?: string): CommandRequest {
  const row = { comment: '', strategyId: null, strategyVersion: null };
  return { ownerId: OWNER, portfolioId, command, ...(name === undefined ? {} : { row: { ...row, name } }) };
}

describe('the paper runtime on PostgreSQL', () => {
  let test: TestDatabase;
  let app: Database;
  let engine: Database;
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
    await Promise.all([app.close(), engine.close(), owner.end()]);
    await test.close();
  });

  const logged: string[] = [];
  const start = async (): Promise<PaperRuntime> => {
    runtime = await startPaperRuntime({
      engine,
      feed,
      openQuotes: noQuotes,
      speed: 1,
      logDays: 365,
      log: (line) => logged.push(line),
    });
    return runtime;
  };
  /** Closes this many more minutes and waits until the engine has decided them. */
  const step = (running: PaperRuntime, minutes: number): Promise<void> => {
    feed.step(minutes);
    return until(() => running.market().minute >= feed.closed(), `${minutes} minutes of the market`);
  };
  const portfolio = async (running: PaperRuntime, portfolioId: string): Promise<void> => {
    const createdAt = new Date(running.market().now);
    await storePortfolio(app, { ownerId: OWNER, portfolioId, wallet: '10000', createdAt });
    await running.openPortfolio(OWNER, portfolioId);
  };
  const botIn = async (running: PaperRuntime, portfolioId: string, botId: string) =>
    (await running.botsNow([{ portfolioId, botId }])).get(botId);
  const count = async (table: string, where: string): Promise<number> =>
    Number((await owner.query(`select count(*) as n from ${table} where ${where}`)).rows[0].n);
  /** How many minutes a bot takes until it trades depends on the minute at which it began. */
  const tradesStored = async (running: PaperRuntime, botId: string, least: number): Promise<void> => {
    for (let steps = 0; steps < STEPS_MAX; steps += 1) {
      await step(running, 5);
      await running.flush();
      if ((await count('trades', `bot_id = '${botId}'`)) >= least) return;
    }
    throw new Error(`${botId} has not made ${least} trades`);
  };
  const enginesAgree = async (): Promise<void> => {
    const found = await checkPaper(test.ownerUrl, feed);
    expect(found.violations).toEqual([]);
    expect(found.commands).toBeGreaterThan(0);
  };

  it('starts at the present of the feed the first time, and later catches up on minutes that closed while it was down', async () => {
    const first = await start();
    expect(first.market().minute).toBe(feed.startMinute);
    await step(first, 10);
    await first.stop();
    const stopped = first.market().minute;
    feed.step(6);
    const second = await start();
    expect(second.market().minute).toBe(stopped);
    await expect.poll(() => second.market().minute).toBe(later(stopped, 6 * MINUTE_MS));
    expect(second.market().engine).toBe('running');
  });

  it('an excluded asset gets no cycle, in old and new portfolios and after a restart, until it is let in again', async () => {
    const note = (running: PaperRuntime, tradeCategoryId: string | null) =>
      running.setAssetNote({ ownerId: OWNER, symbol: 'ETHUSDT', fields: { tradeCategoryId }, address: ADDRESS });
    const waits = async (running: PaperRuntime, id: string) => {
      const found = await running.waitsNow([{ portfolioId: `p-${id}`, botId: id }]);
      return found.get(id)?.map(({ code }) => code);
    };
    let running = await start();
    await portfolio(running, 'p-older');
    await note(running, 'excluded');
    await portfolio(running, 'p-newer');
    await running.command(own('p-older', create('older'), 'Older'));
    await running.command(own('p-newer', create('newer'), 'Newer'));
    await step(running, 5);
    expect([await waits(running, 'older'), await waits(running, 'newer')]).toEqual([
      ['ASSET_EXCLUDED'],
      ['ASSET_EXCLUDED'],
    ]);
    await running.stop();
    running = await start();
    await step(running, 5);
    await running.flush();
    expect(await count('cycles', "portfolio_id in ('p-older', 'p-newer')")).toBe(0);
    expect(await count('logs', `code = 'ENTRY_BLOCKED' and figures->>'reason' = 'ASSET_EXCLUDED'`)).toBe(2);
    await note(running, null);
    await step(running, 5);
    await running.flush();
    expect(await count('cycles', "portfolio_id in ('p-older', 'p-newer')")).toBeGreaterThanOrEqual(2);
    expect(await count('audit_trail', `event = 'asset-changed' and owner_id = '${OWNER}'`)).toBe(2);
    await enginesAgree();
  });

  /** Stops the engine some minutes after the beginning of a recording that begins anew. */
  const stoppedAhead = async () => {
    const running = await start();
    await step(running, 2);
    await running.stop();
    runtime = null;
    const stood = running.market().minute;
    const late = await openReplayFeed();
    expect(late.closed()).toBeLessThan(stood);
    return { late, stood };
  };

  it('waits for a feed that is behind the engine', async () => {
    const { late, stood } = await stoppedAhead();
    let isStarted = false;
    let isWaiting = false;
    const awaited: ReplayFeed = {
      ...late,
      onClosed: (listener) => {
        isWaiting = true;
        return late.onClosed(listener);
      },
    };
    const starting = startPaperRuntime({
      engine,
      feed: awaited,
      openQuotes: noQuotes,
      speed: 1,
      logDays: 365,
      log: () => {},
    });
    void starting.then(() => {
      isStarted = true;
    });
    await until(() => isWaiting, 'the runtime waits for the next minute');
    expect(isStarted).toBe(false);
    late.step((stood - late.closed()) / MINUTE_MS);
    const behind = await starting;
    expect(behind.market().minute).toBe(stood);
    await behind.stop();
  });

  it('a stop ends the wait for a feed that is behind the engine', async () => {
    const { late } = await stoppedAhead();
    const stopping = new AbortController();
    let left = 0;
    const awaited: ReplayFeed = {
      ...late,
      onClosed: (listener) => {
        const leave = late.onClosed(listener);
        queueMicrotask(() => stopping.abort());
        return () => {
          left += 1;
          leave();
        };
      },
    };
    const rest = { openQuotes: noQuotes, speed: 1, logDays: 365, log: () => {} };
    const starting = startPaperRuntime({ engine, feed: awaited, signal: stopping.signal, ...rest });
    await expect(starting).rejects.toMatchObject({ name: 'AbortError' });
    expect(left).toBe(1);
  });

  it('resolves a command when it is committed together with everything decided before it', async () => {
    const running = await start();
    await portfolio(running, 'p-commit');
    const outcome = await running.command(own('p-commit', create('bot-commit'), 'first'));
    expect(outcome).toMatchObject({ ok: true, value: { changed: true, warnings: [] } });
    expect(await count('bots', "bot_id = 'bot-commit' and state = 'RUNNING'")).toBe(1);
    expect(await count('commands', "portfolio_id = 'p-commit'")).toBe(1);
    expect(await count('logs', "bot_id = 'bot-commit'")).toBeGreaterThan(0);
    await tradesStored(running, 'bot-commit', 1);
    await running.stop();
    await enginesAgree();
  });

  it('continues after a restart exactly where it stopped, trade by trade', async () => {
    const before = await start();
    await portfolio(before, 'p-resume');
    await before.command(own('p-resume', create('bot-resume'), 'resumed'));
    await step(before, 35);
    await before.stop();
    const trades = await count('trades', "bot_id = 'bot-resume'");
    const after = await start();
    expect((await botIn(after, 'p-resume', 'bot-resume'))?.snapshot.bot.state).toBe('RUNNING');
    await tradesStored(after, 'bot-resume', trades + 1);
    await after.stop();
    await enginesAgree();
  });

  it('the comparison of runs notices a single changed price and a single missing posting', async () => {
    const violations = async (): Promise<string> => (await checkPaper(test.ownerUrl, feed)).violations.join('\n');
    const first = "trade_id = (select min(trade_id) from trades where bot_id = 'bot-resume')";
    await owner.query(`update trades set price = price + 0.01 where ${first}`);
    expect(await violations()).toMatch(/p-resume: trade \d+ of \d+ stored and \d+ lived differs/);
    await owner.query(`update trades set price = price - 0.01 where ${first}`);
    expect(await violations()).toBe('');
    await owner.query(
      "delete from ledger where source_id = (select min(source_id) from ledger where portfolio_id = 'p-resume')",
    );
    expect(await violations()).toMatch(/p-resume: posting .*\n[\s\S]*L8 the wallet is its start and its postings/);
    await owner.query("delete from portfolios where portfolio_id = 'p-resume'");
    for (const table of [
      'bots',
      'cycles',
      'net_cycles',
      'orders',
      'trades',
      'ledger',
      'logs',
      'commands',
      'bot_days',
      'bot_totals',
      'bot_hours',
      'portfolio_results',
      'portfolio_parts',
      'portfolio_hours',
      'equity_spans',
    ]) {
      await owner.query(`delete from ${table} where portfolio_id = 'p-resume'`);
    }
  });

  it('a refused command changes nothing', async () => {
    const running = await start();
    await portfolio(running, 'p-refuse');
    await running.command(own('p-refuse', create('bot-refuse'), 'refused'));
    const outcome = await running.command(own('p-refuse', { type: 'delete', botId: 'bot-refuse' }));
    expect(outcome).toMatchObject({ ok: false, reasons: [{ code: 'BOT_NOT_STOPPED' }] });
    expect(await count('commands', "portfolio_id = 'p-refuse'")).toBe(1);
    const taken = await running.command(own('p-refuse', create('bot-refuse-2'), 'refused'));
    expect(taken).toMatchObject({ ok: false, reasons: [{ code: 'NAME_TAKEN' }, { path: ['name'] }] });
    expect(await botIn(running, 'p-refuse', 'bot-refuse-2')).toBeUndefined();
    const foreign = await running.command({
      ...own('p-refuse', { type: 'finish', botId: 'bot-refuse' }),
      ownerId: 'somebody',
    });
    expect(foreign).toMatchObject({ ok: false, reasons: [{ code: 'PORTFOLIO_NOT_FOUND' }] });
  });

  it('previews a command on a copy, without any effect', async () => {
    const running = await start();
    await portfolio(running, 'p-preview');
    await running.command(own('p-preview', create('bot-preview'), 'previewed'));
    const outcome = await running.preview(own('p-preview', { type: 'finish', botId: 'bot-preview' }));
    expect(outcome).toMatchObject({ ok: true, value: { changed: true, bot: { bot: { state: 'FINISHED' } } } });
    expect((await botIn(running, 'p-preview', 'bot-preview'))?.snapshot.bot.state).toBe('RUNNING');
    await running.flush();
    expect(await count('commands', "portfolio_id = 'p-preview'")).toBe(1);
  });

  it('sets the paper wallet while flat, as a transfer of the ledger', async () => {
    const running = await start();
    await portfolio(running, 'p-wallet');
    const command = { type: 'set-wallet', balance: '2500', sourceId: 'transfer-1' } as const;
    expect(await running.command(own('p-wallet', command))).toMatchObject({ ok: true });
    expect((await running.fundsNow(['p-wallet'])).get('p-wallet')?.wallet).toBe(cashFrom('2500'));
    const { rows } = await owner.query(
      "select account, amount from ledger where portfolio_id = 'p-wallet' order by account",
    );
    expect(rows.map((row) => [row.account, Number(row.amount)])).toEqual([
      ['transfer', 7_500],
      ['wallet', -7_500],
    ]);
  });

  it('waits while the database fails, and loses nothing', async () => {
    const running = await start();
    await portfolio(running, 'p-outage');
    await owner.query('alter table market_clock rename to market_clock_away');
    const promise = running.command(own('p-outage', create('bot-outage'), 'outage'));
    let isAnswered = false;
    void promise.then(() => {
      isAnswered = true;
    });
    logged.length = 0;
    await until(() => logged.length > 0, 'a failed attempt to store the command');
    expect(isAnswered).toBe(false);
    expect(await count('bots', "bot_id = 'bot-outage'")).toBe(0);
    await owner.query('alter table market_clock_away rename to market_clock');
    expect(await promise).toMatchObject({ ok: true });
    expect(await count('bots', "bot_id = 'bot-outage'")).toBe(1);
    await running.stop();
    await enginesAgree();
  });

  it('announces changes at most five times a second, and rows only once they can be read', async () => {
    const running = await start();
    await portfolio(running, 'p-change');
    const changes: RuntimeChange[] = [];
    const times: number[] = [];
    const leave = running.onChange((change) => {
      changes.push(change);
      times.push(performance.now());
    });
    await running.command(own('p-change', create('bot-change'), 'changing'));
    /** The market moves on, which is told, until so much has been heard. */
    const movesUntil = (isHeard: () => boolean) =>
      until(() => {
        feed.step(1);
        return isHeard();
      });
    await movesUntil(() => changes.length >= 5);
    leave();
    const heard = changes.length;
    const gaps = times.slice(1).map((time, index) => time - at(times, index));
    expect(Math.min(...gaps)).toBeGreaterThan(195); // A timer may fire a millisecond early, never more.
    expect(changes.flatMap((change) => change.bots.map((bot) => bot.botId))).toContain('bot-change');
    expect(changes.flatMap((change) => change.touched)).toContainEqual({
      ownerId: OWNER,
      topics: expect.arrayContaining(['bots', 'logs']),
    });
    expect(changes.at(-1)?.prices.map((price) => price.symbol)).toEqual([...feed.instruments.keys()]);
    const others: RuntimeChange[] = [];
    running.onChange((change) => others.push(change));
    await movesUntil(() => others.length >= 2);
    expect(changes.length).toBe(heard);
  });

  it('loads the demo from the recorded candles, keeps it running, and removes all of it', async () => {
    const running = await start();
    const failed = (error: unknown): never => {
      throw error;
    };
    const demo = demoOf({ engine, runtime: running, feed, log: failed, failed });
    const absent = { state: 'absent', progressPercent: 0, portfolios: 0, bots: 0, failure: null };
    expect(await demo.progress(OWNER)).toEqual(absent);
    expect(await demo.load(OWNER, ADDRESS)).toEqual({ ok: true, value: null });
    expect(await demo.load(OWNER, ADDRESS)).toMatchObject({ ok: false, reasons: [{ code: 'DEMO_PRESENT' }] });
    while ((await demo.progress(OWNER)).state === 'fetching') await sleep(1);
    expect(await demo.progress(OWNER)).toMatchObject({ portfolios: 2, bots: 6, failure: null });
    while ((await demo.progress(OWNER)).state === 'loading') await sleep(50);
    await running.flush();
    const bots = 'portfolio_id in (select portfolio_id from portfolios where is_demo)';
    expect(await count('cycles', `${bots} and end_at is not null`)).toBeGreaterThan(300);
    expect(await count('cycles', `${bots} and end_at is not null and result < 0`)).toBeGreaterThan(0);
    expect(await count('cycles', `${bots} and end_at is null`)).toBeGreaterThan(0);
    expect(await count('bot_hours', bots)).toBeGreaterThan(6 * 24 * 20);
    expect(await count('strategies', 'true')).toBe(6);
    const { rows } = await owner.query(`select min(ts) as first from trades where ${bots}`);
    const minute = running.market().minute;
    expect(rows[0].first.getTime()).toBeLessThan(minute - 30_000 * MINUTE_MS);
    await step(running, 1);

    expect(await demo.remove(OWNER, ADDRESS)).toEqual({ ok: true, value: null });
    expect(await demo.progress(OWNER)).toMatchObject({ state: 'absent' });
    expect(await demo.remove(OWNER, ADDRESS)).toMatchObject({ ok: false, reasons: [{ code: 'DEMO_NOT_FOUND' }] });
    expect(await count('portfolios', 'is_demo')).toBe(0);
    expect(await count('strategies', 'true')).toBe(0);
    const tables = [
      'bots',
      'cycles',
      'net_cycles',
      'orders',
      'trades',
      'ledger',
      'logs',
      'commands',
      'bot_days',
      'bot_totals',
      'bot_hours',
      'portfolio_results',
      'portfolio_parts',
      'portfolio_hours',
      'equity_spans',
    ];
    for (const table of tables) {
      expect(await count(table, 'portfolio_id not in (select portfolio_id from portfolios)'), table).toBe(0);
    }
    await running.stop();
    await enginesAgree();
  });

  it('the demo begins three weeks before the present, which at a first start is the first recorded minute', () => {
    expect(later(feed.startMinute, -30_240 * MINUTE_MS)).toBe(Date.UTC(2025, 4, 4, 15, 37));
  });
});
