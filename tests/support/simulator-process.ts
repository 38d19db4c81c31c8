import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { programFile } from '../../scripts/built-program.ts';
import { COMPILE_CACHE } from '../../scripts/compile-cache.ts';

/**
 * Starts the simulated exchange in a process of its own, as `npm run simulator` does, and waits until it listens.
 * @param settings - `DATA_DIR` and `SIMULATOR_PORT` are those of the program that will use it
 * @returns stops it
 * @throws Error with its output when it exits before it is ready
 */
export async function startSimulatorProcess(
  settings: Readonly<Record<'DATA_DIR' | 'SIMULATOR_PORT' | 'MARKET_SPEED', string>>,
): Promise<() => Promise<void>> {
  const env = { ...COMPILE_CACHE, PATH: process.env['PATH'] ?? '', ...settings };
  const child = spawn(process.execPath, [programFile(), 'simulator'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  let output = '';
  const isReady = await new Promise<boolean>((resolve) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      if (output.includes('The simulated exchange is ready')) resolve(true);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then(() => resolve(false));
  });
  if (!isReady) throw new Error(`The simulated exchange ended instead of starting:\n${output}`);
  return async () => {
    child.kill('SIGTERM');
    await ended;
  };
}
