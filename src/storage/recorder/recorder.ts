import { sql } from 'kysely';
import { cashText } from '#base/decimal.ts';
import { DAY_MS, type Instant } from '#base/time.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import type { NoteRecord } from '#engine/model/record.ts';
import { auditNotes, type StoredNote, storeNotes } from '../assets/store-notes.ts';
import type { Database, Tx } from '../database/database.ts';
import { insertRows, type NewRow, rowsExpression } from '../database/rows/insert-rows.ts';
import { uniqueNameOf } from '../database/unique-name.ts';
import { requireLock } from '../members/require-lock.ts';
import { noticeOfLog } from '../notices/notices-of-logs.ts';
import { type NewNotice, storeNotices } from '../notices/store-notices.ts';
import { type OwnerDay, passedDays, touchOrderDays } from '../order-stats/touched-days.ts';
import type { AccountBatch, StoredCommand } from './account-batch.ts';
import { auditCommands } from './audit-commands.ts';
import { atomRows, changedBots, runRows } from './bot-rows.ts';
import { countLogLines } from './count-logs.ts';
import { numberCycles } from './number-cycles.ts';
import { cycleRow, ledgerRows, logRow, netCycleRow, orderRow, tradeRow } from './record-rows.ts';
import { rollUp } from './roll-up.ts';
import { rollUpEquity } from './roll-up-equity.ts';
import { storeCommands } from './store-commands.ts';

export type { AccountBatch, StoredCommand } from './account-batch.ts';

type Instruments = ReadonlyMap<string, Instrument>;

/** Everything that the engine stores in one transaction. */
export interface EngineRows {
  readonly batches: readonly AccountBatch[];
  readonly commands: readonly StoredCommand[];
  /** Changes to users' notes on assets; left out: none. */
  readonly notes?: readonly StoredNote[];
  /** Open of the market's last closed minute; null leaves the clock as it stands. */
  readonly clock: Instant | null;
  /** The program that stores, which must hold the engine's lock; left out where nothing else can run, as in a test. */
  readonly memberId?: string | undefined;
  /** Of every symbol in the batches: prices and quantities become exact decimal text. */
  readonly instruments: Instruments;
}

/**
 * Stores everything of the engine's batches in one transaction. Storing the same batches again, when it is unknown whether
 * the first commit succeeded, changes nothing but the time of the clock's row, so that the commit of the repeat is one that
 * the disk and synchronous replicas acknowledge.
 * @throws LockLost without any effect
 */
export async function storeBatches(engine: Database, rows: EngineRows): Promise<void> {
  const { memberId } = rows;
  await engine.db.transaction().execute(async (tx) => {
    if (memberId !== undefined) await requireLock(tx, memberId);
    await storeShared(tx, await storeBatchesIn(tx, rows));
  });
}

/** What is left to store in rows that other transactions wait for. */
interface Shared {
  readonly days: readonly OwnerDay[];
  /** Stored for the first time. */
  readonly commands: readonly StoredCommand[];
  readonly notes: readonly StoredNote[];
}

/** The same within a transaction that stores more; it must end with `storeShared`. */
export async function storeBatchesIn(tx: Tx, given: EngineRows): Promise<Shared> {
  const { batches, commands, notes = [], clock, instruments } = given;
  const rows = batches.map((batch) => rowsOfBatch(batch, instruments));
  const notices = rows.flatMap((one) => one.notices).filter(({ ts }) => isNews(ts, clock));
  const freshCommands = await storeCommands(tx, commands);
  const freshNotes = await storeNotes(tx, notes);
  const days = await storeAccounts(tx, batches);
  await storeBots(tx, batches);
  await storeRecords(tx, rows);
  await storeNotices(tx, notices);
  if (clock !== null) await storeClock(tx, clock);
  return { days, commands: freshCommands, notes: freshNotes };
}

/** Marks the days as changed and adds to the audit trail: the last statements of a transaction (see `recordAudit`). */
export async function storeShared(tx: Tx, { days, commands, notes }: Shared): Promise<void> {
  await touchOrderDays(tx, days);
  await auditCommands(tx, commands);
  await auditNotes(tx, notes);
}

