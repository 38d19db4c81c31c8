import path from 'node:path';
import type { Config } from '../config.ts';

/** The wire has no encryption, so only this machine may connect. */
export const SIMULATOR_HOST = '127.0.0.1';

/** The folder of the simulated exchange. */
export function simulatorFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return path.join(dataDir, 'simulator');
}
