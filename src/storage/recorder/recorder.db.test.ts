import { sql } from 'kysely';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cashFrom, cashText } from '#base/decimal.ts';
import { add, type Cash, steps, subtract, sum, ticks, ZERO_CASH } from '#base/exact.ts';
import { chance } from '#base/prng.ts';
import { DAY_MS, HOUR_MS, type Instant, instantOf, later, startOf } from '#base/time.ts';
import type { AccountSnapshot } from '#engine/model/account.ts';
import type { BotCommand, EngineBot } from '#engine/model/bot.ts';
import type { Cycle } from '#engine/model/cycle.ts';
import { type AccountRecord, cycleIdOf } from '#engine/model/record.ts';
import { auditRows } from '../../../tests/support/audit-rows.ts';
import { startTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { DOGE, ETH, START, START_PRICES } from '../../../tests/support/market.ts';
import { randomRun } from '../../../tests/support/random-account.ts';
import { cycleOf, cycleRecord, KEY, newBot } from '../../../tests/support/stored-cycle.ts';
import { countUnprotected } from '../bots.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { loadAccounts, loadClock } from './loader.ts';
import { type AccountBatch, type StoredCommand, storeBatches } from './recorder.ts';

const INSTRUMENTS = new Map([ETH, DOGE].map((instrument) => [instrument.symbol, instrument]));
const PLACE = { ownerId: 'ann', portfolioId: 'paper' };
const MONEY = ['gross', 'commission', 'funding', 'liquidationFee', 'result'] as const;

let urls: TestDatabase;
let engine: Database;

beforeEach(async () => {
  urls = await startTestDatabase();
  engine = openDatabase({ url: urls.engineUrl, poolMax: 3, applicationName: 'test' });
  await engine.db
    .insertInto('portfolios')
    .values({
      ...PLACE,
      name: 'Paper',
      kind: 'dca-bot',
      execution: 'paper',
      comment: '',
      limitUsdt: null,
      isDemo: false,
      walletStart: '5000',
      wallet: '5000',
      minuteAt: null,
      createdAt: new Date(START),
    })
    .execute();
});

afterEach(async () => {
  await engine.close();
  await urls.close();
});

function creation(bot: EngineBot, name = bot.botId): StoredCommand {
  const row = { name, comment: '', strategyId: null, strategyVersion: null };
  const command: BotCommand = { type: 'create', bot, autostart: true, prices: START_PRICES };
  return { ...PLACE, botId: bot.botId, afterMinute: null, at: START, command, row };
}

function batchOf(records: readonly AccountRecord[], rest: Partial<AccountBatch> = {}): AccountBatch {
  return { ...PLACE, records, wallet: cashFrom('5000'), minute: START, bots: [], hours: [], firstSeq: 1, ...rest };
}

const store = (
  batches: readonly AccountBatch[],
  commands: readonly StoredCommand[] = [],
  clock: Instant | null = START,
) => storeBatches(engine, { batches, commands, clock, instruments: INSTRUMENTS });

/** Everything in the database but the wall clock, to compare before and after. */
async function contents(): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {};
  for (const table of ['portfolios', 'bots', 'runs', 'atoms', 'cycles', 'net_cycles', 'orders', 'trades', 'ledger']) {
    all[table] = (await sql.raw(`select * from ${table} order by 1, 2`).execute(engine.db)).rows;
  }
  for (const table of ['bot_days', 'bot_totals', 'bot_hours', 'portfolio_results', 'portfolio_hours', 'logs']) {
    all[table] = (await sql.raw(`select * from ${table} order by 1, 2, 3, 4`).execute(engine.db)).rows;
  }
  all['commands'] = (
    await sql`select command_seq, command, at from commands order by command_seq`.execute(engine.db)
  ).rows;
  return all;
}

