import { closeSync, fstatSync, mkdtempSync, openSync, readdirSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '#adapters/database-embedded/embedded-postgres.ts';
import { assert, at } from '#base/assert.ts';
import { formatDecimal } from '#base/decimal.ts';
import { chance } from '#base/prng.ts';
import { instantOf, MINUTE_MS } from '#base/time.ts';
import type { CandleColumns } from '#engine/model/candle.ts';
import type { SymbolHistory } from '#engine/model/history.ts';
import { skipIndexOf } from '#engine/scan/skip-index.ts';
import { writeText } from '#main/commands/write-text.ts';
import { exportCandles } from '#market/candle-files/export-candles.ts';
import { loadHistory } from '#market/candle-files/history/load-history.ts';
import { importCandles } from '#market/candle-files/import-candles.ts';
import { listCandles } from '#market/candle-files/list-candles.ts';
import { csvOf, GRIDS } from '../tests/support/candle-folder.ts';
import { randomColumns } from '../tests/support/columns.ts';
import { median } from './median.ts';

const SYMBOL = 'BTCUSDT';
const YEAR_MINUTES = 525_600;
const START = instantOf(Date.UTC(2025, 0, 1));
const SEED = 1;
const ROUNDS = 5;
const LOAD_MS_MAX = 5;
/** Other users of the machine can only add time, so the best load represents its round. */
const LOADS_A_ROUND = 20;
const MS_PER_S = 1_000;

/**
 * Loads a generated year of one symbol into shared memory with every checksum verified, in turn with the alternatives:
 * parsing the exchange's answer, reading rows of PostgreSQL, and the minimum that any loader must do. Passes when the
 * year takes at most 5 ms.
 */
export async function candlesBench(tell: (line: string) => void) {
  const folder = mkdtempSync(join(tmpdir(), 'botyard-bench-'));
  const database = mkdtempSync(join(tmpdir(), 'botyard-bench-'));
  const columns = { ...randomColumns(chance(SEED), YEAR_MINUTES), start: START };
  tell('starting a PostgreSQL and filling it with the same year');
  const postgres = await startEmbeddedPostgres({ dataDir: database, log: tell });
  const client = new Client({ connectionString: postgres.url });
  try {
    await client.connect();
    await storeRows(client, columns);
    const csv = await measureCsv(folder, columns, tell);
    const load = await measureLoad({ folder: join(folder, 'candles'), columns, client, tell });
    const bytes = at(listCandles(join(folder, 'candles')), 0).bytes;
    const figures = { minutes: YEAR_MINUTES, bytes, rounds: ROUNDS, ...load, ...csv };
    return { figures, hasPassed: load.load_ms <= LOAD_MS_MAX };
  } finally {
    await client.end();
    await postgres.stop();
    for (const used of [folder, database]) rmSync(used, { recursive: true, force: true });
  }
}

interface Subject {
  readonly folder: string;
  readonly columns: CandleColumns;
  readonly client: Client;
  readonly tell: (line: string) => void;
}

/** One uncounted round to warm up code and page cache, then five. */
async function measureLoad(subject: Subject) {
  const answer = exchangeAnswer(subject.columns);
  const times = { fresh: [], again: [], bare: [], index: [], json: [], rows: [] } as Record<Measured, number[]>;
  for (let round = 0; round <= ROUNDS; round += 1) {
    const taken = await measureRound(subject, answer);
    if (round === 0) continue;
    for (const [name, ms] of Object.entries(taken)) times[name as Measured].push(ms); // Its own keys.
    const words = Object.entries(taken).map(([name, ms]) => `${name} ${ms.toFixed(1)}`);
    subject.tell(`round ${round}, ms: ${words.join(', ')}`);
  }
  const [fresh, bare] = [median(times.fresh), median(times.bare)];
  const [json, rows] = [median(times.json), median(times.rows)];
  return {
    load_ms: rounded(fresh),
    load_ms_rounds: times.fresh.map(rounded),
    load_into_used_memory_ms: rounded(median(times.again)),
    index_ms: rounded(median(times.index)),
    yardstick: { bare_read_ms: rounded(bare), json_parse_ms: rounded(json), postgres_rows_ms: rounded(rows) },
    ratio: {
      bare_read: rounded(bare / fresh),
      json_parse: rounded(json / fresh),
      postgres_rows: rounded(rows / fresh),
    },
  };
}

type Measured = 'fresh' | 'again' | 'bare' | 'index' | 'json' | 'rows';

async function measureRound({ folder, columns, client }: Subject, answer: string): Promise<Record<Measured, number>> {
  const query = { folder, symbol: SYMBOL, from: null, to: null, grids: null };
  const [fresh, again, bare]: [number[], number[], number[]] = [[], [], []];
  for (let count = 0; count < LOADS_A_ROUND; count += 1) {
    const first = await timed(() => loadHistory(query));
    const memory = checkLoaded(first.value, columns);
    const second = await timed(() => loadHistory({ ...query, memory }));
    assert(checkLoaded(second.value, columns) === memory, 'the second lies where the first one lay');
    fresh.push(first.ms);
    again.push(second.ms);
    bare.push((await timed(async () => bareRead(join(folder, SYMBOL)))).ms);
  }
  const index = await timed(async () => skipIndexOf(columns));
  const json = await timed(async () => JSON.parse(answer));
  const rows = await timed(async () => (await client.query('select * from candles order by open_time')).rows);
  assert(json.value.length === YEAR_MINUTES && rows.value.length === YEAR_MINUTES, 'all of them read the whole year');
  return {
    fresh: Math.min(...fresh),
    again: Math.min(...again),
    bare: Math.min(...bare),
    index: index.ms,
    json: json.ms,
    rows: rows.ms,
  };
}

/** The minimum that any loader must do: the same bytes into new shared memory, and one checksum over them. */
function bareRead(folder: string): void {
  const files = readdirSync(folder).map((name) => openSync(join(folder, name), 'r'));
  const sizes = files.map((file) => fstatSync(file).size);
  const bytes = new Uint8Array(new SharedArrayBuffer(sizes.reduce((sum, size) => sum + size, 0)));
  let end = 0;
  files.forEach((file, place) => {
    end += readSync(file, bytes, end, at(sizes, place), 0);
    closeSync(file);
  });
  crc32(bytes);
}

/** @returns the shared memory that contains the year */
function checkLoaded({ columns, index }: SymbolHistory, expected: CandleColumns): SharedArrayBuffer {
  const { buffer } = columns.close;
  const last = YEAR_MINUTES - 1;
  assert(buffer instanceof SharedArrayBuffer, 'the year lies in shared memory');
  assert(columns.close[last] === expected.close[last] && index.low.length > 4, 'the year and its index are whole');
  return buffer;
}

async function measureCsv(folder: string, columns: CandleColumns, tell: (line: string) => void) {
  const file = join(folder, 'year.csv');
  await writeText([csvOf(columns)], { out: file, isGzip: false });
  const candles = join(folder, 'candles');
  const rules = { ...GRIDS, offTick: 'refuse', offStep: 'refuse', existing: 'refuse' } as const;
  const imported = await timed(() => importCandles({ ...rules, folder: candles, symbol: SYMBOL, files: [file], tell }));
  const query = { folder: candles, symbol: SYMBOL, from: null, to: null, grids: null };
  const exported = await timed(() => writeText(exportCandles(query), { out: `${file}.again`, isGzip: false }));
  const perSecond = (ms: number) => Math.round((YEAR_MINUTES * MS_PER_S) / ms);
  return { import_rows_per_s: perSecond(imported.ms), export_rows_per_s: perSecond(exported.ms) };
}

/**
 * An exchange's answer for the year: one list per minute, prices as text, and further figures that are not used here.
 */
function exchangeAnswer({ start, open, high, low, close, volume }: CandleColumns): string {
  const rows = Array.from(open, (_, minute) => {
    const price = (column: Int32Array) => formatDecimal(at(column, minute), 1);
    const time = start + minute * MINUTE_MS;
    const prices = [open, high, low, close].map(price);
    const quantity = formatDecimal(at(volume, minute), 3);
    return [time, ...prices, quantity, time + MINUTE_MS - 1, '1234567.8', 321, '50.123', '617283.9', '0'];
  });
  return JSON.stringify(rows);
}

async function storeRows(client: Client, { start, open, high, low, close, volume }: CandleColumns): Promise<void> {
  await client.query(
    'create table candles (open_time bigint primary key, open int, high int, low int, close int, volume int)',
  );
  const times = Array.from(open, (_, minute) => start + minute * MINUTE_MS);
  await client.query(
    'insert into candles select * from unnest($1::bigint[], $2::int[], $3::int[], $4::int[], $5::int[], $6::int[])',
    [times, ...[open, high, low, close, volume].map((column) => [...column])],
  );
}

async function timed<T>(work: () => Promise<T>): Promise<{ readonly ms: number; readonly value: T }> {
  const startedAt = performance.now();
  const value = await work();
  return { ms: performance.now() - startedAt, value };
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
