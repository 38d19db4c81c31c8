import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { stopServer } from './run-server.ts';

/** Stops the server that a killed program left running in a data folder, so that the folder can be deleted. */
export async function stopLeftServer(dataDir: string): Promise<void> {
  if (!existsSync(dataDir)) return;
  await stopServer(path.join(realpathSync(dataDir), 'postgres'));
}