/** Stores a random account in small batches, as the runtime does. */
async function storeRandomRun(seed: number) {
  const run = randomRun(chance(seed), seed % 2 === 0 ? { deals: chance(seed) } : {});
  const bots = new Map<string, EngineBot>();
  for (const record of run.records) {
    if (record.type === 'bot' && !bots.has(record.bot.botId)) bots.set(record.bot.botId, record.bot);
  }
  const size = 1 + Math.ceil(run.records.length / 7);
  const batches: AccountBatch[] = [];
  for (let from = 0, firstSeq = 1; from < run.records.length; from += size) {
    const records = run.records.slice(from, from + size);
    batches.push(batchOf(records, { firstSeq }));
    firstSeq += records.filter(({ type }) => type === 'trade').length;
  }
  const snapshot = run.account.snapshot();
  batches.push(batchOf([], { wallet: run.account.wallet(), bots: snapshot.bots, minute: snapshot.minute }));
  const commands = [...bots.values()].map((bot) => creation(bot));
  for (const [index, batch] of batches.entries()) await store([batch], index === 0 ? commands : []);
  return { run, batches, commands };
}

it('the first bot of a portfolio, created there or moved in, fixes how it trades', async () => {
  const portfolio = { ownerId: 'ann', kind: 'dca-bot', execution: null, comment: '', limitUsdt: null, isDemo: false };
  const funds = { walletStart: '1000', wallet: '1000', minuteAt: null, createdAt: new Date(START) };
  const ids = ['live', 'plain', 'target'];
  const rows = ids.map((portfolioId) => ({ ...portfolio, ...funds, portfolioId, name: portfolioId }));
  await engine.db.insertInto('portfolios').values(rows).execute();
  const executions = async () =>
    Object.fromEntries(
      (
        await engine.db
          .selectFrom('portfolios')
          .select(['portfolioId', 'execution'])
          .where('portfolioId', 'in', ids)
          .execute()
      ).map((row) => [row.portfolioId, row.execution]),
    );
  const created = (botId: string, portfolioId: string, execution?: 'paper' | 'live'): StoredCommand => {
    const { row, ...command } = creation(newBot(botId));
    if (row === undefined) throw new Error('a creation has a row');
    return { ...command, portfolioId, row: { ...row, ...(execution === undefined ? {} : { execution }) } };
  };
  await store([], [created('one', 'live', 'live'), created('two', 'live', 'paper'), created('three', 'plain')]);
  expect(await executions()).toEqual({ live: 'live', plain: 'paper', target: null });
  await store([], [created('four', 'live', 'paper')]);
  const join: BotCommand = { type: 'join', bot: newBot('one'), netCyclesBegun: [], prices: START_PRICES };
  await store([], [{ ...PLACE, portfolioId: 'target', botId: 'one', afterMinute: null, at: START, command: join }]);
  expect(await executions()).toEqual({ live: 'live', plain: 'paper', target: 'live' });
});

