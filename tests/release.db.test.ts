import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as tar from 'tar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packRelease } from '../scripts/pack.ts';

const PASSABLE = 0o711; // As root PostgreSQL runs as another user, who has to reach its folder.
const BUILD_MS = 600_000;

let folder: string;
let release: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'botyard-release-'));
  chmodSync(folder, PASSABLE);
  await tar.extract({ file: await packRelease(folder), cwd: folder });
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  release = path.join(folder, `botyard-${version}`);
  installRuntimePackages();
}, BUILD_MS);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What `npm ci --omit=dev` installs, linked from the packages of the checkout: nothing a test or a build needs. */
function installRuntimePackages(): void {
  const lock = JSON.parse(readFileSync(path.join(release, 'package-lock.json'), 'utf8'));
  for (const [name, entry] of Object.entries<{ dev?: boolean; devOptional?: boolean }>(lock.packages)) {
    if (name === '' || entry.dev || entry.devOptional || !existsSync(name)) continue;
    linkFolder(name, path.join(release, name));
  }
  cpSync('node_modules/.package-lock.json', path.join(release, 'node_modules/.package-lock.json'));
}

/** Hard links, so that no path leads back to the checkout and its other packages. */
function linkFolder(from: string, to: string): void {
  cpSync(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source, target) => {
      if (path.relative(from, source).split(path.sep).includes('node_modules')) return false; // Listed on its own.
      if (!statSync(source, { throwIfNoEntry: false })?.isFile()) return true;
      mkdirSync(path.dirname(target), { recursive: true });
      linkSync(source, target);
      return false;
    },
  });
}

describe('a release', () => {
  it('contains the built pages and program with their licences, and no tests, tools or page sources', () => {
    const files = [
      'dist/web/index.html',
      'dist/web/licenses.txt',
      'dist/program/release/main.js',
      'dist/program/release/licenses.txt',
      'LICENSE',
      'README.md',
      'release.json',
      'src/main/main.ts',
    ];
    expect(files.filter((file) => !existsSync(path.join(release, file)))).toEqual([]);
    const notices = readFileSync(path.join(release, 'dist/web/licenses.txt'), 'utf8');
    for (const name of [
      'react',
      '@mantine/core',
      'lightweight-charts',
      '@firebase/auth',
      '@fontsource-variable/inter',
    ]) {
      expect(notices).toContain(`## ${name} - `);
    }
    for (const absent of ['src/web', 'tests', 'node_modules/vite', 'node_modules/react']) {
      expect(existsSync(path.join(release, absent)), absent).toBe(false);
    }
  });

  it('starts by npm start with runtime packages alone, and serves its pages', async () => {
    const { child, address, output } = await startRelease();
    try {
      const page = await fetch(address);
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(await page.text()).toContain('/assets/');
      // It is degraded until the market's first minute has come.
      const health = async () => (await fetch(new URL('/api/health', address))).json();
      await expect.poll(health).toMatchObject({ status: 'ok' });
      expect(output()).not.toContain('Building');
    } finally {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  });

  it('answers npm test by saying where the tests and tools are', async () => {
    const child = spawn(process.execPath, ['scripts/bootstrap.mjs', 'test'], {
      cwd: release,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const chunks: Buffer[] = [];
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    const [code] = await once(child, 'close');
    expect([code, Buffer.concat(chunks).toString()]).toEqual([
      1,
      'A release comes without tests and tools: clone the repository for them.\n',
    ]);
  });
});

async function startRelease() {
  const dataDir = path.join(folder, 'data');
  const env = {
    ...{ PATH: process.env['PATH'] ?? '', HOME: folder, DATA_DIR: dataDir },
    ...{ PORT: '0', SIMULATOR_PORT: '0', BACK_FILL_DAYS: '0' },
  };
  const child = spawn(process.execPath, ['scripts/bootstrap.mjs', 'start'], {
    cwd: release,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const address = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      text += chunk;
      const found = /is ready in .*: (http\S+)/.exec(text);
      if (found?.[1] !== undefined) resolve(found[1]);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', () => reject(new Error(`The release ended instead of becoming ready:\n${text}`)));
  });
  return { child, address, output: () => text };
}
