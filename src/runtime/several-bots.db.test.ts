import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newEngineBot } from '#engine/bots/new-bot.ts';
import { paperLadder } from '#engine/bots/registry.ts';
import { type LadderParamsInput, ladderParams } from '#engine/model/ladder-params.ts';
import type { BotMove, ConditionsRequest, UserCommand, VersionsRequest } from '#ports/runtime.ts';
import { type Database, openDatabase } from '#storage/database/database.ts';
import { storePortfolio } from '../../scripts/paper-world.ts';
import { checkPaper } from '../../scripts/torture-check.ts';
import { startTestDatabase } from '../../tests/support/database.ts';
import { noQuotes } from '../../tests/support/no-quotes.ts';
import { openReplayFeed, type ReplayFeed } from '../../tests/support/replay-feed.ts';
import { until } from '../../tests/support/until.ts';
import { type PaperRuntime, startPaperRuntime } from './paper-runtime.ts';

const OWNER = 'owner-1';
/** Ends cycles within minutes. */
const QUICK: LadderParamsInput = {
  baseOrderSize: '200',
  stepPercent: '0.1',
  takeProfitPercent: '0.15',
  safetyOrdersCount: 3,
};

function newBot(botId: string): Extract<UserCommand, { type: 'create' }> {
  const params = ladderParams.parse(QUICK);
  const plan = { kind: paperLadder.kind, botId, symbols: ['ETHUSDT'], params, paramsVersion: 1 };
  return { type: 'create', bot: newEngineBot(plan), autostart: true };
}

