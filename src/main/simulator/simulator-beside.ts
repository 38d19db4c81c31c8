import { readFileSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '#base/errors.ts';
import { ADMIN_TOKEN_FILE } from '#simulator/admin/admin-token.ts';
import type { Config } from '../config.ts';
import type { SimulatorAccess } from './simulated-account.ts';
import { simulatorFolder } from './simulator-place.ts';

/**
 * How to reach the simulated exchange that `npm run simulator` runs on the same data folder and port.
 * @throws AppError SIMULATOR_NOT_RUNNING when none was ever started there
 */
export async function simulatorBeside(config: Pick<Config, 'dataDir' | 'simulatorPort'>): Promise<SimulatorAccess> {
  const { simulatorPort: port } = config;
  const folder = simulatorFolder(config);
  const adminToken = tokenOf(folder);
  if (adminToken !== null && port !== 0) {
    const { storedClock } = await import('#simulator/stored/stored-state.ts'); // With all prices, for this case alone.
    const { shiftDays = 0 } = (await storedClock(folder)) ?? {};
    return { port, adminToken, shiftDays };
  }
  throw new AppError(
    'SIMULATOR_NOT_RUNNING',
    'With SIMULATOR_PROCESS=own, start the simulated exchange first: npm run simulator, with the same DATA_DIR and the same SIMULATOR_PORT, which must not be 0.',
  );
}

function tokenOf(folder: string): string | null {
  try {
    return readFileSync(path.join(folder, ADMIN_TOKEN_FILE), 'utf8').trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
