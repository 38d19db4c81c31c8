import { availableParallelism } from 'node:os';
import path from 'node:path';
import { AppError } from '#base/errors.ts';
import { systemReason } from '#base/system-reason.ts';
import type { LabMarket } from '#lab/tests/lab-market.ts';
import { createLog } from '#server/http/log.ts';
import { build } from '../../build.ts';
import type { Config } from '../../config.ts';
import { marketFolder } from '../../engine/market-folder.ts';
import { openLifetime } from '../../lifetime.ts';
import { onStopSignal } from '../../signals.ts';
import { openLabMarket } from '../lab-market.ts';
import { engineVersionOf } from '../lab-setting.ts';
import { openLabParts } from '../open-lab-parts.ts';
import { fetchedMarket } from './fetched-market.ts';

/** The folder of fetched candles in DATA_DIR. */
const FETCHED = 'lab-candles';

/**
 * `start --roles=lab`: takes jobs of backtests from the queue of a program that runs elsewhere and stores their rows, on
 * all cores, until it is told to stop. It opens no port and takes no data folder, so several may run on one machine.
 * @throws AppError SETTING_NOT_ALLOWED, LAB_DATABASE_NOT_ANSWERING
 */
export async function joinLab(config: Config): Promise<void> {
  const labUrl = labUrlOf(config);
  const market = marketOf(config);
  const log = createLog({ level: config.logLevel });
  const lifetime = openLifetime((name, cause) => log.error({ err: cause }, `${name} did not stop cleanly`));
  let jobs = 0;
  const stop = async (exitCode: number): Promise<void> => {
    await lifetime.close();
    process.stdout.write(`Computed ${jobs} ${jobs === 1 ? 'job' : 'jobs'} of backtests.\n`);
    process.exit(exitCode);
  };
  onStopSignal(() => void stop(0));
  const workers = availableParallelism();
  const parts = {
    ...{ labUrl, market, workers, isPlanning: false, engineVersion: engineVersionOf(build()) },
    changed: () => {}, // The program that has planned the test sees it in the database.
    computed: ({ conditionId }: { readonly conditionId: string }) => {
      jobs += 1;
      log.info({ conditionId }, 'a job of a backtest is computed');
    },
    log: (line: string) => log.warn(line),
    failed: (cause: unknown) => {
      process.stderr.write(`${cause instanceof AppError ? cause.message : String(cause)}\n`);
      void stop(1);
    },
  };
  try {
    await openLabParts(parts, lifetime);
  } catch (cause) {
    if (lifetime.isClosing()) return;
    await lifetime.close();
    throw notAnswering(cause);
  }
  const host = new URL(labUrl).host;
  process.stdout.write(`Computing backtests for the program at ${host}, ${workers} at a time.\nCtrl-C stops it.\n`);
}

function labUrlOf({ databaseLabUrl }: Config): string {
  if (databaseLabUrl !== null) return databaseLabUrl;
  throw new AppError(
    'SETTING_NOT_ALLOWED',
    '--roles=lab needs DATABASE_LAB_URL: the login of the lab to the database of the program that it computes for.',
  );
}

function marketOf(config: Config): LabMarket {
  const { labOrigin: origin, labToken: token } = config;
  if (origin === null) return openLabMarket([...new Set([marketFolder(config), config.candlesDir])]);
  if (token !== null) return fetchedMarket({ origin, token }, path.join(config.dataDir, FETCHED));
  throw new AppError('SETTING_NOT_ALLOWED', 'LAB_ORIGIN needs the LAB_TOKEN that is set at the program there.');
}

function notAnswering(cause: unknown): AppError {
  const reason = systemReason(cause) ?? (cause instanceof Error ? cause.message : String(cause));
  return new AppError('LAB_DATABASE_NOT_ANSWERING', `The database of DATABASE_LAB_URL does not answer: ${reason}.`, {
    cause,
  });
}
