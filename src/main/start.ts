import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { AppError } from '#base/errors.ts';
import { isFullDisk } from '#files/disk-full.ts';
import type { NewAccount } from '#identity/accounts.ts';
import { createLog } from '#server/http/log.ts';
import { databaseDamaged } from '#storage/database/database-damaged.ts';
import { storeTroubleOf } from '#storage/database/store-trouble-of.ts';
import type { Config } from './config.ts';
import { announceReady, dataFolderInUse, makeSecretsFolder } from './data-folder/data-folder.ts';
import { holdDataFolder } from './data-folder/hold-data-folder.ts';
import { openOwnerLogin } from './databases.ts';
import { type Lifetime, openLifetime } from './lifetime.ts';
import { onStopSignal } from './signals.ts';

const STOP_MS_MAX = 20_000;

/**
 * Runs the program until it is told to stop.
 * @param startedAt - when it began, in milliseconds on the clock of `performance.now()`
 */
export async function start(config: Config, startedAt: number): Promise<void> {
  const log = createLog({ level: config.logLevel });
  const lifetime = openLifetime((name, cause) => {
    if (isDiskFull(cause)) log.error(`The disk is full: ${name} did not stop cleanly.`);
    else log.error({ err: cause }, `${name} did not stop cleanly`);
  });
  onStopSignal(() => void stop(lifetime, 0));
  stopWhenBroken(lifetime, log);
  try {
    const address = await run(config, lifetime, log);
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    process.stdout.write(`Botyard is ready in ${seconds} s: ${address}\nCtrl-C stops it.\n`);
  } catch (error) {
    if (lifetime.isClosing()) return; // Failures while everything is being closed are expected.
    await lifetime.close();
    const known = error instanceof AppError ? error : isDiskFull(error) ? diskFull(config) : databaseDamaged(error);
    if (known !== null) throw known;
    log.fatal({ err: error }, 'the program could not start because of an unexpected error');
    process.exitCode = 1;
  }
}

/** Files say it with a code of the system, the database with its own. */
function isDiskFull(error: unknown): boolean {
  return isFullDisk(error) || storeTroubleOf(error) === 'disk-full';
}

function diskFull({ dataDir }: Config): AppError {
  return new AppError('DISK_FULL', `The disk is full. Free up space on the disk of ${dataDir}, then start again.`);
}

async function run(config: Config, lifetime: Lifetime, log: Logger): Promise<string> {
  const stopping = new AbortController();
  const holding = holdDataFolder(config.dataDir, (line) => log.warn(line), stopping.signal);
  await lifetime.add('data folder', async () => {
    stopping.abort();
    const hold = await holding.catch(() => null); // The start has the failure.
    if (hold?.kind === 'held') hold.release();
  });
  if ((await holding).kind === 'program-ready') throw dataFolderInUse(config.dataDir);
  makeSecretsFolder(config.secretsDir);
  const onBrokenEngine = (error: unknown): void => {
    tellBroken(log, error, 'the engine stopped');
    void stop(lifetime, 1);
  };
  const watchLog = (line: string): void => log.warn(line);
  const owner = openOwnerLogin(config, lifetime, { isProgramRunning: false, watchLog });
  owner.catch(() => {}); // Awaited below; until then a failure must not count as unhandled.
  const { compose } = await import('./compose.ts'); // Loads while the database starts in its own process.
  const { server, newOwner } = await compose({ config, owner, lifetime, log, onBrokenEngine });
  const address = await listen(server, config);
  await fetch(new URL('/api/health', address), { signal: AbortSignal.timeout(STOP_MS_MAX) });
  tellOwner(newOwner);
  const ready = announceReady(config.dataDir);
  await lifetime.add('readiness', async () => ready.release());
  return address;
}

/** @throws AppError PORT_IN_USE, ADDRESS_NOT_AVAILABLE */
async function listen(server: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    return await server.listen({ host, port });
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : null;
    if (code === 'EADDRINUSE') {
      throw new AppError('PORT_IN_USE', `Port ${port} of ${host} is in use. Set PORT to another one, or 0 for any.`, {
        cause,
      });
    }
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('ADDRESS_NOT_AVAILABLE', `Cannot listen on ${host}, port ${port}: ${reason}.`, { cause });
  }
}

function tellOwner(newOwner: NewAccount | null): void {
  if (newOwner === null) return;
  const password = newOwner.password ?? '(as set in OWNER_PASSWORD)';
  process.stdout.write(
    `The owner's account was created. Keep the password: it is shown only once.\n` +
      `  Email     ${newOwner.email}\n  Password  ${password}\n`,
  );
}

async function stop(lifetime: Lifetime, exitCode: number): Promise<void> {
  setTimeout(() => {
    process.stderr.write('Something did not stop in time.\n');
    process.exit(1);
  }, STOP_MS_MAX).unref();
  await lifetime.close();
  process.exit(exitCode);
}

/** A damaged database, or another program that took it over, is no error of this program: a sentence says more than a stack. */
function tellBroken(log: Logger, error: unknown, what: string): void {
  const known = error instanceof AppError ? error : databaseDamaged(error);
  if (known === null) log.fatal({ err: error }, what);
  else process.stderr.write(`${known.message}\n`);
}

/** An uncaught error is a programming error; the program must not continue. */
function stopWhenBroken(lifetime: Lifetime, log: Logger): void {
  const broken = (error: unknown): void => {
    if (lifetime.isClosing()) return; // Connections end with the database.
    tellBroken(log, error, 'the program stopped because of an unexpected error');
    void stop(lifetime, 1);
  };
  process.on('uncaughtException', broken);
  process.on('unhandledRejection', broken);
}