describe('a stored account', () => {
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    it(`trades, cycles, days, ledger and wallet of a stored account agree to the last digit (seed ${seed})`, async () => {
      const { run } = await storeRandomRun(seed);
      const cycles = await engine.db.selectFrom('cycles').selectAll().execute();
      const trades = await engine.db.selectFrom('trades').selectAll().execute();
      const ledger = await engine.db.selectFrom('ledger').selectAll().execute();
      expect(cycles.length).toBeGreaterThan(0);

      for (const cycle of cycles) {
        const own = trades.filter((trade) => trade.cycleId === cycle.cycleId);
        expect(cashText(sum(own.map((trade) => cashFrom(trade.commission))))).toBe(cycle.commission);
        if (cycle.state !== 'LIQUIDATED')
          expect(cashText(sum(own.map((trade) => cashFrom(trade.gross))))).toBe(cycle.gross);
        const booked = ledger
          .filter((row) => row.account.endsWith(`:${cycle.cycleId}`))
          .map((row) => cashFrom(row.amount));
        expect(cashText(subtract(ZERO_CASH, sum(booked)))).toBe(cycle.result);
      }

      const wallet = ledger.filter((row) => row.account === 'wallet').map((row) => cashFrom(row.amount));
      expect(add(run.wallet, sum(wallet))).toBe(run.account.wallet());
      expect((await engine.db.selectFrom('portfolios').select('wallet').executeTakeFirstOrThrow()).wallet).toBe(
        cashText(run.account.wallet()),
      );
      await expectRollUpsToAgree(cycles, 'botDays');
      await expectRollUpsToAgree(cycles, 'botTotals');
    });
  }

  it('an account is loaded as it was stored: wallet, minute, bots in order of creation, next trade number', async () => {
    const { run } = await storeRandomRun(2);
    await engine.db.updateTable('portfolios').set({ limitUsdt: '1234.5' }).execute();
    const [loaded, ...others] = await loadAccounts(engine);
    const snapshot: AccountSnapshot = { ...run.account.snapshot(), limit: cashFrom('1234.5') };
    expect(others).toEqual([]);
    expect(loaded?.snapshot).toEqual(JSON.parse(JSON.stringify(snapshot)));
    expect(loaded?.tradeSeq).toBe(run.records.filter(({ type }) => type === 'trade').length + 1);
    expect(await loadClock(engine)).toBe(START);
  });

  it('storing the last batch of an account again changes nothing', async () => {
    const { batches, commands } = await storeRandomRun(3);
    const before = await contents();
    const last = batches.at(-1);
    if (last === undefined) throw new Error('a run has batches');
    // The last one is repeated, as after a commit whose answer was lost; an older one never comes after a newer one.
    await store([last], commands);
    expect(await contents()).toEqual(before);
    const audited = (await auditRows(urls.ownerUrl)).filter(({ event }) => event === 'bot-created');
    expect(audited).toHaveLength(commands.length);
  });

  it('the days of each bot are the sums over its stored cycles', async () => {
    await storeRandomRun(4);
    const cycles = await engine.db.selectFrom('cycles').selectAll().where('endAt', 'is not', null).execute();
    const days = Map.groupBy(cycles, ({ botId, endAt }) => `${botId} ${endAt?.toISOString().slice(0, 10)}`);
    const rows = await engine.db.selectFrom('botDays').selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(rows).toHaveLength(days.size);
    for (const row of rows) {
      const own = days.get(`${row.botId} ${row.day}`) ?? [];
      for (const column of MONEY) expect(row[column]).toBe(cashText(sum(own.map((cycle) => cashFrom(cycle[column])))));
      expect(row.cycles).toBe(own.filter(({ state }) => state !== 'CANCELED').length);
    }
  });

  it('the total of each bot is the sum over its days', async () => {
    await storeRandomRun(5);
    const days = Map.groupBy(await engine.db.selectFrom('botDays').selectAll().execute(), ({ botId }) => botId);
    const totals = await engine.db.selectFrom('botTotals').selectAll().execute();
    expect(totals.length).toBeGreaterThan(0);
    expect(totals.map(({ botId }) => botId).toSorted()).toEqual([...days.keys()].toSorted());
    for (const total of totals) {
      const own = days.get(total.botId) ?? [];
      for (const column of [...MONEY, 'volume'] as const) {
        expect(cashText(sum(own.map((day) => cashFrom(day[column]))))).toBe(cashText(cashFrom(total[column])));
      }
      expect(total.cycles).toBe(own.reduce((count, day) => count + day.cycles, 0));
    }
  });
});

async function expectRollUpsToAgree(
  cycles: readonly (Record<(typeof MONEY)[number], string> & { botId: string; endAt: Date | null; state: string })[],
  table: 'botDays' | 'botTotals',
): Promise<void> {
  const ended = cycles.filter((cycle) => cycle.endAt !== null);
  const days = await engine.db
    .selectFrom(table)
    .select([...MONEY, 'cycles', 'volume'])
    .execute();
  for (const column of MONEY) {
    const total = (rows: readonly Record<typeof column, string>[]): Cash =>
      sum(rows.map((row) => cashFrom(row[column])));
    expect(total(days)).toBe(total(ended));
  }
  expect(days.reduce((count, day) => count + day.cycles, 0)).toBe(
    ended.filter(({ state }) => state !== 'CANCELED').length,
  );
  const trades = await engine.db
    .selectFrom('trades')
    .innerJoin('cycles', 'cycles.cycleId', 'trades.cycleId')
    .select('quoteQty')
    .where('endAt', 'is not', null)
    .execute();
  expect(sum(days.map((day) => cashFrom(day.volume)))).toBe(sum(trades.map((trade) => cashFrom(trade.quoteQty))));
  const bots = await engine.db.selectFrom('bots').select('cyclesClosed').execute();
  expect(bots.reduce((count, bot) => count + bot.cyclesClosed, 0)).toBe(ended.length);
}