/** An account that runs a stored past, as the demo does, tells nothing of long ago. */
const NEWS_MS = DAY_MS;

function isNews(ts: Date | string, clock: Instant | null): boolean {
  return clock === null || clock - new Date(ts).getTime() <= NEWS_MS;
}

interface BatchRows {
  readonly trades: NewRow<'trades'>[];
  readonly orders: Map<string, NewRow<'orders'>>;
  readonly cycles: Map<string, NewRow<'cycles'>>;
  readonly netCycles: Map<string, NewRow<'netCycles'>>;
  readonly ledger: NewRow<'ledger'>[];
  readonly logs: NewRow<'logs'>[];
  readonly notices: NewNotice[];
  readonly hours: readonly NewRow<'botHours'>[];
}

/** Of an order or a cycle only the newest record is kept. */
function rowsOfBatch(batch: AccountBatch, instruments: Instruments): BatchRows {
  const owner = { ownerId: batch.ownerId, portfolioId: batch.portfolioId, instruments };
  const rows: BatchRows = {
    trades: [],
    orders: new Map(),
    cycles: new Map(),
    netCycles: new Map(),
    ledger: [],
    logs: [],
    notices: [],
    hours: hourRows(batch),
  };
  const mark = uniqueNameOf(batch);
  for (const record of batch.records) {
    switch (record.type) {
      case 'trade':
        rows.trades.push(tradeRow(owner, record, batch.firstSeq + rows.trades.length));
        break;
      case 'order': {
        const row = orderRow(owner, record);
        rows.orders.set(row.orderId, row);
        break;
      }
      case 'cycle': {
        const row = cycleRow(owner, record);
        rows.cycles.set(row.cycleId, row);
        break;
      }
      case 'net-cycle': {
        const row = netCycleRow(owner, record);
        rows.netCycles.set(row.netCycleId, row);
        break;
      }
      case 'ledger':
        rows.ledger.push(...ledgerRows(owner, record));
        break;
      case 'note':
        addNote(rows, record, logRow(owner, record, `${mark}-${rows.logs.length}`));
        break;
      case 'bot':
        break; // Bots are stored from their snapshots.
    }
  }
  return rows;
}

function addNote({ logs, notices }: BatchRows, note: NoteRecord, log: NewRow<'logs'>): void {
  logs.push(log);
  const notice = noticeOfLog(note, log, new Date());
  if (notice !== null) notices.push(notice);
}

function hourRows({ ownerId, portfolioId, hours }: AccountBatch): readonly NewRow<'botHours'>[] {
  return hours.map(({ botId, at, realized, unrealized }) => ({
    botId,
    ownerId,
    portfolioId,
    ts: new Date(at),
    realized: cashText(realized),
    unrealized: cashText(unrealized),
  }));
}

async function storeRecords(tx: Tx, batches: readonly BatchRows[]): Promise<void> {
  const trades = batches.flatMap((rows) => rows.trades);
  const orders = batches.flatMap((rows) => [...rows.orders.values()]);
  const netCycles = batches.flatMap((rows) => [...rows.netCycles.values()]);
  const ledger = batches.flatMap((rows) => rows.ledger);
  const logs = batches.flatMap((rows) => rows.logs);
  const hours = batches.flatMap((rows) => rows.hours);
  await insertRows(tx, 'trades', { rows: trades, key: ['tradeId'], onConflict: 'keep' });
  await insertRows(tx, 'orders', { rows: orders, key: ['orderId'], onConflict: 'replace' });
  await insertRows(tx, 'netCycles', { rows: netCycles, key: ['netCycleId'], onConflict: 'replace' });
  await insertRows(tx, 'ledger', { rows: ledger, key: ['sourceId', 'account'], onConflict: 'keep' });
  await countLogLines(tx, logs);
  await insertRows(tx, 'logs', { rows: logs, key: ['batchLine'], onConflict: 'keep' });
  await insertRows(tx, 'botHours', { rows: hours, key: ['botId', 'portfolioId', 'ts'], onConflict: 'replace' });
  await rollUpEquity(tx, hours);
  await storeCycles(
    tx,
    batches.flatMap((rows) => [...rows.cycles.values()]),
  );
}