describe('several bots at once, on PostgreSQL', () => {
  let test: Awaited<ReturnType<typeof startTestDatabase>>;
  let [app, engine]: Database[] = [];
  let owner: pg.Client;
  let feed: ReplayFeed;
  let runtime: PaperRuntime;
  let round = 0;
  /** Ids of this test: portfolios `one` and `two`, bots by name. */
  const own = (name: string): string => `${name}-${round}`;

  beforeAll(async () => {
    [test, feed] = [await startTestDatabase(), await openReplayFeed()];
    app = openDatabase({ url: test.appUrl, poolMax: 1, applicationName: 'test app' });
    engine = openDatabase({ url: test.engineUrl, poolMax: 4, applicationName: 'test engine' });
    owner = new pg.Client({ connectionString: test.ownerUrl });
    await owner.connect();
  });

  beforeEach(async () => {
    round += 1;
    await start();
    for (const portfolioId of [own('one'), own('two')]) {
      const createdAt = new Date(runtime.market().now);
      await storePortfolio(database(app), { ownerId: OWNER, portfolioId, wallet: '10000', createdAt });
      await runtime.openPortfolio(OWNER, portfolioId);
    }
  });

  afterEach(async () => {
    await runtime.flush();
    const { violations } = await checkPaper(test.ownerUrl, feed); // Each portfolio as one uninterrupted run decides.
    expect(violations).toEqual([]);
    await runtime.stop();
  });

  afterAll(async () => {
    await Promise.all([database(app).close(), database(engine).close(), owner.end()]);
    await test.close();
  });

  const database = (opened: Database | undefined): Database => {
    if (opened === undefined) throw new Error('the database is open');
    return opened;
  };
  const start = async (): Promise<void> => {
    const options = { engine: database(engine), feed, openQuotes: noQuotes, speed: 1, logDays: 365, log: () => {} };
    runtime = await startPaperRuntime(options);
    await decided();
  };
  const decided = (): Promise<void> => until(() => runtime.market().minute === feed.closed(), 'the engine keeps up');
  const pass = async (minutes: number): Promise<void> => {
    feed.step(minutes);
    await decided();
    await runtime.flush();
  };
  const tell = async (portfolio: string, command: UserCommand, name?: string): Promise<void> => {
    const row = { comment: '', strategyId: null, strategyVersion: null };
    const named = name === undefined ? {} : { row: { ...row, name } };
    const outcome = await runtime.command({ ownerId: OWNER, portfolioId: own(portfolio), command, ...named });
    expect(outcome).toMatchObject({ ok: true });
  };
  /** A bot that has traded for a while, closed its position and stands still. */
  const flatBot = async (portfolio: string, bot: string): Promise<void> => {
    await tell(portfolio, newBot(own(bot)), bot);
    await pass(90);
    await tell(portfolio, { type: 'stop', botId: own(bot), position: 'close' });
    await pass(1);
  };
  const move = (bot: string, from: string, to: string): BotMove => ({ botId: own(bot), from: own(from), to: own(to) });
  const moveAll = (...moves: readonly BotMove[]) => runtime.moveBots({ ownerId: OWNER, moves });
  const rows = async <Row>(sql: string, ...values: readonly unknown[]): Promise<readonly Row[]> =>
    (await owner.query(sql, [...values])).rows;
  /** What a portfolio has earned by its cycles, its roll-ups and its last hour: all the same, to the last digit. */
  const earned = async (portfolio: string) =>
    rows<Record<string, string>>(
      `select (select count(*) from cycles where portfolio_id = $1) as cycles,
              (select sum(result) from cycles where portfolio_id = $1)::text as result,
              (select sum(result) from bot_totals where portfolio_id = $1)::text as totals,
              (select sum(result) from portfolio_results where portfolio_id = $1 and span = 'day')::text as days,
              (select wallet - wallet_start from portfolios where portfolio_id = $1)::text as wallet`,
      own(portfolio),
    );
  /** What a portfolio had gained at its last full hour. */
  const lastHour = async (portfolio: string): Promise<string | undefined> => {
    const last = 'select gained::text from portfolio_hours where portfolio_id = $1 order by ts desc limit 1';
    return (await rows<{ gained: string }>(last, own(portfolio)))[0]?.gained;
  };
  const placeOf = async (bot: string) =>
    (await rows<{ portfolio_id: string }>('select portfolio_id from bots where bot_id = $1', own(bot)))[0]
      ?.portfolio_id;

  it('a flat bot goes on in another portfolio, and what it earned stays in the old one to the last digit', async () => {
    await flatBot('one', 'mover');
    const before = await earned('one');
    expect(Number(before[0]?.['cycles'])).toBeGreaterThan(0);
    expect(await moveAll(move('mover', 'one', 'two'))).toEqual({ ok: true, value: null });
    expect(await placeOf('mover')).toBe(own('two'));
    await runtime.stop(); // Before the full hour at which what it earned is sampled for the last time.
    await start();
    await tell('two', { type: 'restart', botId: own('mover') });
    await pass(180);
    expect(await earned('one')).toEqual(before);
    expect(await lastHour('one')).toBe(before[0]?.['result']);
    expect(Number((await earned('two'))[0]?.['cycles'])).toBeGreaterThan(0);
  });

  it('a bot that comes back goes on where it stood in its first portfolio', async () => {
    await flatBot('one', 'returner');
    await moveAll(move('returner', 'one', 'two'));
    await tell('two', { type: 'restart', botId: own('returner') });
    await pass(70);
    await tell('two', { type: 'stop', botId: own('returner'), position: 'close' });
    await pass(1);
    const between = await earned('two');
    expect(await moveAll(move('returner', 'two', 'one'))).toEqual({ ok: true, value: null });
    await tell('one', { type: 'restart', botId: own('returner') });
    await pass(70);
    await tell('one', { type: 'stop', botId: own('returner'), position: 'close' });
    await pass(61);
    expect(await earned('two')).toEqual(between);
    expect(await lastHour('one')).toBe((await earned('one'))[0]?.['result']);
    expect(await lastHour('two')).toBe(between[0]?.['result']);
  });

  it('moves no bot when one of them has a position, and names that one', async () => {
    await flatBot('one', 'flat');
    await tell('one', newBot(own('held')), 'held');
    await pass(2);
    const outcome = await moveAll(move('flat', 'one', 'two'), move('held', 'one', 'two'));
    expect(outcome).toMatchObject({
      ok: false,
      reasons: [{ code: 'BOTS_REFUSED' }, { code: 'BOT_NOT_FLAT', path: [1] }],
    });
    expect([await placeOf('flat'), await placeOf('held')]).toEqual([own('one'), own('one')]);
  });

  it('refuses to move a bot to a portfolio that has no room for it, or a bot of its name, or that it has left', async () => {
    await flatBot('one', 'twin');
    await tell('two', { type: 'set-limit', limit: '1' });
    const refusedWith = async (moved: BotMove) => {
      const outcome = await moveAll(moved);
      return outcome.ok ? [] : outcome.reasons.map(({ code }) => code);
    };
    expect(await refusedWith(move('twin', 'one', 'two'))).toEqual(['BOTS_REFUSED', 'PORTFOLIO_LIMIT_EXCEEDED']);
    await tell('two', { type: 'set-limit', limit: null });
    const namesake = newBot(own('namesake'));
    await tell('two', namesake, 'twin');
    expect(await refusedWith(move('twin', 'one', 'two'))).toEqual(['BOTS_REFUSED', 'NAME_TAKEN']);
    expect(await refusedWith(move('twin', 'two', 'one'))).toEqual(['BOTS_REFUSED', 'BOT_CHANGED']);
  });

  it('a name is free for another bot as soon as its bot is deleted or has moved, though both are stored at once', async () => {
    await flatBot('one', 'name');
    const row = { name: 'name', comment: '', strategyId: null, strategyVersion: null };
    const told = await Promise.all([
      moveAll(move('name', 'one', 'two')),
      runtime.command({ ownerId: OWNER, portfolioId: own('one'), command: newBot(own('second')), row }),
      runtime.command({ ownerId: OWNER, portfolioId: own('two'), command: { type: 'delete', botId: own('name') } }),
      runtime.command({ ownerId: OWNER, portfolioId: own('two'), command: newBot(own('third')), row }),
    ]);
    expect(told.map(({ ok }) => ok)).toEqual([true, true, true, true]);
    expect([await placeOf('second'), await placeOf('third')]).toEqual([own('one'), own('two')]);
  });

  it('sets the exits of bots of two portfolios in one transaction, or of none', async () => {
    await tell('one', newBot(own('a')), 'a');
    await tell('two', newBot(own('b')), 'b');
    const seen = { takeProfitPercent: '0.15', stopLossPercent: null };
    const change = (
      portfolio: string,
      bot: string,
      takeProfitPercent: string,
    ): ConditionsRequest['changes'][number] => {
      const exits = { takeProfitPercent, stopLossPercent: null };
      const command = { type: 'set-conditions', botId: own(bot), isConfirmed: false, ...exits } as const;
      return { portfolioId: own(portfolio), runNo: 1, seen, command };
    };
    const setAll = (...changes: ConditionsRequest['changes']) => runtime.setConditions({ ownerId: OWNER, changes });
    const stored = () =>
      rows<{ take: string; transaction: string }>(
        `select snapshot->'bot'->>'takeProfitPercent' as take, xmin::text as transaction from bots
          where bot_id = any($1) order by bot_id`,
        [own('a'), own('b')],
      );
    expect(await setAll(change('one', 'a', '3'), change('two', 'b', '4'))).toMatchObject({ ok: true });
    const [first, second] = await stored();
    expect([first?.take, second?.take]).toEqual(['3', '4']);
    expect(first?.transaction).toBe(second?.transaction);
    const outcome = await setAll(
      { ...change('one', 'a', '5'), seen: { ...seen, takeProfitPercent: '3.00' } },
      change('two', 'b', '6'),
    );
    expect(outcome).toMatchObject({
      ok: false,
      reasons: [{ code: 'BOTS_REFUSED' }, { code: 'BOT_CHANGED', path: [1] }],
    });
    expect((await stored()).map(({ take }) => take)).toEqual(['3', '4']);
  });

  it('puts bots of two portfolios on a version that is stored with them, or makes none', async () => {
    const strategy = { strategyId: own('plan'), kind: paperLadder.kind, name: own('plan') };
    await owner.query(
      `insert into strategies (strategy_id, owner_id, kind, name, comment, symbol, version, created_at, updated_at)
       values ($1, $2, $3, $4, '', 'ETHUSDT', 1, now(), now())`,
      [strategy.strategyId, OWNER, strategy.kind, strategy.name],
    );
    await tell('one', newBot(own('a')), 'a');
    await tell('two', newBot(own('b')), 'b');
    await pass(2); // Both have a position and resting steps.
    const wider = ladderParams.parse({ ...QUICK, stepPercent: '0.2' });
    const change = (
      portfolio: string,
      bot: string,
      seen: number,
      version: number,
    ): VersionsRequest['changes'][number] => {
      const given = { botId: own(bot), params: wider, paramsVersion: version, when: 'now' } as const;
      const command = { type: 'apply-params', ...given } as const;
      return {
        portfolioId: own(portfolio),
        runNo: 1,
        seen: { paramsVersion: seen },
        strategyVersion: version,
        command,
      };
    };
    const adding = { ...change('one', 'a', 1, 2), addsVersionTo: strategy };
    const applyAll = (...changes: VersionsRequest['changes']) => runtime.applyVersions({ ownerId: OWNER, changes });
    const versions = () =>
      rows<{ version: number; step: string; transaction: string }>(
        `select version, params->>'stepPercent' as step, xmin::text as transaction from strategy_versions
          where strategy_id = $1`,
        strategy.strategyId,
      );
    const bots = () =>
      rows<{ version: number; runs: number; transaction: string }>(
        `select strategy_version as version, (snapshot->'bot'->>'paramsVersion')::int as runs, xmin::text as transaction
           from bots where bot_id = any($1) order by bot_id`,
        [own('a'), own('b')],
      );
    const outcome = await applyAll(adding, change('two', 'b', 7, 2));
    expect(outcome).toMatchObject({
      ok: false,
      reasons: [{ code: 'BOTS_REFUSED' }, { code: 'BOT_CHANGED', path: [1] }],
    });
    const foreseen = await runtime.previewVersions({ ownerId: OWNER, changes: [adding, change('two', 'b', 1, 2)] });
    await runtime.flush();
    expect([await versions(), (await bots()).map(({ runs }) => runs)]).toEqual([[], [1, 1]]);
    const done = await applyAll(adding, change('two', 'b', 1, 2));
    const ordersOf = (told: typeof done) =>
      told.ok ? told.value.map(({ cancels, places }) => [cancels.length, places.length]) : [];
    expect(ordersOf(done)).toEqual(ordersOf(foreseen));
    expect(ordersOf(done)).toEqual([
      [3, 3],
      [3, 3],
    ]);
    const [version] = await versions();
    expect(version).toMatchObject({ version: 2, step: '0.2' });
    const { transaction } = version ?? {};
    expect(await bots()).toEqual(Array(2).fill({ version: 2, runs: 2, transaction }));
    const [newest] = await rows('select version from strategies where strategy_id = $1', strategy.strategyId);
    expect(newest).toEqual({ version: 2 });
  });
});
