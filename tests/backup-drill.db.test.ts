import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startEmbeddedPostgres } from '#adapters/database-embedded/embedded-postgres.ts';
import { assert } from '#base/assert.ts';
import { checkPaper } from '../scripts/torture-check.ts';
import { readBackupFile } from '../src/main/backup/read-backup-file.ts';
import { type RunningProgram, runCommand, startProgram } from './support/program.ts';
import { openReplayFeed } from './support/replay-feed.ts';
import { withSimulatedMarks } from './support/simulated-marks.ts';

const DRILL_MS = 600_000;
const SPEED = '300';
const KEY_FILE = 'secrets/exchange-keys-private.json';
const PASSABLE = 0o711; // As root PostgreSQL runs as another user, who has to reach its folder.
/** Fills every few minutes of the market. */
const BUSY_LADDER = { base_order_size: '150', step_percent: '0.05', take_profit_percent: '0.12' };

interface SignedIn {
  readonly refreshToken: string;
  send(method: 'GET' | 'POST', url: string, body?: object): Promise<{ status: number; body: Answer }>;
}
type Answer = ReturnType<typeof JSON.parse>;

let folder: string;
let original: RunningProgram;
let restored: RunningProgram;
let annPassword: string;
let owner: SignedIn;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'botyard-drill-'));
  await chmod(folder, PASSABLE);
  original = await startProgram({ MARKET_SPEED: SPEED });
  annPassword = /once: (\S+)/.exec(await original.command('user', 'add', 'ann@example.org'))?.[1] ?? '';
  owner = await signIn(original, original.owner);
  const ann = await signIn(original, { email: 'ann@example.org', password: annPassword });
  await addBusyBot(owner, ['ETHUSDT', 'SOLUSDT']);
  await addBusyBot(ann, ['XRPUSDT']);
  await vi.waitFor(async () => {
    expect(await keyOf(owner)).toMatchObject({ is_present: true });
    const [counted] = await query(
      original,
      'select count(distinct owner_id)::int as owners from cycles where end_at is not null',
    );
    expect(counted).toEqual({ owners: 2 });
  }, DRILL_MS / 3);
  await original.command('backup', file('first'));
  await runCommand(['restore', file('first')], { DATA_DIR: path.join(folder, 'restored') });
}, DRILL_MS);

afterAll(async () => {
  for (const connection of connections.values()) await (await connection).end();
  await Promise.all([original.stop(), restored?.stop()]);
  await rm(folder, { recursive: true, force: true });
});

const file = (name: string): string => path.join(folder, `${name}.backup`);

/** Users get a new start of their sessions, and the names of orders a new code of the installation. */
const CHANGED_BY_RESTORE = new Set(['users', 'installation_codes']);

describe('a backup taken while the program trades', () => {
  it('restores every row of every user, as a backup of the restored folder shows', async () => {
    await runCommand(['backup', file('second')], { DATA_DIR: path.join(folder, 'restored') });
    const [first, second] = [await partsOf(file('first')), await partsOf(file('second'))];
    expect([...second.keys()]).toEqual([...first.keys()]);
    for (const [name, lines] of first) {
      if (!CHANGED_BY_RESTORE.has(name)) expect(second.get(name), name).toEqual(lines);
    }
    for (const name of ['trades', 'cycles', 'logs', 'commands', 'exchange_keys', 'simulator/market.json']) {
      expect(first.get(name)?.length, name).toBeGreaterThan(0);
    }
    expect(first.get('users')).toHaveLength(2);
    expect(first.has('refresh_tokens')).toBe(false);
  });

  it('holds neither the sealing keys nor the signing keys', async () => {
    const text = JSON.stringify([...(await partsOf(file('first')))]);
    for (const name of ['exchange-keys-private.json', 'identity-signing-key.json', 'database-secret']) {
      expect(text).not.toContain(name);
    }
  });
});

describe('a restore', () => {
  it('refuses a damaged file with a sentence and creates nothing', async () => {
    const damaged = await readFile(file('first'));
    damaged.writeUInt8(damaged.readUInt8(damaged.length >> 1) ^ 1, damaged.length >> 1);
    await writeFile(file('damaged'), damaged);
    const restoring = runCommand(['restore', file('damaged')], { DATA_DIR: path.join(folder, 'never') });
    await expect(restoring).rejects.toThrow(
      /damaged\.backup (?:cannot be restored|is not complete): .* Use another backup/,
    );
    expect(existsSync(path.join(folder, 'never'))).toBe(false);
  });

  it('refuses the data folder of a running program and leaves it alone', async () => {
    const before = await readdir(original.dataDir);
    const restoring = original.command('restore', file('first'));
    await expect(restoring).rejects.toThrow('is not empty');
    expect(await readdir(original.dataDir)).toEqual(before);
  });
});