/** A cycle is numbered and rolled up when it turns from open to ended, and only then. */
async function storeCycles(tx: Tx, rows: readonly NewRow<'cycles'>[]): Promise<void> {
  const ended = rows.filter((row) => row.endAt !== null).map((row) => row.cycleId);
  const known = new Set<string>();
  if (ended.length > 0) {
    const stored = await tx
      .selectFrom('cycles')
      .select('cycleId')
      .where('cycleId', 'in', ended)
      .where('endAt', 'is not', null)
      .execute();
    for (const { cycleId } of stored) known.add(cycleId);
  }
  await insertRows(tx, 'cycles', { rows, key: ['cycleId'], onConflict: 'replace' });
  const fresh = ended.filter((cycleId) => !known.has(cycleId));
  await numberCycles(tx, fresh);
  await rollUp(tx, fresh);
}

/** @returns the days through which the accounts have gone */
async function storeAccounts(tx: Tx, batches: readonly AccountBatch[]): Promise<readonly OwnerDay[]> {
  if (batches.length === 0) return [];
  const rows = batches.map(({ ownerId, portfolioId, wallet, minute }) => ({
    ownerId,
    portfolioId,
    wallet: cashText(wallet),
    minuteAt: minute === null ? null : new Date(minute),
  }));
  const given = await rowsExpression(tx, 'portfolios', rows);
  const days = await passedDays(tx, given);
  await sql`
    update portfolios set wallet = given.wallet, minute_at = given.minute_at
      from ${given}
     where portfolios.portfolio_id = given.portfolio_id and portfolios.owner_id = given.owner_id`.execute(tx);
  return days;
}

/** Stores runs before bots: the times in a bot's row are those of its run. */
async function storeBots(tx: Tx, batches: readonly AccountBatch[]): Promise<void> {
  const runs = batches.flatMap(runRows);
  if (runs.length > 0) {
    await sql`
      insert into runs (strategy_executor_id, owner_id, bot_id, run_no, strategy_version, params, started_at, ended_at, end_kind)
      select strategy_executor_id, owner_id, bot_id, run_no, strategy_version, params, started_at, ended_at, end_kind
        from ${await rowsExpression(tx, 'runs', runs)}
      on conflict (strategy_executor_id) do update set
        strategy_version = excluded.strategy_version, params = excluded.params,
        started_at = coalesce(runs.started_at, excluded.started_at),
        ended_at = coalesce(runs.ended_at, excluded.ended_at), end_kind = coalesce(runs.end_kind, excluded.end_kind)`.execute(
      tx,
    );
  }
  const bots = batches.flatMap(changedBots);
  if (bots.length > 0) await updateBots(tx, bots);
  const atoms = batches.flatMap(atomRows);
  await insertRows(tx, 'atoms', { rows: atoms, key: ['atomId'], onConflict: 'replace' });
}

async function updateBots(tx: Tx, bots: readonly Partial<NewRow<'bots'>>[]): Promise<void> {
  await sql`
    update bots set state = given.state, state_reason = given.state_reason, run_no = given.run_no, snapshot = given.snapshot,
           pending_version = given.pending_version, deleted_at = coalesce(bots.deleted_at, given.deleted_at),
           started_at = runs.started_at, finished_at = runs.ended_at
      from ${await rowsExpression(tx, 'bots', bots)}
      left join runs on runs.bot_id = given.bot_id and runs.run_no = given.run_no
     where bots.bot_id = given.bot_id`.execute(tx);
}

async function storeClock(tx: Tx, clock: Instant): Promise<void> {
  const saved = { minuteAt: new Date(clock), savedAt: new Date() };
  await tx
    .insertInto('marketClock')
    .values({ clockId: 1, ...saved })
    .onConflict((conflict) => conflict.column('clockId').doUpdateSet(saved))
    .execute();
}
