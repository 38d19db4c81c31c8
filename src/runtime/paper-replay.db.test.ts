import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cashFrom } from '#base/decimal.ts';
import { type Instant, later, MINUTE_MS } from '#base/time.ts';
import { newEngineBot } from '#engine/bots/new-bot.ts';
import { paperLadder } from '#engine/bots/registry.ts';
import { PAPER_SLIPPAGE } from '#engine/matching/paper-slippage.ts';
import type { AccountSnapshot } from '#engine/model/account.ts';
import { CLOSE_OFFSET_MS } from '#engine/model/candle.ts';
import { type LadderParamsInput, ladderParams } from '#engine/model/ladder-params.ts';
import type { AccountRecord } from '#engine/model/record.ts';
import { marketMinute } from '#engine/scan/market-minutes.ts';
import { runHistory } from '#engine/simulation/run-history.ts';
import { simulateAccount } from '#engine/simulation/simulate-account.ts';
import { recordedHistory } from '#market/recording/recorded-history.ts';
import type { Feed } from '#ports/feed.ts';
import type { UserCommand } from '#ports/runtime.ts';
import { type Database, openDatabase } from '#storage/database/database.ts';
import { storeBatches } from '#storage/recorder/recorder.ts';
import { storePortfolio } from '../../scripts/paper-world.ts';
import { startTestDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { noQuotes } from '../../tests/support/no-quotes.ts';
import { openReplayFeed } from '../../tests/support/replay-feed.ts';
import { pricesAt } from './commands/prices-at.ts';
import { startPaperRuntime } from './paper-runtime.ts';

const DAYS = 6;
const PATIENCE_MS = 120_000;
const WALLET = '20000';
const [OWNER, PORTFOLIO] = ['owner-replay', 'p-replay'];

/** Bots that differ in as many parameters as possible, on one wallet. */
const BOTS: readonly (readonly [symbols: readonly string[], params: LadderParamsInput])[] = [
  [
    ['ETHUSDT', 'SOLUSDT'],
    { baseOrderSize: '200', stepPercent: '0.2', takeProfitPercent: '0.2', safetyOrdersCount: 4 },
  ],
  [
    ['BTCUSDT'],
    {
      direction: 'both',
      baseOrderSize: '300',
      stepPercent: '0.15',
      volumeScale: '1.4',
      takeProfitPercent: '0.25',
      tpOrder: 'market_trigger',
      stopLossPercent: '3',
      marginType: 'cross',
      leverage: 20,
    },
  ],
  [
    ['XRPUSDT'],
    {
      direction: 'sell',
      baseOrderSize: '150',
      baseOrderType: 'limit',
      baseOrderOffsetPercent: '0.05',
      baseOrderTtlS: 300,
      stepPercent: '0.3',
      activeSafetyOrders: 1,
      takeProfitPercent: '0.3',
      trailingPercent: '0.1',
    },
  ],
  [
    ['LINKUSDT', 'BNBUSDT'],
    {
      baseOrderSize: '100',
      stepPercent: '0.4',
      takeProfitPercent: '0.4',
      tpBasis: 'base',
      tpNetOfFees: false,
      cooldownS: 900,
      timeLimitS: 14_400,
      maxOpenCycles: 1,
      stopLossPercent: '1.5',
      slBasis: 'average',
    },
  ],
];

const COMMANDS = BOTS.map(([symbols, input], index): Extract<UserCommand, { type: 'create' }> => {
  const params = ladderParams.parse(input);
  const bot = newEngineBot({
    botId: `bot-${index}`,
    kind: paperLadder.kind,
    symbols,
    params,
    paramsVersion: 1,
  });
  return { type: 'create', bot, autostart: true };
});

const ROWS = COMMANDS.map((command) => ({
  command,
  row: { name: command.bot.botId, comment: '', strategyId: null, strategyVersion: null },
}));

/** What is compared, by its key; ids of log lines and commands are random. */
const TABLES = {
  trades: 'trade_id',
  orders: 'order_id',
  cycles: 'cycle_id',
  net_cycles: 'net_cycle_id',
  ledger: 'source_id, account',
  logs: 'ts, bot_id, code, symbol, cycle_id, detail',
  bots: 'bot_id',
  atoms: 'atom_id',
  bot_days: 'bot_id, day',
  portfolio_results: 'portfolio_id, span, begin_at',
  portfolios: 'portfolio_id',
} as const;

/** A database with an empty portfolio. */
interface World {
  readonly test: TestDatabase;
  readonly app: Database;
  readonly engine: Database;
}

async function openWorld(createdAt: Date): Promise<World> {
  const test = await startTestDatabase();
  const app = openDatabase({ url: test.appUrl, poolMax: 1, applicationName: 'test app' });
  const engine = openDatabase({ url: test.engineUrl, poolMax: 4, applicationName: 'test engine' });
  await storePortfolio(app, { ownerId: OWNER, portfolioId: PORTFOLIO, wallet: WALLET, createdAt });
  return { test, app, engine };
}

async function closeWorld({ test, app, engine }: World): Promise<void> {
  await Promise.all([app.close(), engine.close()]);
  await test.close();
}

/** The paper program: an account that begins in the past and runs, minute by minute, up to the market's present. */
async function livePaper(engine: Database, feed: Feed, begin: Instant): Promise<Instant> {
  const runtime = await startPaperRuntime({
    engine,
    feed,
    openQuotes: noQuotes,
    speed: 1,
    logDays: 365,
    log: () => {},
  });
  const late = { ownerId: OWNER, portfolioId: PORTFOLIO, wallet: cashFrom(WALLET), minute: begin, commands: ROWS };
  expect(await runtime.openLate(late)).toEqual({ ok: true, value: null });
  const reached = () => runtime.minuteOf(PORTFOLIO) ?? 0;
  await expect.poll(reached, { timeout: PATIENCE_MS, interval: 20 }).toBeGreaterThanOrEqual(feed.startMinute);
  await runtime.stop();
  return runtime.minuteOf(PORTFOLIO) ?? begin;
}

/** The engine alone over the same files and minutes, stored in one transaction. */
async function liveHistory(engine: Database, feed: Feed, span: { begin: Instant; last: Instant }): Promise<void> {
  const { begin, last } = span;
  const history = await recordedHistory([...feed.instruments.keys()], { from: begin, to: later(last, MINUTE_MS) });
  const opened: AccountSnapshot = { wallet: cashFrom(WALLET), limit: null, minute: begin, bots: [] };
  const market = { instruments: feed.instruments, slippage: PAPER_SLIPPAGE };
  const account = simulateAccount(opened, market, marketMinute(history, 0));
  const records: AccountRecord[] = [];
  const tell = (said: readonly AccountRecord[]): void => {
    for (const record of said) records.push(record);
  };
  const given = ROWS.map(({ command, row }) => {
    return { command: { ...command, prices: pricesAt(feed, begin, command.bot.symbols) }, row };
  });
  for (const { command } of given) {
    const outcome = account.command(command, later(begin, CLOSE_OFFSET_MS));
    if (outcome.ok) tell(outcome.value);
  }
  runHistory(account, history, { from: 1, to: history.minutes, tell });
  const { wallet, minute, bots } = account.snapshot();
  const owner = { ownerId: OWNER, portfolioId: PORTFOLIO };
  await storeBatches(engine, {
    batches: [{ ...owner, records, wallet, minute, bots, hours: [], firstSeq: 1 }],
    commands: given.map((told) => ({
      ...owner,
      ...told,
      botId: told.command.bot.botId,
      afterMinute: begin,
      at: later(begin, CLOSE_OFFSET_MS),
    })),
    clock: null,
    instruments: feed.instruments,
  });
}

type Row = Readonly<Record<string, unknown>>;

async function storedIn({ test }: World): Promise<Map<string, readonly Row[]>> {
  const client = new pg.Client({ connectionString: test.ownerUrl });
  await client.connect();
  try {
    const stored = new Map<string, readonly Row[]>();
    for (const [table, key] of Object.entries(TABLES)) {
      const { rows } = await client.query<Row>(`select * from ${table} order by ${key}`);
      stored.set(
        table,
        rows.map(({ batch_line: _named, log_id: _counted, ...row }) => row),
      );
    }
    return stored;
  } finally {
    await client.end();
  }
}

describe('a paper session over the bundled recording', () => {
  let [paper, engine]: [World | null, World | null] = [null, null];

  beforeAll(async () => {
    const createdAt = new Date(0);
    [paper, engine] = [await openWorld(createdAt), await openWorld(createdAt)];
  });

  afterAll(async () => {
    for (const world of [paper, engine]) if (world !== null) await closeWorld(world);
  });

  it('stores row by row what a single engine run over the same files produces', {
    timeout: 2 * PATIENCE_MS,
  }, async () => {
    if (paper === null || engine === null) throw new Error('both databases are open');
    const feed = await openReplayFeed();
    const begin = later(feed.startMinute, -DAYS * 1_440 * MINUTE_MS);
    const last = await livePaper(paper.engine, feed, begin);
    await liveHistory(engine.engine, feed, { begin, last });
    const [lived, made] = [await storedIn(paper), await storedIn(engine)];
    const counts = Object.fromEntries([...made].map(([table, rows]) => [table, rows.length]));
    process.stdout.write(`paper = engine: ${JSON.stringify(counts)}\n`);
    for (const [table, rows] of made) expect(lived.get(table), table).toEqual(rows);
    expect(counts['trades']).toBeGreaterThan(1_000);
  });
});
