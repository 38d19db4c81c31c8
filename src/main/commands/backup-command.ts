import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '#base/errors.ts';
import { type MadeBackup, makeBackup } from '../backup/make-backup.ts';
import type { Config } from '../config.ts';
import { simulatorFolder } from '../simulator/simulator-place.ts';
import { besideOwner } from './beside-program.ts';

/**
 * `backup FILE | FOLDER`, whether or not the program is running. In a folder the file gets a name with the time.
 * @throws AppError COMMAND_UNKNOWN, BACKUP_EXISTS, BACKUP_NOT_POSSIBLE, SIMULATOR_DAMAGED
 */
export async function backupCommand(config: Config, words: readonly string[]): Promise<void> {
  const [target, ...rest] = words;
  if (target === undefined || rest.length > 0) throw new AppError('COMMAND_UNKNOWN', 'Usage: backup FILE | FOLDER');
  if (config.databaseUrl === null && !existsSync(path.join(config.dataDir, 'postgres'))) {
    const sentence = `The data folder ${config.dataDir} holds no database: there is nothing to back up.`;
    throw new AppError('BACKUP_NOT_POSSIBLE', sentence);
  }
  const file = fileOf(target);
  await besideOwner(config, async (ownerUrl) => {
    const made = await makeBackup({ file, ownerUrl, simulatorFolder: simulatorFolder(config) });
    return sentencesOf(file, made, config);
  });
}

function fileOf(target: string): string {
  const file = path.resolve(target);
  if (!existsSync(file) || !statSync(file).isDirectory()) return file;
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '').replace('T', '-');
  return path.join(file, `botyard-${time}.backup`);
}

function sentencesOf(file: string, made: MadeBackup, { secretsDir, candlesDir }: Config): string {
  const { tables, rows, minuteAt, exchangeAt } = made;
  const exchange = exchangeAt === null ? '' : `, and the simulated exchange at ${timeOf(new Date(exchangeAt))}`;
  const isBehind = exchangeAt !== null && minuteAt !== null && exchangeAt < minuteAt.getTime();
  return [
    `The backup is complete: ${file}`,
    `It holds ${rows} rows of ${tables} tables${minuteAt === null ? '' : `, stored up to the minute ${timeOf(minuteAt)}`}${exchange}.`,
    ...(isBehind
      ? ['The simulated exchange is behind the accounts: after a restore they wait until it has caught up.']
      : []),
    'It does not hold:',
    `  the keys that open exchange keys: keep exchange-keys-private.json in ${secretsDir} in another safe place`,
    '  sessions: after a restore everybody signs in again',
    `  candles: they are fetched again; keep a copy of ${candlesDir} if you imported your own`,
  ].join('\n');
}

function timeOf(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
