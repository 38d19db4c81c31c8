import { existsSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '#base/errors.ts';
import type { Config } from '../config.ts';
import { checkDatabase } from '../doctor/check-database.ts';
import { checkCandleFolders, checkSimulator } from '../doctor/check-files.ts';
import { checkSecrets } from '../doctor/check-secrets.ts';
import type { Finding } from '../doctor/finding.ts';
import { MARKS, marketFolder } from '../engine/market-folder.ts';
import { simulatorFolder } from '../simulator/simulator-place.ts';
import { withOwnLifetime } from './beside-program.ts';

/**
 * `doctor [--reindex]`, whether or not the program is running: reads everything that is stored and prints a sentence about
 * each part. Only `--reindex` changes anything. The exit code is 1 when something is damaged.
 * @throws AppError COMMAND_UNKNOWN, DATA_FOLDER_MISSING, and as `takeDataFolder` does
 */
export async function doctorCommand(config: Config, words: readonly string[]): Promise<void> {
  const indexes = words[0] === '--reindex' ? 'rebuild' : 'check';
  if (words.length > (indexes === 'rebuild' ? 1 : 0))
    throw new AppError('COMMAND_UNKNOWN', 'Usage: doctor [--reindex]');
  const { dataDir } = config;
  if (!existsSync(dataDir)) {
    const sentence = `The data folder ${dataDir} does not exist: nothing is stored. Set DATA_DIR to the folder in use.`;
    throw new AppError('DATA_FOLDER_MISSING', sentence);
  }
  await withOwnLifetime(config, async (lifetime, isProgramRunning) => {
    tell({ part: 'Data folder', checked: `${dataDir} can be read and written.`, complaints: [] });
    const findings = [
      await checkSecrets(config.secretsDir),
      await checkCandleFolders(candleFolders(config)),
      await checkSimulator(simulatorFolder(config)),
    ];
    for (const finding of findings) tell(finding);
    const isStored = config.databaseUrl !== null || existsSync(path.join(dataDir, 'postgres'));
    const database = isStored ? await checkDatabase(config, lifetime, { isProgramRunning, indexes }) : NO_DATABASE;
    tell(database);
    const count = [...findings, database].reduce((sum, { complaints }) => sum + complaints.length, 0);
    process.stdout.write(count === 0 ? 'Nothing is damaged.\n' : `Complaints: ${count}\n`);
    if (count > 0) process.exitCode = 1;
  });
}

const NO_DATABASE: Finding = {
  part: 'Database',
  checked: 'There is none.',
  complaints: ['The data folder holds no database: the next start begins with an empty one, or restore a backup.'],
};

function tell({ part, checked, complaints }: Finding): void {
  const sign = complaints.length === 0 ? '✓' : '✗';
  process.stdout.write(`${sign} ${part}: ${checked}\n${complaints.map((complaint) => `    ${complaint}\n`).join('')}`);
}

function candleFolders(config: Config) {
  const market = marketFolder(config);
  const again = 'The next start sets the file aside and requests its minutes again.';
  const imported = { folder: config.candlesDir, wayBack: '' };
  const own = [
    { folder: market, wayBack: again },
    { folder: path.join(market, MARKS), wayBack: again },
  ];
  return market === config.candlesDir ? own : [...own, imported];
}
