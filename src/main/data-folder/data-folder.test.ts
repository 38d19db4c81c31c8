import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { programFile } from '../../../scripts/built-program.ts';
import { announceReady, isProgramReady, takeDataFolder } from './data-folder.ts';

const TAKE = `import { announceReady, isProgramReady, takeDataFolder } from ${JSON.stringify(path.resolve('src/main/data-folder/data-folder.ts'))};`;

let parent = '';
const children: ChildProcess[] = [];
beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'botyard-data-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(parent, { recursive: true, force: true });
});

function takeElsewhere(folder: string): string {
  const script = `${TAKE} try { takeDataFolder(process.argv[1]); console.log('taken'); } catch (e) { console.log(e.code); }`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', script, folder], { encoding: 'utf8' }).trim();
}

describe('the data folder', () => {
  it('is refused to a second program only while the first one runs', () => {
    const folder = path.join(parent, 'data');
    const taken = takeDataFolder(folder);
    expect(takeElsewhere(folder)).toBe('DATA_FOLDER_IN_USE');
    taken.release();
    expect(takeElsewhere(folder)).toBe('taken');
  });

  it('is released when its program is killed', async () => {
    const script = `${TAKE} takeDataFolder(process.argv[1]); console.log('taken'); setInterval(() => {}, 1000);`;
    const first = spawn(process.execPath, ['--input-type=module', '-e', script, parent]);
    children.push(first);
    await once(first.stdout, 'data');
    expect(takeElsewhere(parent)).toBe('DATA_FOLDER_IN_USE');
    first.kill('SIGKILL');
    await once(first, 'exit');
    expect(takeElsewhere(parent)).toBe('taken');
  });

  it('can be traversed by the user of PostgreSQL but listed by nobody else', () => {
    takeDataFolder(path.join(parent, 'data')).release();
    expect(statSync(path.join(parent, 'data')).mode & 0o777).toBe(0o711);
  });

  it('is refused with a sentence when it cannot be used', () => {
    writeFileSync(path.join(parent, 'file'), '');
    expect(() => takeDataFolder(path.join(parent, 'file', 'data'))).toThrow(/cannot be used/);
  });

  it('a data folder with a damaged lock file is refused with the name of the file and the remedy, not as in use', () => {
    writeFileSync(path.join(parent, 'lock'), 'this file is no lock '.repeat(100));
    expect(() => takeDataFolder(parent)).toThrow(
      `${path.join(parent, 'lock')} is damaged. It holds no data: make sure`,
    );
  });

  it('a data folder counts as ready only while the running program marks it so, whatever its ready file contains', () => {
    const folder = path.join(parent, 'data');
    takeDataFolder(folder).release();
    expect(isProgramReady(folder)).toBe(false);
    writeFileSync(path.join(folder, 'ready'), 'this file is no lock '.repeat(100));
    expect(isProgramReady(folder)).toBe(false);
    const ready = announceReady(folder);
    expect(isProgramReady(folder)).toBe(true);
    ready.release();
    expect(isProgramReady(folder)).toBe(false);
  });

  it.each(['DATA_DIR', 'SECRETS_DIR'])(
    'ends the start with a sentence when %s names a folder that cannot be made',
    async (setting) => {
      const { PATH = '' } = process.env;
      const env = { PATH, DATA_DIR: path.join(parent, 'data'), PORT: '0', SIMULATOR_PORT: '0' };
      const impossible = '/proc/botyard/folder'; // Nobody may create anything there, not even root.
      const child = spawn(process.execPath, [programFile(), 'start'], {
        env: { ...env, [setting]: impossible },
      });
      children.push(child);
      let output = '';
      child.stderr.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
      expect(await once(child, 'close')).toEqual([1, null]);
      expect(output).toMatch(/^The folder \/proc\/botyard\/folder cannot be used: [^\n]*\.\n$/);
    },
  );
});
