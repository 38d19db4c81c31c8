import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cashFrom } from '#base/decimal.ts';
import { later, MINUTE_MS } from '#base/time.ts';
import { type AtomKey, orderIdOf } from '#engine/model/record.ts';
import { startTestDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { ETH, START, START_PRICES } from '../../tests/support/market.ts';
import { KEY, newBot } from '../../tests/support/stored-cycle.ts';
import { asUser, type Database, openDatabase } from './database/database.ts';
import { countLogs, type LogQuery, type LogRow, listLogs, listOrderLogs } from './logs.ts';
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
  });

  it('log lines of one order are listed oldest first', async () => {
    const key: AtomKey = { ...KEY, botId: 'bot-of-ann' };
    const lines = await asUser(requests, 'ann', (tx) => listOrderLogs(tx, 'ann', orderIdOf(key, 1, 1)));
    expect(lines.map(({ figures }) => figures['seq'])).toEqual([0, 3, 6, 9]);
  });
});
