import { existsSync } from 'node:fs';
import { AppError } from '#base/errors.ts';
import type { Instant } from '#base/time.ts';
import { copyState } from '#simulator/stored/copy-state.ts';
import { type DatabaseDump, dumpDatabase } from '#storage/backup/dump-database.ts';
import { build } from '../build.ts';
import { BACKUP_FORMAT, type BackupHead } from './backup-format.ts';
import { type BackupPart, writeBackupFile } from './write-backup-file.ts';

/** Where the files of the simulated exchange are in a backup, and below the data folder. */
export const SIMULATOR_PART = 'simulator';
/** A reader holds whole lines in memory, so a long file is several. No character is cut in two. */
const PIECES = /[\s\S]{1,65536}/gu;

/** What a backup contains. */
export interface MadeBackup {
  readonly tables: number;
  readonly rows: number;
  /** Open of the engine's last minute; null before its first. */
  readonly minuteAt: Date | null;
  /** Market time of the simulated exchange; null without one, or before it has moved. */
  readonly exchangeAt: Instant | null;
}

/**
 * Writes the database and the simulated exchange to a new file. First the database's moment is fixed, then the exchange is
 * copied: so the exchange is never behind what the accounts have seen, and they follow it after a restore as after a kill.
 * @param options - `ownerUrl` is the login that owns the tables; `simulatorFolder` may be missing
 * @throws AppError BACKUP_EXISTS, BACKUP_NOT_POSSIBLE, SIMULATOR_DAMAGED
 */
export async function makeBackup(options: {
  readonly file: string;
  readonly ownerUrl: string;
  readonly simulatorFolder: string;
}): Promise<MadeBackup> {
  const { file, ownerUrl, simulatorFolder } = options;
  if (existsSync(file)) throw new AppError('BACKUP_EXISTS', `${file} exists already. Give the backup another name.`);
  let made: MadeBackup | null = null;
  await dumpDatabase(ownerUrl, async (dump) => {
    const exchange = await copyState(simulatorFolder);
    const parts = [...tableParts(dump), ...fileParts(exchange?.files ?? new Map())];
    const manifest = await writeBackupFile(file, headOf(dump), parts);
    const names = new Set(dump.tables.map(({ name }) => name));
    const rows = manifest.reduce((sum, { name, lines }) => sum + (names.has(name) ? lines : 0), 0);
    made = { tables: names.size, rows, minuteAt: dump.minuteAt, exchangeAt: exchange?.clock ?? null };
  });
  if (made === null) throw new Error('Internal error: expected that the dump was read');
  return made;
}

function headOf({ migration, sequences }: DatabaseDump): BackupHead {
  const createdAt = new Date().toISOString();
  return { product: 'botyard', format: BACKUP_FORMAT, ...build(), createdAt, migration, sequences: [...sequences] };
}

function tableParts(dump: DatabaseDump): BackupPart[] {
  return dump.tables.map(({ name, columns }) => ({
    head: { table: name, columns: [...columns] },
    lines: dump.rows(name),
  }));
}

function fileParts(files: ReadonlyMap<string, string>): BackupPart[] {
  return Array.from(files, ([name, text]) => ({
    head: { file: `${SIMULATOR_PART}/${name}` },
    lines: [text.match(PIECES) ?? []],
  }));
}
