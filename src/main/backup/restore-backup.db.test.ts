import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkAudit } from '#storage/audit/check-audit.ts';
import { MIGRATIONS } from '#storage/database/migrate.ts';
import { prepareRoles } from '#storage/database/roles.ts';
import { startTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { takeDataFolder, UNFINISHED_RESTORE } from '../data-folder/data-folder.ts';
import { BACKUP_FORMAT } from './backup-format.ts';
import { makeBackup } from './make-backup.ts';
import { readBackupFile } from './read-backup-file.ts';
import { restoreBackup } from './restore-backup.ts';
import { type BackupPart, writeBackupFile } from './write-backup-file.ts';

const AT = '2026-01-02T03:04:05.678901Z';
const HOUR_COLUMNS = ['bot_id', 'owner_id', 'portfolio_id', 'ts', 'realized', 'unrealized'];
const STRANGE = 'quote " backslash \\ comma , brace } parenthesis ) line\nseparator \u2028 rocket \u{1f680}';

let folder: string;
let source: TestDatabase;
let file: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'botyard-restore-'));
  file = path.join(folder, 'one.backup');
  source = await startTestDatabase();
  await query(source, 'insert into asset_notes values ($1, $2, null, $3, 7, $4)', ['ann', 'ETHUSDT', STRANGE, AT]);
  await query(source, 'insert into asset_notes values ($1, $2, $3, $4, null, $5)', ['bob', 'BTCUSDT', '', '', AT]);
  await query(source, 'insert into documents values ($1, $2, 1, $3, $4)', [
    'ann',
    'keys/one',
    Buffer.from([0, 1, 34, 92, 255]),
    AT,
  ]);
  await query(source, 'insert into bot_hours values ($1, $2, $3, $4, 1.50000000, -0.00000001)', ['b', 'ann', 'p', AT]);
  await query(source, LOGS, [AT]);
  await query(source, 'delete from logs where batch_line = $1', ['line 1199']);
  await query(source, USER, ['ann', AT]);
  for (const name of ['one', 'two', 'three']) await query(source, AUDIT, [STRANGE, name]);
  await query(source, ACCOUNT, ['running', 'ann', null, null]);
  await query(source, ACCOUNT, ['halted', 'bob', AT, 'UNPROTECTED']);
  await query(source, `insert into installation_codes values ('ab12', $1)`, [LATE]);
  await query(source, `insert into refresh_tokens values ('hash', 'family', 'ann', $1, $1, $1)`, [AT]);
  await makeBackup({ file, ownerUrl: source.ownerUrl, simulatorFolder: path.join(folder, 'none') });
});

afterAll(async () => {
  await source.close();
  rmSync(folder, { recursive: true, force: true });
});

const LOG = `insert into logs (batch_line, owner_id, portfolio_id, bot_id, ts, level, code, detail, figures)
             values ($1, 'ann', 'p', 'b', $2, 'info', 'CODE', '', 'null')`;
/** More than one batch of a dump. */
const LOGS = `insert into logs (batch_line, owner_id, portfolio_id, bot_id, ts, level, code, detail, figures)
              select 'line ' || n, 'ann', 'p', 'b', $1, 'info', 'CODE', '', 'null' from generate_series(0, 1199) as n`;
const AUDIT = `insert into audit_trail (event, owner_id, address, details) values ('signed-in', 'ann', $1, $2)`;
const ACCOUNT = `insert into exchange_accounts (account_id, owner_id, environment, halted_at, halt_reason, next_intent)
                 values ($1, $2, 'sim', $3, $4, 42)`;
/** By a clock ahead of ours. */
const LATE = '2099-01-01T00:00:00Z';
const USER = `insert into users (user_id, email, password_hash, is_disabled, valid_since, created_at, issuer)
              values ($1, 'ann@example.org', 'hash', false, $2, $2, 'embedded')`;

async function query({ ownerUrl }: Pick<TestDatabase, 'ownerUrl'>, sql: string, values: readonly unknown[] = []) {
  const client = new pg.Client(ownerUrl);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}

let folders = 0;
function newFolder(): string {
  folders += 1;
  return path.join(folder, `data-${folders}`);
}

async function restoredInto(target: TestDatabase, from = file, dataDir = newFolder()): Promise<string> {
  await restoreBackup(from, { dataDir, databaseUrl: target.ownerUrl });
  return dataDir;
}

