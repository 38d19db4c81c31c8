import { existsSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '#base/errors.ts';
import { type Restored, restoreBackup } from '../backup/restore-backup.ts';
import type { Config } from '../config.ts';

const KEY_FILE = 'exchange-keys-private.json';

/**
 * `restore FILE` into an empty DATA_DIR; the program must not run on it.
 * @throws AppError COMMAND_UNKNOWN, and whatever `restoreBackup` throws
 */
export async function restoreCommand(config: Config, words: readonly string[]): Promise<void> {
  const [file, ...rest] = words;
  if (file === undefined || rest.length > 0) throw new AppError('COMMAND_UNKNOWN', 'Usage: restore FILE');
  const restored = await restoreBackup(path.resolve(file), config);
  process.stdout.write(`${sentencesOf(restored, config)}\n`);
}

function sentencesOf({ head, rows }: Restored, { dataDir, secretsDir }: Config): string {
  const keys = existsSync(path.join(secretsDir, KEY_FILE))
    ? `Exchange keys are opened with ${KEY_FILE} in ${secretsDir}.`
    : `Copy ${KEY_FILE} to ${secretsDir} before you start; without it everything works except the exchange keys, which their users must add again.`;
  return [
    `The backup of ${head.createdAt} (Botyard ${head.version}) is restored to ${dataDir}: ${rows} rows.`,
    keys,
    'Start with npm start. Everybody signs in again.',
  ].join('\n');
}
