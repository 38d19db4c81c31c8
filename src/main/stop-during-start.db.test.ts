import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { serverProcesses } from '#adapters/database-embedded/postmaster.ts';
import { programFile } from '../../scripts/built-program.ts';
import { COMPILE_CACHE } from '../../scripts/compile-cache.ts';
import { startTestDatabase } from '../../tests/support/database.ts';

/** Less than that after which a thread that does not answer is ended. */
const STOP_MS_MAX = 15_000;

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

/** A server of the database that hangs up on the thread of the engine, and on nobody else. */
async function deafToTheEngine(port: number): Promise<{ readonly port: number; close(): void }> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((client) => {
    const target = net.connect(port, '127.0.0.1');
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.on('error', () => {});
    }
    client.on('close', () => target.destroy());
    target.on('close', () => client.destroy());
    client.once('data', (first) => {
      if (first.includes('botyard engine thread')) return void client.destroy();
      target.write(first);
      client.pipe(target);
    });
    target.pipe(client);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

it('a program told to stop while its engine waits for the database ends at once', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'botyard-stop-'));
  const database = await startTestDatabase();
  const url = new URL(database.ownerUrl);
  const proxy = await deafToTheEngine(Number(url.port));
  url.port = String(proxy.port);
  const settings = { DATA_DIR: dataDir, DATABASE_URL: url.href, PORT: '0', SIMULATOR_PORT: '0' };
  const env = { ...COMPILE_CACHE, PATH: process.env['PATH'] ?? '', ...settings };
  const program = spawn(process.execPath, [programFile(), 'start'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [program.stdout, program.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const ended = once(program, 'exit');
  try {
    await expect
      .poll(() => output, { timeout: 120_000, interval: 20 })
      .toContain('The engine waits because the database');
    const toldAt = performance.now();
    program.kill('SIGTERM');
    expect([(await ended)[0], output], output).toEqual([0, expect.not.stringContaining('did not stop')]);
    expect(performance.now() - toldAt).toBeLessThan(STOP_MS_MAX);
  } finally {
    program.kill('SIGKILL');
    await ended;
    proxy.close();
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
