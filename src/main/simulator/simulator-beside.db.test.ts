import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../../tests/support/free-port.ts';
import { newFolder, startProgram } from '../../../tests/support/program.ts';
import { startSimulatorProcess } from '../../../tests/support/simulator-process.ts';

/** Two programs are started on a new folder, possibly on a slow machine. */
const STARTS_MS = 240_000;

let settings: Record<'DATA_DIR' | 'SIMULATOR_PORT' | 'SIMULATOR_PROCESS' | 'MARKET_SPEED', string>;
beforeAll(async () => {
  const [dataDir, port] = [await newFolder(), await freePort()];
  settings = { DATA_DIR: dataDir, SIMULATOR_PORT: String(port), SIMULATOR_PROCESS: 'own', MARKET_SPEED: '300' };
});
afterAll(() => rm(settings.DATA_DIR, { recursive: true, force: true }));

test('a program whose simulated exchange has a process of its own starts only beside it', {
  timeout: STARTS_MS,
}, async () => {
  await expect(startProgram(settings)).rejects.toThrow(/start the simulated exchange first: npm run simulator/);
  const stopSimulator = await startSimulatorProcess(settings);
  try {
    // Ready means that it has an account there and the contracts of its market: it runs no exchange of its own.
    const program = await startProgram(settings);
    expect((await fetch(new URL('/api/health', program.address))).status).toBe(200);
    await program.stop();
  } finally {
    await stopSimulator();
  }
});