describe('an ended cycle', () => {
  it('an ended cycle counts once in its day, however many batches contain it', async () => {
    const open = cycleOf({ state: 'OPEN', endAt: null, closeReason: null });
    const ended = cycleRecord(cycleOf({ endAt: later(START, DAY_MS + 5) }));
    await store([batchOf([cycleRecord(open)])], [creation(newBot())]);
    await store([batchOf([cycleRecord(open), ended])]);
    await store([batchOf([ended])]);
    const days = await engine.db.selectFrom('botDays').selectAll().execute();
    expect(days).toMatchObject([
      { day: '2025-01-02', cycles: 1, gross: '1.00000000', funding: '-0.02000000', result: '0.88000000' },
    ]);
    const bot = await engine.db.selectFrom('bots').select('cyclesClosed').executeTakeFirstOrThrow();
    expect(bot.cyclesClosed).toBe(1);
  });

  it('an ended cycle shows how far the price went against it and for it, from its base price', async () => {
    await store([batchOf([cycleRecord(cycleOf({}))])], [creation(newBot())]);
    const row = await engine.db.selectFrom('cycles').selectAll().executeTakeFirstOrThrow();
    // 2000 down to 1970 and up to 2022.22.
    expect(row).toMatchObject({ maePercent: '1.500000', mfePercent: '1.111000', avgEntryPrice: '2000.00000000' });
    expect(row).toMatchObject({ avgExitPrice: '2020.00000000', maxLevelPrice: '2000.00', entryQty: '0.050' });
    expect(row.cycleId).toBe(cycleIdOf(KEY, 1));
  });
});

describe('a notice', () => {
  it('is stored with the line that it tells, once, and not of a past that is a day behind the market', async () => {
    const note = (at: Instant, code: 'STOP_LOSS_FILLED' | 'FUNDING_SETTLED'): AccountRecord => ({
      ...{ type: 'note', ...KEY, cycleSeq: 1, order: 2, at, level: 'warning', code, figures: { price: '1900' } },
    });
    const now = later(START, 3 * DAY_MS);
    const old = note(later(START, 5), 'STOP_LOSS_FILLED');
    const batch = batchOf([old, note(now, 'FUNDING_SETTLED'), note(now, 'STOP_LOSS_FILLED')]);
    await store([], [creation(newBot())]);
    const rows = { batches: [batch], commands: [], clock: now, instruments: INSTRUMENTS };
    await storeBatches(engine, rows);
    await storeBatches(engine, rows);
    const notices = await engine.db.selectFrom('notices').selectAll().execute();
    const logs = await engine.db.selectFrom('logs').selectAll().orderBy('logId').execute();
    expect(logs).toHaveLength(3);
    expect(notices).toMatchObject([
      {
        noticeId: logs[2]?.batchLine,
        event: 'STOP_LOSS_FILLED',
        severity: 'warning',
        ts: new Date(now),
        isInApp: true,
      },
    ]);
    expect(notices[0]).toMatchObject({ cycleId: cycleIdOf(KEY, 1), detail: logs[2]?.detail, readAt: null });
  });
});