/** A whole backup with these parts, by whoever can write one. */
async function crafted(
  parts: readonly BackupPart[],
  migration = Object.keys(MIGRATIONS).at(-1) ?? '',
): Promise<string> {
  const name = path.join(folder, `crafted-${folders}-${migration}.backup`);
  const head = { product: 'botyard', format: BACKUP_FORMAT, version: '9.9.9', commit: null } as const;
  await writeBackupFile(name, { ...head, createdAt: '2026-01-02T03:04:05.000Z', migration, sequences: [] }, parts);
  return name;
}

const TABLES = `select tablename as name from pg_tables where schemaname = 'public' order by 1`;

describe('a backup', () => {
  it('holds every table except sessions, running programs and the record of migrations', async () => {
    const names: string[] = [];
    for await (const word of readBackupFile(file)) {
      if (word.kind === 'part' && 'table' in word.part) names.push(word.part.table);
    }
    const all = (await query(source, TABLES)).map(({ name }) => name);
    const left = ['kysely_migration', 'kysely_migration_lock', 'refresh_tokens', 'members'];
    expect(names.toSorted()).toEqual(all.filter((name) => !left.includes(String(name))));
  });

  it('is refused instead of leaving rows out when row-level security hides some from its login', async () => {
    const other = await startTestDatabase();
    await query(other, 'drop policy owner on logs');
    const making = makeBackup({ file: `${file}.2`, ownerUrl: other.ownerUrl, simulatorFolder: folder });
    await expect(making).rejects.toMatchObject({
      code: 'BACKUP_NOT_POSSIBLE',
      message: expect.stringContaining('logs'),
    });
    expect(existsSync(`${file}.2`)).toBe(false);
    await other.close();
  });

  it('never replaces an existing file', async () => {
    const before = readFileSync(file);
    const making = makeBackup({ file, ownerUrl: source.ownerUrl, simulatorFolder: folder });
    await expect(making).rejects.toMatchObject({ code: 'BACKUP_EXISTS' });
    expect(readFileSync(file)).toEqual(before);
  });
});

