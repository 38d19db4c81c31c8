import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assert } from '#base/assert.ts';
import { openSigningKeys } from '#identity/signing-keys.ts';
import { ensureKeyRing } from '#keys/sealing/key-ring.ts';
import { createLog } from '#server/http/log.ts';
import { readInstalled } from '#storage/installed.ts';
import { asOwner } from '../../../tests/support/audit-rows.ts';
import { startTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { makeOlder } from '../../../tests/support/older-database.ts';
import { readConfig } from '../config.ts';
import { openLifetime } from '../lifetime.ts';
import { openInstallation } from './open-installation.ts';

/** The bots stopped an hour after the market of before had begun. */
const STOPPED = '2025-06-01T12:00:00.000Z';

let database: TestDatabase;
let dataDir: string;
let blocked: Server;

/** An installation of an older version, stopped; the tests go on with it one after another. */
beforeAll(async () => {
  database = await startTestDatabase();
  await makeOlder(database.ownerUrl);
  await asOwner(database.ownerUrl, `insert into market_clock values (1, '${STOPPED}', now())`);
  await asOwner(database.ownerUrl, `insert into market_environment values (1, 'sim', now()) on conflict do nothing`);
  dataDir = mkdtempSync(path.join(tmpdir(), 'botyard-upgrade-'));
  await openSigningKeys(path.join(dataDir, 'secrets'));
  await ensureKeyRing(path.join(dataDir, 'secrets'));
  mkdirSync(path.join(dataDir, 'simulator', 'tls'), { recursive: true });
  write('simulator/tls/certificate.pem', 'trusted by clients');
  write('simulator/snapshot.json', 'in a format of long ago');
  write('simulator/market.json', JSON.stringify({ pricesVersion: 1, formOfLongAgo: true }));
  blocked = createServer().listen(0, '127.0.0.1');
  await once(blocked, 'listening');
});
afterAll(async () => {
  blocked.close();
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

function write(name: string, content: string): void {
  writeFileSync(path.join(dataDir, name), content);
}

function blockedPort(): string {
  const address = blocked.address();
  assert(typeof address === 'object' && address !== null, 'a server that listens on a port');
  return String(address.port);
}

/** Opens the installation with this version, and closes it again. @returns the warnings */
async function open(settings: Record<string, string> = {}): Promise<readonly string[]> {
  const warnings: string[] = [];
  const lifetime = openLifetime((name, cause) => warnings.push(`${name}: ${cause}`));
  const log = createLog({ level: 'silent' });
  log.warn = (line: unknown) => void warnings.push(String(line));
  try {
    await openInstallation({
      config: readConfig({
        DATA_DIR: dataDir,
        DATABASE_URL: database.ownerUrl,
        SIMULATOR_PORT: '0',
        PORT: '0',
        ...settings,
      }),
      owner: Promise.resolve({ url: database.ownerUrl, isAnswering: () => true }),
      lifetime,
      log,
      onBroken: (cause) => warnings.push(String(cause)),
    });
    return warnings;
  } finally {
    await lifetime.close();
  }
}

/** Everything that the older version would find: its files, and which migrations have run. */
async function state(): Promise<unknown> {
  const names = readdirSync(dataDir, { recursive: true, encoding: 'utf8', withFileTypes: true });
  const files = names.flatMap((one) => {
    if (!one.isFile() || one.name.startsWith('lock')) return [];
    const file = path.join(one.parentPath, one.name);
    return [[path.relative(dataDir, file), readFileSync(file, 'utf8')]];
  });
  return { files: files.toSorted(), installed: await readInstalled(database.ownerUrl) };
}

describe('a start on the data of an older version', () => {
  it.each([
    ['the exchange is another one', { EXCHANGE: 'demo' }, /live by the market of EXCHANGE=sim, not of demo/],
    ['the recording is missing', { SIMULATOR_REPLAY: '/nowhere' }, /has no candles of a symbol/],
    ['the port of the program is in use', { PORT: 'blocked' }, /in use\. Set PORT to another one/],
    ['the port of the simulated exchange is in use', { SIMULATOR_PORT: 'blocked' }, /in use\. Set SIMULATOR_PORT/],
    [
      'the key of sessions is damaged',
      { damaged: 'secrets/identity-signing-key.json' },
      /identity-signing-key\.json .*damaged/,
    ],
    [
      'the sealing key is damaged',
      { damaged: 'secrets/exchange-keys-private.json' },
      /exchange-keys-private\.json .*damaged/,
    ],
  ])('an upgrade changes neither tables nor files when it is refused because %s', async (_reason, change, sentence) => {
    const { damaged, ...settings } = change as Record<string, string>;
    const sound = damaged === undefined ? null : readFileSync(path.join(dataDir, damaged), 'utf8');
    if (damaged !== undefined) write(damaged, 'garbage');
    const ports = Object.entries(settings).map(([name, value]) => [name, value === 'blocked' ? blockedPort() : value]);
    const before = await state();
    await expect(open(Object.fromEntries(ports))).rejects.toThrow(sentence);
    expect(await state()).toEqual(before);
    expect(before).toMatchObject({ installed: { tables: 'older' } });
    if (damaged !== undefined && sound !== null) write(damaged, sound);
  });

  it('an upgrade sets the older simulated market aside and starts a new one at the minute where the bots stopped, with the same certificate', async () => {
    const [warning] = await open();
    const aside = path.join(dataDir, 'simulator-set-aside-1');
    expect(warning).toMatch(new RegExp(`^The simulated market in .* was set aside as ${aside}, with the accounts`));
    expect(readFileSync(path.join(aside, 'snapshot.json'), 'utf8')).toBe('in a format of long ago');
    const { beginMinute } = JSON.parse(readFileSync(path.join(dataDir, 'simulator/market.json'), 'utf8'));
    expect(beginMinute).toBe(Date.parse(STOPPED) + 60_000);
    expect(readFileSync(path.join(dataDir, 'simulator/tls/certificate.pem'), 'utf8')).toBe('trusted by clients');
    expect(await readInstalled(database.ownerUrl)).toMatchObject({ tables: 'present' });
    expect(await open()).toEqual([]);
  });

  it('an upgrade changes no table when the current simulated market is damaged', async () => {
    await makeOlder(database.ownerUrl);
    write('simulator/snapshot.json', 'garbage');
    await expect(open()).rejects.toThrow(/snapshot\.json was not written by the simulated exchange/);
    expect(await readInstalled(database.ownerUrl)).toMatchObject({ tables: 'older' });
  });
});
