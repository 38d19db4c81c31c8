import path from 'node:path';
import type { Config } from '../config.ts';

/** Where this machine reaches it, whatever else it listens on. */
export const SIMULATOR_ADDRESS = '127.0.0.1';

/** The folder of the simulated exchange. */
export function simulatorFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return path.join(dataDir, 'simulator');
}
