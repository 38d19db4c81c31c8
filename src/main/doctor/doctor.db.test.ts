import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '#adapters/database-embedded/embedded-postgres.ts';
import { assert } from '#base/assert.ts';
import { migrate } from '#storage/database/migrate.ts';
import { runCommand } from '../../../tests/support/program.ts';

const PASSABLE = 0o711; // As root, PostgreSQL runs as another user, who must be able to reach its folder.
const PAGE_BYTES = 8_192;

interface Files {
  readonly table: string;
  readonly index: string;
  readonly portfolios: string;
}

let dataDir: string;
/** Files of the database. */
let files: Files;
/** What files contained before a test damaged them. */
const sound = new Map<string, Buffer>();

/** A stopped installation with a database and rows, which takes a second. */
beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'botyard-doctor-'));
  await chmod(dataDir, PASSABLE);
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} });
  await migrate(server.url);
  const client = new Client(server.url);
  await client.connect();
  await client.query(`insert into market_clock values (1, '2025-05-20', now())`);
  await client.query(
    `insert into portfolios values ('p', 'ann', 'P', 'dca-bot', 'paper', '', null, false, 0, 0, null, now())`,
  );
  const { rows } = await client.query<Files>(
    `select pg_relation_filepath('market_clock') as table, pg_relation_filepath('market_clock_pkey') as index,
            pg_relation_filepath('portfolios') as portfolios`,
  );
  assert(rows[0] !== undefined, 'a query of one row has one');
  const at = (file: string): string => path.join(dataDir, 'postgres', file);
  files = { table: at(rows[0].table), index: at(rows[0].index), portfolios: at(rows[0].portfolios) };
  await client.end();
  await server.stop();
});

afterEach(() => {
  for (const [file, bytes] of sound) writeFileSync(file, bytes);
  sound.clear();
});

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Flips one bit in the middle of a file's first page. */
function flipBit(file: string): void {
  const bytes = readFileSync(file);
  sound.set(file, Buffer.from(bytes));
  bytes.writeUInt8(bytes.readUInt8(PAGE_BYTES - 20) ^ 4, PAGE_BYTES - 20);
  writeFileSync(file, bytes); // In place: owner and permissions stay.
}

const doctor = (...words: string[]): Promise<string> => runCommand(['doctor', ...words], { DATA_DIR: dataDir });

describe('the doctor', () => {
  it('says of every part that it is sound', async () => {
    const output = await doctor();
    expect(output).toMatch(/✓ Data folder: .* can be read and written\./);
    expect(output).toMatch(/✓ Candles: 0 files were compared with their checksums\./);
    expect(output).toMatch(/✓ Simulated exchange: There is none/);
    expect(output).toMatch(/✓ Database: \d{3,} pages were compared with their checksums\. All 2 rows can be read\./);
    expect(output).toMatch(/No engine runs on it\.\n/);
    expect(output).toMatch(/Nothing is damaged\.\n$/);
  });

  it('names the table of a damaged page, what is lost and the way back', async () => {
    flipBit(files.table);
    const outcome = await doctor().catch(String);
    expect(outcome).toMatch(/ended with 1/);
    expect(outcome).toMatch(
      /✗ Database: .*\n +The table market_clock is damaged \(pages: 1, at 0\), and the rows on these pages are lost: restore a backup into a new DATA_DIR/,
    );
    expect(outcome).toMatch(/Not every row can be read: invalid page in block 0 of relation/);
  });

  it('says that a damaged index loses no row, and builds it anew when told to', async () => {
    flipBit(files.index);
    const outcome = await doctor().catch(String);
    expect(outcome).toMatch(/ended with 1/);
    expect(outcome).toMatch(
      /An index of the table market_clock is damaged \(pages: 1, at 0\)\. No row is lost: run "botyard doctor --reindex"/,
    );
    sound.clear();
    expect(await doctor('--reindex')).toMatch(
      /The damaged indexes of the table market_clock were built anew\. All 2 rows can be read\./,
    );
  });

  it('names damaged files of candles and of the simulated exchange, each with the way back', async () => {
    const months = path.join(dataDir, 'market/sim/ETHUSDT');
    mkdirSync(months, { recursive: true });
    mkdirSync(path.join(dataDir, 'simulator'));
    writeFileSync(path.join(months, '2025-05.candles'), 'BYCOLUMN');
    writeFileSync(path.join(dataDir, 'simulator/market.json'), '');
    writeFileSync(path.join(dataDir, 'market/sim/coverage.json'), '{"symbols":');
    mkdirSync(path.join(dataDir, 'secrets'), { recursive: true });
    writeFileSync(path.join(dataDir, 'secrets/exchange-keys-private.json'), '{"keys":[]}');
    const outcome = await doctor().catch(String);
    expect(outcome).toMatch(
      /✗ Candles: 1 files .*\n +.*2025-05\.candles is damaged: it ends inside its first 20 bytes\. The next start sets the file aside and requests its minutes again\./,
    );
    expect(outcome).toMatch(
      /✗ Simulated exchange: .*\n +.*market\.json was not written by .* Restore a backup \(botyard restore\)/,
    );
    expect(outcome).toMatch(/coverage\.json is damaged at .* Delete it; its data will then be requested/);
    expect(outcome).toMatch(
      /✗ Secrets: .*\n +The file exchange-keys-private\.json in .* is missing or damaged\. Restore it/,
    );
    expect(outcome).toMatch(/Complaints: 4\n/);
    for (const name of ['market', 'simulator']) rmSync(path.join(dataDir, name), { recursive: true });
    rmSync(path.join(dataDir, 'secrets/exchange-keys-private.json'));
  });

  it('says that the next start sets a market of an older version aside, and names those that were', async () => {
    const aside = path.join(dataDir, 'simulator-set-aside-1');
    for (const folder of [aside, path.join(dataDir, 'simulator')]) mkdirSync(folder);
    writeFileSync(path.join(dataDir, 'simulator/market.json'), '{"pricesVersion":1}');
    const output = await doctor();
    expect(output).toMatch(/✓ Simulated exchange: It is of an older version: the next start sets it aside/);
    expect(output).toContain(`A market of an older version was set aside as ${aside};`);
    for (const folder of [aside, path.join(dataDir, 'simulator')]) rmSync(folder, { recursive: true });
  });

  it('explains itself when it does not know a word', async () => {
    await expect(doctor('--reindex', 'twice')).rejects.toThrow('Usage: doctor [--reindex]');
  });
});

describe('a start on a damaged database', () => {
  it.each(['table', 'portfolios'] as const)(
    'ends with a sentence that says what is lost and the way back (%s)',
    async (damaged) => {
      flipBit(files[damaged]);
      const starting = runCommand(['start'], {
        DATA_DIR: dataDir,
        PORT: '0',
        SIMULATOR_PORT: '0',
        BACK_FILL_DAYS: '0',
      });
      const outcome = await starting.catch(String);
      expect(outcome).toMatch(
        /ended with 1:\n(?:.*\n)*The database is damaged: invalid page in block 0 of relation .* restore a backup into a new DATA_DIR/,
      );
      expect(outcome).not.toMatch(/\bat .*\.ts\b/); // No stack.
    },
  );
});