describe('an unprotected position', () => {
  const stop = { number: 2, role: 'stop_loss' };
  const held = { position: { quantity: 50 } };
  const byRange = (stopTicks: number | null) => ({ ...held, params: { opening: { direction: 'buy', stopTicks } } });
  const counted = (bots: number, byDesign: number) => [{ kind: newBot().kind, bots, byDesign }];
  it.each([
    ['counts where its bot wants a stop-loss and none rests', { stopLoss: 3 }, held, counted(1, 0)],
    ['counts as such by design where its bot sets no stop-loss', { stopLoss: null }, held, counted(1, 1)],
    ['counts by design where no price reaches the stop-loss of a long', { stopLoss: 1e8 }, held, counted(1, 1)],
    ['is missing the stop-loss at the distance that a rule has set', { stopLoss: null }, byRange(70), counted(1, 0)],
    ['is by design where a rule has set no distance', { stopLoss: null }, byRange(null), counted(1, 1)],
    [
      'is none while its stop-loss order rests',
      { stopLoss: 3 },
      { ...held, orders: [{ number: 1, role: 'safety' }, stop] },
      [],
    ],
    ['is none before its base order has filled', { stopLoss: 3 }, { position: { quantity: 0 } }, []],
    ['is none while it is closed at market', { stopLoss: 3 }, { ...held, exitReason: 'time_limit' }, []],
  ] as const)('of the stored bots %s', async (_, atom, change, expected) => {
    const bot = newBot();
    const open = { ...cycleOf({ state: 'OPEN', endAt: null, closeReason: null }), ...change };
    const atoms = bot.atoms.map((state) => ({ ...state, ...atom, cycle: state.direction === 'buy' ? open : null }));
    const snapshot = JSON.parse(JSON.stringify({ bot: { ...bot, atoms }, netCycles: [] })); // As it is stored.
    const records = [cycleRecord(cycleOf({ state: 'OPEN', endAt: null, closeReason: null }))];
    await store([batchOf(records, { bots: [snapshot] })], [creation(bot)]);
    const countOf = (ownerId: string) =>
      engine.db.transaction().execute((transaction) => countUnprotected(transaction, ownerId));
    expect([await countOf('ann'), await countOf('bob')]).toEqual([expected, []]);
  });
});

describe('a bot', () => {
  const stateRecord = (state: EngineBot['state'], at: number, change: Partial<EngineBot> = {}): AccountRecord => ({
    type: 'bot',
    bot: { ...newBot(), state, ...change },
    at: instantOf(START + at),
  });

  it('a bot has a run from its start to its end, and another one after a restart', async () => {
    await store([batchOf([stateRecord('RUNNING', 1)])], [creation(newBot())]);
    await store([batchOf([stateRecord('FINISHING', 2), stateRecord('RUNNING', 3), stateRecord('STOPPED', 4)])]);
    await store([batchOf([stateRecord('RUNNING', 5, { runNo: 2 })])]);
    const runs = await engine.db.selectFrom('runs').selectAll().orderBy('runNo').execute();
    const at = (ms: number) => new Date(START + ms);
    expect(runs).toMatchObject([
      { strategyExecutorId: 'bot-run-1', startedAt: at(1), endedAt: at(4), endKind: 'stop' },
      { strategyExecutorId: 'bot-run-2', startedAt: at(5), endedAt: null, endKind: null },
    ]);
    const bot = await engine.db.selectFrom('bots').selectAll().executeTakeFirstOrThrow();
    expect(bot).toMatchObject({ state: 'RUNNING', runNo: 2, startedAt: at(5), finishedAt: null });
  });

  it('a deleted bot keeps its rows, frees its name and leaves the account', async () => {
    await store([batchOf([stateRecord('STOPPED', 1)])], [creation(newBot(), 'Momentum')]);
    await store([batchOf([stateRecord('DELETED', 2)])]);
    await store([batchOf([])], [creation(newBot('second'), 'Momentum')]);
    const bots = await engine.db
      .selectFrom('bots')
      .select(['botId', 'name', 'deletedAt'])
      .orderBy('createdSeq')
      .execute();
    expect(bots).toEqual([
      { botId: 'bot', name: 'Momentum', deletedAt: new Date(START + 2) },
      { botId: 'second', name: 'Momentum', deletedAt: null },
    ]);
    const [account] = await loadAccounts(engine);
    expect(account?.snapshot.bots.map(({ bot }) => bot.botId)).toEqual(['second']);
  });

  it('a bot shows the version that waits for its open cycle to end', async () => {
    const bot = newBot();
    const [atom] = bot.atoms;
    if (atom === undefined) throw new Error('a new bot has an atom');
    const cycle = cycleOf({ state: 'OPEN', endAt: null });
    const waiting = { ...bot, paramsVersion: 2, atoms: [{ ...atom, cycle }] };
    await store([batchOf([], { bots: [{ bot: waiting, netCycles: [] }] })], [creation(bot)]);
    expect((await engine.db.selectFrom('bots').select('pendingVersion').executeTakeFirstOrThrow()).pendingVersion).toBe(
      2,
    );
  });
});

