import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverProcesses } from '#adapters/database-embedded/postmaster.ts';
import { assert } from '#base/assert.ts';
import { programFile } from '../../scripts/built-program.ts';
import { COMPILE_CACHE } from '../../scripts/compile-cache.ts';
import { takeDataFolder } from './data-folder/data-folder.ts';

const MAIN = programFile();
/** The program is started many times, possibly on a slow machine. */
const PATIENCE = { timeout: 600_000 };

interface Started {
  readonly child: ChildProcess;
  output(): string;
  /** Resolves with the address once the program is ready, or with null when it ended first. */
  readonly ready: Promise<string | null>;
  readonly ended: Promise<number | null>;
}

let dataDir = '';
const children: ChildProcess[] = [];

beforeAll(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'botyard-start-'));
  chmodSync(dataDir, 0o711); // As root, the database runs as a user who must be able to traverse the folder.
});
afterAll(async () => {
  const running = children.filter((child) => child.exitCode === null && child.signalCode === null);
  for (const child of running) child.kill('SIGTERM');
  await Promise.all(running.map((child) => once(child, 'exit')));
  rmSync(dataDir, { recursive: true, force: true });
});

function run(words: readonly string[], environment: Record<string, string> = {}): Started {
  const child = spawn(process.execPath, [MAIN, ...words], {
    env: {
      ...COMPILE_CACHE,
      PATH: process.env['PATH'] ?? '',
      DATA_DIR: path.join(dataDir, 'data'),
      PORT: '0',
      SIMULATOR_PORT: '0',
      BACK_FILL_DAYS: '0', // Nothing here looks at what it would fetch.
      ...environment,
    },
  });
  children.push(child);
  let output = '';
  const ended = once(child, 'exit').then(([code]) => code as number | null); // The first argument of the event.
  const ready = new Promise<string | null>((resolve) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const address = /ready in [\d.]+ s: (\S+)/.exec(output)?.[1];
      if (address !== undefined) resolve(address);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then(() => resolve(null));
  });
  return { child, output: () => output, ready, ended };
}

/** Whether a process holds the lock of a data folder. */
function isHeld(folder: string): boolean {
  try {
    takeDataFolder(folder).release();
    return false;
  } catch {
    return true;
  }
}

async function health(address: string): Promise<number> {
  return (await fetch(new URL('/api/health', address))).status;
}

