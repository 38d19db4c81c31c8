import { once } from 'node:events';
import { statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { AppError } from '#base/errors.ts';
import { openSigningKeys } from '#identity/signing-keys.ts';
import { ensureKeyRing } from '#keys/sealing/key-ring.ts';
import { refuseOtherEnvironment } from '#storage/database/market-environment.ts';
import { refuseBypass } from '#storage/database/roles.ts';
import type { Installed } from '#storage/installed.ts';
import type { Config } from '../config.ts';
import { diskState } from '../watch-disk.ts';

/**
 * Checks everything that can keep the program from starting, before a stored installation of an older version is changed:
 * after a refusal the older version still starts. The simulated exchange is not part of it.
 * @throws AppError with what to change
 */
export async function refuseBeforeUpgrade(config: Config, { environment }: Installed): Promise<void> {
  if (environment !== null) refuseOtherEnvironment(environment, config.exchange);
  await refuseFullDisk(config);
  if (config.firebase === null) await openSigningKeys(config.secretsDir);
  await ensureKeyRing(config.secretsDir);
  for (const url of [config.databaseAppUrl, config.databaseEngineUrl]) if (url !== null) await refuseBypass(url);
  await refusePortInUse(config.host, config.port, 'PORT');
}

/** An upgrade writes as much as it changes. */
async function refuseFullDisk({ dataDir }: Config): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir);
  if (diskState(bavail * bsize) !== 'full') return;
  const sentence = `The disk of ${dataDir} is almost full, so the data of the older version was left as it is. Free up space, then start again.`;
  throw new AppError('DISK_FULL', sentence);
}

/**
 * Refuses a port on which somebody else listens.
 * @param setting - that chooses it
 * @throws AppError PORT_IN_USE
 */
export async function refusePortInUse(host: string, port: number, setting: string): Promise<void> {
  if (port === 0) return;
  const server = createServer();
  try {
    await once(server.listen({ host, port }), 'listening');
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE')) throw cause;
    const sentence = `Port ${port} of ${host} is in use. Set ${setting} to another one, or 0 for any.`;
    throw new AppError('PORT_IN_USE', sentence, { cause });
  } finally {
    server.close();
  }
}