describe('commands', () => {
  it('commands are stored once each, in order, with everything a replay needs', async () => {
    const toggle = (isBuyEnabled: boolean): StoredCommand => ({
      ...PLACE,
      botId: 'bot',
      afterMinute: START,
      at: START,
      command: { type: 'set-entries', botId: 'bot', isBuyEnabled, isSellEnabled: false },
    });
    const commands = [creation(newBot()), toggle(true), toggle(false), toggle(true)];
    await store([], commands);
    await store([], commands);
    const rows = await engine.db
      .selectFrom('commands')
      .select(['afterMinute', 'command'])
      .orderBy('commandSeq')
      .execute();
    expect(rows).toEqual(
      commands.map(({ afterMinute, command }) => ({
        afterMinute: afterMinute === null ? null : new Date(afterMinute),
        command: JSON.parse(JSON.stringify(command)),
      })),
    );
  });

  it('a command stores its idempotency key and its limit in the same transaction', async () => {
    const answer = { key: 'k1', call: 'POST /api/x', bodyHash: 'h' };
    const command: BotCommand = { type: 'set-limit', limit: '250.5' };
    await store([], [{ ...PLACE, botId: null, afterMinute: START, at: START, command, answer }]);
    expect(await engine.db.selectFrom('idempotency').select(['key', 'status']).execute()).toEqual([
      { key: 'k1', status: 0 },
    ]);
    expect(await engine.db.selectFrom('portfolios').select('limitUsdt').execute()).toEqual([{ limitUsdt: '250.5' }]);
  });

  it('commands and records of a batch are stored together or not at all', async () => {
    const hours = [{ botId: 'bot', at: startOf(START, HOUR_MS), realized: ZERO_CASH, unrealized: ZERO_CASH }];
    const broken = { ...cycleOf({}), state: 'NONSENSE' as Cycle['state'] };
    await expect(store([batchOf([cycleRecord(broken)], { hours })], [creation(newBot())])).rejects.toThrow(
      /check constraint/,
    );
    expect(await engine.db.selectFrom('bots').selectAll().execute()).toEqual([]);
    expect(await engine.db.selectFrom('botHours').selectAll().execute()).toEqual([]);
    expect(await engine.db.selectFrom('commands').selectAll().execute()).toEqual([]);
  });
});

describe('a thousand trades', () => {
  it('a thousand trades with their orders take as many statements as ten', async () => {
    const statements = vi.spyOn(Client.prototype, 'query');
    const statementsOf = async (round: number, count: number): Promise<number> => {
      const before = statements.mock.calls.length;
      await store([batchOf(manyFills(round, count), { firstSeq: 1 + round * 1_000 })]);
      return statements.mock.calls.length - before;
    };
    await statementsOf(0, 1); // The first one also opens the connection.
    const ofTen = await statementsOf(1, 10);
    expect(ofTen).toBeGreaterThan(0);
    expect(await statementsOf(2, 1_000)).toBe(ofTen);
    statements.mockRestore();
    const count = engine.db.selectFrom('trades').select((build) => build.fn.countAll<string>().as('count'));
    expect(await count.executeTakeFirst()).toEqual({ count: '1011' });
  });
});

/** As many trades, each with its order. */
function manyFills(round: number, count: number): readonly AccountRecord[] {
  return Array.from({ length: count }, (_, index): readonly AccountRecord[] => {
    const cycleSeq = round * count + index + 1;
    const shape = { role: 'base', level: 0, side: 'BUY', price: ticks(200_000) } as const;
    const size = { quantity: steps(50), value: cashFrom('100'), commission: cashFrom('0.05'), gross: ZERO_CASH };
    const filled = { quantity: steps(50), filled: steps(50), filledCost: cashFrom('100'), fills: 1 };
    const order = { ...shape, ...filled, number: 1, type: 'LIMIT', triggerPrice: null, placedAt: START } as const;
    return [
      { type: 'trade', ...KEY, ...shape, ...size, cycleSeq, order: 1, fill: 1, at: START, isMaker: false },
      {
        type: 'order',
        ...KEY,
        cycleSeq,
        state: 'FILLED',
        doneAt: START,
        order: { ...order, expiresAt: null, decisionPrice: null },
      },
    ];
  }).flat();
}
