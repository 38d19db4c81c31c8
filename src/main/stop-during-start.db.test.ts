import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { serverProcesses } from '#adapters/database-embedded/postmaster.ts';
import { programFile } from '../../scripts/built-program.ts';
import { COMPILE_CACHE } from '../../scripts/compile-cache.ts';

it('a program told to stop while its database is starting leaves no database behind', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'botyard-stop-'));
  chmodSync(dataDir, 0o711); // As root, the database runs as a user who must be able to traverse the folder.
  const cluster = path.join(dataDir, 'postgres');
  const env = { ...COMPILE_CACHE, PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, PORT: '0', SIMULATOR_PORT: '0' };
  const program = spawn(process.execPath, [programFile(), 'start'], { env, stdio: 'ignore' });
  const ended = once(program, 'exit');
  await expect.poll(() => serverProcesses(cluster).length, { timeout: 120_000, interval: 2 }).toBeGreaterThan(0);
  program.kill('SIGTERM');
  expect((await ended)[0]).toBe(0);
  await expect.poll(() => serverProcesses(cluster)).toEqual([]);
  rmSync(dataDir, { recursive: true, force: true });
});