/** What is done to one data folder, one after another. */
describe('npm start', () => {
  let running: Started;
  let address: string;
  const start = async (environment: Record<string, string> = {}): Promise<void> => {
    running = run(['start'], environment);
    const ready = await running.ready;
    assert(ready !== null, `the program started: ${running.output()}`);
    address = ready;
  };
  const user = async (action: string, email: string, expected: RegExp): Promise<void> => {
    const command = run(['user', action, email]);
    expect(await command.ended, command.output()).toBe(0);
    expect(command.output()).toMatch(expected);
  };

  it(
    'user commands begun at any stage of the first start wait until it is ready, and leave its database alone',
    PATIENCE,
    async () => {
      const folder = path.join(dataDir, 'data');
      const stages = [
        () => existsSync(path.join(folder, 'lock')),
        () => serverProcesses(path.join(folder, 'postgres')).length > 0,
        () => existsSync(path.join(folder, 'secrets', 'exchange-keys-private.json')),
      ];
      const starting = start();
      const commands: Started[] = [];
      for (const [index, isReached] of stages.entries()) {
        await expect.poll(isReached, { timeout: 120_000, interval: 2 }).toBe(true);
        commands.push(run(['user', 'add', `early-${index}@example.com`]));
      }
      await starting;
      for (const command of commands) {
        expect(await command.ended, command.output()).toBe(0);
        expect(command.output()).toMatch(/The account early-\d@example\.com was made\./);
      }
    },
  );

  it('starts, prints the owner’s password once, refuses to run twice and stops cleanly', PATIENCE, async () => {
    expect(await health(address)).toBe(200);
    expect(running.output()).toMatch(/Email +owner@botyard\.local\n +Password +\S{8,}/);

    const second = run(['start']);
    expect(await second.ended).toBe(1);
    expect(second.output()).toMatch(/^Another Botyard already runs on the data folder .*\n$/);
    expect(await health(address)).toBe(200);

    running.child.kill('SIGTERM');
    expect(await running.ended).toBe(0);
    await expect(fetch(new URL('/api/health', address))).rejects.toThrow();
  });

  it('leaves the accounts to the user commands while it does not run', PATIENCE, async () => {
    await user('add', 'one@example.com', /password, shown this once: \S{8,}/);
    await user('disable', 'one@example.com', /is disabled/);
  });

  it('refuses another exchange, because the installation belongs to the simulated market', PATIENCE, async () => {
    const other = run(['start'], { EXCHANGE: 'demo' });
    expect(await other.ended).toBe(1);
    expect(other.output()).toContain('live by the market of EXCHANGE=sim, not of demo');
  });

  it('begins with a new market at the present of the accounts when the simulator was deleted', PATIENCE, async () => {
    rmSync(path.join(dataDir, 'data', 'simulator'), { recursive: true });
    rmSync(path.join(dataDir, 'data', 'market'), { recursive: true });
    await start({ MARKET_SPEED: '300' });
    expect(running.output()).not.toContain('Password');
    running.child.kill('SIGKILL');
    await running.ended;
  });

  it('starts after a kill, and waits for a command that holds the data folder', PATIENCE, async () => {
    const command = run(['user', 'add', 'before@example.com']);
    await expect.poll(() => isHeld(path.join(dataDir, 'data')), { timeout: 60_000, interval: 2 }).toBe(true);
    await start();
    expect(await command.ended, command.output()).toBe(0);
    expect(await health(address)).toBe(200);
  });

  it('serves on while user commands add and enable accounts and reset passwords', PATIENCE, async () => {
    await user('enable', 'one@example.com', /may sign in again/);
    await user('password', 'one@example.com', /new password of .* shown this once: \S{8,}/);
    await user('add', 'other@example.com', /password, shown this once: \S{8,}/);
    const twice = run(['user', 'add', 'one@example.com']);
    expect(await twice.ended).toBe(1);
    expect(twice.output()).toBe('There is already an account for one@example.com.\n');
    expect(await health(address)).toBe(200);
    running.child.kill('SIGINT');
    expect(await running.ended).toBe(0);
  });
});

describe('a start that cannot succeed', () => {
  it('reports a port in use and leaves nothing running', PATIENCE, async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const bound = holder.address();
    assert(bound !== null && typeof bound === 'object', 'the server listens on a port');
    const refused = run(['start'], { PORT: String(bound.port) });
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain(`Port ${bound.port} of 127.0.0.1 is in use.`);
    expect(serverProcesses(path.join(dataDir, 'data', 'postgres'))).toEqual([]);
    holder.close();
  });

  it('reports that the port of the simulated exchange is in use', PATIENCE, async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const taken = other.address();
    assert(typeof taken === 'object' && taken !== null, 'a server that listens on a port');
    const started = run(['start'], { SIMULATOR_PORT: String(taken.port) });
    expect(await started.ended).toBe(1);
    expect(started.output()).toContain(`Port ${taken.port} of 127.0.0.1 is in use. Set SIMULATOR_PORT`);
    other.close();
  });

  it('exits with 1 and logs the cause on an unexpected error', async () => {
    const folder = path.join(dataDir, 'broken');
    mkdirSync(path.join(folder, 'secrets/identity-signing-key.json'), { recursive: true }); // A folder instead of a file.
    const started = run(['start'], { DATA_DIR: folder });
    expect(await started.ended).toBe(1);
    expect(started.output()).toContain('could not start because of an unexpected error');
    expect(started.output()).toContain('EISDIR');
  });

  it('stops at a wrong setting, naming it, its value and the allowed values', async () => {
    const refused = run(['start'], { MARKET_SPEED: '7' });
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toBe('MARKET_SPEED cannot be "7": it must be 1, 10, 60 or 300.\n');
  });
});

describe('user commands', () => {
  it('refuse an unknown action', async () => {
    const refused = run(['user', 'promote', 'a@b.c']);
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toBe('Usage: user add | disable | enable | password EMAIL\n');
  });
});