describe('a program started on a restored folder, at another port', () => {
  beforeAll(async () => {
    restored = await startProgram({ MARKET_SPEED: SPEED, DATA_DIR: path.join(folder, 'restored') });
  }, DRILL_MS);

  it('trades on like the original, to the last digit', { timeout: DRILL_MS }, async () => {
    const backedUp = await clockOf(file('first'));
    await vi.waitFor(async () => {
      for (const program of [original, restored]) {
        const [since] = await query(program, 'select count(*)::int as trades from trades where ts > $1', [backedUp]);
        expect(since?.['trades']).toBeGreaterThan(5);
      }
    }, DRILL_MS / 3);
    const clocks = await Promise.all(
      [original, restored].map((program) => query(program, 'select minute_at from market_clock')),
    );
    const until = new Date(Math.min(...clocks.map(([row]) => Number(row?.['minute_at']))));
    for (const [what, sql] of Object.entries(RECORDS)) {
      const [there, here] = [await query(original, sql, [until]), await query(restored, sql, [until])];
      expect(there.length, what).toBeGreaterThan(0);
      expect(here, what).toEqual(there);
    }
  });

  it('accepts the passwords but no session from before, and shows each user their own rows', async () => {
    const renewal = await renew(restored, owner.refreshToken);
    expect(renewal).toBe(400);
    const ann = await signIn(restored, { email: 'ann@example.org', password: annPassword });
    const bots = await ann.send('GET', '/api/dca-bot/get-bots');
    expect(bots.body.items).toHaveLength(1);
  });

  it('says that it cannot open exchange keys, and opens them once their key file is put back', async () => {
    const again = await signIn(restored, restored.owner);
    expect(await keyOf(again)).toMatchObject({ is_present: true });
    const test = () => again.send('POST', '/api/test-exchange-key', {});
    expect(await test()).toMatchObject({ status: 409, body: { code: 'EXCHANGE_KEY_UNREADABLE' } });
    await copyFile(path.join(original.dataDir, KEY_FILE), path.join(restored.dataDir, KEY_FILE));
    expect(await test()).toMatchObject({ status: 200, body: { check: 'known' } });
  });

  it('has stored exactly what one uninterrupted run from the start would have', { timeout: DRILL_MS }, async () => {
    await (await connections.get(restored))?.end();
    connections.delete(restored);
    await restored.kill();
    const { url, stop } = await startEmbeddedPostgres({ dataDir: restored.dataDir, log: () => {} });
    const found = await checkPaper(url, await withSimulatedMarks(await openReplayFeed()));
    expect(found.violations).toEqual([]);
    expect(found.trades).toBeGreaterThan(0);
    await stop();
  });
});

/** What happened up to a minute, without the numbers that only say in which order rows were inserted. */
const RECORDS = {
  trades: 'select t::text from trades t where ts <= $1 order by trade_id',
  ledger: 'select l::text from ledger l where ts <= $1 order by source_id, account',
  cycles: `select cycle_id, bot_id, portfolio_id, begin_at, end_at, gross, commission, funding, result, bot_sum
             from cycles where end_at <= $1 order by cycle_id`,
  logs: 'select bot_id, ts, code, detail, figures, cycle_id, order_id from logs where ts <= $1 order by 1, 2, 3, 4, 6, 7',
  sums: `select portfolio_id, count(*), sum(result) as result, sum(commission) as commission, sum(funding) as funding
           from cycles where end_at <= $1 group by portfolio_id order by portfolio_id`,
};

/** A connection to the database of each program, kept because what is waited for is asked again and again. */
const connections = new Map<RunningProgram, Promise<Client>>();

async function query(program: RunningProgram, sql: string, values: readonly unknown[] = []) {
  const known = connections.get(program) ?? connected(program);
  connections.set(program, known);
  return (await (await known).query<Record<string, unknown>>(sql, [...values])).rows;
}

async function connected(program: RunningProgram): Promise<Client> {
  const { url } = await startEmbeddedPostgres({ dataDir: program.dataDir, log: () => {} }); // It is running already.
  const client = new Client(url);
  client.on('error', () => {}); // The end of its server.
  await client.connect();
  return client;
}

/** The lines of every part, sorted, because a table has no order. */
async function partsOf(name: string): Promise<Map<string, string[]>> {
  const parts = new Map<string, string[]>();
  for await (const word of readBackupFile(name)) {
    if (word.kind === 'part') parts.set('table' in word.part ? word.part.table : word.part.file, []);
    if (word.kind !== 'lines') continue;
    parts.get('table' in word.part ? word.part.table : word.part.file)?.push(...word.lines);
  }
  for (const lines of parts.values()) lines.sort();
  return parts;
}

/** The engine's minute in a backup: the second column of its only row. */
async function clockOf(name: string): Promise<Date> {
  const [row] = (await partsOf(name)).get('market_clock') ?? [];
  const minute = /^\(1,"([^"]+)"/.exec(row ?? '')?.[1];
  assert(minute !== undefined, `the backup has a clock: ${row}`);
  return new Date(minute);
}

async function signIn(program: RunningProgram, { email, password }: RunningProgram['owner']): Promise<SignedIn> {
  const url = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=embedded';
  const { body } = await call(program, { url, body: { email, password, returnSecureToken: true } });
  assert(typeof body.idToken === 'string', `${email} signed in: ${JSON.stringify(body)}`);
  return {
    refreshToken: body.refreshToken,
    send: (method, to, sent) => call(program, { url: to, method, token: body.idToken, ...(sent && { body: sent }) }),
  };
}

async function renew(program: RunningProgram, refreshToken: string): Promise<number> {
  const response = await fetch(new URL('/securetoken.googleapis.com/v1/token?key=embedded', program.address), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
  });
  return response.status;
}

interface Sent {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly token?: string;
  readonly body?: object;
}

async function call(program: RunningProgram, { url, method = 'POST', token, body }: Sent) {
  const response = await fetch(new URL(url, program.address), {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: body ? JSON.stringify(body) : null,
  });
  const answer: Answer = await response.json();
  return { status: response.status, body: answer };
}

async function addBusyBot(user: SignedIn, symbols: readonly string[]): Promise<void> {
  const { body } = await user.send('POST', '/api/dca-bot/create-portfolio', { name: 'Drill' });
  const bot = { name: 'Busy', portfolio_id: body.portfolio_id, symbols, params: BUSY_LADDER };
  expect(await user.send('POST', '/api/dca-bot/create', bot)).toMatchObject({ status: 200 });
}

async function keyOf(user: SignedIn): Promise<Answer> {
  const { body } = await user.send('GET', '/api/get-exchange-keys');
  return body.items[0];
}
