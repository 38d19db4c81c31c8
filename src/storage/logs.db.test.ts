import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cashFrom } from '#base/decimal.ts';
import { later, MINUTE_MS } from '#base/time.ts';
import { type AtomKey, orderIdOf } from '#engine/model/record.ts';
import { startTestDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { ETH, START, START_PRICES } from '../../tests/support/market.ts';
import { KEY, newBot } from '../../tests/support/stored-cycle.ts';
import { asUser, type Database, openDatabase, type Tx } from './database/database.ts';
import {
  countLogs,
  deleteOldLogs,
  isSearchIndexed,
  type LogQuery,
  type LogRow,
  listLogs,
  listOrderLogs,
} from './logs.ts';
import { up } from './migrations/logs/0033-log-search.ts';
import { countLogLines } from './recorder/count-logs.ts';
import { storeBatches } from './recorder/recorder.ts';

const LINES = 12;

let urls: TestDatabase;
let engine: Database;
let requests: Database;

beforeAll(async () => {
  urls = await startTestDatabase();
  engine = openDatabase({ url: urls.engineUrl, poolMax: 2, applicationName: 'test' });
  requests = openDatabase({ url: urls.appUrl, poolMax: 2, applicationName: 'test' });
  await storeFor('ann', 'Grid 50%');
  await storeFor('bob', 'Grid_50');
});

afterAll(async () => {
  await engine.close();
  await requests.close();
  await urls.close();
});

/** Twelve lines, three at each of four instants, of which every third is a warning about order 1. */
async function storeFor(ownerId: string, name: string): Promise<void> {
  const place = { ownerId, portfolioId: `of-${ownerId}` };
  const key: AtomKey = { ...KEY, botId: `bot-of-${ownerId}` };
  const kind = 'dca-bot' as const;
  const texts = { name: 'Paper', kind, execution: 'paper' as const, comment: '', walletStart: '5000', wallet: '5000' };
  const rest = { limitUsdt: null, isDemo: false, minuteAt: null, createdAt: new Date(START) };
  await engine.db
    .insertInto('portfolios')
    .values({ ...place, ...texts, ...rest })
    .execute();
  const records = Array.from({ length: LINES }, (_, line) => ({
    type: 'note' as const,
    ...key,
    cycleSeq: 1,
    order: line % 3 === 0 ? 1 : null,
    at: later(START, Math.floor(line / 3) * MINUTE_MS),
    level: line % 3 === 0 ? ('warning' as const) : ('info' as const),
    code: line % 3 === 0 ? ('ORDER_PARTIALLY_FILLED' as const) : ('CYCLE_OPENED' as const),
    figures: { price: '2000.00', quantity: `0.${line + 1}`, level: 0, levels: 6, averagePrice: '2000', seq: line },
  }));
  const batch = { ...place, records, wallet: cashFrom('5000'), minute: START, bots: [], hours: [], firstSeq: 1 };
  const command = { type: 'create', bot: newBot(key.botId), autostart: true, prices: START_PRICES } as const;
  const row = { name, comment: '', strategyId: null, strategyVersion: null };
  const commands = [{ ...place, botId: key.botId, afterMinute: null, at: START, command, row }];
  await storeBatches(engine, { batches: [batch], commands, clock: START, instruments: new Map([[ETH.symbol, ETH]]) });
}

function list(filter: Partial<LogQuery>, ownerId = 'ann'): Promise<LogRow[]> {
  return asUser(requests, ownerId, (tx) =>
    listLogs(tx, ownerId, { kind: 'dca-bot', limit: 100, offset: 0, ...filter }),
  );
}

describe('log lines', () => {
  it('log lines are listed newest first; within an instant, the last written first', async () => {
    const lines = await list({});
    expect(lines).toHaveLength(LINES);
    expect(lines.map(({ figures }) => figures['seq'])).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
  });

  it.each([1, 2, 5, 7])(
    'pages of %d log lines show each line once, even where lines share an instant',
    async (limit) => {
      const shown: LogRow[] = [];
      for (let page = await list({ limit }); page.length > 0; ) {
        shown.push(...page);
        const last = shown.at(-1);
        page = last === undefined ? [] : await list({ limit, after: { ts: last.ts, logId: last.logId } });
      }
      expect(shown.map(({ logId }) => logId)).toEqual((await list({})).map(({ logId }) => logId));
    },
  );

  it.each([
    ['a bot by its name', 'grid', LINES],
    ['a percent sign as itself', '50%', LINES],
    ['a percent sign, which is no wildcard', 'g%d', 0],
    ['an underscore, which is no wildcard', 'grid_50', 0],
    ['a backslash', '\\', 0],
    ['a symbol', 'ethusdt', LINES],
    ['a code', 'partially', LINES / 3],
    ['an empty text, which finds every line', '', LINES],
  ])('log lines can be searched for %s', async (_what, search, count) => {
    expect(await list({ search })).toHaveLength(count);
  });

  it.each<[string, Partial<LogQuery>, number]>([
    ['level', { level: 'warning' }, LINES / 3],
    ['cycle', { cycleId: 'bot-of-ann-ETHUSDT-buy-1' }, LINES],
    ['order', { orderId: 'bot-of-ann-ETHUSDT-buy-1-1' }, LINES / 3],
    ['order and level, which no line has', { orderId: 'bot-of-ann-ETHUSDT-buy-1-1', level: 'info' }, 0],
    ["another owner's order", { orderId: 'bot-of-bob-ETHUSDT-buy-1-1' }, 0],
    ['symbol', { symbol: 'ETHUSDT' }, LINES],
    ['a symbol whole, not a part of it', { symbol: 'ETH' }, 0],
    ['bot and level', { botId: 'bot-of-ann', level: 'info' }, (LINES * 2) / 3],
    ['codes', { codes: ['ORDER_PARTIALLY_FILLED', 'CYCLE_CLOSED'] }, LINES / 3],
    ['the first instant', { from: new Date(later(START, MINUTE_MS)) }, LINES - 3],
    ['the instant after the last one', { to: new Date(later(START, MINUTE_MS)) }, 3],
    ['another kind', { kind: 'custom-bot' }, 0],
    ["another owner's bot", { botId: 'bot-of-bob' }, 0],
    ["another owner's portfolio", { portfolioId: 'of-bob' }, 0],
  ])('log lines can be filtered by %s', async (_what, filter, count) => {
    expect(await list(filter)).toHaveLength(count);
  });

  it('log lines are counted by level, as the filter finds them', async () => {
    const count = (filter: object, ownerId = 'ann') =>
      asUser(requests, ownerId, (tx) => countLogs(tx, ownerId, { kind: 'dca-bot', ...filter }));
    expect(await count({})).toEqual({ info: 8, warning: 4, error: 0 });
    expect(await count({ to: new Date(later(START, MINUTE_MS)) })).toEqual({ info: 2, warning: 1, error: 0 });
    expect(await count({ botId: 'bot-of-bob' })).toEqual({ info: 0, warning: 0, error: 0 });
    expect(await count({ orderId: 'bot-of-ann-ETHUSDT-buy-1-1' })).toEqual({ info: 0, warning: 4, error: 0 });
    expect(await count({ symbol: 'ETHUSDT' })).toEqual({ info: 8, warning: 4, error: 0 });
    expect(await count({ symbol: 'BTCUSDT' })).toEqual({ info: 0, warning: 0, error: 0 });
  });

  it('log lines of one order are listed oldest first, in pages without gaps', async () => {
    const key: AtomKey = { ...KEY, botId: 'bot-of-ann' };
    const orderId = orderIdOf(key, 1, 1);
    const listed = (limit: number, last?: LogRow) => {
      const after = last && { ts: last.ts, logId: last.logId };
      return asUser(requests, 'ann', (tx) => listOrderLogs(tx, 'ann', { orderId, after, limit }));
    };
    const seqs = (lines: readonly LogRow[]) => lines.map(({ figures }) => figures['seq']);
    expect(seqs(await listed(100))).toEqual([0, 3, 6, 9]);
    const first = await listed(3);
    expect(seqs(first)).toEqual([0, 3, 6]);
    expect(seqs(await listed(3, first.at(-1)))).toEqual([9]);
  });
});

describe('the search of a long log', () => {
  /** More than are looked up by their ids. */
  const MANY = 6_000;
  let owner: Database;

  const found = (search: string, ownerId = 'ann') => list({ search }, ownerId);
  /** Searches, and says how often that has asked the index of texts. */
  const scansOf = (search: string) =>
    asUser(requests, 'ann', async (tx) => {
      const lines = await listLogs(tx, 'ann', { kind: 'dca-bot', limit: 100, offset: 0, search });
      const { rows } = await sql<{
        scans: string;
      }>`select pg_stat_get_xact_numscans('logs_text'::regclass) as scans`.execute(tx);
      return { lines: lines.length, scans: Number(rows[0]?.scans) };
    });

  beforeAll(async () => {
    owner = openDatabase({ url: urls.ownerUrl, poolMax: 1, applicationName: 'test' });
    for (const ownerId of ['ann', 'bob']) {
      await sql`
        insert into logs (batch_line, owner_id, portfolio_id, bot_id, ts, level, code, detail, figures, symbol)
        select ${ownerId}::text || line, ${ownerId}, ${`of-${ownerId}`}, ${`bot-of-${ownerId}`}, now(), 'info', 'STEP_FILLED',
               'Step filled at ' || (1000 + line) || '.25 for ' || ${ownerId}::text, '{}', 'BTCUSDT'
          from generate_series(1, ${MANY}::integer) as line`.execute(owner.db);
    }
    await sql`vacuum analyze logs`.execute(owner.db);
  });
  afterAll(() => owner.close());

  it('a rare text is looked up in an index of the log', async () => {
    const { lines, scans } = await scansOf('AT 1234.25');
    expect({ lines, isIndexed: scans > 0 }).toEqual({ lines: 1, isIndexed: true });
    expect(await scansOf('nowhere to be found')).toMatchObject({ lines: 0 });
  });

  it('a rare text finds the lines of the user who looks for it, and of nobody else', async () => {
    expect((await found('1234.25', 'bob')).map(({ ownerId }) => ownerId)).toEqual(['bob']);
    expect(await found('for bob')).toEqual([]);
    const nobody = await sql`select logs_like('%1234.25%', 10) as ids`.execute(requests.db);
    expect(nobody.rows).toEqual([{ ids: [] }]);
  });

  it('only the login of requests may look a text up', async () => {
    const lab = openDatabase({ url: urls.labUrl, poolMax: 1, applicationName: 'test' });
    await expect(sql`select logs_like('%', 10)`.execute(lab.db)).rejects.toThrow('permission denied');
    await lab.close();
  });

  it('a common text finds and counts every line that has it', async () => {
    expect(await found('step filled')).toHaveLength(100);
    const counts = await asUser(requests, 'ann', (tx) => countLogs(tx, 'ann', { kind: 'dca-bot', search: 'btcusdt' }));
    expect(counts).toEqual({ info: MANY, warning: 0, error: 0 });
  });

  it.each<[string, string, Partial<LogQuery>, number]>([
    ['one symbol', 'logs_symbol', { symbol: 'ETHUSDT' }, LINES],
    ['one order', 'logs_order', { orderId: 'bot-of-ann-ETHUSDT-buy-1-1' }, LINES / 3],
  ])(
    'the lines of %s among many others are read from an index, and so are their counts',
    async (_, name, filter, lines) => {
      const scans = async (tx: Tx): Promise<number> => {
        const { rows } = await sql<{
          scans: string;
        }>`select pg_stat_get_xact_numscans(${name}::regclass) as scans`.execute(tx);
        return Number(rows[0]?.scans);
      };
      await asUser(requests, 'ann', async (tx) => {
        expect(await listLogs(tx, 'ann', { kind: 'dca-bot', limit: 100, offset: 0, ...filter })).toHaveLength(lines);
        const listed = await scans(tx);
        expect(listed).toBeGreaterThan(0);
        const { info, warning } = await countLogs(tx, 'ann', { kind: 'dca-bot', ...filter });
        expect([info + warning, (await scans(tx)) > listed]).toEqual([lines, true]);
      });
    },
  );

  it('a login that may not create the extension brings the tables up to date without the index', async () => {
    const tx = await owner.db.startTransaction().execute();
    await sql`drop function logs_like`.execute(tx);
    await sql`drop extension pg_trgm cascade`.execute(tx);
    await sql`grant create on schema public to botyard_app`.execute(tx);
    await sql`grant botyard_app to current_user with inherit false`.execute(tx);
    await sql`set local role botyard_app`.execute(tx);
    await up(tx);
    const { rows } = await sql`select logs_like('%1234.25%', 10) as ids`.execute(tx);
    await tx.rollback().execute();
    expect(rows).toEqual([{ ids: null }]);
  });

  it('a database without the index finds the same, and the start can say so', async () => {
    const [before] = await found('1234.25');
    expect(await isSearchIndexed(engine.db)).toBe(true);
    await sql`drop index logs_text`.execute(owner.db);
    expect(await found('1234.25')).toEqual([before]);
    expect(await isSearchIndexed(engine.db)).toBe(false);
  });
});

describe('the counts of a long log', () => {
  const key: AtomKey = { ...KEY, botId: 'bot-of-cid' };
  const place = { ownerId: 'cid', portfolioId: 'of-cid' };
  const counts = (filter: object) =>
    asUser(requests, 'cid', (tx) => countLogs(tx, 'cid', { kind: 'dca-bot', ...filter }));
  /** Whoever filters by code has the lines themselves counted. */
  const codes = ['CYCLE_OPENED', 'ORDER_PARTIALLY_FILLED'];
  const hour = (count: number) => new Date(later(START, count * 60 * MINUTE_MS));

  async function storeDays(): Promise<void> {
    const records = Array.from({ length: 60 }, (_, line) => ({
      ...{ type: 'note' as const, ...key, cycleSeq: 1, order: null, at: later(START, line * 70 * MINUTE_MS) },
      ...{ level: line % 4 === 0 ? ('error' as const) : ('info' as const), code: 'CYCLE_OPENED' as const },
      figures: { price: '2000.00', quantity: '1', level: 0, levels: 6, averagePrice: '2000', seq: line },
    }));
    const minute = later(START, MINUTE_MS);
    const batch = { ...place, records, wallet: cashFrom('5000'), minute, bots: [], hours: [], firstSeq: 1 };
    const instruments = new Map([[ETH.symbol, ETH]]);
    await storeBatches(engine, { batches: [batch], commands: [], clock: minute, instruments });
  }

  it('are those of its lines over any period, when lines are to be stored that are, and after old ones are gone', async () => {
    await storeFor('cid', 'Days');
    await storeDays();
    const {
      figures,
      logId: _,
      ...line
    } = await engine.db.selectFrom('logs').selectAll().where('ownerId', '=', 'cid').limit(1).executeTakeFirstOrThrow();
    await engine.db.transaction().execute((tx) => countLogLines(tx, [{ ...line, figures }]));
    const periods = [
      {},
      ...[0, 5, 24, 30, 50].flatMap((from) => [6, 31, 48, 80].map((to) => ({ from: hour(from), to: hour(to) }))),
      { from: hour(7) },
      { to: hour(49) },
    ];
    const all = await counts({});
    expect(all).toEqual({ info: 8 + 45, warning: 4, error: 15 });
    for (const period of periods) expect(await counts(period)).toEqual(await counts({ ...period, codes }));
    await deleteOldLogs(engine, { ownerId: 'cid', before: hour(30), after: null, limit: 1_000 });
    for (const period of periods) expect(await counts(period)).toEqual(await counts({ ...period, codes }));
    expect((await counts({})).error).toBeLessThan(all.error);
  });
});