describe('a restore', () => {
  it('brings back every value exactly, continues the numbers, ends sessions and protects rows again', async () => {
    const target = await startTestDatabase();
    await restoredInto(target);
    for (const table of ['asset_notes', 'documents', 'bot_hours', 'logs']) {
      const sql = `select r::text as line from ${table} r order by 1`;
      expect(await query(target, sql), table).toEqual(await query(source, sql));
    }
    await query(target, LOG, ['next', AT]);
    expect(await query(target, `select log_id::int as id from logs where batch_line = 'next'`)).toEqual([
      { id: 1_201 },
    ]);
    expect(await query(target, 'select * from refresh_tokens')).toEqual([]);
    const [user] = await query(target, 'select valid_since from users');
    expect(Number(user?.['valid_since'])).toBeGreaterThan(Date.now() - 60_000);
    const { appUrl } = await prepareRoles({ ownerUrl: target.ownerUrl });
    expect(await query({ ownerUrl: appUrl }, 'select * from asset_notes')).toEqual([]);
    const asAnn = `begin; select set_config('botyard.user', 'ann', true)`;
    const client = new pg.Client(appUrl);
    await client.connect();
    await client.query(asAnn);
    const { rows } = await client.query('select owner_id, comment from asset_notes');
    expect(rows).toEqual([{ owner_id: 'ann', comment: STRANGE }]);
    await client.end();
    await target.close();
  });

  it('brings back the audit trail row by row: it fits, and goes on', async () => {
    const target = await startTestDatabase();
    const member = `insert into members values ('killed', 'alpha', '127.0.0.1', 1, '{all}', 1, '1.0.0', 1, now(), now())`;
    await query(target, member); // As a first start leaves it that was killed before it stored anything else.
    await restoredInto(target);
    expect(await query(target, 'select from members')).toEqual([]);
    const trail = 'select r::text as line from audit_trail r order by 1';
    expect(await query(target, trail)).toEqual(await query(source, trail));
    await query(target, AUDIT, [null, 'four']);
    expect(await checkAudit(target.ownerUrl)).toMatchObject({ rows: 4, complaint: null });
    await target.close();
  });

  it('a restore halts every exchange account and draws a new installation code, which is the newest of all', async () => {
    const target = await startTestDatabase();
    await restoredInto(target);
    const accounts = 'select account_id, halt_reason, next_intent from exchange_accounts order by 1';
    expect(await query(target, accounts)).toEqual([
      { account_id: 'halted', halt_reason: 'RESTORED', next_intent: '42' },
      { account_id: 'running', halt_reason: 'RESTORED', next_intent: '42' },
    ]);
    const codes = await query(target, 'select code from installation_codes order by drawn_at');
    expect(codes).toEqual([{ code: 'ab12' }, { code: expect.stringMatching(/^(?!ab12)[0-9a-z]{4}$/) }]);
    await target.close();
  });

  it('refuses a database that holds rows, and leaves them', async () => {
    const dataDir = newFolder();
    await expect(restoredInto(source, file, dataDir)).rejects.toMatchObject({ code: 'RESTORE_NOT_EMPTY' });
    expect(await query(source, 'select count(*)::int as rows from logs')).toEqual([{ rows: 1_199 }]);
    expect(readdirSync(dataDir).filter((name) => !name.startsWith('lock'))).toEqual([]);
  });

  it('refuses a data folder that is not empty, and changes nothing in it', async () => {
    const dataDir = newFolder();
    mkdirSync(path.join(dataDir, 'postgres'), { recursive: true });
    const restoring = restoreBackup(file, { dataDir, databaseUrl: null });
    await expect(restoring).rejects.toMatchObject({
      code: 'RESTORE_NOT_EMPTY',
      message: expect.stringContaining('postgres'),
    });
    expect(readdirSync(dataDir)).toEqual(['postgres']);
  });

  it('refuses a data folder that a program uses', async () => {
    const dataDir = newFolder();
    const held = takeDataFolder(dataDir);
    const restoring = restoreBackup(file, { dataDir, databaseUrl: null });
    await expect(restoring).rejects.toMatchObject({ code: 'DATA_FOLDER_IN_USE' });
    held.release();
  });

  it('refuses a backup of a newer database before it changes anything', async () => {
    const dataDir = newFolder();
    const newer = await crafted([], '9999-next');
    const restoring = restoreBackup(newer, { dataDir, databaseUrl: source.ownerUrl });
    await expect(restoring).rejects.toMatchObject({ code: 'BACKUP_NEWER', message: expect.stringContaining('9.9.9') });
    expect(existsSync(dataDir)).toBe(false);
  });

  it.each([
    [
      'the database refuses a row',
      { table: 'bot_hours', columns: HOUR_COLUMNS },
      ['(b,ann,p,"2026-01-02 03:04:05+00",1,x)'],
      'RESTORE_FAILED',
    ],
    ['a table has other columns', { table: 'bot_hours', columns: ['bot_id'] }, ['(b)'], 'RESTORE_FAILED'],
    ['a table is unknown', { table: 'horses', columns: ['name'] }, ['(a)'], 'RESTORE_FAILED'],
    ['a file is not of the simulated exchange', { file: '../escaped' }, ['x'], 'BACKUP_DAMAGED'],
    [
      'the simulated exchange cannot read its state',
      { file: 'simulator/journal-0.log' },
      ['nonsense\n'],
      'SIMULATOR_DAMAGED',
    ],
  ])('leaves no table and no file behind when %s', async (_what, head, lines, code) => {
    const target = await startTestDatabase();
    const good: BackupPart = {
      head: { table: 'bot_hours', columns: HOUR_COLUMNS },
      lines: [['(b,ann,p,"2026-01-02 03:04:05+00",1,1)']],
    };
    const dataDir = newFolder();
    const from = await crafted([good, { head, lines: [lines] }]);
    await expect(restoredInto(target, from, dataDir)).rejects.toMatchObject({ code });
    expect(await query(target, TABLES)).toEqual([]);
    expect(readdirSync(dataDir).filter((name) => !name.startsWith('lock'))).toEqual([]);
    expect(existsSync(path.join(folder, 'escaped'))).toBe(false);
    await restoredInto(target, file, dataDir); // The same folder and database take another backup.
    await target.close();
  });

  it('that was cut off keeps the program from starting until it is run again', async () => {
    const target = await startTestDatabase();
    const dataDir = newFolder();
    mkdirSync(path.join(dataDir, UNFINISHED_RESTORE), { recursive: true });
    mkdirSync(path.join(dataDir, 'simulator'));
    writeFileSync(path.join(dataDir, 'simulator/clock'), 'moved there before the cut');
    expect(() => takeDataFolder(dataDir)).toThrow('was cut off. Run it again');
    await restoredInto(target, file, dataDir);
    expect(readdirSync(dataDir).filter((name) => !name.startsWith('lock'))).toEqual([]);
    takeDataFolder(dataDir).release();
    await target.close();
  });
});
