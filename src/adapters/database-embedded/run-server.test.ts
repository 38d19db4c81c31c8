import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runServer } from './run-server.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'botyard-run-server-'));
  mkdirSync(path.join(folder, 'bin'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a script in place of PostgreSQL, which works in the folder of the test. */
function run(script: string) {
  const program = path.join(folder, 'bin/postgres');
  writeFileSync(program, `#!/bin/sh\n${script}`);
  chmodSync(program, 0o755);
  const options = { cluster: path.join(folder, 'postgres'), programs: folder, user: {}, port: null, signal: null };
  return () => runServer({ ...options, log: () => {}, adopt: async () => 5_432 });
}

const ADOPTED = { port: 5_432, wasAdopted: true };

describe('a server that does not start because another start has left one', () => {
  it.each([
    'lock file "postmaster.pid" already exists',
    'lock file "postmaster.pid" is empty',
    'pre-existing shared memory block is still in use',
  ])('is replaced by that one when it ends with: %s', async (reason) => {
    const start = run(`echo 'FATAL:  ${reason}' >&2; exit 1`);
    expect(await start()).toEqual(ADOPTED);
  });

  it('is replaced by that one although both write to one log', async () => {
    const start = run(`
      wait_for() { while [ ! -e "$1" ]; do sleep 0.02; done; }
      if mkdir first 2> /dev/null; then
        wait_for refused
        echo 'LOG:  starting PostgreSQL, whose words are longer than those of the other one, and stand where those stood' >&2
        touch written
        wait_for over
      else
        echo 'FATAL:  lock file "postmaster.pid" already exists' >&2
        touch refused
        wait_for written
      fi
      exit 1`);
    const first = start().catch(String);
    await expect.poll(() => existsSync(path.join(folder, 'first'))).toBe(true);
    const second = await start();
    writeFileSync(path.join(folder, 'over'), '');
    expect([second, await first]).toEqual([ADOPTED, expect.anything()]);
  });

  it('is an error when it ends for a reason of its own', async () => {
    const start = run(`echo 'FATAL:  could not open file "base"' >&2; exit 1`);
    await expect(start()).rejects.toMatchObject({ code: 'DATABASE_NOT_STARTED' });
  });
});
